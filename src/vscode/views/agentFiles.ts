import { type Disposable, EventEmitter, FileSystemError, l10n, RelativePattern, workspace } from "vscode";
import type { Assets } from "../../core/operations/assets";
import type { Log } from "../../core/operations/ports";
import type { ParsedProfile, Profile, ProfileProblem } from "../../core/surface/profileFile";
import { findProfiles, PROFILE_FOLDERS, profileRow } from "../../core/surface/profiles";
import { isInside } from "../../node/paths";
import type { Problem, ProfileDraft, Refusal, SurfaceAnswer } from "../../shared/messages/surface";
import type { ProfileRow } from "../../shared/surface";
import { uriOf } from "../places";
import { watchPatterns } from "../watch";

export interface AgentFilesParts {
  readonly assets: Assets;
  /** Real paths of the workspace's folders; none of them while it is not trusted. */
  roots(): readonly string[];
  readonly home: string | undefined;
  readonly log: Log;
}

const MAX_BYTES = 256 * 1024;
/** Files are written in bursts, by an editor or by git. */
const SETTLE_MS = 200;

/**
 * The agent profiles of the workspace and of the home folder, as files: found, watched, opened for the
 * agent editor and written by it. A person's own edits only; no tool comes here.
 */
export class AgentFiles implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #profiles: readonly ParsedProfile[] = [];
  #watching: Disposable | undefined;
  #watched: string | undefined;
  /** Counts the reads: only the latest one stands. */
  #reads = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: AgentFilesParts) {}

  get profiles(): readonly ParsedProfile[] {
    return this.#profiles;
  }

  /** Reads all of them anew, and watches the folders that there are now. */
  async refresh(): Promise<void> {
    this.#watch();
    const { assets, roots, home, log } = this.parts;
    const read = ++this.#reads;
    try {
      const found = await findProfiles(assets, roots(), home);
      if (read !== this.#reads) return;
      this.#profiles = found;
    } catch (error) {
      log.error("The agent profiles could not be read.", error);
    }
    this.#changed.fire();
  }

  /** As the panel shows them. */
  rows(effective: (profile: Profile) => ProfileRow["effective"]): readonly ProfileRow[] {
    return this.#profiles.map(({ profile, problems }) =>
      profileRow(profile, {
        file: this.#shown(profile.file),
        problems: problems.map(inWords),
        effective: effective(profile),
      }),
    );
  }

  /** The real path of a file as it is shown. */
  pathOf(shown: string): string | undefined {
    return this.#profiles.find(({ profile }) => this.#shown(profile.file) === shown)?.profile.file;
  }

  async open(shown: string): Promise<SurfaceAnswer> {
    const found = this.#profiles.find(({ profile }) => this.#shown(profile.file) === shown)?.profile;
    const text = found && (await this.#read(found.file));
    if (found === undefined || text === undefined) return refused("editProfile", "unknown");
    const { parseProfile } = await import("../../core/surface/profileFile");
    const { profile } = parseProfile(found.file, text, found.source);
    const base = await digest(text);
    return { type: "profile", file: shown, base, source: found.source, profile: draftOf(profile) };
  }

  /** `base` names the text that the draft was made from: of another one nothing is overwritten. */
  async save(shown: string, base: string, draft: ProfileDraft): Promise<SurfaceAnswer> {
    const refuse = (why: Refusal, problems?: readonly Problem[]) => refused("saveProfile", why, problems);
    const found = this.#profiles.find(({ profile }) => this.#shown(profile.file) === shown)?.profile;
    if (!found) return refuse("unknown");
    const text = await this.#read(found.file);
    if (text === undefined || (await digest(text)) !== base) return refuse("changed_on_disk");
    const { parseProfile } = await import("../../core/surface/profileFile");
    const { profile } = parseProfile(found.file, text, found.source);
    const why = this.#isTaken(draft.name, found.file) ? "exists" : isUnsaved(found.file) ? "unsaved" : undefined;
    return why ? refuse(why) : this.#write({ ...withoutWishes(profile), ...wishes(draft) }, draft, refuse);
  }

  async create(draft: ProfileDraft): Promise<SurfaceAnswer> {
    const refuse = (why: Refusal, problems?: readonly Problem[]) => refused("newProfile", why, problems);
    const root = this.parts.roots()[0];
    if (root === undefined) return refuse("no_folder");
    const name = fileName(draft.name);
    if (name === "") return refuse("invalid");
    const file = this.parts.assets.join(root, ".gatehouse", "agents", `${name}.md`);
    if (this.#isTaken(draft.name, file) || (await isThere(file))) return refuse("exists");
    return this.#write({ file, source: "workspace", ...wishes(draft) }, draft, refuse);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watching?.dispose();
    this.#changed.dispose();
  }

  /** What would not be read back as it was wished is not written. */
  async #write(
    profile: Profile,
    draft: ProfileDraft,
    refuse: (why: Refusal, problems?: readonly Problem[]) => SurfaceAnswer,
  ): Promise<SurfaceAnswer> {
    const { parseProfile, writeProfile } = await import("../../core/surface/profileFile");
    const text = writeProfile(profile);
    const back = parseProfile(profile.file, text, profile.source);
    if (JSON.stringify(draftOf(back.profile)) !== JSON.stringify(trimmed(draft)))
      return refuse("invalid", back.problems.map(inWords));
    if (!(await this.#isOwnPlace(profile))) return refuse("unwritable");
    try {
      await workspace.fs.writeFile(uriOf(profile.file), new TextEncoder().encode(text));
    } catch (error) {
      this.parts.log.error(`${profile.file} could not be written.`, error);
      return refuse("unwritable");
    }
    await this.refresh();
    return { type: "saved", file: this.#shown(profile.file) };
  }

  /** A link must not lead a profile out of the folder that it belongs to. */
  async #isOwnPlace({ file, source }: Profile): Promise<boolean> {
    const { assets, roots, home } = this.parts;
    const folders = source === "home" ? [home ?? ""] : roots();
    const real = await assets.real(file);
    const places = await Promise.all(folders.filter((folder) => folder !== "").map((folder) => assets.real(folder)));
    return places.some((place) => isInside(real, place));
  }

  /** Of two with one name only the first is in force: the other would be written for nothing. */
  #isTaken(name: string, file: string): boolean {
    return this.#profiles.some(({ profile }) => profile.name === name.trim() && profile.file !== file);
  }

  async #read(file: string): Promise<string | undefined> {
    try {
      return await this.parts.assets.readText(file, MAX_BYTES);
    } catch {
      return undefined;
    }
  }

  /** For people: below the workspace's folders, or below the home folder. */
  #shown(file: string): string {
    const { home, roots } = this.parts;
    const isOfWorkspace = roots().some((root) => isInside(file, root));
    if (home === undefined || isOfWorkspace || !isInside(file, home)) return workspace.asRelativePath(uriOf(file));
    return `~${file.slice(home.length).replaceAll("\\", "/")}`;
  }

  #watch(): void {
    const folders = workspace.workspaceFolders ?? [];
    const key = folders.map(({ uri }) => uri.toString()).join("\n");
    if (key === this.#watched) return;
    this.#watched = key;
    this.#watching?.dispose();
    const below = folders.map((folder) => new RelativePattern(folder, "{.gatehouse,.github,.claude}/agents/*.md"));
    this.#watching = watchPatterns([...below, ...this.#ofHome()], () => this.#later());
  }

  /** Each folder by itself: with a pattern that has folders in it VS Code would watch the whole home folder. */
  #ofHome(): RelativePattern[] {
    const { assets, home } = this.parts;
    if (home === undefined) return [];
    const folders = PROFILE_FOLDERS.map((folder) => uriOf(assets.join(home, ...folder)));
    return folders.map((folder) => new RelativePattern(folder, "*.md"));
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh(), SETTLE_MS);
  }
}

const refused = (intent: string, why: Refusal, problems: readonly Problem[] = []): SurfaceAnswer => ({
  type: "refused",
  intent,
  why,
  problems,
});

const inWords = ({ line, text, args = [] }: ProfileProblem): Problem => ({ line, text: l10n.t(text, ...args) });

function draftOf({ name, description, tools, model, mode, prompt }: Profile): ProfileDraft {
  return { name, description, tools: tools ? [...tools] : null, model: model ?? "", mode: mode ?? "", prompt };
}

const trimmed = (draft: ProfileDraft): ProfileDraft => draftOf({ file: "", source: "home", ...wishes(draft) });

type Wishes = Pick<Profile, "name" | "description" | "tools" | "model" | "mode" | "prompt">;

function wishes({ name, description, tools, model, mode, prompt }: ProfileDraft): Wishes {
  return {
    name: name.trim(),
    description: description.trim(),
    ...(tools ? { tools } : {}),
    ...(model.trim() !== "" ? { model: model.trim() } : {}),
    ...(mode ? { mode } : {}),
    prompt,
  };
}

/** What a draft leaves empty is taken away; what it says nothing of stays. */
function withoutWishes({ file, source, frontMatter }: Profile): Pick<Profile, "file" | "source" | "frontMatter"> {
  return { file, source, ...(frontMatter === undefined ? {} : { frontMatter }) };
}

/** A name as a file's: letters and digits of any language, the rest becomes a hyphen. */
function fileName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
}

function isUnsaved(file: string): boolean {
  const uri = uriOf(file).toString();
  return workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri);
}

async function isThere(file: string): Promise<boolean> {
  try {
    await workspace.fs.stat(uriOf(file));
    return true;
  } catch (error) {
    return !(error instanceof FileSystemError && error.code === "FileNotFound");
  }
}

async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(hash).toString("hex");
}
