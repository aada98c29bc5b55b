import { expect, test } from "vitest";
import { plainOutput } from "../../../webview/chat/renderers/plainOutput";

const check = (output: string, expected: string) => expect(plainOutput(output)).toBe(expected);

test("leaves out colours, titles and cursor moves", () =>
  check("\u001b[1;32mok\u001b[0m\u001b]0;title\u0007 \u001b[2Kdone\u001b(B", "ok done"));

test("a redrawn line is its last state", () => check("10 %\r50 %\r100 %\nnext", "100 %\nnext"));

test("line ends of any kind are line feeds", () => check("a\r\nb\r\r\nc\r", "a\nb\nc"));
