import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "./icon";

/** A part of a card that is shown when a person asks for it. */
export function Fold({ label, note, children }: { label: string; note: string; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? "chevron-down" : "chevron-right"} />
        {label} <small>{note}</small>
      </button>
      {open && children}
    </>
  );
}
