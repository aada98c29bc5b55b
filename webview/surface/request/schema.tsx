import * as l10n from "@vscode/l10n";
import { useEffect, useRef } from "preact/hooks";
import type { Bounded } from "../../../src/shared/surface";
import { visible } from "../../../src/shared/visible";
import { colourCode, loadHighlighter } from "../../chat/highlighter";
import { cutWords, unknownWords } from "../factWords";

let asked = false;

/** A schema as it was sent, indented where it is whole. The highlighter comes with the first one that is opened. */
export function Schema({ schema }: { schema: Bounded }) {
  const block = useRef<HTMLPreElement>(null);
  const text = indented(schema);
  useEffect(() => {
    if (!asked) loadHighlighter();
    asked = true;
    return block.current ? colourCode(block.current) : undefined;
  }, [text]);
  const cut = cutWords(schema.cut);
  if (schema.unknown !== undefined) return <p class="unknown">{unknownWords(schema.unknown)}</p>;
  return (
    <section>
      <h3>{l10n.t("Schema of its input")}</h3>
      {cut && <p class="cut">{cut}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys too. */}
      <pre class="schema" ref={block} tabIndex={0}>
        <code key={text} data-lang="json">
          {text}
        </code>
      </pre>
    </section>
  );
}

/** A cut one is no JSON any more, and stays as it is. */
function indented({ text }: Bounded): string {
  try {
    return visible(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return visible(text);
  }
}
