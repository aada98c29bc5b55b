export interface PageParts {
  /** New for each page; without it no script and no style runs. */
  readonly nonce: string;
  readonly cspSource: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** Loaded by the view when it first shows code. */
  readonly highlighter: string;
  readonly language: string;
  readonly title: string;
}

/**
 * A view's page: nothing from elsewhere, scripts and styles by nonce or from the extension alone.
 * `csp-nonce` is where the toolkit looks for the nonce of the one style element it makes.
 */
export function page({ nonce, cspSource, script, styles, highlighter, language, title }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}' ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data: blob:`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  const links = styles.map((href) => `<link rel="stylesheet" href="${attribute(href)}">`).join("\n    ");
  return `<!DOCTYPE html>
<html lang="${attribute(language)}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta property="csp-nonce" content="${nonce}">
    ${links}
    <title>${attribute(title)}</title>
  </head>
  <body data-highlight="${attribute(highlighter)}">
    <div id="root"></div>
    <script nonce="${nonce}" src="${attribute(script)}"></script>
  </body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
