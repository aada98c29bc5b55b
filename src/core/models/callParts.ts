import { JsonEnd } from "./jsonEnd";
import type { CallRequest } from "./model";

/** A piece of a call as an endpoint sent it; every field may be missing. */
export interface CallPart {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly args: string;
}

interface OpenCall {
  id: string | undefined;
  name: string | undefined;
  args: string;
  end: JsonEnd;
  /** Began under the head of this call: dropped when it only says the same again. */
  readonly again: OpenCall | undefined;
}

/**
 * Puts the pieces of one response's calls together, whichever way the endpoint cuts and numbers
 * them. Nothing here decides that a call may run: its caller does, once the response has ended well.
 */
export class CallParts {
  private readonly calls: OpenCall[] = [];
  private readonly byIndex = new Map<number, OpenCall>();

  get any(): boolean {
    return this.calls.length > 0;
  }

  /** The call that grew, for the view. */
  push(part: CallPart): { readonly name: string; readonly bytes: number } {
    const call = this.target(part);
    call.id ??= part.id;
    call.name ??= part.name;
    const grown = this.append(call, part);
    if (part.index !== undefined) this.byIndex.set(part.index, grown);
    return { name: grown.name ?? "", bytes: grown.args.length };
  }

  /** Calls in the order they began. `closedOnly`: a cut answer may end within one. */
  finished(closedOnly: boolean, taken: ReadonlySet<string>): CallRequest[] {
    const used = new Set(taken);
    return this.calls
      .filter((call) => call.again?.args.trim() !== call.args.trim() && (!closedOnly || call.end.closed))
      .map((call) => ({
        id: freshId(call.id, used),
        name: call.name ?? "unnamed",
        arguments: call.args.trim() === "" ? "{}" : call.args,
      }));
  }

  get allClosed(): boolean {
    return this.calls.every((call) => call.end.closed);
  }

  private target(part: CallPart): OpenCall {
    const last = this.calls.at(-1);
    const known = part.index === undefined ? undefined : this.byIndex.get(part.index);
    const found = part.id !== undefined ? this.byId(part, known, last) : this.byPlace(part, known, last);
    return found ?? this.begin(part.id, part.name, undefined);
  }

  /** A new id is a new call, unless it is the late id of a call that has none. */
  private byId(part: CallPart, known: OpenCall | undefined, last: OpenCall | undefined): OpenCall | undefined {
    const same = this.calls.findLast((call) => call.id === part.id);
    if (same) return same.name === undefined || part.name === undefined || same.name === part.name ? same : undefined;
    const open = known ?? (part.index === undefined ? last : undefined);
    if (open === undefined || open.id !== undefined) return undefined;
    return open.name === undefined || part.name === undefined ? open : undefined;
  }

  private byPlace(part: CallPart, known: OpenCall | undefined, last: OpenCall | undefined): OpenCall | undefined {
    if (part.name === undefined) return known?.end.closed && last?.args === "" ? last : (known ?? last);
    const open = known ?? (part.index === undefined || last?.name === undefined ? last : undefined);
    if (open === undefined || open.name === undefined) return open;
    const goesOn = open.name === part.name && !(open.end.closed && part.args.trimStart().startsWith("{"));
    return goesOn ? open : undefined;
  }

  private begin(id: string | undefined, name: string | undefined, again: OpenCall | undefined): OpenCall {
    const call = { id, name, args: "", end: new JsonEnd(), again };
    this.calls.push(call);
    return call;
  }

  /** What follows a closed object with a brace is another call; `{}` first is a placeholder. */
  private append(call: OpenCall, part: CallPart): OpenCall {
    if (!call.end.closed) {
      const own = call.end.feed(part.args);
      call.args += part.args.slice(0, own);
      return own < part.args.length ? this.append(call, { ...part, args: part.args.slice(own) }) : call;
    }
    if (!part.args.trimStart().startsWith("{")) {
      call.args += part.args;
      return call;
    }
    if (call.args.trim() === "{}") return this.append(Object.assign(call, { args: "", end: new JsonEnd() }), part);
    return this.append(this.begin(undefined, call.name, part.id === undefined ? undefined : call), part);
  }
}

/** Ids are unique in a session, whatever the endpoint does: results are matched by them. */
function freshId(id: string | undefined, used: Set<string>): string {
  const fresh = id !== undefined && !used.has(id) ? id : `call_${crypto.randomUUID().replaceAll("-", "")}`;
  used.add(fresh);
  return fresh;
}
