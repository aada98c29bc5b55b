import type { CreateMessageRequestParams, CreateMessageResult } from "@modelcontextprotocol/sdk/types.js";
import { MAX_MESSAGE } from "../gate/questions";
import type { Answers } from "../mcp/askBack";
import type { Message, Model } from "../models/model";
import { ToolError } from "../operations/failure";

/**
 * A server asks our model: it costs, so the person of the call that runs is asked each time, with the whole text.
 * It gets no tools and nothing of the conversation. Plan spends nothing: there only tools run that are let
 * through as reading, and those may not ask.
 */
export function createSampler(model: () => Model | undefined): NonNullable<Answers["sample"]> {
  return async (server, asked, { people, agent, callId, spends }, signal) => {
    if (!spends) throw new ToolError("permission_denied", "A tool that only reads may not ask a model.");
    const messages = asked.messages.map(toMessage);
    const text = [asked.systemPrompt ?? "", ...messages.map((each) => `${each.role}: ${each.text}`)]
      .join("\n\n")
      .trim();
    const message = `This server wants to ask your model:\n\n${text}`;
    // Nobody says yes to what they can't see.
    if (message.length > MAX_MESSAGE)
      throw new ToolError("unsupported", "The request is longer than a person can be shown.");
    const end = await people.ask(
      {
        agent,
        callId,
        from: { kind: "server", server },
        title: server,
        message,
        fields: [],
      },
      signal,
    );
    const current = model();
    if (end.action !== "accept" || !current) throw new ToolError("denied", "The user refused the request.");
    return answer(current, asked, messages, signal);
  };
}

async function answer(
  model: Model,
  asked: CreateMessageRequestParams,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<CreateMessageResult> {
  let text = "";
  for await (const event of model.stream({ system: asked.systemPrompt ?? "", tools: [], messages }, signal)) {
    if (event.type === "text") text += event.text;
    if (event.type === "retry") text = "";
  }
  return { model: model.id, role: "assistant", stopReason: "endTurn", content: { type: "text", text } };
}

function toMessage({ role, content }: CreateMessageRequestParams["messages"][number]): Message {
  const parts = Array.isArray(content) ? content : [content];
  const text = parts.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
  return role === "assistant" ? { role, text, calls: [] } : { role: "user", text };
}
