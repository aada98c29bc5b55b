import { env, l10n, Uri, window } from "vscode";

const ALLOWED = new Set(["https:", "http:", "mailto:"]);

/** A link of a message: VS Code asks the person before it opens anything. */
export async function openLink(url: string): Promise<void> {
  const link = allowedLink(url);
  if (link !== undefined) await env.openExternal(Uri.parse(link, true));
  else void window.showWarningMessage(l10n.t("Gatehouse only opens links to web pages and mail addresses."));
}

/**
 * Commands, files and scripts must not hide behind a link that a model wrote. As a browser spells it: VS Code takes
 * addresses apart in its own way, and `https://shown.example\@other.example` would lead to another host than is shown.
 */
function allowedLink(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed && ALLOWED.has(parsed.protocol) ? parsed.href : undefined;
}
