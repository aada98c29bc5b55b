import { sessionSurface } from "../core/engine/surface";
import type { LiveSurface } from "../core/surface/live";
import type { Mode } from "../shared/modes";
import type { SessionsParts } from "./sessionParts";

/** Of the session that a first message would begin. Made anew only when programs are switched on or off. */
export function nextSurface(parts: SessionsParts, mode: () => Mode): () => LiveSurface {
  const facts = () => ({ mode: mode(), trusted: parts.place().trusted });
  const limit = () => parts.limits.of(undefined).tools;
  const make = (codeMode: boolean) => {
    const surface = sessionSurface({ ...parts, limit, ports: parts.portsOf("none") }, facts, codeMode);
    return { codeMode, surface };
  };
  let next: ReturnType<typeof make> | undefined;
  return () => {
    const { codeMode } = parts.settings();
    if (next?.codeMode !== codeMode || !next) next = make(codeMode);
    return next.surface;
  };
}
