import type { PathFacts } from "../operations/files";
import { foldName, isWithin, namesOf } from "./pathNames";
import type { Places } from "./verdict";

/** Files that hold secrets under these names are data: source that deals with them is ordinary. */
const SECRET_DATA = ["credentials", "secrets"].flatMap((name) =>
  ["json", "yaml", "yml", "toml", "ini", "xml", "properties"].map((extension) => `${name}.${extension}`),
);

// biome-ignore format: lists are read by their groups.
/** Hold secrets: sensitive for reading and for writing. `*` stands for any characters. */
const SECRETS: readonly string[] = [
  ".env*",
  // Keys.
  "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p12", "*.pfx", "*.ppk", "*.jks",
  "*.keystore", "*.kdbx", ".ssh", ".gnupg",
  // Credentials.
  ".aws", ".azure", ".kube", ".docker", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".git-credentials", ".pypirc",
  ".htpasswd", "credentials", ".credentials", ".credentials.*", "client_secret*.json", "service-account*.json",
  ...SECRET_DATA,
];

// biome-ignore format: lists are read by their groups.
/** Run code, or steer what an agent, an editor or Git runs: sensitive for writing. */
const STEERING: readonly string[] = [
  ".git", ".gitattributes", ".gitmodules", ".gitconfig", ".github", ".husky",
  ".vscode", "*.code-workspace", ".devcontainer", ".devcontainer.json", ".envrc", ".npmrc", ".yarnrc*",
  // Agents: ours and others', whose files a person may run next.
  ".gatehouse", ".gatehouseignore", ".claude", ".agents", ".cursor", ".codex", ".gemini", ".cursorrules", ".mcp.json",
  "AGENTS.md", "AGENTS.*.md", "CLAUDE.md", "CLAUDE.*.md", "GEMINI.md", "SKILL.md", "*.agent.md", "*.prompt.md",
  "*.instructions.md",
  // Shell start-up.
  ".profile", ".bashrc", ".bash_*", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".cshrc",
  ".tcshrc", ".login", ".logout", ".inputrc", ".xprofile", ".xinitrc", ".xsession", ".xsessionrc", "config.fish",
  "*profile.ps1",
];

type Matches = (name: string) => boolean;

const READ_MATCHERS = bothFoldings(SECRETS);
const WRITE_MATCHERS = bothFoldings([...SECRETS, ...STEERING]);

/** Any name along the path below its root counts: `.git` as a file, `.vscode` of a nested project. */
export function isSensitive(path: PathFacts, use: "read" | "write", places: Places): boolean {
  const matches = (use === "read" ? READ_MATCHERS : WRITE_MATCHERS)[places.foldsCase ? "folded" : "exact"];
  if (namesBelowRoot(path, places).some(matches)) return true;
  if (inHomeDotFolder(path, places)) return true;
  return use === "write" && places.guardedWrites.some((guarded) => isWithin(path.real, guarded, places));
}

/** The names above a root are the user's own choice of a workspace. */
function namesBelowRoot({ real, root }: PathFacts, places: Places): readonly string[] {
  return namesOf(real, places).slice(root ? namesOf(root.path, places).length : 0);
}

/** `~/.anything` and below, unless the user opened a workspace inside that very folder. */
function inHomeDotFolder({ real, root }: PathFacts, places: Places): boolean {
  if (places.home === undefined || !isWithin(real, places.home, places)) return false;
  const depth = namesOf(places.home, places).length;
  const name = namesOf(real, places)[depth];
  if (!name?.startsWith(".")) return false;
  const opened = root && isWithin(root.path, places.home, places) && namesOf(root.path, places)[depth] === name;
  return !opened;
}

function bothFoldings(patterns: readonly string[]): { readonly exact: Matches; readonly folded: Matches } {
  return { exact: matcher(patterns), folded: matcher(patterns.map(foldName)) };
}

function matcher(patterns: readonly string[]): Matches {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes("*")));
  const stars = patterns
    .filter((pattern) => pattern.includes("*"))
    .map((pattern) => pattern.split("*") as [string, string]);
  return (name) =>
    exact.has(name) ||
    stars.some(
      ([head, tail]) => name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail),
    );
}
