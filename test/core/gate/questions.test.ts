import fc from "fast-check";
import { expect, test } from "vitest";
import { createHumanTime } from "../../../src/core/gate/humanTime";
import { createQuestions, type Questions } from "../../../src/core/gate/questions";
import type { FormAnswer, FormEnd, FormField, FormRequest, FormSource, FormValue } from "../../../src/shared/forms";
import { fakeClock } from "../../fakes/clock";
import { countingIds } from "../../fakes/memoryPorts";

const text = (id: string, change: Partial<FormField> = {}): FormField => ({
  id,
  label: id,
  required: true,
  kind: "text",
  ...change,
});

const choice = (kind: "single" | "multiple", change: Partial<FormField> = {}): FormField => ({
  ...text("q", { kind, ...change }),
  options: ["a", "b", "c"].map((value) => ({ value, label: value })),
});

type Asked = Partial<Omit<FormRequest, "id" | "session" | "expiresAt">>;

const asked = (change: Asked = {}) => ({
  agent: "root",
  from: { kind: "model" } as FormSource,
  title: "",
  message: "",
  fields: [text("q")],
  ...change,
});

function broker(expiryMs = 1_800_000) {
  const clock = fakeClock();
  const human = createHumanTime(clock);
  /** `+id` when a card appears, `-id end` when it goes. */
  const cards: string[] = [];
  const questions = createQuestions({
    clock,
    ids: countingIds(),
    session: "s1",
    expiryMs,
    human,
    onRequest: (form) => cards.push(`+${form.id}`),
    onSettle: (form, end) => cards.push(`-${form.id} ${end.action === "cancel" ? end.why : end.action}`),
  });
  const never = new AbortController().signal;
  const ask = (change: Asked = {}, signal = never): Promise<FormEnd> => questions.ask(asked(change), signal);
  return { questions, clock, human, cards, ask };
}

const accept = (values: Readonly<Record<string, FormValue>>): FormAnswer => ({ action: "accept", values });

/** The end of a form with these fields when it is answered so; nothing when the answer is none. */
async function endOf(fields: readonly FormField[], values: Readonly<Record<string, FormValue>>) {
  const { questions, ask } = broker();
  const end = ask({ fields });
  if (!questions.answer("form-1", accept(values))) {
    expect(questions.pending()).toHaveLength(1);
    return undefined;
  }
  return end;
}

test("answers several forms in any order, each with its own answer", async () => {
  const { questions, ask, cards } = broker();
  const both = [ask(), ask()];
  expect(questions.pending().map(({ id, session }) => [id, session])).toEqual([
    ["form-1", "s1"],
    ["form-2", "s1"],
  ]);
  expect(questions.answer("form-2", { action: "decline" })).toBe(true);
  expect(questions.answer("form-1", accept({ q: "yes" }))).toBe(true);
  expect(await Promise.all(both)).toEqual([accept({ q: "yes" }), { action: "decline" }]);
  expect(cards).toEqual(["+form-1", "+form-2", "-form-2 decline", "-form-1 accept"]);
});

test("F50: a stale answer does nothing, least of all to the next form", async () => {
  const { questions, ask } = broker();
  void ask();
  questions.answer("form-1", accept({ q: "yes" }));
  void ask();
  expect(questions.answer("form-1", accept({ q: "again" }))).toBe(false);
  expect(questions.pending().map(({ id }) => id)).toEqual(["form-2"]);
});

test("ends as expired when nobody answered in time", async () => {
  const { questions, ask, clock } = broker();
  const end = ask();
  await clock.advance(1_800_000);
  expect(await end).toEqual({ action: "cancel", why: "expired" });
  expect(questions.answer("form-1", accept({ q: "late" }))).toBe(false);
});

test("takes no late answer when the machine slept through the expiry", async () => {
  const clock = fakeClock();
  let slept = 0;
  const questions = createQuestions({
    clock: { ...clock, now: () => clock.now() + slept },
    ids: countingIds(),
    session: "s1",
    expiryMs: 1_000,
    human: createHumanTime(clock),
    onRequest: () => undefined,
    onSettle: () => undefined,
  });
  const end = questions.ask(asked(), new AbortController().signal);
  slept = 2_000;
  expect(questions.answer("form-1", accept({ q: "late" }))).toBe(false);
  expect(await end).toEqual({ action: "cancel", why: "expired" });
});

test("a stop ends the forms of its turn, and those asked after it", async () => {
  const { questions, ask } = broker();
  const turn = new AbortController();
  const [stopped] = [ask({}, turn.signal), ask()];
  turn.abort();
  expect(await stopped).toEqual({ action: "cancel", why: "stopped" });
  expect(await ask({}, turn.signal)).toEqual({ action: "cancel", why: "stopped" });
  expect(questions.pending().map(({ id }) => id)).toEqual(["form-2"]);
});

test("closing ends what is open and what comes later", async () => {
  const { questions, ask, cards, clock } = broker();
  const open = ask();
  questions.close();
  expect([await open, await ask()]).toEqual(Array(2).fill({ action: "cancel", why: "closed" }));
  expect(cards).toEqual(["+form-1", "-form-1 closed"]);
  expect(clock.sleeping).toBe(0);
});

test("a server has one form open at most; others and the model are not kept waiting by it", async () => {
  const { questions, ask } = broker();
  const from = (server: string): Asked => ({ from: { kind: "server", server } });
  void ask(from("one"));
  expect(await ask(from("one"))).toEqual({ action: "cancel", why: "closed" });
  void ask(from("two"));
  void ask();
  expect(questions.pending()).toHaveLength(3);
  questions.answer("form-1", { action: "decline" });
  void ask(from("one"));
  expect(questions.pending()).toHaveLength(3);
});

test("time in which a form is open counts as a person's, however it ends", async () => {
  const { questions, ask, clock, human } = broker(1_000);
  void ask();
  await clock.advance(400);
  questions.answer("form-1", { action: "decline" });
  await clock.advance(400);
  void ask();
  await clock.advance(5_000);
  expect(human.total()).toBe(1_400);
});

test("lets an answer come from the very moment a form is shown", async () => {
  const clock = fakeClock();
  const questions: Questions = createQuestions({
    clock,
    ids: countingIds(),
    session: "s1",
    expiryMs: 1,
    human: createHumanTime(clock),
    onRequest: ({ id }) => questions.answer(id, { action: "decline" }),
    onSettle: () => undefined,
  });
  expect(await questions.ask(asked(), new AbortController().signal)).toEqual({ action: "decline" });
});

test("bounds what a person reads and shows what hides in it; values stay as they are", () => {
  const { questions, ask } = broker();
  const options = [{ value: "a\u200b", label: "a\u200b", help: "h\u202e" }];
  const long = "x".repeat(100_000);
  void ask({
    title: "t\n\u200b",
    message: `m\n${long}`,
    fields: [text("f\u200b", { kind: "single", label: `l\u200b${long}`, help: "h\u202e", options })],
  });
  const [form] = questions.pending();
  expect(form?.title).toBe("t\\u{A}\\u{200B}");
  expect(form?.message).toMatch(/^m\nx+\n… \d+ of 100002 characters left out …\nx+$/);
  expect(form?.fields[0]).toMatchObject({ id: "f\u200b", help: "h\\u{202E}" });
  expect(form?.fields[0]?.label).toMatch(/^l\\u\{200B\}x/);
  expect(form?.fields[0]?.options).toEqual([{ value: "a\u200b", label: "a\\u{200B}", help: "h\\u{202E}" }]);
  expect(JSON.stringify(form).length).toBeLessThan(12_000);
});

test("refuses a form that is too large to fill in", async () => {
  const { questions, ask } = broker();
  await expect(ask({ fields: Array.from({ length: 51 }, (_, at) => text(`f${at}`)) })).rejects.toMatchObject({
    code: "invalid_argument",
  });
  const options = Array.from({ length: 201 }, (_, at) => ({ value: `${at}`, label: `${at}` }));
  await expect(ask({ fields: [{ ...choice("single"), options }] })).rejects.toMatchObject({ code: "invalid_argument" });
  await expect(ask({ url: `https://example.com/${"x".repeat(4_000)}` })).rejects.toMatchObject({
    code: "invalid_argument",
  });
  expect(questions.pending()).toEqual([]);
});

test("a field that is left out or blank is no answer, unless it need not be given", async () => {
  const fields = [text("q"), text("r", { required: false }), choice("multiple", { id: "m", required: false })];
  expect(await endOf(fields, {})).toBeUndefined();
  expect(await endOf(fields, { q: " \n" })).toBeUndefined();
  expect(await endOf(fields, { q: "yes", r: "", m: [] })).toEqual(accept({ q: "yes" }));
});

test("what was not asked for is left out, whatever its name", async () => {
  expect(await endOf([text("q")], { q: "yes", x: "no" })).toEqual(accept({ q: "yes" }));
  expect(await endOf([text("toString", { required: false })], {})).toEqual(accept({}));
});

test.each<[FormField, readonly FormValue[], readonly FormValue[]]>([
  [text("q"), ["x"], [1, true, ["x"], "x".repeat(20_001)]],
  [text("q", { kind: "number" }), [1.5, 0], ["1", Number.NaN, Number.POSITIVE_INFINITY]],
  [text("q", { kind: "integer" }), [0, -3], [1.5, 2 ** 60, "1"]],
  [text("q", { kind: "boolean" }), [true, false], ["true", 1]],
  [choice("single"), ["a"], ["d", ["a"], 1]],
  [choice("single", { other: true }), ["a", "my own"], [["a"], 1]],
  [choice("multiple"), [["a"], ["c", "b"]], ["a", ["d"], ["a", "a"]]],
  [
    choice("multiple", { other: true }),
    [["a", "my own"]],
    [
      ["one", "two"],
      ["a", "a"],
    ],
  ],
])("a value must be of its field's kind: %#", async (field, good, bad) => {
  for (const value of good) expect(await endOf([field], { q: value })).toEqual(accept({ q: value }));
  for (const value of bad) expect(await endOf([field], { q: value })).toBeUndefined();
});

test("whatever a view sends, an accepted answer has every required field and no value that was not asked for", async () => {
  const value = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.array(fc.constantFrom("a", "b", "d", ""), { maxLength: 3 }),
  );
  const field = fc.constantFrom<FormField>(
    text("q"),
    text("q", { kind: "integer", required: false }),
    choice("single"),
    choice("multiple", { other: true }),
  );
  await fc.assert(
    fc.asyncProperty(field, fc.dictionary(fc.constantFrom("q", "x", "__proto__"), value), async (one, values) => {
      const end = await endOf([one], values);
      if (end?.action !== "accept") return;
      expect(Object.keys(end.values)).toEqual(one.required || "q" in end.values ? ["q"] : []);
    }),
  );
});
