import type { ChatIntent } from "../../src/shared/messages/chat";
import { handled } from "./keys";

/** What a press on a link of the model asks of the host: a file of the workspace, or an address. */
export function linkIntent(href: string): ChatIntent | undefined {
  if (href === "" || href.startsWith("#")) return undefined;
  // One letter before the colon is a drive, not a scheme.
  if (/^[a-z][a-z0-9+.-]+:/i.test(href)) return { kind: "openLink", url: href };
  const [, path = "", line] =
    /^(.*?)(?:#L(\d+).*|:(\d+)(?::\d+)?)?$/s.exec(href)?.filter((part) => part !== undefined) ?? [];
  return { kind: "openFile", path: decode(path), ...(line ? { line: Number(line) } : {}) };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // A path with a bare per cent sign is meant as it stands.
  }
}

/** Listens on an element that holds rendered Markdown: links and the copy buttons of code blocks. */
export function onMarkdownPress(event: Event, post: (intent: ChatIntent) => void, copied: () => void): void {
  if (event instanceof KeyboardEvent && event.key !== "Enter") return;
  const target = event.target as Element;
  const link = target.closest<HTMLElement>("[data-href]");
  const intent = link ? linkIntent(link.dataset["href"] ?? "") : copyIntent(target, event);
  if (!intent) return;
  handled(event);
  post(intent);
  if (intent.kind === "copy") copied();
}

function copyIntent(target: Element, event: Event): ChatIntent | undefined {
  if (event.type !== "click" || !target.closest(".code-copy")) return undefined;
  return { kind: "copy", text: target.closest(".code")?.querySelector("code")?.textContent ?? "" };
}
