import { env, l10n, Uri, window } from "vscode";

const ALLOWED = new Set(["https:", "http:", "mailto:"]);

/** A link of a message: VS Code asks the person before it opens anything. */
export async function openLink(url: string): Promise<void> {
  if (isAllowedLink(url)) await env.openExternal(Uri.parse(url, true));
  else void window.showWarningMessage(l10n.t("Gatehouse only opens links to web pages and mail addresses."));
}

/** Commands, files and scripts must not hide behind a link that a model wrote. */
function isAllowedLink(url: string): boolean {
  return URL.canParse(url) && ALLOWED.has(new URL(url).protocol);
}
