/** What of VS Code the servers' side uses, in memory: files by path, answers to dialogs in order. */
export interface Shown {
  readonly words: string;
  readonly detail?: string;
}

export class FakeWindow {
  readonly files = new Map<string, string>();
  readonly secrets = new Map<string, string>();
  readonly state = new Map<string, unknown>();
  readonly shown: Shown[] = [];
  readonly boxes: { readonly prompt?: string; readonly password?: boolean; readonly title?: string }[] = [];
  /** Answers to dialogs and boxes, in order; without one a person closes it. */
  readonly answers: (string | undefined)[] = [];
  readonly watched: string[] = [];
  readonly unwatched: string[] = [];
  readonly #ofBase: { readonly base: string; readonly listener: () => void }[] = [];
  readonly #ofFolders: (() => void)[] = [];
  readonly watching: (() => void)[] = [];
  trusted = true;
  folders = [{ name: "w", uri: uriOf("/w"), index: 0 }];

  module() {
    const dialog = (words: string, ...rest: (string | { readonly detail?: string })[]) => {
      const detail = rest.find((each) => typeof each === "object")?.detail;
      this.shown.push({ words, ...(detail === undefined ? {} : { detail }) });
      const wanted = this.answers.shift();
      return Promise.resolve(rest.includes(wanted ?? "") ? wanted : undefined);
    };
    const box = (options: { readonly prompt?: string }) => {
      this.boxes.push(options);
      return Promise.resolve(this.answers.shift());
    };
    const nothing = { dispose: () => undefined };
    const self = this;
    return {
      l10n: { t: (words: string, ...places: unknown[]) => words.replace(/\{(\d)\}/g, (_, at) => String(places[at])) },
      window: {
        showWarningMessage: dialog,
        showInformationMessage: dialog,
        showInputBox: box,
        showQuickPick: (_items: readonly string[], options: object) => box(options),
      },
      workspace: {
        get isTrusted() {
          return self.trusted;
        },
        get workspaceFolders() {
          return self.folders;
        },
        fs: {
          readFile: async ({ path }: { readonly path: string }) => {
            const text = self.files.get(path);
            if (text === undefined) throw new FakeFileError();
            return new TextEncoder().encode(text);
          },
        },
        createFileSystemWatcher: ({ base, pattern }: FakePattern) => {
          self.watched.push(`${base}/${pattern}`);
          const dispose = () => void self.unwatched.push(`${base}/${pattern}`);
          const listen = (listener: () => void) => {
            self.#ofBase.push({ base, listener });
            return self.#listen(listener);
          };
          return { dispose, onDidChange: listen, onDidCreate: listen, onDidDelete: listen };
        },
        onDidChangeWorkspaceFolders: (listener: () => void) => {
          self.#ofFolders.push(listener);
          return self.#listen(listener);
        },
        onDidGrantWorkspaceTrust: self.#listen,
      },
      env: {},
      commands: {},
      Selection: class {},
      Uri: FakeUri,
      RelativePattern: FakePattern,
      FileSystemError: FakeFileError,
      Disposable: { from: () => nothing },
    };
  }

  readonly uri = uriOf;

  /** Something below the base of a watcher has changed. */
  changed(folder: string): void {
    for (const { base, listener } of this.#ofBase) if (base === folder) listener();
  }

  /** Folders were added to the workspace, or taken away. */
  foldersChanged(): void {
    for (const listener of this.#ofFolders) listener();
  }

  readonly #listen = (listener: () => void) => {
    this.watching.push(listener);
    return { dispose: () => undefined };
  };

  readonly secretStorage = {
    get: async (key: string) => this.secrets.get(key),
    store: async (key: string, value: string) => void this.secrets.set(key, value),
    delete: async (key: string) => void this.secrets.delete(key),
    onDidChange: () => ({ dispose: () => undefined }),
  };

  readonly memento = {
    get: (key: string) => this.state.get(key),
    update: async (key: string, value: unknown) => void this.state.set(key, value),
  };
}

class FakeFileError extends Error {
  readonly code = "FileNotFound";
}

class FakePattern {
  readonly base: string;
  constructor(
    base: { readonly uri?: FakeUri; readonly path?: string },
    readonly pattern: string,
  ) {
    this.base = base.uri?.path ?? base.path ?? "";
  }
}

class FakeUri {
  readonly scheme = "file";
  constructor(readonly path: string) {}
  get fsPath(): string {
    return this.path;
  }
  static file(path: string): FakeUri {
    return new FakeUri(path);
  }
  static joinPath(base: FakeUri, ...parts: readonly string[]): FakeUri {
    return new FakeUri(new URL(parts.join("/"), `file://${base.path}/`).pathname.replace(/(.)\/$/, "$1"));
  }
}

function uriOf(path: string): FakeUri {
  return new FakeUri(path);
}
