import * as z from "zod";
import { loadSkill } from "../loadSkill";
import { requestUserInput } from "../requestUserInput";
import { todoWrite } from "../todoWrite";
import type { Tool } from "../tool";
import { text } from "./fields";
import { oldName, waiting } from "./oldName";

/** Nothing says what NetaClaw's own schemas were: these are the plainest that its pages allow. */
export const netaclaw: readonly Tool[] = [
  oldName({
    name: "read_skill",
    description: "An old name. Loads a skill as load_skill does.",
    tools: { load_skill: loadSkill },
    schema: () => z.strictObject({ name: z.string().min(1) }),
    route: (asked) => ["load_skill", asked],
  }),
  oldName({
    name: "clarify",
    description: "An old name. Asks the user one question as request_user_input does.",
    tools: { request_user_input: requestUserInput },
    schema: () => z.strictObject({ question: z.string().min(1), options: z.array(z.string().min(1)).optional() }),
    route: ({ question, options = [] }) => {
      const choices = options.length > 1 ? { options: options.map((label) => ({ label })) } : {};
      return ["request_user_input", { questions: [{ question, ...choices }] }];
    },
  }),
  oldName({
    name: "escalate",
    description: "An old name. Puts a matter before the user and waits for what they say, as request_user_input does.",
    tools: { request_user_input: requestUserInput },
    schema: () => z.strictObject({ reason: z.string().min(1) }),
    route: ({ reason }) => ["request_user_input", { questions: [{ question: reason, kind: "text" }] }],
  }),
  oldName({
    name: "todo",
    description: "An old name. Replaces the to-do list as todo_write does.",
    tools: { todo_write: todoWrite },
    schema: () =>
      z.strictObject({ todos: z.array(z.strictObject({ id: text(), content: z.string().min(1), status: text() })) }),
    route: ({ todos }) => ["todo_write", { todos: todos.map(({ content, status }) => ({ content, status })) }],
  }),
  waiting({
    name: "delegate_task",
    title: "Start agent",
    description: "An old name. Gives a task to a sub-agent.",
    capabilities: ["spend"],
    kind: "delegation",
    for: ["agent"],
    schema: task,
  }),
  waiting({
    name: "delegate_parallel",
    title: "Start agent",
    description: "An old name. Gives tasks to sub-agents side by side.",
    capabilities: ["spend"],
    kind: "delegation",
    for: ["agent"],
    schema: () => z.strictObject({ tasks: z.array(task()).min(1) }),
  }),
  waiting({
    name: "text_to_image",
    title: "Create image",
    description: "An old name. Makes an image from words.",
    capabilities: ["write", "network", "spend"],
    kind: "builtin",
    for: ["image_create"],
    schema: () => z.strictObject({ prompt: z.string().min(1) }),
  }),
  waiting({
    name: "image_to_image",
    title: "Change image",
    description: "An old name. Makes an image from another one.",
    capabilities: ["read", "write", "network", "spend"],
    kind: "builtin",
    for: ["image_edit"],
    schema: () => z.strictObject({ prompt: z.string().min(1), image: z.string().min(1) }),
  }),
  waiting({
    name: "weixin_send_text",
    title: "Send message",
    description: "An old name. Sends a text to a chat group.",
    capabilities: ["network"],
    kind: "custom",
    for: ["send_message"],
    schema: () => z.strictObject({ text: z.string().min(1), channelId: text() }),
  }),
];

function task() {
  return z.strictObject({ task: z.string().min(1), agent: text(), context: text() });
}
