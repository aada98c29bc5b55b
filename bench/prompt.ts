import { openHost } from "../src/headless/host";
import { type ScriptedRequest, startScriptedModel } from "../test/support/scriptedModel";
import { atLeast, atMost, type Group } from "./figure";
import { fileOf, STEPS, withWorkspace } from "./peers";

/** What `agent` and `workflow` will need of the tools field once they exist. */
const RESERVED = 2_700;
const RESERVED_NAMES = ["agent", "workflow"];
const ALL_STEPS = 2 * STEPS;

/** Forty real requests of one session over HTTP: reads, a steering message every seventh step, a mode and a posture change. */
export const PROMPT_FIGURES: Group = {
  names: ["surface.tools_bytes", "prompt.system_bytes", "prompt.prefix_stable"],
  async measure() {
    const requests = await recorded();
    const first = requests[0];
    if (!first || requests.length < ALL_STEPS) throw new Error(`Only ${requests.length} requests came.`);
    const missing = RESERVED_NAMES.every((name) => !JSON.stringify(first.body.tools).includes(`"name":"${name}"`));
    const tools = bytes(JSON.stringify(first.body.tools));
    const shares = requests.slice(1).map((request, index) => commonShare(requests[index] as ScriptedRequest, request));
    return [
      atMost("surface.tools_bytes", tools + (missing ? RESERVED : 0), 9_000, "B", {
        sent: tools,
        reserved: missing ? RESERVED : 0,
      }),
      atMost("prompt.system_bytes", bytes(first.body.messages[0].content), 6_000, "B"),
      atLeast("prompt.prefix_stable", 100 * Math.min(...shares), 100, "%", { requests: requests.length }),
    ];
  },
};

async function recorded(): Promise<readonly ScriptedRequest[]> {
  return withWorkspace(async (workspace) => {
    const server = await startScriptedModel((_request, index) => {
      disturb(index);
      return index + 1 < ALL_STEPS
        ? { text: `Step ${index}.`, calls: [{ name: "read", args: { path: fileOf(index) } }] }
        : { text: "Done." };
    });
    const host = await openHost(
      {
        workspace,
        model: server.url,
        modelName: "m",
        mode: "work",
        posture: "ask",
        answers: undefined,
        rules: undefined,
        ...{ hooks: undefined, approvedHooks: [], sandbox: "off", sandboxHosts: [] },
        mcp: undefined,
        tools: undefined,
        skills: undefined,
        codeMode: true,
        search: undefined,
        session: undefined,
        prompt: "",
      },
      () => undefined,
    );
    const steering: Promise<void>[] = [];
    function disturb(index: number): void {
      if (index % 7 === 3) steering.push(host.session.send(`Note ${index}`));
      if (index === 10) host.session.setMode("operate");
      if (index === 20) host.session.setPosture("full-access");
    }
    await host.session.send("Read everything.");
    await Promise.all(steering);
    await host.close();
    await server.close();
    return server.requests;
  });
}

/** Share of the earlier request, as one byte stream in the provider's order, that the next one begins with. */
function commonShare(before: ScriptedRequest, after: ScriptedRequest): number {
  const [a, b] = [streamOf(before), streamOf(after)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at / a.length;
}

function streamOf({ body }: ScriptedRequest): string {
  return [body.tools, ...body.messages].map((part) => JSON.stringify(part)).join("\n");
}

const bytes = (text: string): number => Buffer.byteLength(text);
