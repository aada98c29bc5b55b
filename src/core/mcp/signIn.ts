import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";

/**
 * Signing in to one server. The SDK does OAuth; this keeps the tokens and shows a person the page.
 * The pool calls `redirectToAuthorization` only while a person has asked to sign in.
 */
export interface SignIn extends OAuthClientProvider {
  /** The code that comes back from the page; rejects when the person gives up. Absent: nobody can be sent to one. */
  authorizationCode?(signal: AbortSignal): Promise<string>;
  /** Told of the page that nobody was sent to: a call may lack rights that a new connection would not ask for. */
  lacks?(page: URL): void;
  /** A person wants to sign in, and no answer of the server has asked for it: sends them to the page all the same. */
  demand?(): Promise<void>;
}

/** The same without a person: tokens are used and refreshed, no page is opened. */
export function withoutPerson(signIn: SignIn): SignIn {
  return new Proxy(signIn, {
    get(target, key) {
      if (key === "redirectToAuthorization") return (page: URL) => target.lacks?.(page);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/**
 * Whether a start without a person should use it at all. Without tokens it would only register a
 * client with a server that nobody has asked to sign in to; a client with its own credentials needs no person.
 */
export async function isUsableAlone(signIn: SignIn): Promise<boolean> {
  return signIn.redirectUrl === undefined || (await signIn.tokens()) !== undefined;
}
