import { commands, type Disposable, EventEmitter } from "vscode";
import { readLaws } from "../core/engine/laws";
import type { Law, Policy } from "../core/gate/statutes";
import { LAW_FILE } from "../core/gate/statutes";
import type { Files } from "../core/operations/files";
import type { Log } from "../core/operations/ports";
import { policyPlace } from "../node/policy";
import { FAULTY, type Fault, type Faulty } from "../shared/faults";
import type { HostHooks } from "./hooks";
import { openPlace } from "./mcp/banner";
import type { RuleSettings } from "./rules";

export interface FaultsParts {
  readonly rules: Pick<RuleSettings, "current" | "onDidChange" | "checkFile">;
  readonly hooks: Pick<HostHooks, "problems" | "onDidChange">;
  readonly policy: () => Policy | undefined;
  readonly files: Files;
  readonly trusted: () => boolean;
  readonly log: Log;
}

/** Where something broken stands, and what is wrong there. */
interface Found {
  readonly why: string;
  open(): Promise<unknown>;
}

const MAX_WHY = 400;

/**
 * Rules, laws, hooks and the policy as far as nobody can read them now: the chat has a banner for each kind until
 * it is mended. That is the one place where a person is told.
 */
export class Faults implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #heard: readonly Disposable[];
  #laws: readonly Law[] = [];
  #told: readonly Fault[] = [];
  /** Of the newest reading: an older one that ends later says nothing. */
  #reading = 0;

  constructor(private readonly parts: FaultsParts) {
    const { rules, hooks } = parts;
    this.#heard = [rules.onDidChange(() => this.refresh()), hooks.onDidChange(() => this.#tell())];
  }

  get current(): readonly Fault[] {
    return FAULTY.flatMap((of) => {
      const [first, ...others] = this.#find(of);
      return first ? [{ of, why: first.why.slice(0, MAX_WHY), more: others.length }] : [];
    });
  }

  /** Laws and the settings file are read anew. */
  async refresh(): Promise<void> {
    const { rules, files, log, trusted } = this.parts;
    const reading = ++this.#reading;
    await rules.checkFile();
    // Without trust a repository's files say nothing.
    const laws = trusted() ? await readLaws(files, log) : [];
    if (reading !== this.#reading) return;
    this.#laws = laws;
    this.#tell();
  }

  /** Shows the first of a kind where it stands. */
  async open(of: Faulty): Promise<void> {
    await this.#find(of)[0]?.open();
  }

  dispose(): void {
    for (const each of [this.#changed, ...this.#heard]) each.dispose();
  }

  #tell(): void {
    const now = this.current;
    if (JSON.stringify(now) === JSON.stringify(this.#told)) return;
    this.#told = now;
    this.#changed.fire();
  }

  #find(of: Faulty): readonly Found[] {
    const { rules, hooks, policy } = this.parts;
    switch (of) {
      case "rules":
        return rules.current.problems.map(({ place, why }) => ({
          why: `${place}: ${why}`,
          open: () => openSettings(place, why),
        }));
      case "law":
        return this.#laws.flatMap(({ root, broken }) =>
          broken === undefined ? [] : { why: broken, open: () => openPlace({ file: inRoot(root), ...lineOf(broken) }) },
        );
      case "hooks":
        return hooks.problems.map(({ file, text }) => ({ why: text, open: () => openPlace({ file }) }));
      case "policy": {
        const broken = policy()?.broken;
        return broken === undefined ? [] : [{ why: broken, open: () => openPlace({ file: policyPlace() }) }];
      }
      default:
        return of satisfies never;
    }
  }
}

/** A file that does not parse has to be mended as text: the editor of settings shows nothing of it. */
async function openSettings(place: string, why: string): Promise<void> {
  if (why.startsWith("settings.json")) await commands.executeCommand("workbench.action.openSettingsJson");
  else await commands.executeCommand("workbench.action.openSettings", place.replace(/\[\d+\]$/, ""));
}

const inRoot = (root: string): string => `${root}/${LAW_FILE}`;

function lineOf(broken: string): { readonly line?: number } {
  const line = broken.startsWith(`${LAW_FILE}:`) ? /^\d+/.exec(broken.slice(LAW_FILE.length + 1))?.[0] : undefined;
  return line === undefined ? {} : { line: Number(line) };
}
