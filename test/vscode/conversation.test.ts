import { expect, test } from "vitest";
import type { StoredEvent } from "../../src/core/progress/events";
import { readLine, writeLine } from "../../src/node/logLine";
import type { ChatStatus } from "../../src/shared/messages/chat";
import { Conversation } from "../../src/vscode/conversation";

const STATUS: ChatStatus = {
  sessionId: undefined,
  title: "",
  running: false,
  mode: "work",
  posture: "ask",
  trusted: true,
  hasFolder: true,
  readOnly: false,
  model: undefined,
  tokens: 0,
};

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const images = [{ mime: "image/png", data: PNG }];
const result = { status: "ok", text: "a.png", images, operationId: "c1" } as const;
const EVENTS: readonly StoredEvent[] = [
  { type: "turn_started", turn: "t1" },
  { type: "call_started", turn: "t1", callId: "c1", tool: "read", title: "Read", subject: "a.png", renderer: "file" },
  { type: "call_finished", turn: "t1", callId: "c1", result, ms: 1 },
];

test("a card's image is there live, and again when the session is read back from its log (F77)", () => {
  const live = new Conversation(STATUS);
  for (const event of EVENTS) live.take(event, 1);
  const lines = EVENTS.map((event, index) => readLine(writeLine({ v: 1, seq: index + 1, ts: 1, event })));
  const reopened = new Conversation(STATUS);
  reopened.replay(lines.filter((line) => line !== undefined));
  for (const { projection, images } of [live, reopened]) {
    expect(projection.item("c1")).toMatchObject({ images: [{ mime: "image/png" }] });
    expect(images.find("c1", 0)).toEqual({ mime: "image/png", data: PNG });
  }
});

test("another session's images are not this one's", () => {
  expect(new Conversation(STATUS).images.find("c1", 0)).toEqual({ missing: "gone" });
});

test("what a program got of its call is kept for its row; what the model got stands in its own card", () => {
  const conversation = new Conversation(STATUS);
  for (const event of EVENTS) conversation.take(event, 1);
  const nested = { status: "failed", text: "There is no file.", hint: "List it.", operationId: "c1.1" } as const;
  conversation.take({ type: "call_finished", turn: "t1", callId: "c1.1", parent: "c1", result: nested, ms: 1 }, 1);
  expect(conversation.nested.find("c1.1")).toBe("There is no file.\nList it.");
  expect(conversation.nested.find("c1")).toBeUndefined();
});
