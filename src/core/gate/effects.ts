import type { PathFacts } from "../operations/files";
import type { PlannedCall } from "./verdict";

/** All paths that a call reads, those that its commands name among them. */
export const readsOf = ({ reads, commands = [] }: PlannedCall): readonly PathFacts[] => [
  ...reads,
  ...commands.flatMap((command) => command.reads),
];

/** All paths that a call writes, as far as its commands say. */
export const writesOf = ({ writes, commands = [] }: PlannedCall): readonly PathFacts[] => [
  ...writes,
  ...commands.flatMap((command) => command.writes),
];
