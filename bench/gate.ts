import { decide } from "../src/core/gate/gate";
import type { GateFacts } from "../src/core/gate/verdict";
import { COMMAND, RULES } from "./commands";
import { atMost, type Group, median } from "./figure";

const ROUNDS = 60;
const WARM_UP = 200;
const PER_ROUND = 8;

const SOME_RULES = [
  ...RULES.allow.map((command) => ({ tool: "bash", command, action: "allow" }) as const),
  ...RULES.ask.map((command) => ({ tool: "bash", command, action: "ask" }) as const),
  ...RULES.deny.map((command) => ({ tool: "bash", command, action: "deny" }) as const),
  { tool: "edit", path: "docs/**", action: "allow" } as const,
];
const MADE = { id: "made", paths: ["gen/**"], action: "block", why: "The generator owns it." } as const;

/** All that is decided after a call was prepared: a write in the workspace, and a command of 500 characters. */
export const GATE_FIGURES: Group = {
  names: ["gate.decide", "gate.decide_shell"],
  async measure() {
    // It begins to load the parser, which must not happen while that is measured.
    const { analyser, facts, lookedInto, planned, ROOT } = await import("../test/core/gate/calls");
    const now: GateFacts = facts({ rules: SOME_RULES, laws: [{ root: ROOT.path, invariants: [MADE] }] });
    const write = await planned({ tool: "edit", writes: ["src/a.ts"] });
    const command = await planned({ tool: "bash", commands: [COMMAND] });
    await analyser;
    return [
      await figure("gate.decide", 0.1, async () => decide(write, now)),
      await figure("gate.decide_shell", 2, async () => decide(await lookedInto(command, now), now)),
    ];
  },
};

async function figure(name: string, goal: number, run: () => Promise<unknown>) {
  for (let times = 0; times < WARM_UP; times += 1) await run();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    for (let times = 0; times < PER_ROUND; times += 1) await run();
    rounds.push((performance.now() - started) / PER_ROUND);
  }
  return atMost(name, Math.min(...rounds), goal, "ms", { median: median(rounds) });
}
