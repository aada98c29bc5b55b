import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";

export interface ReadablePage {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** Past this, picking out the article takes longer than anybody waits. */
const MAX_ELEMENTS = 50_000;
/** An article shorter than this, on a page with much more text, is a wrong pick. */
const SHORT = 500;

/** Never what a page says. */
const NOISE = "script,style,noscript,template,iframe,svg,canvas,object,embed,[hidden],[aria-hidden=true]";
/** Around what a page says. */
const FRAME = "nav,header,footer,aside,form,dialog,[role=navigation],[role=banner],[role=contentinfo]";

/** The readable part of a page as Markdown. Heavy, and slow for large pages: only workers load it. */
export function readablePage(html: string, url: string): ReadablePage {
  const page = parsed(html);
  const title = page.title.trim();
  const article = articleOf(parsed(html));
  const body = page.body;
  for (const element of body.querySelectorAll(`${NOISE},${FRAME}`)) element.remove();
  const whole = body.textContent?.trim().length ?? 0;
  const chosen = article && (article.length >= SHORT || whole <= 2 * article.length) ? article.content : body;
  absoluteLinks(chosen, baseOf(page, url));
  const text = markdown().turndown(chosen as never);
  return { title: (article?.title ?? title).trim() || title, text: text.replace(/\n{3,}/g, "\n\n").trim() };
}

/** Without a frame of its own `linkedom` takes a part of a page for the whole. */
function parsed(html: string): Document {
  const framed = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
  return parseHTML(framed).document as unknown as Document;
}

function articleOf(document: Document): { title: string; content: Element; length: number } | undefined {
  if (document.querySelectorAll("*").length > MAX_ELEMENTS) return undefined;
  const found = new Readability<Node>(document, { serializer: (node) => node }).parse();
  if (!found?.content) return undefined;
  return { title: found.title ?? "", content: found.content as Element, length: found.length ?? 0 };
}

function baseOf(page: Document, url: string): string {
  const base = page.querySelector("base[href]")?.getAttribute("href");
  return base && URL.canParse(base, url) ? new URL(base, url).href : url;
}

/** A link of another kind than these leads nowhere for a reader; a picture within the page is only bytes. */
function absoluteLinks(element: Element, base: string): void {
  for (const link of element.querySelectorAll("a[href]")) {
    const target = absolute(link.getAttribute("href"), base);
    if (target) link.setAttribute("href", target);
    else link.removeAttribute("href");
  }
  for (const image of element.querySelectorAll("img")) {
    const source = absolute(image.getAttribute("src"), base);
    if (source) image.setAttribute("src", source);
    else image.remove();
  }
}

function absolute(href: string | null, base: string): string | undefined {
  if (href === null || href.startsWith("#") || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined;
}

function markdown(): TurndownService {
  const service = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
  service.addRule("cell", {
    filter: ["th", "td"],
    replacement: (content) =>
      ` ${content
        .trim()
        .replace(/\s*\n\s*/g, " ")
        .replaceAll("|", "\\|")} |`,
  });
  service.addRule("row", {
    filter: "tr",
    replacement: (content, node) => {
      const cells = node.childNodes.length === 0 ? 0 : (node as Element).querySelectorAll("th,td").length;
      const isFirst = (node as Element).closest("table")?.querySelector("tr") === node;
      return `\n|${content}${isFirst ? `\n|${" --- |".repeat(cells)}` : ""}`;
    },
  });
  return service;
}
