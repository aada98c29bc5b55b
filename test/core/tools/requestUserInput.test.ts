import { expect, test } from "vitest";
import type { People } from "../../../src/core/operations/people";
import { requestUserInput } from "../../../src/core/tools/requestUserInput";
import type { FormEnd } from "../../../src/shared/forms";
import { call } from "./calls";

const options = [{ label: "SQLite", description: "One file." }, { label: "PostgreSQL" }];

function person(end: FormEnd) {
  const asked: Parameters<People["ask"]>[0][] = [];
  const people: People = {
    async ask(form) {
      asked.push(form);
      return end;
    },
  };
  return { asked, powers: { people } };
}

const answering = (values: Extract<FormEnd, { action: "accept" }>["values"]) => person({ action: "accept", values });

test("asks each question with its kind, its options, and whose call it is", async () => {
  const questions = [
    { question: "Which database?", options },
    { id: "why", question: "Why?", required: false },
    { question: "Where?", kind: "multiple", options, other: false },
  ];
  const host = answering({ q1: "SQLite" });
  await call(requestUserInput, { questions }, { ...host, agent: "child" });
  const choices = [
    { value: "SQLite", label: "SQLite", help: "One file." },
    { value: "PostgreSQL", label: "PostgreSQL" },
  ];
  expect(host.asked).toEqual([
    {
      agent: "child",
      callId: "c1",
      from: { kind: "model" },
      title: "",
      message: "",
      fields: [
        { id: "q1", label: "Which database?", required: true, kind: "single", options: choices, other: true },
        { id: "why", label: "Why?", required: false, kind: "text" },
        { id: "q3", label: "Where?", required: true, kind: "multiple", options: choices, other: false },
      ],
    },
  ]);
});

test("tells the answers in plain lines, also one of several lines and one left out", async () => {
  const questions = [
    { question: "Which?", options, kind: "multiple" },
    { question: "Why?" },
    { question: "Anything else?", required: false },
  ];
  const { text, details } = await call(
    requestUserInput,
    { questions },
    answering({ q1: ["SQLite", "mine"], q2: "a\nb" }),
  );
  expect(text).toBe(
    `Which? (2 answers)
  - SQLite
  - mine
Why?
  a
    b
Anything else?
  (no answer)`,
  );
  expect(details).toEqual({
    kind: "answers",
    how: "answered",
    answers: [
      { question: "Which?", answer: ["SQLite", "mine"] },
      { question: "Why?", answer: ["a\nb"] },
      { question: "Anything else?", answer: [] },
    ],
  });
});

test.each<[FormEnd, string, string]>([
  [{ action: "decline" }, "declined", "The user declined to answer. Do not ask the same again."],
  [{ action: "cancel", why: "expired" }, "expired", "Nobody answered in time. Go on with the safest assumption"],
  [{ action: "cancel", why: "closed" }, "closed", "Nobody is there to answer. Go on with the safest assumption"],
])("says that there is no answer, and how to go on: %j", async (end, how, words) => {
  const { text, details } = await call(requestUserInput, { questions: [{ question: "Go?" }] }, person(end));
  expect(text).toContain(words);
  expect(details).toEqual({ kind: "answers", how, answers: [] });
});

test.each([
  [[{ question: "A?", kind: "text", options }], '"A?" is of kind text and has options.'],
  [[{ question: "A?", kind: "single" }], '"A?" is of kind single and has no options.'],
  [[{ question: "A?", options: [{ label: "x" }, { label: "x" }] }], 'The option "x" is there twice.'],
  [[{ id: "q2", question: "A?" }, { question: "B?" }], 'The question id "q2" is there twice.'],
])("a question that can't be asked is the model's to mend, and nobody is asked: %#", async (questions, message) => {
  const host = answering({});
  await expect(call(requestUserInput, { questions }, host)).rejects.toMatchObject({
    code: "invalid_argument",
    message,
  });
  expect(host.asked).toEqual([]);
});

test.each([[[]], [Array(5).fill({ question: "?" })], [[{ question: "?", options: options.slice(1) }]]])(
  "asks one to four questions with two to six options: %#",
  (questions) =>
    expect(call(requestUserInput, { questions }, answering({}))).rejects.toMatchObject({ code: "invalid_argument" }),
);

test("is about its first question", () => {
  const questions = [{ question: "Which?" }, { question: "Why?" }];
  expect(requestUserInput.subject({ questions })).toBe("Which? (+1)");
});
