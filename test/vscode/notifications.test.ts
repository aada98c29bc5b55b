import { beforeEach, expect, test, vi } from "vitest";
import type { ApprovalRequest } from "../../src/shared/approval";

interface Raised {
  readonly words: string;
  readonly options: { readonly modal?: boolean; readonly detail?: string };
  readonly buttons: readonly string[];
  press(button: string | undefined): Promise<void>;
}
const raised: Raised[] = [];

vi.mock("vscode", () => {
  const raise = (words: string, ...rest: (string | object)[]) => {
    const options = rest.find((item) => typeof item === "object") ?? {};
    return new Promise((answer) => {
      const press = async (button: string | undefined) => {
        answer(button);
        await new Promise((resolve) => setImmediate(resolve));
      };
      raised.push({ words, options, buttons: rest.filter((item) => typeof item === "string"), press });
    });
  };
  return {
    window: { showWarningMessage: raise, showInformationMessage: raise },
    l10n: { t: (words: string) => words },
  };
});

const { ApprovalNotifier } = await import("../../src/vscode/notifications");

const REQUEST: ApprovalRequest = {
  id: "r1",
  session: "s",
  agent: "root",
  callId: "c",
  tool: "bash",
  title: "Run",
  subject: "npm test",
  command: "npm test",
  paths: [],
  layer: "tier",
  reason: "shell_unanalysed",
  intent: "",
  choices: ["once", "deny"],
  expiresAt: 0,
};

function notifier() {
  const open = new Set(["r1", "r2"]);
  const did: string[] = [];
  const act = (what: string) => (id: string) => {
    if (open.has(id)) did.push(`${what} ${id}`);
    return open.has(id);
  };
  const desk = { show: act("show"), allowOnce: act("allow"), isOpen: (id: string) => open.has(id) };
  return { open, did, notifier: new ApprovalNotifier(desk) };
}

beforeEach(() => raised.splice(0));

test("its words are fixed, whatever the call says", () => {
  const { notifier: some } = notifier();
  some.raise({ ...REQUEST, command: "echo [click](command:evil)", subject: "x" });
  expect(raised[0]?.words).toBe("Gatehouse waits for your answer before it goes on.");
  expect(raised[0]?.buttons).toEqual(["Show"]);
});

test("none is raised while one is unanswered", async () => {
  const { notifier: some } = notifier();
  some.raise(REQUEST);
  some.raise({ ...REQUEST, id: "r2" });
  expect(raised).toHaveLength(1);
  await raised[0]?.press(undefined);
  some.raise({ ...REQUEST, id: "r2" });
  expect(raised).toHaveLength(2);
});

test("a form is brought by Show alone: it is answered nowhere else", async () => {
  const { notifier: some, did } = notifier();
  some.raiseForm("r2");
  expect(raised[0]?.buttons).toEqual(["Show"]);
  await raised[0]?.press("Show");
  expect(did).toEqual(["show r2"]);
});

test("Show brings the card", async () => {
  const { notifier: some, did } = notifier();
  some.raise(REQUEST);
  await raised[0]?.press("Show");
  expect(did).toEqual(["show r1"]);
});

test("Allow Once shows the whole call before it allows it", async () => {
  const { notifier: some, did } = notifier();
  some.raise(REQUEST);
  await raised[0]?.press("Allow Once");
  expect(did).toEqual([]);
  expect(raised[1]?.options).toEqual({ modal: true, detail: "Run npm test" });
  await raised[1]?.press("Allow Once");
  expect(did).toEqual(["allow r1"]);
});

test("a call whose change has to be seen can't be allowed from it", () => {
  const { notifier: some } = notifier();
  const preview = {
    kind: "diff",
    path: "a",
    created: false,
    added: 1,
    removed: 0,
    unified: "+",
    before: "",
    after: "x",
  } as const;
  some.raise({ ...REQUEST, preview });
  expect(raised[0]?.buttons).toEqual(["Show"]);
});

test.each(["Show", "Allow Once"])("%s after the question was settled only says so", async (button) => {
  const { notifier: some, open, did } = notifier();
  some.raise(REQUEST);
  open.clear();
  await raised[0]?.press(button);
  expect(did).toEqual([]);
  expect(raised[1]?.words).toBe("That question was already settled. Nothing was done.");
});
