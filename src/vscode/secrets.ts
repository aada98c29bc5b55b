import type { Disposable, SecretStorage } from "vscode";
import { secretName } from "../shared/contributions";

/**
 * API keys. A key belongs to the origin it was entered for and is lent to requests to that origin
 * alone, so that an edited endpoint can't send it elsewhere.
 *
 * The storage lives in the window's process, which answers late while it draws: asking it before each
 * request took longer than all else between two steps. So what it said counts until it tells of a change.
 */
export class Keys implements Disposable {
  readonly #known = new Map<string, Promise<string | undefined>>();
  readonly #following: Disposable;

  constructor(private readonly storage: SecretStorage) {
    this.#following = storage.onDidChange(({ key }) => this.#known.delete(key));
  }

  find(baseUrl: string): Promise<string | undefined> {
    const name = secretName(originOf(baseUrl));
    return this.#known.get(name) ?? this.#ask(name);
  }

  async set(baseUrl: string, key: string): Promise<void> {
    await this.#change(secretName(originOf(baseUrl)), (name) => this.storage.store(name, key));
  }

  async forget(baseUrl: string): Promise<void> {
    await this.#change(secretName(originOf(baseUrl)), (name) => this.storage.delete(name));
  }

  dispose(): void {
    this.#following.dispose();
    this.#known.clear();
  }

  async #ask(name: string): Promise<string | undefined> {
    const asked = Promise.resolve(this.storage.get(name));
    this.#known.set(name, asked);
    // What could not be read may be readable the next time.
    asked.catch(() => this.#known.delete(name));
    return asked;
  }

  /** The event comes later than the change: the next request must have the new key all the same. */
  async #change(name: string, change: (name: string) => Thenable<void>): Promise<void> {
    await change(name);
    this.#known.delete(name);
  }
}

/** Scheme, host and port: what a key is bound to, and what the user is shown when entering it. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}
