import { expect, test } from "vitest";
import { isPrintedCall } from "../../../src/core/engine/printed";

const offered = ["read", "edit", "todo_write"];

test.for([
  '<tool_call>\n{"name": "read"}\n</tool_call>',
  "I will look.\n<function=read>\n<parameter=path>a</parameter>\n</function>",
  '<function_calls><invoke name="read">',
  '[TOOL_CALLS][{"name":"read"}]',
  "<｜tool▁calls▁begin｜>read",
  "<|python_tag|>read(path='a')",
  "Updating the list.\n<update_todo_list>\n<todos>[x] a</todos>\n</update_todo_list>",
  "<read>\n<path>a</path>\n</read>\n",
  '{"name": "read", "arguments": {"path": "a"}}',
  '```json\n{"tool": "edit", "parameters": {}}\n```',
])("sees a printed call in %j", (text) => expect(isPrintedCall(text, offered)).toBe(true));

test.for([
  "All done.",
  "Models print `<tool_call>` when they are confused.",
  "An example:\n```xml\n<tool_call>{}</tool_call>\n```\nThat is all.",
  "Use <b>bold</b>",
  '{"name": "gatehouse", "arguments": 3}',
  '{"name": "read"}',
  "The element is closed by </read>",
  "",
])("takes %j for an answer", (text) => expect(isPrintedCall(text, offered)).toBe(false));
