import type { SourceFile, Violation } from "./source";

/** What of `package.json` these rules read. */
export interface Manifest {
  readonly [key: string]: unknown;
  readonly contributes?: {
    readonly commands?: readonly { readonly command: string; readonly title?: string }[];
    readonly views?: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsContainers?: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly menus?: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
    readonly keybindings?: readonly { readonly command: string; readonly when?: string }[];
    readonly configuration?: { readonly properties?: Readonly<Record<string, { readonly scope?: string }>> };
  };
}

/** `src/shared/contributions.ts`, as plain lists. */
export interface Contributions {
  readonly commands: readonly string[];
  readonly containers: readonly string[];
  readonly views: readonly string[];
  readonly settings: readonly string[];
  readonly contextKeys: readonly string[];
}

/** VS Code ignores these, or fails, without `enabledApiProposals`, except in code-server, which allows everything. */
const PROPOSED_MENUS = [
  /^multiDiffEditor\//,
  /^diffEditor\/gutter\//,
  /^editor\/content$/,
  /^comments\/commentThread\/additionalActions$/,
  /^chat\//,
];

const FIELDS = [
  ...["name", "displayName", "description", "version", "publisher", "license", "icon", "categories", "keywords"],
  ...["galleryBanner", "engines", "main", "l10n", "extensionKind", "activationEvents", "capabilities", "contributes"],
];

/** The manifest and `contributions.ts` name the same things. */
export function sameContributions(manifest: Manifest, ours: Contributions): Violation[] {
  const { commands = [], views = {}, viewsContainers = {}, configuration } = manifest.contributes ?? {};
  const ids = (groups: Readonly<Record<string, readonly { readonly id: string }[]>>) =>
    Object.values(groups).flatMap((group) => group.map(({ id }) => id));
  return [
    ...differences(
      "command",
      commands.map(({ command }) => command),
      ours.commands,
    ),
    ...differences("view", ids(views), ours.views),
    ...differences("view container", ids(viewsContainers), ours.containers),
    ...differences("setting", Object.keys(configuration?.properties ?? {}), ours.settings),
  ];
}

/** Every command has words, every menu entry and key a command, and only stable menus are used. */
export function wellFormed(manifest: Manifest, ours: Contributions): Violation[] {
  const { commands = [], menus = {}, keybindings = [] } = manifest.contributes ?? {};
  const entries = [...Object.values(menus).flat(), ...keybindings];
  const used = entries.map(({ command }) => command).filter((command) => command?.startsWith("gatehouse."));
  const keys = entries.flatMap(({ when }) => when?.match(/\bgatehouse\.[\w.]+/g) ?? []);
  const knownInWhen = new Set([...ours.contextKeys, ...ours.views]);
  return [
    ...commands.filter(({ title }) => !title).map(({ command }) => `package.json: ${command} has no title`),
    ...used.filter((id) => !ours.commands.includes(id ?? "")).map((id) => `package.json: ${id} is no command`),
    ...keys.filter((key) => !knownInWhen.has(key)).map((key) => `package.json: nobody sets the context key ${key}`),
    ...Object.keys(menus)
      .filter((id) => PROPOSED_MENUS.some((proposed) => proposed.test(id)))
      .map((id) => `package.json: the menu ${id} is a proposed one`),
  ];
}

/** What a marketplace and a stable VS Code ask of a manifest. */
export function complete(manifest: Manifest): Violation[] {
  const missing = FIELDS.filter((field) => manifest[field] === undefined);
  const { extensionKind, engines, enabledApiProposals } = manifest;
  return [
    ...missing.map((field) => `package.json: ${field} is missing`),
    ...(JSON.stringify(extensionKind) === '["workspace"]' ? [] : ["package.json: it must run where the files are"]),
    ...(/"vscode":"\^1\.106\.0"/.test(JSON.stringify(engines) ?? "")
      ? []
      : ["package.json: engines.vscode is ^1.106.0"]),
    ...(enabledApiProposals === undefined ? [] : ["package.json: only stable API is used"]),
    ...(manifest["dependencies"] === undefined
      ? []
      : ["package.json: the .vsix is bundled; packages are devDependencies"]),
  ];
}

/** Each package has its line in the table of `src/ARCHITECTURE.md`. */
export function reasonedPackages(manifest: Manifest, architecture: string): Violation[] {
  const packages = Object.keys(manifest["devDependencies"] ?? {}).filter((name) => !name.startsWith("@types/"));
  const unnamed = packages.filter((name) => !architecture.includes(`\`${name}\``));
  return unnamed.map((name) => `src/ARCHITECTURE.md: says no reason for the package ${name}`);
}

/**
 * Each package is named by some code or script; types by what uses the package that they are of.
 * `pinned` are asked for only in a version that another package gets.
 */
export function usedPackages(
  manifest: Manifest,
  files: readonly SourceFile[],
  pinned: readonly string[] = [],
): Violation[] {
  const code = files.filter(({ path }) => /\.([cm]?[jt]sx?)$/.test(path)).map(({ text }) => text);
  const texts = [...code, Object.values(manifest["scripts"] ?? {}).join("\n")];
  const isNamed = (name: string) => texts.some((text) => new RegExp(`["'/ ]${name}["'/: ]`).test(text));
  const packages = Object.keys(manifest["devDependencies"] ?? {}).filter((name) => !pinned.includes(name));
  const unused = packages.filter((name) => !isNamed(name.replace(/^@types\//, "")));
  return unused.map((name) => `package.json: nothing uses the package ${name}`);
}

function differences(what: string, inManifest: readonly string[], inCode: readonly string[]): Violation[] {
  const only = (some: readonly string[], others: readonly string[]) => some.filter((id) => !others.includes(id));
  return [
    ...only(inManifest, inCode).map((id) => `src/shared/contributions.ts: the ${what} ${id} is missing`),
    ...only(inCode, inManifest).map((id) => `package.json: the ${what} ${id} is missing`),
  ];
}
