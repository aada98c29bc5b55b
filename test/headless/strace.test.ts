import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nativeTools } from "../../src/core/tools";
import { temporaryFolder } from "../node/support/folder";
import { startScriptedModel } from "../support/scriptedModel";
import { type AuditedCall, match } from "../support/strace/match";
import { answersOf, LAW, RULES, SCRIPTS, type Script, type Step, scenarioOf } from "../support/strace/scenario";
import { type Act, readTrace, straceInto } from "../support/strace/trace";
import { bundledHeadless, type Headless } from "./program";

const PACKAGES = join(import.meta.dirname, "../../node_modules");
const EVERYTHING = join(PACKAGES, "@modelcontextprotocol/server-everything/dist/index.js");
const SERVER = [process.execPath, EVERYTHING, "stdio"] as const;

/** What is in the way of tracing here: strace is missing, or the system lets nobody trace. */
function obstacle(): string | undefined {
  const { error, status, stderr } = spawnSync("strace", ["-f", "--seccomp-bpf", "-o", "/dev/null", "true"], {
    encoding: "utf8",
  });
  return error?.message ?? (status === 0 ? undefined : stderr.split("\n")[0]);
}
const missing = obstacle();

let headless: Headless;
const answer = JSON.stringify({ results: [{ title: "Sums", url: "https://example.com/", content: "They add." }] });
const web = createServer((_, response) => void response.end(answer));
beforeAll(async () => {
  headless = await bundledHeadless();
  await new Promise<void>((listening) => web.listen(0, "127.0.0.1", listening));
});
afterAll(() => void web.close());

const titled = SCRIPTS.map((script) => [script.title, script] as const);

describe.skipIf(missing)(`what the host did${missing ? ` (strace can't run here: ${missing})` : ""}`, () => {
  test.for(titled)("%s: an audit record stands for it (F56)", { timeout: 180_000 }, async ([, script]) => {
    const { steps, calls, past, toolsThat } = await play(script);
    expect(calls.map(decided)).toEqual(steps.flatMap(expected));
    expect(past).toEqual([]);
    for (const kind of ["exec", "connect", "write"] as const) expect(toolsThat(kind)).toEqual(script[kind]);
  });
});

test("every tool of ours is called", () => {
  const called = SCRIPTS.flatMap(({ steps }) => steps({ sessions: "", outside: "", server: "" }));
  const names = nativeTools("bash").map(({ name }) => name);
  expect(names.filter((name) => !called.some((step) => step.name === name))).toEqual([]);
});

const expected = ({ name, outcome, inside = [] }: Step): string[] => [
  `${name}: ${outcome}`,
  ...inside.flatMap(expected),
];
const decided = ({ record: { tool, outcome } }: AuditedCall) => `${tool}: ${outcome}`;

async function play({ steps: stepsOf, mode, posture }: Script) {
  const folder = temporaryFolder();
  const place = (name: string): string => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  const [workspace, session, outside, TMPDIR] = [place("app"), place("sessions"), place("outside"), place("tmp")];
  const server = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  const steps = stepsOf({ sessions: session, outside, server });
  fill(workspace, outside);
  const model = await startScriptedModel(scenarioOf(steps));
  // The sandbox gives its processes other numbers than the trace has.
  const options = {
    sandbox: "off",
    workspace,
    session,
    mode,
    posture,
    model: model.url,
    search: `http://${server}/`,
    prompt: "Go",
  };
  const args = Object.entries({ ...options, ...filesIn(folder, steps) }).map(([name, value]) => `--${name}=${value}`);
  const run = await headless.run(args, { ...ENV, TMPDIR }, straceInto(place("traces"))).finally(() => model.close());
  expect(run).toMatchObject({ code: 0 });
  const own = join(session, readdirSync(session)[0] ?? "");
  const pipes = join(TMPDIR, "gatehouse-pipe-");
  const calls = callsIn(join(own, "log.jsonl"));
  const about = { calls, workspace, model: new URL(model.url).host, search: server, own, pipes, server: SERVER };
  const { past, acts } = match(readTrace(place("traces")), { ...about, broker: headless.broker });
  const toolsThat = (kind: Act["kind"]): string[] => {
    const those = calls.filter(({ record }) => acts.get(record.callId)?.some((act) => act.kind === kind));
    return [...new Set(those.map(({ record }) => record.tool))].sort();
  };
  return { steps, calls, past, toolsThat };
}

const ENV = {
  PATH: [dirname(rgPath), process.env["PATH"]].join(delimiter),
  // What goes through it strace does not see.
  UV_USE_IO_URING: "0",
  // Without it bash looks the user up, and asks the service of names for that.
  SHELL: "/bin/bash",
  // Node's own files.
  NODE_DISABLE_COMPILE_CACHE: "1",
};

function fill(workspace: string, outside: string): void {
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  put(join(workspace, "src/sum.js"), "export const sum = (a, b) => a - b;\n");
  put(join(workspace, "src/other.js"), "export const one = 1;\n");
  put(join(workspace, ".gatehouse/law.json"), JSON.stringify(LAW));
  put(join(workspace, ".gatehouse/skills/mend/SKILL.md"), "---\nname: mend\ndescription: Mends.\n---\nMend it.\n");
  put(join(outside, "secret.txt"), "secret\n");
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=ada", "-c", "user.email=a@b", ...args], { cwd: workspace });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
}

/** What options of the host name. */
function filesIn(folder: string, steps: readonly Step[]): Readonly<Record<string, string>> {
  const [command, ...args] = SERVER;
  const files = { answers: answersOf(steps), rules: RULES, mcp: { mcpServers: { everything: { command, args } } } };
  const written = Object.entries(files).map(([name, content]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(content));
    return [name, file] as const;
  });
  return Object.fromEntries(written);
}

/** The audit records of a session's log, each with the moment when its call had ended. */
function callsIn(log: string): AuditedCall[] {
  const lines = readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const ends = new Map(lines.flatMap(({ ts, event }) => (event.type === "call_finished" ? [[event.callId, ts]] : [])));
  return lines.flatMap(({ event: { type, record } }) =>
    type === "decision" ? [{ record, until: ends.get(record.callId) ?? 0 }] : [],
  );
}
