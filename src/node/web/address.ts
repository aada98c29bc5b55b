import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { ToolError } from "../../core/operations/failure";

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Names to addresses; the system's own unless a test says otherwise. */
export type Resolve = (host: string) => Promise<readonly Address[]>;
export type MayConnect = (address: string) => boolean | Promise<boolean>;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

/**
 * Whether an address is anybody's on the public net. Not: private, loopback, link-local (clouds answer questions about
 * a machine there), carrier-grade NAT, reserved, and the forms of IPv6 that hold an IPv4 address or lead to one.
 */
export const isPublicAddress: MayConnect = async (address) => {
  // Loaded on first use: most sessions fetch nothing.
  const { default: ipaddr } = await import("ipaddr.js");
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  // Of IPv6 only 2000::/3 was ever given out.
  return !(parsed instanceof ipaddr.IPv6) || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
};

/** Where a host is, looked up once: what was judged is what is connected to. All of it must be public. */
export async function addressesOf(
  hostname: string,
  resolve: Resolve,
  mayConnect: MayConnect,
): Promise<readonly Address[]> {
  const plain = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(plain);
  const found =
    family === 0 ? await lookedUp(plain, resolve) : [{ address: plain, family: family === 6 ? 6 : 4 } as const];
  const allowed = await Promise.all(found.map(({ address }) => mayConnect(address)));
  if (found.length > 0 && allowed.every(Boolean)) return found;
  throw new ToolError(
    "permission_denied",
    `${hostname} is not on the public net: its address is private, local or reserved.`,
    "Only public pages can be fetched. Ask the user to run a command for a local one.",
  );
}

async function lookedUp(host: string, resolve: Resolve): Promise<readonly Address[]> {
  try {
    return await resolve(host);
  } catch (error) {
    throw new ToolError("network", `There is no address for ${host}.`, "Look at the spelling.", { cause: error });
  }
}
