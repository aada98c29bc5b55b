import { expect, test } from "vitest";
import type { ChatMessage, ChatOp } from "../../../src/shared/messages/chat";
import { connect } from "../../../webview/chat/connection";
import { createStore } from "../../../webview/chat/store";
import { state, user } from "../support/states";

function connected() {
  const store = createStore();
  const posted: string[] = [];
  const receive = connect(store, (intent) => posted.push(intent.kind));
  return {
    store,
    posted,
    receive,
    snapshot: (seq: number) =>
      receive({ type: "snapshot", seq, state: state(), l10n: {}, locale: "en" } satisfies ChatMessage),
    delta: (seq: number) => receive({ type: "delta", seq, ops: [add(`u${seq}`)] } satisfies ChatMessage),
  };
}

const add = (id: string): ChatOp => ({ op: "item", item: user(id, id) });

test("deltas count on from their snapshot", () => {
  const { store, posted, snapshot, delta } = connected();
  snapshot(7);
  delta(8);
  delta(9);
  expect(store.order.value).toEqual(["u8", "u9"]);
  expect(posted).toEqual([]);
});

test("after a missed delta it asks for a snapshot once, and ignores deltas until it comes", () => {
  const { store, posted, snapshot, delta } = connected();
  snapshot(1);
  delta(3);
  delta(4);
  expect(posted).toEqual(["ready"]);
  expect(store.order.value).toEqual([]);
  snapshot(4);
  delta(5);
  expect(store.order.value).toEqual(["u5"]);
});

test("a delta that is older than the snapshot does nothing", () => {
  const { store, posted, snapshot, delta } = connected();
  snapshot(5);
  delta(5);
  expect([store.order.value, posted]).toEqual([[], []]);
});

test("deltas before the first snapshot do nothing", () => {
  const { store, posted, delta } = connected();
  delta(1);
  expect([store.order.value, posted]).toEqual([[], []]);
});

test("what is not a message of ours is ignored", () => {
  const { store, receive } = connected();
  for (const data of [undefined, "x", { type: "other" }, { type: "delta", seq: "1", ops: [] }]) receive(data);
  expect(store.status.value).toBeUndefined();
});
