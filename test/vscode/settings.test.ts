import { describe, expect, test } from "vitest";
import { readSettings } from "../../src/vscode/settings";

const read = (values: Record<string, unknown>) => readSettings((key) => values[key]);

describe("absent settings", () => {
  test("are the careful defaults, without a complaint", () => {
    const { settings, problems } = read({});
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      model: "",
      mode: "work",
      posture: "ask",
      workspaceEdits: "ask",
      endpoints: [],
      passEnvironment: [],
      hooks: [],
      sandbox: "auto",
      sandboxHosts: [],
      maxResultTokens: 12_000,
      maxSteps: 200,
      maxSeconds: 3_600,
    });
  });
});

describe("a value that can't be used", () => {
  test.each([
    ["mode", "yolo", "mode", "plan"],
    ["posture", "fullAccess", "posture", "ask"],
    ["posture", ["full-access"], "posture", "ask"],
    ["approvals.workspaceEdits", true, "workspaceEdits", "ask"],
    ["turn.maxSteps", 1e9, "maxSteps", 200],
    ["turn.maxSteps", "many", "maxSteps", 200],
    ["results.maxTokens", 0.5, "maxResultTokens", 12_000],
    ["commands.passEnvironment", "PATH", "passEnvironment", []],
    ["sandbox", "none", "sandbox", "required"],
    ["codeMode", "yes", "codeMode", false],
    ["programs.maxCalls", 0, "maxProgramCalls", 1],
    ["commands.allowedHosts", ["*"], "sandboxHosts", []],
    ["endpoints", {}, "endpoints", []],
  ])("of %s is read strictly and reported", (key, value, name, expected) => {
    const { settings, problems } = read({ [key]: value });
    expect(settings[name as keyof typeof settings]).toEqual(expected);
    expect(problems.map((problem) => problem.key)).toEqual([key]);
  });
});

describe("endpoints", () => {
  const good = {
    name: "local",
    baseUrl: "http://127.0.0.1:8080/v1",
    models: ["m"],
    headers: { "X-A": "b" },
    body: { seed: 1 },
  };

  test("are taken as they are", () => expect(read({ endpoints: [good] }).settings.endpoints).toEqual([good]));

  test.each([
    ["a slash in its name", { ...good, name: "a/b" }],
    ["another scheme", { ...good, baseUrl: "file:///etc" }],
    ["no address", { name: "x" }],
    ["a header that is no text", { ...good, name: "y", headers: { a: 1 } }],
  ])("one with %s is left out, the others stay", (_, bad) => {
    const { settings, problems } = read({ endpoints: [bad, good] });
    expect(settings.endpoints).toEqual([good]);
    expect(problems).toHaveLength(1);
  });

  test("of two with one name the first stands", () => {
    const { settings, problems } = read({ endpoints: [good, { ...good, baseUrl: "https://other.example/v1" }] });
    expect(settings.endpoints).toEqual([good]);
    expect(problems).toHaveLength(1);
  });
});

test("names of variables that are none are left out one by one", () => {
  const { settings, problems } = read({ "commands.passEnvironment": ["HOME", "A=B", 3] });
  expect(settings.passEnvironment).toEqual(["HOME"]);
  expect(problems).toHaveLength(2);
});
