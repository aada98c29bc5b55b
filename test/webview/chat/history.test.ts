import { expect, test } from "vitest";
import { createHistory } from "../../../webview/chat/composer/history";

const SENT = ["first", "second"];

test("goes back through what was sent and forth to the draft", () => {
  const history = createHistory();
  expect(history.older(SENT, "draft")).toBe("second");
  expect(history.older(SENT, "second")).toBe("first");
  expect(history.older(SENT, "first")).toBeUndefined();
  expect(history.newer(SENT)).toBe("second");
  expect(history.newer(SENT)).toBe("draft");
  expect(history.newer(SENT)).toBeUndefined();
});

test("starts at the newest end again once something was typed", () => {
  const history = createHistory();
  history.older(SENT, "");
  history.older(SENT, "");
  history.reset();
  expect(history.browsing).toBe(false);
  expect(history.older(SENT, "new")).toBe("second");
});

test("has nothing to offer before anything was sent", () => expect(createHistory().older([], "x")).toBeUndefined());
