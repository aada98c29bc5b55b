import type { McpPool, McpPrompt } from "../../core/mcp/pool";
import { visible } from "../../shared/visible";

/** A resource that a message can mention; `uri` is what `readResource` takes. */
export interface McpMention {
  readonly label: string;
  readonly detail: string;
  readonly server: string;
  readonly uri: string;
  readonly mime?: string;
}

/** A prompt of a server as a slash command. */
export interface McpSlash {
  /** What is typed after the slash: unique, without blanks. */
  readonly name: string;
  readonly detail: string;
  readonly server: string;
  readonly prompt: string;
  readonly arguments: McpPrompt["arguments"];
}

/** Resources of a server that a message can mention once its variables are filled in. */
export interface McpTemplateMention {
  readonly label: string;
  readonly detail: string;
  readonly server: string;
  readonly template: string;
}

const MAX_OFFERED = 1_000;

/** Of ready servers; every text is plain, on one line. */
export function mcpMentions(pool: Pick<McpPool, "resources">): McpMention[] {
  return pool
    .resources()
    .slice(0, MAX_OFFERED)
    .map(({ server, uri, name, description, mime }) => ({
      label: line(name || uri, 100),
      detail: [line(server, 64), line(description, 200)].filter(Boolean).join(" · "),
      server,
      uri,
      ...(mime === undefined ? {} : { mime }),
    }));
}

export async function mcpTemplates(pool: Pick<McpPool, "resourceTemplates">): Promise<McpTemplateMention[]> {
  return (await pool.resourceTemplates())
    .slice(0, MAX_OFFERED)
    .map(({ server, template, name, description, variables }) => ({
      label: line(`${name} {${variables.join(", ")}}`, 100),
      detail: [line(server, 64), line(description, 200)].filter(Boolean).join(" · "),
      server,
      template,
    }));
}

/** `prompt`, or `server:prompt` where two have it; never one of `taken`, which are commands of our own and skills. */
export function mcpSlash(pool: Pick<McpPool, "prompts">, taken: ReadonlySet<string> = new Set()): McpSlash[] {
  const prompts = pool.prompts().slice(0, MAX_OFFERED);
  const counts = new Map<string, number>();
  for (const { name } of prompts) counts.set(word(name), (counts.get(word(name)) ?? 0) + 1);
  const used = new Set(taken);
  return prompts.flatMap((prompt) => {
    const short = word(prompt.name);
    const name = counts.get(short) === 1 && !used.has(short) ? short : `${word(prompt.server)}:${short}`;
    if (short === "" || used.has(name)) return [];
    used.add(name);
    const detail = [line(prompt.server, 64), line(prompt.description, 200)].filter(Boolean).join(" · ");
    return [{ name, detail, server: prompt.server, prompt: prompt.name, arguments: prompt.arguments }];
  });
}

const line = (text: string, max: number): string => visible(text.replace(/\s+/g, " ").trim(), "").slice(0, max);
const word = (text: string): string =>
  text
    .replace(/[\p{C}\p{Z}\s/:]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 64);
