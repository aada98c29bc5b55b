import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

const NEAR_END = 24;

/**
 * Keeps a scroller at its end while its content grows. Only a scroll upwards lets go: growth between
 * two frames also moves the end away, and must not be taken for one.
 */
export function usePinned(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [away, setAway] = useState(false);
  const pinned = useRef(true);
  const toEnd = () => {
    pinned.current = true;
    setAway(false);
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  useEffect(() => {
    const element = scroller.current;
    if (!element || !content.current) return;
    let lastTop = element.scrollTop;
    const onScroll = () => {
      const gap = element.scrollHeight - element.clientHeight - element.scrollTop;
      if (gap < NEAR_END) pinned.current = true;
      else if (element.scrollTop < lastTop - 1) pinned.current = false;
      lastTop = element.scrollTop;
      setAway(!pinned.current);
    };
    const follow = () => {
      if (pinned.current) element.scrollTop = element.scrollHeight;
    };
    const sizes = new ResizeObserver(follow);
    sizes.observe(element);
    sizes.observe(content.current);
    element.addEventListener("scroll", onScroll, { passive: true });
    follow();
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [scroller, content]);
  return { away, toEnd };
}
