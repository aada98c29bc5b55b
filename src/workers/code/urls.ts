/**
 * `URL` and `URLSearchParams` over the platform's own: only text passes, so that no object of Node's is reached. They
 * do what programs use; `URL.createObjectURL` and its like are not there.
 */
const { URL: Url, URLSearchParams: SearchParams } = globalThis;

/** Makes search parameters over ones that are there. */
const adopt = Symbol("adopt");
type Init = string | [string, string][] | Record<string, string>;

export class ProgramUrlSearchParams {
  readonly #params: URLSearchParams;

  constructor(init?: unknown, token?: unknown) {
    this.#params = token === adopt ? (init as URLSearchParams) : new SearchParams(initOf(init));
  }
  append(name: unknown, value: unknown): void {
    this.#params.append(String(name), String(value));
  }
  delete(name: unknown): void {
    this.#params.delete(String(name));
  }
  get(name: unknown): string | null {
    return this.#params.get(String(name));
  }
  getAll(name: unknown): string[] {
    return Array.from(this.#params.getAll(String(name)));
  }
  has(name: unknown): boolean {
    return this.#params.has(String(name));
  }
  set(name: unknown, value: unknown): void {
    this.#params.set(String(name), String(value));
  }
  sort(): void {
    this.#params.sort();
  }
  forEach(callback: (value: string, name: string, params: ProgramUrlSearchParams) => void): void {
    for (const [name, value] of this.entries()) callback(value, name, this);
  }
  get size(): number {
    return this.#params.size;
  }
  *entries(): Generator<[string, string]> {
    for (const [name, value] of Array.from(this.#params)) yield [name, value];
  }
  *keys(): Generator<string> {
    for (const [name] of this.entries()) yield name;
  }
  *values(): Generator<string> {
    for (const [, value] of this.entries()) yield value;
  }
  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries();
  }
  toString(): string {
    return this.#params.toString();
  }
}

const PARTS = ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"] as const;
export class ProgramUrl {
  readonly #url: URL;
  readonly searchParams: ProgramUrlSearchParams;

  constructor(input: unknown, base?: unknown) {
    this.#url = parsed(input, base);
    this.searchParams = new ProgramUrlSearchParams(this.#url.searchParams, adopt);
  }
  static {
    for (const part of PARTS) {
      Object.defineProperty(ProgramUrl.prototype, part, {
        get(this: ProgramUrl): string {
          return this.#url[part];
        },
        set(this: ProgramUrl, value: unknown) {
          this.#url[part] = String(value);
        },
        configurable: true,
      });
    }
  }
  static canParse(input: unknown, base?: unknown): boolean {
    return ProgramUrl.parse(input, base) !== null;
  }
  static parse(input: unknown, base?: unknown): ProgramUrl | null {
    try {
      return new ProgramUrl(input, base);
    } catch {
      return null;
    }
  }
  get href(): string {
    return this.#url.href;
  }
  set href(value: unknown) {
    this.#url.href = parsed(value).href;
  }
  get origin(): string {
    return this.#url.origin;
  }
  toString(): string {
    return this.href;
  }
  toJSON(): string {
    return this.href;
  }
}

/** Node's own error is an object of Node. */
function parsed(input: unknown, base?: unknown): URL {
  const [text, from] = [String(input), base === undefined ? undefined : String(base)];
  try {
    return new Url(text, from);
  } catch {
    throw new TypeError("Invalid URL");
  }
}

function initOf(init: unknown): Init {
  if (init === undefined || init === null) return "";
  if (typeof init !== "object") return String(init);
  if (!(Symbol.iterator in init))
    return Object.fromEntries(Object.entries(init).map(([key, value]) => [key, String(value)]));
  return Array.from(init as Iterable<[unknown, unknown]>, ([name, value]): [string, string] => [
    String(name),
    String(value),
  ]);
}
