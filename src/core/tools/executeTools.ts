import * as z from "zod";
import { defineTool, ToolError } from "./tool";

/** Characters. */
const MAX_CODE = 100_000;

/**
 * Runs a program that calls tools. Running it grants nothing: each of its calls is decided as if it
 * stood alone. `eager`: in every request, else only once it was searched for.
 */
export const executeTools = (eager: boolean) =>
  defineTool({
    name: "execute_tools",
    title: "Run program",
    description: DESCRIPTION,
    input: z.strictObject({ code: z.string().min(1).max(MAX_CODE) }),
    capabilities: ["state"],
    offer: eager ? "eager" : "deferred",
    origin: "synthetic",
    kind: "builtin",
    worker: "disabled",
    ports: ["programs"],
    renderer: "program",
    parallel: false,

    subject: ({ code }) =>
      code
        .split("\n")
        .find((line) => line.trim() !== "")
        ?.trim()
        .slice(0, 100) ?? "",

    run({ code }, { program }) {
      if (!program) throw new ToolError("unsupported", "This host can't run programs.");
      return program.run(code);
    },
  });

const DESCRIPTION = `Run JavaScript that combines many tool calls; only what it returns or logs comes back to you. \`await tools.call(name, args)\` is its only power: no files, network, imports. It gives {content, metadata, truncated}; content is parsed where it is JSON. It throws with \`kind\`: refused, denied, failed, cancelled. At most 8 calls run at once. tools.call("tool_search", {query}) tells schemas of more tools, which you can call at once.
const paths = ["a.ts", "b.ts"];
const files = await Promise.all(paths.map((path) => tools.call("read", {path})));
return files.map(({content}) => content.split("\\n").length);`;
