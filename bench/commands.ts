import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { NO_COMMAND_RULES, type Outcome, type ShellName, type ShellRules } from "../src/core/gate/shell/analysis";
import { loadAnalyser, type ShellAnalyser } from "../src/core/gate/shell/loader";
import { makeUp, mutated, seeded, seemsToWrite } from "../test/support/madeUpCommands";
import { atMost, type CaseLine, type Figure, type Group, median } from "./figure";
import { ROOT } from "./peers";

const ROUNDS = 60;
const WARM_UP = 200;
const PER_ROUND = 8;

interface Case {
  readonly id: string;
  readonly shell: ShellName;
  readonly rules?: ShellRules;
  readonly command: string;
  readonly expect: Outcome | "not-auto";
}

/** The shell analysis alone: effects and paths left out, any repository taken for the root's own. */
export const COMMAND_FIGURES: Group = {
  names: [
    ...["commands.total", "commands.wrong", "commands.looser", "commands.stricter"],
    ...["commands.analyse_ms", "commands.load_ms"],
  ],
  async measure(cases, told) {
    const started = performance.now();
    const used = process.cpuUsage();
    await load(["bash"]);
    const loaded = atMost("commands.load_ms", performance.now() - started, 100, "ms", { cpu: milliseconds(used) });
    const analyser = await load(["bash", "pwsh"]);
    const judged = cases !== undefined && existsSync(cases) && cases.endsWith(".jsonl");
    return [...(judged ? outcomes(analyser, readCases(cases), told) : []), speed(analyser), loaded];
  },
};

function load(shells: readonly ShellName[]): Promise<ShellAnalyser> {
  return loadAnalyser(
    (name) => readFile(join(ROOT, "dist", name)),
    () => performance.now(),
    shells,
  );
}

function readCases(file: string): readonly Case[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);
}

const RANK: Readonly<Record<Outcome, number>> = { auto: 0, ask: 1, deny: 2 };

function outcomes(
  analyser: ShellAnalyser,
  cases: readonly Case[],
  told: ((line: CaseLine) => void) | undefined,
): readonly Figure[] {
  let [looser, stricter, wrong] = [0, 0, 0];
  for (const { id, shell, rules, command, expect } of cases) {
    const got = analyser.analyse(command, shell, rules ?? NO_COMMAND_RULES).outcome;
    told?.({ case: id, expected: expect, got });
    const least = expect === "not-auto" ? "ask" : expect;
    if (RANK[got] < RANK[least]) looser += 1;
    if (expect === "auto" && got !== "auto") stricter += 1;
    if (expect === "not-auto" ? got === "auto" : got !== expect) wrong += 1;
  }
  const auto = cases.filter(({ expect }) => expect === "auto").length;
  return [
    atMost("commands.total", cases.length, cases.length, "cases"),
    atMost("commands.wrong", wrong, Math.floor(0.02 * auto), "cases"),
    atMost("commands.looser", looser, 0, "cases"),
    atMost("commands.stricter", (100 * stricter) / Math.max(1, auto), 2, "%", { auto, stricter }),
  ];
}

export const RULES: ShellRules = {
  allow: ["npm test", "git push", "/foo .*/"],
  ask: ["npm publish"],
  deny: ["git push --force", "curl", "terraform apply"],
};

const PIECES = [
  "git log --oneline -n 20 -- src/a.ts && rg -n 'foo|bar' src --glob '*.ts' | sort -u | head -20",
  "for f in src/*.ts; do wc -l \"$f\"; done; if [ -d src ]; then find src -name '*.ts' -not -path './x/*'; fi",
  "bash -c 'git status && ls' > /dev/null 2>&1; npm test -- --watch; cat <<EOF\nhello $(pwd)\nEOF",
  "LC_ALL=C sort -k2,2 -t, prices.csv | uniq -c; timeout 20 git diff --stat HEAD~3 -- src/core test/core docs",
  'echo "one $HOME two ${USER:-nobody} three"; git -C packages/api status -s',
];

/** 500 characters that have a bit of everything. */
export const COMMAND = PIECES.join("\n").padEnd(500, "\n#.");

/** The same 16 times as long must not take more a character. */
function speed(analyser: ShellAnalyser): Figure {
  const text = COMMAND;
  const many = Array.from({ length: 16 }, () => PIECES.join("\n")).join("\n");
  for (let times = 0; times < WARM_UP; times += 1) analyser.analyse(text, "bash", RULES);
  const rounds = Array.from({ length: ROUNDS }, () => time(() => analyser.analyse(text, "bash", RULES), PER_ROUND));
  const longer = Array.from({ length: 5 }, () => time(() => analyser.analyse(many, "bash", RULES), 3));
  return atMost("commands.analyse_ms", Math.min(...rounds), 2, "ms", {
    characters: text.length,
    median: median(rounds),
    ms_per_500_of_many: (500 * Math.min(...longer)) / many.length,
  });
}

function time(run: () => void, times: number): number {
  const started = performance.now();
  for (let left = times; left > 0; left -= 1) run();
  return (performance.now() - started) / times;
}

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

const FUZZED = 200_000;
const MUTATED_SHARE = 2;
const SLOW = 20;

/** 200,000 commands that are made up and mutated, always the same ones. */
export const FUZZ_FIGURES: Group = {
  names: ["fuzz.failures", "fuzz.slowest_ms"],
  async measure(_, told) {
    const analyser = await load(["bash"]);
    let [failures, slowest] = [0, 0];
    for (let seed = 0; seed < FUZZED; seed += 1) {
      const random = seeded(seed);
      const made = makeUp(random);
      const isMutated = seed % MUTATED_SHARE === 0;
      const text = isMutated ? mutated(random, made.text) : made.text;
      const { got, ms } = tried(analyser, text);
      slowest = Math.max(slowest, ms);
      const writes = got === "auto" && seemsToWrite(text);
      const isWrong = writes || (isMutated ? !(got in RANK) : !isAtLeast(got, made.atLeast));
      if (!isWrong) continue;
      failures += 1;
      told?.({ case: text, expected: isMutated ? "ask" : made.atLeast, got });
    }
    return [
      atMost("fuzz.failures", failures, 0, "commands", { commands: FUZZED }),
      atMost("fuzz.slowest_ms", slowest, SLOW, "ms", { commands: FUZZED }),
    ];
  },
};

const isAtLeast = (got: string, least: Outcome): boolean => got in RANK && RANK[got as Outcome] >= RANK[least];

/** A slow one is tried again: another program may have had the processor. */
function tried(analyser: ShellAnalyser, text: string): { readonly got: string; readonly ms: number } {
  let [got, ms] = ["crash", Number.POSITIVE_INFINITY];
  for (let times = 0; times < 5 && ms > SLOW / 2; times += 1) {
    const started = performance.now();
    try {
      const { outcome, parts } = analyser.analyse(text, "bash", NO_COMMAND_RULES);
      const strictest = Math.max(...parts.map((part) => RANK[part.outcome]));
      got = RANK[outcome] === strictest ? outcome : "inconsistent";
    } catch {
      got = "crash";
    }
    ms = Math.min(ms, performance.now() - started);
  }
  return { got, ms };
}
