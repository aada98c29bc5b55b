import * as z from "zod";
import { defineTool } from "./tool";

/** As many as fit into the requests at most. */
const MAX_RESULTS = 8;

/** Finds tools that are not in the requests and puts them there. It decides nothing: policy, servers and bounds are the finder's. */
export const toolSearch = defineTool({
  name: "tool_search",
  title: "Search tools",
  description: "Find tools that you do not see, by what they do. Those found can be called from your next answer on.",
  input: z.strictObject({
    query: z.string().trim().min(1).describe('What the tool does; with "exact", names'),
    match: z.enum(["words", "exact"]).default("words"),
    max_results: z.int().min(1).max(MAX_RESULTS).default(MAX_RESULTS),
  }),
  capabilities: ["state"],
  offer: "eager",
  origin: "synthetic",
  core: true,
  kind: "builtin",
  worker: "local",
  renderer: "text",
  parallel: true,

  subject: ({ query }) => query,

  run({ query, match, max_results: maxResults }, { finder, signal }) {
    return finder.search({ query, match, maxResults }, signal);
  },
});
