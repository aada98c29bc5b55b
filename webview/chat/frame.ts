import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

/** The signal's value, drawn at most once an animation frame however often it changes. */
export function useFrame<T>(source: ReadonlySignal<T>): T {
  const [value, setValue] = useState(source.peek());
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      setValue(() => source.peek());
    };
    const stop = source.subscribe(() => {
      frame ||= requestAnimationFrame(draw);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [source]);
  return value;
}

/** Draws again each second while `active`; for what ticks. */
export function useNow(active: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!active) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [active]);
  return now;
}
