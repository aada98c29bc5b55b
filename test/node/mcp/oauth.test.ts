import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ServerConfig } from "../../../src/core/mcp/pool";
import { withoutPerson } from "../../../src/core/mcp/signIn";
import { createSignIns, type ServerSignIn, type SignInOptions } from "../../../src/node/mcp/oauth";
import { type AuthServer, authServer } from "../../support/mcp/authServer";
import { stdioServer, urlServer } from "../../support/mcp/pool";

let server: AuthServer;
let kept: Map<string, string>;
let opened: string[];
beforeEach(async () => {
  server = await authServer();
  kept = new Map();
  opened = [];
});
afterEach(() => server.close());

function signIns(options: Partial<SignInOptions> = {}): (config: ServerConfig) => ServerSignIn {
  const of = createSignIns({
    store: {
      get: async (key) => kept.get(key),
      set: async (key, value) => void kept.set(key, value),
      delete: async (key) => void kept.delete(key),
    },
    open: async (url) => {
      opened.push(url);
      return (await fetch(url)).ok;
    },
    words: { done: "Done.", failed: "Failed." },
    ms: 20_000,
    ...options,
  });
  return (config) => {
    const found = of(config);
    if (!found) throw new Error("There is nothing to sign in to.");
    return found;
  };
}

/** As the pool does it for a person. */
async function signInTo(signIn: ServerSignIn): Promise<void> {
  expect(await auth(signIn, { serverUrl: server.url })).toBe("REDIRECT");
  const authorizationCode = await signIn.authorizationCode(new AbortController().signal);
  expect(await auth(signIn, { serverUrl: server.url, authorizationCode })).toBe("AUTHORIZED");
}

const config = () => urlServer("s", server.url);

test("a person signs in, and the next window still has the token", async () => {
  await signInTo(signIns()(config()));
  expect(opened).toHaveLength(1);
  expect(await signIns()(config()).tokens()).toMatchObject({ access_token: "t1", refresh_token: "r1" });
});

test("a token is renewed without a person", async () => {
  const signIn = signIns()(config());
  await signInTo(signIn);
  expect(await auth(withoutPerson(signIn), { serverUrl: server.url })).toBe("AUTHORIZED");
  expect(await signIn.tokens()).toMatchObject({ access_token: "t2" });
  expect(opened).toHaveLength(1);
});

test("without a person no page is opened, even when the token is of no use any more", async () => {
  const signIn = signIns()(config());
  await signInTo(signIn);
  server.forgetEverybody();
  expect(await auth(withoutPerson(signIn), { serverUrl: server.url })).toBe("REDIRECT");
  expect(opened).toHaveLength(1);
  expect(await signIn.tokens()).toBeUndefined();
});

test("the second sign-in comes back by the registered way", async () => {
  const first = signIns()(config());
  await signInTo(first);
  await first.invalidateCredentials("tokens");
  await signInTo(signIns()(config()));
  expect(server.registered).toHaveLength(1);
  expect(opened.map((url) => new URL(url).searchParams.get("redirect_uri"))).toEqual([
    server.registered[0],
    server.registered[0],
  ]);
});

test("a client is registered anew when its way back is not free", async () => {
  const first = signIns()(config());
  await signInTo(first);
  await first.invalidateCredentials("tokens");
  const waiting = signIns({ open: async () => true })(config());
  await auth(waiting, { serverUrl: server.url });
  const second = signIns()(config());
  await signInTo(second);
  expect(server.registered).toHaveLength(2);
  expect(await second.tokens()).toMatchObject({ access_token: "t2" });
  const stop = new AbortController();
  stop.abort(new Error("enough"));
  await expect(waiting.authorizationCode(stop.signal)).rejects.toThrow("enough");
});

test("a page that the person does not want opened ends the sign-in", async () => {
  const signIn = signIns({ open: async () => false })(config());
  await auth(signIn, { serverUrl: server.url });
  await expect(signIn.authorizationCode(new AbortController().signal)).rejects.toThrow("was not opened");
  expect(server.seen).not.toContain("POST /token");
});

test("what a call lacked is asked for, although the token still works", async () => {
  const signIn = signIns()(config());
  await signInTo(signIn);
  signIn.lacks(new URL("https://as.example/authorize?scope=read+write"));
  await signIn.demand();
  const authorizationCode = await signIn.authorizationCode(new AbortController().signal);
  await auth(signIn, { serverUrl: server.url, authorizationCode });
  expect(new URL(opened[1] ?? "").searchParams.get("scope")).toBe("read write");
  expect(await signIn.tokens()).toMatchObject({ access_token: "t2" });
});

test("a token is bound to the server's name and to where it leads", async () => {
  const own = signIns();
  await signInTo(own(config()));
  const elsewhere = { ...config(), url: server.url.replace("127.0.0.1", "localhost") } as ServerConfig;
  expect(await own(elsewhere).tokens()).toBeUndefined();
  expect(await own({ ...config(), name: "t" }).tokens()).toBeUndefined();
  expect(await own({ ...config(), source: "workspace" }).tokens()).toBeUndefined();
});

test("a server that is a process has nothing to sign in to", () => {
  expect(() => signIns()(stdioServer("s", []))).toThrow("nothing to sign in to");
});

test("what can't be read in the store counts as nothing", async () => {
  const signIn = signIns()(config());
  await signInTo(signIn);
  for (const key of kept.keys()) kept.set(key, "{");
  expect(await signIn.tokens()).toBeUndefined();
});
