import type { Language, Parser, Node as SyntaxNode } from "@vscode/tree-sitter-wasm";
import type { Analysis, Part, ShellName, ShellRules } from "./analysis";
import { analyseBash, type Parse } from "./bash";
import { analysePwsh } from "./pwsh/pwsh";
import { flatten } from "./tree";

/** Files of the parser, by name: they ship beside the bundles. */
export type ShellAsset = "tree-sitter.wasm" | "tree-sitter-bash.wasm" | "tree-sitter-powershell.wasm";
export type ReadShellAsset = (name: ShellAsset) => Promise<Uint8Array>;

export interface ShellAnalyser {
  /** Never throws: what cannot be read asks. */
  analyse(text: string, shell: ShellName, rules: ShellRules): Analysis;
}

const GRAMMARS: Readonly<Record<ShellName, ShellAsset>> = {
  bash: "tree-sitter-bash.wasm",
  pwsh: "tree-sitter-powershell.wasm",
};

/** Loads the parser and the grammars of these shells. It takes tens of milliseconds: on first use, once a process. */
export async function loadAnalyser(
  readAsset: ReadShellAsset,
  /** Milliseconds of a clock that only goes forward: `ports.clock`. */
  now: () => number,
  shells: readonly ShellName[] = ["bash"],
): Promise<ShellAnalyser> {
  const module = await import("@vscode/tree-sitter-wasm");
  const treeSitter = "default" in module ? (module.default as typeof module) : module;
  const [core, ...grammars] = await Promise.all([
    readAsset("tree-sitter.wasm"),
    ...shells.map((shell) => readAsset(GRAMMARS[shell])),
  ]);
  // What the package's types leave out: the bytes themselves, so that nothing is looked for on a disk.
  const options: object = { wasmBinary: core };
  await treeSitter.Parser.init(options as Parameters<typeof treeSitter.Parser.init>[0]);
  const parses = new Map<ShellName, Parse>();
  for (const [at, shell] of shells.entries()) {
    const language = await treeSitter.Language.load(grammars[at] as Uint8Array);
    parses.set(shell, parserOf(new treeSitter.Parser(), language, now));
  }
  return { analyse: (text, shell, rules) => analyse(text, shell, rules, parses.get(shell)) };
}

/** A broken text can make the parser try very many readings: after this it gives up, and the text asks. */
const MAX_MS = 250;

function parserOf(parser: Parser, language: Language, now: () => number): Parse {
  parser.setLanguage(language);
  return (text) => {
    const started = now();
    const progressCallback = (): boolean => now() - started > MAX_MS;
    const tree = parser.parse(text, null, { progressCallback });
    if (!tree) {
      parser.reset();
      return undefined;
    }
    try {
      return flatten(tree.rootNode as SyntaxNode);
    } finally {
      tree.delete();
    }
  };
}

function analyse(text: string, shell: ShellName, rules: ShellRules, parse: Parse | undefined): Analysis {
  const known = parse ?? (() => undefined);
  const analysis = shell === "bash" ? analyseBash(text, rules, known) : analysePwsh(text, rules, known);
  return { ...analysis, parts: toldOnce(analysis.parts) };
}

/**
 * Where the parser lost its way, several readings find the same. The closest place of a fault is named, and nothing
 * twice; what is as strict stays, so the outcome is the same.
 */
function toldOnce(parts: readonly Part[]): readonly Part[] {
  const faults = parts.filter(({ why, text }) => why === "unparsed" && text.trim() !== "");
  if (faults.length === 0) return parts;
  const isWider = ({ why, text }: Part): boolean =>
    why === "unparsed" && (text.trim() === "" || faults.some((each) => each.text !== text && text.includes(each.text)));
  const kept = parts.filter((part) => part.why !== "empty" && !isWider(part));
  return [...new Map(kept.map((part) => [JSON.stringify([part.text, part.why, part.rule]), part])).values()];
}
