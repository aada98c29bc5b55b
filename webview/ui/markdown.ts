import * as l10n from "@vscode/l10n";
import DOMPurify from "dompurify";
import MarkdownIt from "markdown-it";

/**
 * Model Markdown to HTML that is safe under our CSP: no raw HTML, no `style` attributes, no remote
 * content. Links have no `href`: the page must never navigate, so a press becomes an intent (`links.ts`).
 */
export function renderMarkdown(source: string): string {
  return DOMPurify.sanitize(markdown.render(source), {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ["class", "title", "role", "tabindex", "start", "type", "aria-label", "data-href", "data-lang"],
    ALLOW_DATA_ATTR: false,
  });
}

// biome-ignore format: a table of words reads best in rows.
const ALLOWED_TAGS = [
  "p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a", "span", "div", "button",
  "h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td",
];

const markdown = new MarkdownIt({ html: false, linkify: true });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
const escapeHtml = markdown.utils.escapeHtml;

markdown.renderer.rules["link_open"] = (tokens, index) => {
  const href = String(tokens[index]?.attrGet("href") ?? "");
  return anchor(href);
};

/** Remote images are refused by the CSP, so an image is a link with its alternative text. */
markdown.renderer.rules["image"] = (tokens, index) => {
  const token = tokens[index];
  const href = String(token?.attrGet("src") ?? "");
  return `${anchor(href)}${escapeHtml(token?.content || href)}</a>`;
};

markdown.renderer.rules["fence"] = (tokens, index) => {
  const token = tokens[index];
  return codeBlock(token?.content ?? "", token?.info.trim().split(/\s+/)[0] ?? "");
};

markdown.renderer.rules["code_block"] = (tokens, index) => codeBlock(tokens[index]?.content ?? "", "");

// markdown-it aligns cells by a `style` attribute, which the CSP refuses.
for (const rule of ["th_open", "td_open"]) {
  markdown.renderer.rules[rule] = (tokens, index) => {
    const align = /text-align:(left|right|center)/.exec(String(tokens[index]?.attrGet("style") ?? ""))?.[1];
    const tag = rule.slice(0, 2);
    return align ? `<${tag} class="align-${align}">` : `<${tag}>`;
  };
}

function anchor(href: string): string {
  const target = escapeHtml(href);
  return `<a class="link" role="link" tabindex="0" title="${target}" data-href="${target}">`;
}

function codeBlock(content: string, language: string): string {
  const copy = escapeHtml(l10n.t("Copy"));
  return (
    `<div class="code"><div class="code-bar"><span>${escapeHtml(language)}</span>` +
    `<button type="button" class="icon-button code-copy" title="${copy}" aria-label="${copy}">` +
    `<span class="codicon codicon-copy"></span></button></div>` +
    `<pre><code data-lang="${escapeHtml(language)}">${escapeHtml(content.replace(/\n$/, ""))}</code></pre></div>\n`
  );
}
