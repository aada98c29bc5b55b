import type { ComponentChildren } from "preact";

/** A fact's name, what it is, and whether that is an answer or the lack of one. */
export interface FactLine {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly unknown?: boolean;
  /** Digests and names: shown as they are, to be compared. */
  readonly mono?: boolean;
}

/** Facts as two quiet columns. */
export function Facts({ facts, label }: { facts: readonly FactLine[]; label?: string }) {
  return (
    <dl class="facts" {...(label ? { "aria-label": label } : {})}>
      {facts.map(({ name, value, unknown, mono }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={`${unknown ? "unknown" : ""} ${mono ? "mono" : ""}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
