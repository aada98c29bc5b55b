import { SYSTEM_PROMPT } from "../../src/core/engine/prompt";
import { PORT_NAMES } from "../../src/core/operations/ports";
import type { OfferedTool } from "../../src/core/progress/events";
import type { Catalog } from "../../src/core/surface/catalog";
import { toolsDigest } from "../../src/core/surface/digest";
import { NO_GOVERNANCE } from "../../src/core/surface/governance";
import { LiveSurface } from "../../src/core/surface/live";
import { captureRequest, projectRequest } from "../../src/core/surface/snapshot";
import { nativeTools } from "../../src/core/tools";
import { nodeDigest } from "../../src/node/ports";
import type { Offer, Snapshot } from "../../src/shared/surface";

/** What is known of the default request without any provider. */
export interface Receipt {
  readonly names: readonly string[];
  readonly sha256: string | null;
  /** Of the tools field as the model client is handed it. */
  readonly bytes: number;
  readonly systemBytes: number;
  readonly snapshot: Snapshot;
  readonly catalog: Readonly<Record<Offer, number>>;
  /** In the catalog, not sent until they work. */
  readonly notBuilt: readonly string[];
}

/** The engine's own surface, as a new session in Work has it where every port is there. */
function defaultSurface(): { readonly catalog: Catalog; readonly offered: readonly OfferedTool[] } {
  return new LiveSurface({
    native: nativeTools("bash"),
    pool: undefined,
    governance: () => NO_GOVERNANCE,
    facts: () => ({ mode: "work", trusted: true, roots: ["/workspace"] }),
    ports: new Set(PORT_NAMES),
    allowed: undefined,
    agent: { kind: "root" },
    head: [],
  });
}

export function defaultReceipt(): Receipt {
  const { catalog, offered } = defaultSurface();
  const request = { turn: "default", step: 1, tools: offered, provider: { status: "unknown" } as const };
  const offers = (offer: Offer) => catalog.entries.filter((entry) => entry.offer === offer).length;
  return {
    names: offered.map(({ name }) => name),
    sha256: toolsDigest(offered, nodeDigest),
    bytes: Buffer.byteLength(JSON.stringify(offered)),
    systemBytes: Buffer.byteLength(SYSTEM_PROMPT),
    snapshot: projectRequest(captureRequest({ ...request, surface: { catalog, pool: undefined } }), nodeDigest),
    catalog: { eager: offers("eager"), deferred: offers("deferred"), hidden: offers("hidden") },
    notBuilt: catalog.entries.filter(({ tool }) => tool === undefined).map(({ name }) => name),
  };
}

export function receiptText(receipt: Receipt): string {
  const { names, catalog } = receipt;
  return [
    `names: ${names.join(", ")}`,
    `tools: ${names.length}`,
    `digest (SHA-256): ${receipt.sha256}`,
    `tools field: ${receipt.bytes} bytes of JSON`,
    `system prompt: ${receipt.systemBytes} bytes`,
    `catalog: ${catalog.eager} eager, ${catalog.deferred} deferred, ${catalog.hidden} hidden`,
    `not built yet: ${receipt.notBuilt.join(", ") || "none"}`,
  ].join("\n");
}
