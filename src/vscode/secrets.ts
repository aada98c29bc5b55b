import type { SecretStorage } from "vscode";
import { secretName } from "../shared/contributions";

/**
 * API keys. A key belongs to the origin it was entered for and is lent to requests to that origin
 * alone, so that an edited endpoint can't send it elsewhere. It is read anew for each request.
 */
export class Keys {
  constructor(private readonly storage: SecretStorage) {}

  async find(baseUrl: string): Promise<string | undefined> {
    return this.storage.get(secretName(originOf(baseUrl)));
  }

  async set(baseUrl: string, key: string): Promise<void> {
    await this.storage.store(secretName(originOf(baseUrl)), key);
  }

  async forget(baseUrl: string): Promise<void> {
    await this.storage.delete(secretName(originOf(baseUrl)));
  }
}

/** Scheme, host and port: what a key is bound to, and what the user is shown when entering it. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}
