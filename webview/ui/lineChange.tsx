import { lineChange } from "./words";

/** "+58 −9", in the colours of the diff editor. */
export function LineChange({ added, removed }: { added: number; removed: number }) {
  return (
    <span class="line-change" role="img" aria-label={lineChange(added, removed)}>
      {added > 0 && <span class="added">+{added}</span>}
      {removed > 0 && <span class="removed">−{removed}</span>}
    </span>
  );
}
