/** What was sent in this session, walked with the arrow keys; the draft waits at the newest end. */
export interface History {
  /** The text to show, or undefined when there is nothing further. */
  older(sent: readonly string[], draft: string): string | undefined;
  newer(sent: readonly string[]): string | undefined;
  readonly browsing: boolean;
  reset(): void;
}

export function createHistory(): History {
  let back = 0;
  let draft = "";
  return {
    get browsing() {
      return back > 0;
    },
    older(sent, current) {
      if (back >= sent.length) return undefined;
      if (back === 0) draft = current;
      back++;
      return sent[sent.length - back];
    },
    newer(sent) {
      if (back === 0) return undefined;
      back--;
      return back === 0 ? draft : sent[sent.length - back];
    },
    reset() {
      back = 0;
    },
  };
}
