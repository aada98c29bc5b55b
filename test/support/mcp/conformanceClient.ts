/**
 * The client that the conformance suite runs: the real pool, driven as Gatehouse drives it, with a person
 * who accepts every form as it is and lets every page be opened. Its last argument is the server's URL.
 */
import { ClientCredentialsProvider, PrivateKeyJwtProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import type { McpPool, ServerConfig } from "../../../src/core/mcp/pool";
import type { SignIn } from "../../../src/core/mcp/signIn";
import { createSignIns, type SignInOptions } from "../../../src/node/mcp/oauth";
import type { ServerStatus } from "../../../src/shared/surface";
import { call, realPool, urlServer } from "./pool";

const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const context: Record<string, string> = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}");
const server = urlServer("conformance", process.argv.at(-1) ?? "");

/** How often a call that lacks rights is tried again after the person granted more. */
const MAX_SIGN_INS = 3;

const pool = realPool({ oauth: oauth() });
pool.configure([server]);
void run(pool).finally(() => pool.close());

async function run(pool: McpPool): Promise<void> {
  const signal = new AbortController().signal;
  await pool.connect([server.name], 20_000, signal);
  if (status() === "needs_sign_in") await pool.signIn(server.name);
  console.error(JSON.stringify(pool.servers()));
  for (const { name } of pool.tools()) await callAsOftenAsNeeded(name.replace("mcp_conformance_", ""));
}

async function callAsOftenAsNeeded(tool: string): Promise<void> {
  const input = tool === "add_numbers" ? { a: 5, b: 3 } : {};
  for (let tries = 0; tries <= MAX_SIGN_INS; tries += 1) {
    try {
      const { text } = await call(pool, server.name, tool, input, { answer: () => ({ action: "accept", values: {} }) });
      return console.error(tool, text);
    } catch (error) {
      console.error(tool, String(error));
      if ((error as { code?: string }).code !== "permission_denied" || tries === MAX_SIGN_INS) throw error;
      await pool.signIn(server.name);
    }
  }
}

function status(): ServerStatus | undefined {
  return pool.servers()[0]?.status;
}

function oauth(): (config: ServerConfig) => SignIn | undefined {
  const { client_id: clientId = "", client_secret: clientSecret = "" } = context;
  if (scenario === "auth/client-credentials-basic") {
    return once(() => new ClientCredentialsProvider({ clientId, clientSecret }));
  }
  if (scenario === "auth/client-credentials-jwt") {
    const { private_key_pem: privateKey = "", signing_algorithm: algorithm = "ES256" } = context;
    return once(() => new PrivateKeyJwtProvider({ clientId, privateKey, algorithm }));
  }
  return createSignIns({ ...options(), ...clientOf(clientId, clientSecret) });
}

function clientOf(id: string, secret: string): Partial<SignInOptions> {
  if (scenario === "auth/pre-registration") return { client: { client_id: id, client_secret: secret } };
  if (scenario === "auth/basic-cimd") {
    return { clientMetadataUrl: "https://conformance-test.local/client-metadata.json" };
  }
  return {};
}

function options(): SignInOptions {
  const kept = new Map<string, string>();
  return {
    store: {
      get: async (key) => kept.get(key),
      set: async (key, value) => void kept.set(key, value),
      delete: async (key) => void kept.delete(key),
    },
    // The suite's pages send the browser back at once.
    open: async (url) => (await fetch(url)).ok,
    words: { done: "Done.", failed: "Failed." },
    ms: 20_000,
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
