import type { ElicitRequestParams } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { elicitByForm } from "../../../src/core/mcp/elicit";
import type { FormEnd } from "../../../src/shared/forms";
import { help, never } from "./support";

/** What the person is asked, and what the server gets. */
async function ask(asked: object, end: FormEnd = { action: "decline" }) {
  const forms: unknown[] = [];
  const people = {
    ask: async (form: unknown) => {
      forms.push(form);
      return end;
    },
  };
  const answer = await elicitByForm("s", asked as ElicitRequestParams, help({ people }), never);
  return { form: forms[0] as { fields: unknown[] } | undefined, answer };
}

const schema = (properties: object, required: string[] = []) => ({
  message: "Hello\u202E?",
  requestedSchema: { type: "object", properties, required },
});

test("each property becomes a field", async () => {
  const { form } = await ask(
    schema(
      {
        name: { type: "string", title: "Your name", description: "As written", default: "me" },
        age: { type: "integer" },
        sure: { type: "boolean" },
        size: { type: "string", enum: ["s", "l"], enumNames: ["Small", "Large"] },
        side: { type: "string", oneOf: [{ const: "l", title: "Left" }] },
        many: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      },
      ["name"],
    ),
  );
  expect(form).toMatchObject({ from: { kind: "server", server: "s" }, message: "Hello?", agent: "root", callId: "c1" });
  expect(form?.fields).toEqual([
    { id: "name", label: "Your name", help: "As written", required: true, kind: "text", initial: "me" },
    { id: "age", label: "age", required: false, kind: "integer" },
    { id: "sure", label: "sure", required: false, kind: "boolean" },
    {
      id: "size",
      label: "size",
      required: false,
      kind: "single",
      options: [
        { value: "s", label: "Small" },
        { value: "l", label: "Large" },
      ],
    },
    { id: "side", label: "side", required: false, kind: "single", options: [{ value: "l", label: "Left" }] },
    {
      id: "many",
      label: "many",
      required: false,
      kind: "multiple",
      options: [
        { value: "a", label: "a" },
        { value: "b", label: "b" },
      ],
    },
  ]);
});

test.each([
  ...[
    "password",
    "apiKey",
    "api_key",
    "Access Token",
    "PIN",
    "密码",
    "pin_code",
    "userPin",
    "Mot de passe",
    "contraseña",
  ],
  ...["seed phrase", "recovery code", "2FA", "pass\u200Bword", "p\u00ADassword", "ｐａｓｓｗｏｒｄ"],
])("%s is asked of nobody", async (word) => {
  for (const properties of [{ [word]: { type: "string" } }, { x: { type: "string", title: `Your ${word}` } }]) {
    const { form, answer } = await ask(schema(properties));
    expect(form).toBeUndefined();
    expect(answer).toEqual({ action: "decline" });
  }
});

test("more fields than a form holds are asked of nobody", async () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, { type: "string" }]));
  expect((await ask(schema(many))).answer).toEqual({ action: "decline" });
});

test("a page is handed on for the person to look at first", async () => {
  const { form } = await ask({ mode: "url", url: "http://x/login", elicitationId: "1", message: "Log in" });
  expect(form).toMatchObject({ url: "http://x/login", fields: [] });
});

test.each([
  [
    { action: "accept", values: { a: ["x"], b: 1 } },
    { action: "accept", content: { a: ["x"], b: 1 } },
  ],
  [{ action: "decline" }, { action: "decline" }],
  [{ action: "cancel", why: "expired" }, { action: "cancel" }],
] as const)("the end %j is told as %j", async (end, answer) => {
  expect((await ask(schema({}), end)).answer).toEqual(answer);
});
