import { signal } from "@preact/signals";

/** What `highlight.ts`, a script of its own, puts on the page: HTML of escaped text in classed spans. */
export type Highlight = (code: string, language: string) => string | undefined;

declare global {
  interface Window {
    gatehouseHighlight?: (highlight: Highlight) => void;
  }
}

/** Longer code stays plain: colouring it would be a long task. */
const MAX_CODE = 20_000;

const highlight = signal<Highlight | undefined>(undefined);

/** After the first paint: the highlighter is bigger than the rest of the page's own code. */
export function loadHighlighter(): void {
  const source = document.body.dataset["highlight"];
  if (!source) return;
  window.gatehouseHighlight = (ready) => {
    highlight.value = ready;
  };
  const script = document.createElement("script");
  script.nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? "";
  script.src = source;
  document.head.append(script);
}

/** Colours the code below an element when the highlighter is there and the page is idle. */
export function colourCode(element: Element): () => void {
  const waiting: number[] = [];
  const stop = highlight.subscribe((ready) => {
    if (!ready) return;
    for (const code of element.querySelectorAll<HTMLElement>("code[data-lang]:not(.coloured)")) {
      waiting.push(requestIdleCallback(() => colour(code, ready), { timeout: 1000 }));
    }
  });
  return () => {
    stop();
    for (const id of waiting) cancelIdleCallback(id);
  };
}

function colour(code: HTMLElement, ready: Highlight): void {
  const text = code.textContent ?? "";
  const html = text.length > MAX_CODE ? undefined : ready(text, code.dataset["lang"] ?? "");
  code.classList.add("coloured");
  if (html !== undefined) code.innerHTML = html;
}
