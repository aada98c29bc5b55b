import { expect, test } from "vitest";
import { type ApprovalDetails, describe } from "../../../src/core/gate/describe";
import { decide } from "../../../src/core/gate/gate";
import { facts, planned, preview, type What } from "./calls";

async function check(what: What, intent = "I run the tests."): Promise<ApprovalDetails> {
  const call = await planned(what);
  return describe(call, await decide(call, facts()), facts(), intent);
}

test("says who asks, what it would do, why it is asked and what it is for", async () => {
  const { request, sessionKey } = await check({
    tool: "bash",
    commands: ["npm test"],
    input: "npm test",
    agent: "tester",
  });
  expect(request).toEqual({
    session: "s1",
    agent: "tester",
    callId: "c1",
    tool: "bash",
    title: "bash",
    subject: '"npm test"',
    command: "npm test",
    paths: [],
    layer: "tier",
    reason: "shell_unanalysed",
    because: "npm test",
    intent: "I run the tests.",
    choices: ["once", "session", "deny", "deny_with_note"],
    sessionScope: "command",
  });
  expect(sessionKey).toBeDefined();
});

test("shows the diff and the file of an edit, and offers the session for that file", async () => {
  const diff = preview("src/a.ts", "a", "b");
  const { request } = await check({ writes: ["src/a.ts"], preview: diff });
  expect(request).toMatchObject({ preview: diff, paths: ["src/a.ts"], sessionScope: "file" });
});

test("says what it is about in words that can be translated, its data bounded, where the tool has such words", async () => {
  const call = await planned({});
  const told = { ...call.tool, subjectWords: () => ({ text: "{0} in {1}", args: ["x".repeat(5_000), "src"] }) };
  const asked = { ...call, tool: told };
  const { request } = describe(asked, await decide(asked, facts()), facts(), "");
  expect(request.subjectWords).toMatchObject({
    text: "{0} in {1}",
    args: [expect.stringContaining("left out"), "src"],
  });
  expect((await check({})).request).not.toHaveProperty("subjectWords");
});

test("says what the diff alone does not show, and nothing when there is nothing to say", async () => {
  const notes = ["saves_unsaved", "not_atomic"] as const;
  expect((await check({ writes: ["src/a.ts"], notes })).request.notes).toEqual(notes);
  expect((await check({ writes: ["src/a.ts"], notes: [] })).request).not.toHaveProperty("notes");
});

test.each([[".git/config"], ["/etc/hosts"], ["git-link"]])(
  "does not offer the session for writing %s",
  async (path) => {
    const { request, sessionKey } = await check({ writes: [path] });
    expect(request.choices).toEqual(["once", "deny", "deny_with_note"]);
    expect(request.sessionScope).toBeUndefined();
    expect(sessionKey).toBeUndefined();
  },
);

test("names the real places: a link's target, and reads that are out of the ordinary", async () => {
  const { request } = await check({
    capabilities: ["read", "shell"],
    commands: ["cat"],
    reads: ["out.md", "src/a.ts", ".env"],
  });
  expect(request.paths).toEqual(["/etc/hosts", ".env"]);
  expect(request.choices).not.toContain("session");
});

test("shows a command whole up to 10,000 characters, and over that head and tail with sizes", async () => {
  const long = `begin${"x".repeat(9_990)}end!!`;
  expect((await check({ commands: [long] })).request.command).toBe(long);
  const longer = await check({ commands: [`${long}${long}`] });
  expect(longer.request.command?.length).toBeLessThan(10_100);
  expect(longer.request.command).toMatch(/^begin[\s\S]*… 10000 of 20000 characters left out …[\s\S]*end!!$/);
});

test("does not offer the session for a command that is not shown whole", async () => {
  const choices = async (length: number) => (await check({ commands: ["x".repeat(length)] })).request.choices;
  expect(await choices(10_000)).toContain("session");
  expect(await choices(10_001)).toEqual(["once", "deny", "deny_with_note"]);
  expect((await check({ commands: ["x".repeat(10_001)] })).sessionKey).toBeUndefined();
});

test("bounds every other text, and leaves hidden characters in it as they are", async () => {
  const long = `a\u202E${"b".repeat(5_000)}`;
  const { request } = await check({ commands: ["ls"], input: long, agent: long }, long);
  for (const text of [request.subject, request.agent, request.intent]) {
    expect(text.length).toBeLessThan(1_100);
    expect(text).toContain("a\u202E");
  }
});

test("bounds the list of paths and says how many it left out", async () => {
  const writes = Array.from({ length: 130 }, (_, at) => `new/${at}.ts`);
  const { paths } = (await check({ writes })).request;
  expect(paths).toHaveLength(101);
  expect(paths.at(-1)).toBe("… 30 more …");
});

test("does not offer the session for what is sent and not shown whole", async () => {
  const sending = async (length: number) => {
    const call = await planned({ commands: ["send"] });
    const sent = { ...call, prepared: { ...call.prepared, body: "x".repeat(length) } };
    return describe(sent, await decide(sent, facts()), facts(), "");
  };
  expect((await sending(10_000)).request.choices).toContain("session");
  expect(await sending(10_001)).not.toHaveProperty("sessionKey");
});
