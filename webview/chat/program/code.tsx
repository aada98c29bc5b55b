import { useEffect, useRef } from "preact/hooks";
import { visible } from "../../../src/shared/visible";
import { colourCode } from "../highlighter";

/** A model's program: plain text, coloured once the highlighter is there. */
export function Code({ code }: { code: string }) {
  const element = useRef<HTMLPreElement>(null);
  useEffect(() => (element.current ? colourCode(element.current) : undefined), [code]);
  return (
    // Keyed: colouring replaces what is in the element.
    <pre class="command" key={code} ref={element}>
      <code data-lang="javascript">{visible(code, "\n\t")}</code>
    </pre>
  );
}
