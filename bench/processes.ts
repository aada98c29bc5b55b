import { atMost, type Group, median } from "./figure";
import { gapsBetween, interleaved, type Run, readSteps, withWorkspace } from "./peers";

const firstRequest = ({ server, started }: Run): number => (server.arrivals()[0] ?? Number.NaN) - started;
const untilEnd = ({ server, ended }: Run): number => ended - (server.arrivals()[0] ?? Number.NaN);

export const STEP_FIGURES: Group = {
  names: ["step.overhead", "run.cpu20", "run.memory20"],
  async measure() {
    const { floor, ours } = await withWorkspace((folder) => interleaved(() => readSteps(), folder));
    const of = (runs: readonly Run[], value: (run: Run) => number): number => median(runs.map(value));
    const gap = {
      floor_ms: of(floor, (run) => median(gapsBetween(run.server))),
      ms: of(ours, (run) => median(gapsBetween(run.server))),
    };
    const cpu = { floor_ms: of(floor, (run) => run.cpuMs), ms: of(ours, (run) => run.cpuMs) };
    const memory = { floor_mb: of(floor, (run) => run.maxRssMb) };
    return [
      atMost("step.overhead", gap.ms / gap.floor_ms, 1.5, "x floor", gap),
      atMost("run.cpu20", cpu.ms / cpu.floor_ms, 2, "x floor", cpu),
      atMost(
        "run.memory20",
        of(ours, (run) => run.maxRssMb),
        110,
        "MB",
        memory,
      ),
    ];
  },
};

export const START_FIGURE: Group = {
  names: ["start.first_request"],
  async measure() {
    const { floor, ours } = await withWorkspace((folder) => interleaved(() => [{ text: "Hello." }], folder));
    const start = { floor_ms: median(floor.map(firstRequest)), ms: median(ours.map(firstRequest)) };
    return [atMost("start.first_request", start.ms / start.floor_ms, 2, "x floor", start)];
  },
};

const DELTAS = { count: 20_000, size: 8 };

export const STREAM_FIGURE: Group = {
  names: ["stream.headless"],
  async measure() {
    const { floor, ours } = await withWorkspace((folder) => interleaved(() => [{ deltas: DELTAS }], folder));
    const stream = { floor_ms: median(floor.map(untilEnd)), ms: median(ours.map(untilEnd)) };
    return [atMost("stream.headless", stream.ms / stream.floor_ms, 1.3, "x floor", stream)];
  },
};
