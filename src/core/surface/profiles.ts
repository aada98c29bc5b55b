import type { ProfileRow } from "../../shared/surface";
import { words } from "../../shared/words";
import type { Assets } from "../operations/assets";
import type { Catalog } from "./catalog";
import { type Governance, type GovernanceLayer, withLayer } from "./governance";
import type { ParsedProfile, Profile, ProfileSource } from "./profileFile";
import { type AgentFacts, type ResolverFacts, resolve } from "./resolver";
import type { ToolRoute } from "./routes";

/** What an agent gets whose profile names no tools: nothing here changes a file or runs a command. */
export const READ_ONLY_TOOLS: readonly string[] = [
  "read",
  "list_dir",
  "find_files",
  "grep",
  "Git",
  "diagnostics",
  "symbols",
  "references",
  "Web",
  "todo_write",
  "get_goal",
  "load_skill",
  "tool_search",
];

/** Where profiles lie below a folder, first wins. */
const PLACES = [
  { folder: [".gatehouse", "agents"], suffix: ".md" },
  { folder: [".github", "agents"], suffix: ".agent.md" },
  { folder: [".claude", "agents"], suffix: ".md" },
] as const;
export const PROFILE_FOLDERS: readonly (readonly string[])[] = PLACES.map(({ folder }) => folder);

/** A larger file is none that a person wrote. */
const MAX_PROFILE_BYTES = 256 * 1024;

/**
 * All profiles below the roots, then below the home folder; of two with one name the first wins. The
 * caller leaves out the roots of a workspace that is not trusted.
 */
export async function findProfiles(
  assets: Assets,
  roots: readonly string[],
  home: string | undefined,
): Promise<ParsedProfile[]> {
  const bases = [
    ...roots.map((folder) => ({ folder, source: "workspace" as const })),
    ...(home === undefined ? [] : [{ folder: home, source: "home" as const }]),
  ];
  const found = await Promise.all(
    bases.flatMap(({ folder, source }) => PLACES.map((place) => inPlace(assets, folder, place, source))),
  );
  return firstOfEachName(found.flat());
}

async function inPlace(assets: Assets, base: string, place: (typeof PLACES)[number], source: ProfileSource) {
  const folder = assets.join(base, ...place.folder);
  const files = (await assets.list(folder)).filter(({ kind, name }) => kind === "file" && name.endsWith(place.suffix));
  const all = await Promise.all(files.map(({ name }) => load(assets, assets.join(folder, name), source)));
  return all.filter((each) => each !== undefined);
}

/** A file that can't be read is a profile with nothing: it does not let the next of its name in. */
async function load(assets: Assets, file: string, source: ProfileSource): Promise<ParsedProfile | undefined> {
  // The YAML parser is loaded with the first profile.
  const { parseProfile } = await import("./profileFile");
  try {
    const text = await assets.readText(file, MAX_PROFILE_BYTES);
    return text === undefined ? undefined : parseProfile(file, text, source);
  } catch (error) {
    const { profile } = parseProfile(file, "", source);
    return {
      profile: { ...profile, tools: [] },
      problems: [{ line: 1, ...words("The file can't be read: {0}", (error as Error).message) }],
    };
  }
}

function firstOfEachName(all: readonly ParsedProfile[]): ParsedProfile[] {
  const byName = new Map<string, ParsedProfile>();
  for (const each of all) if (!byName.has(each.profile.name)) byName.set(each.profile.name, each);
  return [...byName.values()];
}

/** The names that a profile selects, as the catalog has them; an unknown one stays, to be told of. */
export function selectedTools(catalog: Catalog, { tools = READ_ONLY_TOOLS }: Profile): readonly string[] {
  return [...new Set(tools.flatMap((name) => ownNames(catalog, name)))];
}

function ownNames(catalog: Catalog, name: string): readonly string[] {
  const entry = catalog.find(name);
  if (entry) return entry.standsFor ?? [name];
  return FOREIGN.get(name.toLowerCase()) ?? [name];
}

/** Names that profiles written for Claude Code and Copilot use, lower case, and what they come to here. */
const FOREIGN: ReadonlyMap<string, readonly string[]> = new Map([
  ["read", ["read"]],
  ["notebookread", ["read"]],
  ["write", ["write"]],
  ["edit", ["edit"]],
  ["multiedit", ["edit"]],
  ["notebookedit", ["edit"]],
  ["bash", ["bash"]],
  ["shell", ["bash"]],
  ["powershell", ["bash"]],
  ["execute", ["bash"]],
  ["grep", ["grep"]],
  ["glob", ["find_files"]],
  ["ls", ["list_dir"]],
  ["search", ["grep", "find_files", "list_dir"]],
  ["usages", ["references"]],
  ["problems", ["diagnostics"]],
  ["web", ["Web"]],
  ["fetch", ["Web"]],
  ["webfetch", ["Web"]],
  ["websearch", ["Web"]],
  ["todo", ["todo_write"]],
  ["todowrite", ["todo_write"]],
  ["task", ["agent"]],
]);

/** The layer that a profile puts over the governance of its session. */
function profileLayer(catalog: Catalog, profile: Profile): GovernanceLayer {
  return { source: "profile", tools: {}, only: selectedTools(catalog, profile) };
}

/**
 * What an agent of this profile gets at most from the agent of `facts`: shell and writing as that one
 * may grant them, which the root agent does only by a person's yes at the start.
 */
export function effectiveProfile(
  catalog: Catalog,
  governance: Governance,
  profile: Profile,
  facts: ResolverFacts,
): ProfileRow["effective"] {
  const selected = selectedTools(catalog, profile);
  const agent = childOf(facts.agent, selected);
  const surface = resolve(catalog, withLayer(governance, profileLayer(catalog, profile)), { ...facts, agent });
  return selected.map((name) => ({ name, ...(surface.toolRuntimeRoutes[name] ?? UNKNOWN) }));
}

const UNKNOWN: ToolRoute = { state: "not-selected", route: "disabled", reason: "unknown_tool" };

function childOf(parent: AgentFacts, selected: readonly string[]): AgentFacts {
  if (parent.kind === "root") return { kind: "child", selected, allowShell: true, allowWrite: true };
  return { ...parent, selected: selected.filter((name) => parent.selected.includes(name)) };
}

/** A profile as the agent editor shows it; what is shown of it is in words for people. */
export function profileRow(
  { name, description, model, mode, tools }: Profile,
  shown: Pick<ProfileRow, "file" | "problems" | "effective">,
): ProfileRow {
  return {
    name,
    description,
    ...(model !== undefined && { model }),
    ...(mode && { mode }),
    ...(tools && { tools }),
    ...shown,
  };
}
