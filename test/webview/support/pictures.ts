import { expect } from "vitest";
import type { CallItem, ImageAnswer } from "../../../src/shared/messages/chatItems";
import type { ImageType } from "../../../src/shared/results";
import type { Chat } from "./chatPage";
import { call } from "./states";

/** A real image, made by the browser under test. */
export async function painted(chat: Chat, type: ImageType = "image/png", width = 320, height = 180): Promise<Data> {
  const data = await chat.page.evaluate(
    ([type, width, height]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const pen = canvas.getContext("2d");
      if (!pen) throw new Error("There is no canvas here.");
      const fill = pen.createLinearGradient(0, 0, width, height);
      fill.addColorStop(0, "#2472c8");
      fill.addColorStop(1, "#0dbc79");
      pen.fillStyle = fill;
      pen.fillRect(0, 0, width, height);
      pen.fillStyle = "#fff";
      pen.fillRect(width / 4, height / 3, width / 2, height / 3);
      return canvas.toDataURL(type).replace(/^.*,/, "");
    },
    [type, width, height] as const,
  );
  return { mime: type, data };
}

type Data = Extract<ImageAnswer, { data: string }>;

export const bytesOf = (base64: string): number => atob(base64).length;

/** A server's call whose result has these images. */
export const shot = (id: string, change: Partial<CallItem> = {}): CallItem =>
  call(id, {
    tool: "mcp_browser_screenshot",
    title: "Call",
    subject: "browser/screenshot",
    renderer: "generic",
    input: '{\n  "fullPage": true\n}',
    text: "Took a screenshot.",
    ...change,
  });

/** The `read` tool's call on a file that is an image. */
export const readImage = (id: string, bytes: number, change: Partial<CallItem> = {}): CallItem =>
  call(id, {
    subject: "docs/plan.png",
    details: { kind: "image", path: "docs/plan.png", mime: "image/png", bytes },
    images: [{ mime: "image/png", bytes }],
    text: `docs/plan.png: image/png, ${bytes} bytes.`,
    ...change,
  });

/** What open cards have asked for: call and place. */
export const asked = async (chat: Chat): Promise<readonly (readonly [string, number])[]> =>
  (await chat.intents()).flatMap((intent) =>
    intent.kind === "loadImage" ? [[intent.callId, intent.index] as const] : [],
  );

/** The host's answer, which comes after the question: an open card asks once it was drawn. */
export async function answer(chat: Chat, callId: string, image: ImageAnswer, index = 0): Promise<void> {
  await expect.poll(() => asked(chat)).toContainEqual([callId, index]);
  await unasked(chat, callId, image, index);
}

export const unasked = (chat: Chat, callId: string, image: ImageAnswer, index = 0): Promise<void> =>
  chat.post({ type: "image", callId, index, image });
