import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface AuthServer {
  /** Of the protected resource. */
  readonly url: string;
  /** Method and path of every request, in order. */
  readonly seen: string[];
  /** Ways back that clients were registered with. */
  readonly registered: string[];
  /** From now on codes and refresh tokens are refused. */
  forgetEverybody(): void;
  close(): void;
}

/** The smallest authorization server there can be, with the resource that it guards. Its page sends everybody back at once. */
export async function authServer(): Promise<AuthServer> {
  const seen: string[] = [];
  const registered: string[] = [];
  let knows = true;
  let count = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", base());
    seen.push(`${request.method} ${url.pathname}`);
    const json = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname.startsWith("/.well-known/oauth-protected-resource")) {
      return json(200, { resource: `${base()}/mcp`, authorization_servers: [base()] });
    }
    if (url.pathname === "/.well-known/oauth-authorization-server") return json(200, metadata(base()));
    if (url.pathname === "/register") {
      const asked = JSON.parse(await bodyOf(request));
      registered.push(...asked.redirect_uris);
      return json(201, { ...asked, client_id: `client-${registered.length}` });
    }
    if (url.pathname === "/authorize") {
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", "c0de");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === "/token") {
      await bodyOf(request);
      if (!knows) return json(400, { error: "invalid_grant" });
      count += 1;
      return json(200, { access_token: `t${count}`, token_type: "Bearer", refresh_token: `r${count}` });
    }
    return json(404, {});
  });
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...{ url: `${base()}/mcp`, seen, registered },
    forgetEverybody: () => {
      knows = false;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function metadata(base: string): object {
  return {
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    registration_endpoint: `${base}/register`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
