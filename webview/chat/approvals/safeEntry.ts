import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { takeWish, useView } from "../view";

/**
 * A card never takes the focus by itself. When a person enters it by keyboard or a command of the host,
 * the first focus is on the safest choice; when it goes while it has the focus, the composer gets it,
 * never the next card.
 */
export function useSafeEntry(element: RefObject<HTMLElement | null>) {
  const view = useView();
  const pointing = useRef(false);
  const toSafest = () => element.current?.querySelector<HTMLElement>('[data-choice="deny"]')?.focus();

  const wanted = view.wanted.value;
  useEffect(() => {
    if (wanted?.target === "approval" && takeWish(view, wanted)) toSafest();
  }, [wanted]);

  useLeaving(element);

  const onFocusIn = (event: FocusEvent) => {
    const from = event.relatedTarget;
    const enters = !(from instanceof Node && element.current?.contains(from));
    if (enters && !pointing.current) toSafest();
  };
  const onPointerDown = () => {
    pointing.current = true;
    setTimeout(() => {
      pointing.current = false;
    });
  };
  return { toSafest, onFocusIn, onPointerDown };
}

/** A card that goes while it has the focus leaves it to the composer, never to the next card. */
export function useLeaving(element: RefObject<HTMLElement | null>): void {
  const view = useView();
  useLayoutEffect(() => {
    const card = element.current;
    return () => {
      if (card?.contains(document.activeElement)) view.wanted.value = { target: "composer" };
    };
  }, []);
}
