import type { Reply, ScriptedRequest } from "../../support/scriptedModel";

/** A script's next answer may depend on what the tools answered. */
export type Script = readonly (Reply | ((request: ScriptedRequest) => Reply))[];

/**
 * Scripts by a word of the user's message, so that one window plays many: the newest user message
 * that names a script chooses it, and the answers since then say how far it is.
 */
export function byPrompt(scripts: Readonly<Record<string, Script>>): (request: ScriptedRequest) => Reply {
  return (request) => {
    const messages: readonly { role: string; content: unknown }[] = request.body.messages;
    for (let index = messages.length - 1; index >= 0; index--) {
      const name = messages[index]?.role === "user" && scriptNamed(String(messages[index]?.content), scripts);
      if (!name) continue;
      const done = messages.slice(index).filter((message) => message.role === "assistant").length;
      const next = scripts[name]?.[done] ?? { text: `The script ${name} is over.` };
      return typeof next === "function" ? next(request) : next;
    }
    return { text: "No script has that name." };
  };
}

function scriptNamed(text: string, scripts: Readonly<Record<string, Script>>): string | undefined {
  return Object.keys(scripts).find((name) => text.startsWith(name));
}

/** Texts of all tool results in a request, in order. */
export function toolResults(request: ScriptedRequest | undefined): string[] {
  const messages: readonly { role: string; content: unknown }[] = request?.body.messages ?? [];
  return messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));
}

/** Names of the tools that a request carried, in order. */
export function offered(request: ScriptedRequest | undefined): string[] {
  const tools: readonly { function: { name: string } }[] = request?.body.tools ?? [];
  return tools.map((tool) => tool.function.name);
}
