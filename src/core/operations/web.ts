import type { Permit } from "./permit";

export interface WebPage {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly title: string;
  /** Readable text as Markdown; other text as it is. */
  readonly text: string;
  /** Bytes were left out. */
  readonly cut: boolean;
}

export interface WebHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** Public pages. Addresses that are not public are refused after each look-up and at each redirect. */
export interface Web {
  /** The permit names the hosts; a redirect to another one fails with `permission_denied` and its URL. */
  fetch(permit: Permit, url: string, signal: AbortSignal): Promise<WebPage>;
  /** Absent unless a search backend is set. */
  readonly search?:
    | {
        /** The backend's host, for the gate. */
        readonly host: string;
        run(permit: Permit, query: string, limit: number, signal: AbortSignal): Promise<readonly WebHit[]>;
      }
    | undefined;
}
