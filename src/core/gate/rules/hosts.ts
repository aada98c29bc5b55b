/** As `Effects.hosts` has it; nothing when it is none. A `*.` in front stands for what is below a host. */
function normal(host: string): string | undefined {
  const below = host.startsWith("*.");
  const address = `http://${below ? host.slice(2) : host}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isHost = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return isHost && url.password === "" ? `${below ? "*." : ""}${withoutDot(url.host)}` : undefined;
}

/** `example.com.` is `example.com`. */
const withoutDot = (host: string): string => host.toLowerCase().replace(/\.(?=:\d+$|$)/, "");

export function whyNoHost(host: string): string | undefined {
  if (/[/@?#\s]/.test(host) || host.replace(/^\*\./, "").includes("*") || normal(host) === undefined)
    return `"${host.slice(0, 100)}" is no host: write example.com, example.com:8080 or *.example.com`;
  return undefined;
}

/** For what allows: this very host and port. */
export function coversHost(rule: string, host: string): boolean {
  const wanted = normal(rule);
  if (wanted === undefined) return false;
  const given = withoutDot(host);
  return wanted.startsWith("*.") ? given.endsWith(wanted.slice(1)) : given === wanted;
}

/** For what tightens: this host and all below it, on any port unless the rule names one. */
export function touchesHost(rule: string, host: string): boolean {
  const wanted = normal(rule)?.replace(/^\*\./, "");
  if (wanted === undefined) return false;
  const hasPort = /:\d+$/.test(wanted);
  const given = hasPort ? withoutDot(host) : withoutDot(host).replace(/:\d+$/, "");
  return given === wanted || given.endsWith(`.${wanted}`);
}
