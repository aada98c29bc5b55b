import { expect, test } from "vitest";
import type { McpPrompt } from "../../../src/core/mcp/pool";
import { mcpMentions, mcpSlash } from "../../../src/vscode/mcp/offers";

const prompt = (server: string, name: string, description = ""): McpPrompt => ({
  server,
  name,
  description,
  arguments: [],
});
const slash = (prompts: readonly McpPrompt[], taken?: ReadonlySet<string>) =>
  mcpSlash({ prompts: () => prompts }, taken).map(({ name, server, prompt }) => `${name} = ${server}/${prompt}`);

test("a resource is offered in plain words on one line", () => {
  const resource = { server: "s", uri: "demo://a", name: "A\n\u202Eb", description: "What\nit is", mime: "text/plain" };
  expect(mcpMentions({ resources: () => [resource, { ...resource, name: "" }] })).toEqual([
    { label: "A \\u{202E}b", detail: "s · What it is", server: "s", uri: "demo://a", mime: "text/plain" },
    { label: "demo://a", detail: "s · What it is", server: "s", uri: "demo://a", mime: "text/plain" },
  ]);
});

test("a prompt is called by its name, and by its server's too where two have it", () => {
  const prompts = [prompt("a", "plan"), prompt("a", "review code"), prompt("b", "plan")];
  expect(slash(prompts)).toEqual(["a:plan = a/plan", "review-code = a/review code", "b:plan = b/plan"]);
});

test("a prompt takes no name of ours, and none that is taken", () => {
  const prompts = [prompt("a", "help"), prompt("a", "/"), prompt("a", "x"), prompt("a", "x")];
  expect(slash(prompts, new Set(["help"]))).toEqual(["a:help = a/help", "a:x = a/x"]);
});
