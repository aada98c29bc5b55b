import { useRef, useState } from "preact/hooks";
import type { ApprovalCard } from "../../../src/shared/messages/chat";
import type { Rule } from "../../../src/shared/rules";
import { handled, isCommandEnter, isComposing } from "../../ui/keys";
import { useView } from "../view";
import { Choices, type Press } from "./choices";
import { Facts } from "./facts";
import { NoteField } from "./noteField";
import { RulePanel } from "./rulePanel";
import { useSafeEntry } from "./safeEntry";

/**
 * One request. An answer is bound to its id and given once. Keys act only while the focus is in here,
 * never in the note, and never while an input method composes.
 */
export function ApprovalView({ card }: { card: ApprovalCard }) {
  const { post } = useView();
  const element = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<"choices" | "note" | "rules">("choices");
  const [answered, setAnswered] = useState(false);
  const rules = card.proposedRules ?? [];
  const { toSafest, onFocusIn, onPointerDown } = useSafeEntry(element);

  const answer = (choice: "once" | "session" | "always" | "deny", more: { note?: string; rules?: Rule[] } = {}) => {
    if (answered) return;
    setAnswered(true);
    post({ kind: "answer", requestId: card.id, answer: choice, ...more });
  };
  const press: Press = (choice) => {
    if (choice === "open_diff") post({ kind: "openDiff", requestId: card.id });
    else if (choice === "deny_with_note") setOpen("note");
    else if (choice === "always") setOpen("rules");
    else answer(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (open !== "choices" || isComposing(event)) return;
    const once = isCommandEnter(event) && card.choices.includes("once");
    if (!once && event.key !== "Escape") return;
    handled(event);
    if (!event.repeat) answer(once ? "once" : "deny");
  };
  const close = () => {
    setOpen("choices");
    requestAnimationFrame(toSafest);
  };

  return (
    <section
      ref={element}
      class="approval card warn"
      aria-labelledby={`approval-${card.id}`}
      onKeyDown={onKeyDown}
      onFocusIn={onFocusIn}
      onPointerDown={onPointerDown}
    >
      <Facts card={card} />
      {open === "note" && <NoteField onSend={(note) => answer("deny", note ? { note } : {})} onClose={close} />}
      {open === "rules" && (
        <RulePanel
          rules={rules}
          runsWorkspaceCode={card.runsWorkspaceCode ?? false}
          onSave={() => answer("always", { rules: [...rules] })}
          onClose={close}
        />
      )}
      {open === "choices" && <Choices card={card} disabled={answered} onPress={press} />}
    </section>
  );
}
