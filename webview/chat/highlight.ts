import hljs from "highlight.js/lib/common";
import type {} from "./highlighter";

// A script of its own, loaded after the first paint by `highlighter.ts`, which left the function to call.
window.gatehouseHighlight?.((code, language) =>
  hljs.getLanguage(language) ? hljs.highlight(code, { language, ignoreIllegals: true }).value : undefined,
);
