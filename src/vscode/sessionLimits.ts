import { type Disposable, EventEmitter, l10n, window } from "vscode";
import type { Log, Ports } from "../core/operations/ports";
import type { Skill, Skills } from "../core/operations/skills";
import type { Catalog } from "../core/surface/catalog";
import type { LimitFile, SessionLimit } from "../node/sessionLimit";
import { plainLabel } from "./plainLabel";

export interface SessionLimitsParts {
  /** Of a session, beside its log. */
  file(sessionId: string): LimitFile;
  /** All skills there are. */
  readonly skills: Skills;
  trusted(): boolean;
  readonly log: Log;
}

const NO_LIMIT: SessionLimit = {};
const MAX_TOLD = 500;

/**
 * The named tools and skills to which a person limits single sessions. Each is kept with its session. A name that
 * does not exist when the session is opened again is told once and taken off, so that it is never admitted later.
 */
export class SessionLimits implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #byId = new Map<string, SessionLimit>();
  /** Of the session that a first message would begin. */
  #next: SessionLimit = NO_LIMIT;
  /** Opened again, and nobody has asked for their skills yet: to look for them takes reading folders. */
  readonly #unchecked = new Set<string>();

  constructor(private readonly parts: SessionLimitsParts) {}

  /** The same value until it changes. */
  of(sessionId: string | undefined): SessionLimit {
    return (sessionId === undefined ? this.#next : this.#byId.get(sessionId)) ?? NO_LIMIT;
  }

  /** In force at once; rejects when it can't be kept. */
  async set(sessionId: string | undefined, limit: SessionLimit): Promise<void> {
    if (sessionId === undefined) this.#next = limit;
    else this.#byId.set(sessionId, limit);
    this.#changed.fire();
    if (sessionId !== undefined) await this.parts.file(sessionId).write(limit);
  }

  /** The next session is another one than what was chosen for. */
  forgetNext(): void {
    this.#next = NO_LIMIT;
  }

  /** A first message begins the session: it takes over what was chosen for it. */
  async begin(sessionId: string): Promise<void> {
    if (this.#next !== NO_LIMIT) await this.#keep(sessionId, this.#next);
    this.forgetNext();
  }

  /** Before a session is opened again. */
  async reopen(sessionId: string, catalog: Catalog): Promise<void> {
    const limit = await this.parts.file(sessionId).read();
    this.#byId.set(sessionId, limit);
    if (limit.skills) this.#unchecked.add(sessionId);
    // The tools of a server that is not connected are in no catalog: they are not known to be gone.
    const isThere = (name: string) => name.startsWith("mcp_") || catalog.find(name) !== undefined;
    const gone = limit.tools?.filter((name) => !isThere(name)) ?? [];
    if (gone.length === 0) return;
    say(l10n.t("This session is limited to named tools, and these do not exist: {0}", named(gone)));
    await this.#keep(sessionId, { ...limit, tools: without(limit.tools, gone) });
  }

  /** The ports of a session, with the skills that it may see. */
  ports(sessionId: string, ports: Ports): Ports {
    return { ...ports, skills: this.skills(() => sessionId) };
  }

  /** The skills of the session that is asked for each time. */
  skills(sessionId: () => string | undefined): Skills {
    const list = () => this.#skillsOf(sessionId());
    return {
      list,
      load: async (name) => {
        const isListed = (await list()).some((skill) => skill.name === name);
        return isListed ? this.parts.skills.load(name) : undefined;
      },
    };
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #skillsOf(sessionId: string | undefined): Promise<readonly Skill[]> {
    if (this.of(sessionId).skills?.length === 0) return [];
    const all = await this.parts.skills.list();
    if (sessionId !== undefined) await this.#check(sessionId, all);
    const allowed = this.of(sessionId).skills;
    return allowed ? all.filter(({ name }) => allowed.includes(name)) : all;
  }

  /** A workspace's skills are not looked at before it is trusted: until then none of them is known to be gone. */
  async #check(sessionId: string, all: readonly Skill[]): Promise<void> {
    if (!this.parts.trusted() || !this.#unchecked.delete(sessionId)) return;
    const { skills, ...rest } = this.of(sessionId);
    const gone = skills?.filter((name) => !all.some((skill) => skill.name === name)) ?? [];
    if (gone.length === 0) return;
    say(l10n.t("This session is limited to named skills, and these do not exist: {0}", named(gone)));
    await this.#keep(sessionId, { ...rest, skills: without(skills, gone) });
  }

  /** What can't be written holds as long as this window has it. */
  async #keep(sessionId: string, limit: SessionLimit): Promise<void> {
    await this.set(sessionId, limit).catch((error: unknown) =>
      this.parts.log.error("The limit of a session could not be written.", error),
    );
  }
}

const without = (names: readonly string[] = [], gone: readonly string[]): readonly string[] =>
  names.filter((name) => !gone.includes(name));

const named = (names: readonly string[]): string => plainLabel(names.join(", "), MAX_TOLD);

function say(text: string): void {
  void window.showWarningMessage(text);
}
