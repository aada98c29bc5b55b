import { effect } from "@preact/signals";
import { expect, test } from "vitest";
import type { ChatItem } from "../../../src/shared/messages/chatItems";
import { createStore } from "../../../webview/chat/store";
import { assistant, call, running, state, status, user } from "../support/states";

function loaded(...items: readonly ChatItem[]) {
  const store = createStore();
  store.load(state({ items }));
  return store;
}

const texts = (store: ReturnType<typeof loaded>) =>
  store.order.value.map((id) => {
    const item = store.item(id)?.value;
    return item?.kind === "assistant" || item?.kind === "user" ? item.text : item?.kind;
  });

test("has no status before the first snapshot", () => expect(createStore().status.value).toBeUndefined());

test("appends new items and replaces known ones in place", () => {
  const store = loaded(user("u", "Hi"), assistant("a", "Hel", true));
  store.apply([
    { op: "item", item: call("c") },
    { op: "item", item: assistant("a", "Hello.") },
  ]);
  expect(texts(store)).toEqual(["Hi", "Hello.", "call"]);
});

test("streamed text redraws its own item and nothing else", () => {
  const store = loaded(user("u", "Hi"), assistant("a", "", true));
  const redrawn: string[] = [];
  effect(() => {
    void store.order.value;
    redrawn.push("order");
  });
  effect(() => {
    void store.item("u")?.value;
    redrawn.push("u");
  });
  effect(() => {
    void store.item("a")?.value;
    redrawn.push("a");
  });
  redrawn.length = 0;
  store.apply(["He", "llo"].map((text) => ({ op: "text", id: "a", text })));
  expect(redrawn).toEqual(["a"]);
  expect(texts(store)).toEqual(["Hi", "Hello"]);
});

test("a dropped item is gone, and may come again at the end", () => {
  const store = loaded(assistant("a", "void"), user("u", "Hi"));
  store.apply([
    { op: "drop", id: "a" },
    { op: "item", item: assistant("a", "again") },
    { op: "item", item: user("x", "never") },
    { op: "drop", id: "x" },
  ]);
  expect(texts(store)).toEqual(["Hi", "again"]);
});

test("keeps the end of a running call's output", () => {
  const store = loaded(running("c"));
  store.apply([
    { op: "output", id: "c", text: "x".repeat(70_000), stream: "stdout" },
    { op: "output", id: "c", text: "end", stream: "stderr" },
  ]);
  const item = store.item("c")?.value;
  expect(item?.kind === "call" && [item.output?.length, item.output?.endsWith("xend")]).toEqual([65_536, true]);
});

test("changes of what is not there do nothing", () => {
  const store = loaded();
  store.apply([
    { op: "text", id: "a", text: "x" },
    { op: "drop", id: "a" },
  ]);
  expect(store.order.value).toEqual([]);
});

test("a snapshot replaces everything and keeps the signals of items that stay", () => {
  const store = loaded(user("u", "Hi"), assistant("a", "old"));
  const kept = store.item("a");
  store.load(state({ items: [assistant("a", "new")], status: status({ running: true }) }));
  expect(texts(store)).toEqual(["new"]);
  expect(store.item("a")).toBe(kept);
  expect([store.item("u"), store.status.value?.running, store.loads.value]).toEqual([undefined, true, 2]);
});
