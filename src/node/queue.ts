/** Work under one key runs one after the other, in the order it came; keys do not wait for each other. */
export function oneAtATime(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    // What failed before is its own caller's to know.
    const result = before.then(work, work);
    const settled = result.then(forget, forget);
    last.set(key, settled);
    function forget(): void {
      if (last.get(key) === settled) last.delete(key);
    }
    return result;
  };
}
