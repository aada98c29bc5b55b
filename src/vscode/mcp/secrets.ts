import type { Disposable, SecretStorage } from "vscode";
import type { SecretStore } from "../../node/mcp/oauth";

/** VS Code's storage answers late while its window draws; what it said counts until it tells of a change. */
export class Secrets implements SecretStore, Disposable {
  readonly #known = new Map<string, Promise<string | undefined>>();
  readonly #following: Disposable;

  constructor(private readonly storage: SecretStorage) {
    this.#following = storage.onDidChange(({ key }) => this.#known.delete(key));
  }

  get(key: string): Promise<string | undefined> {
    const asked = this.#known.get(key) ?? Promise.resolve(this.storage.get(key));
    this.#known.set(key, asked);
    // What could not be read may be readable the next time.
    asked.catch(() => this.#known.delete(key));
    return asked;
  }

  async set(key: string, value: string): Promise<void> {
    await this.storage.store(key, value);
    this.#known.delete(key);
  }

  async delete(key: string): Promise<void> {
    await this.storage.delete(key);
    this.#known.delete(key);
  }

  dispose(): void {
    this.#following.dispose();
    this.#known.clear();
  }
}
