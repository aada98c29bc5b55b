import { isAlwaysAsked } from "../alwaysAsk";
import { type Analysis, type Part, type ShellRules, strictestOutcome } from "../analysis";
import type { Parse } from "../bash";
import { type Command, looseProgram } from "../command";
import { effectsOf } from "../effects";
import { judgeCommand } from "../judge";
import { foldersAt, isAway, type Move, moveOf } from "../places";
import { roughCommands } from "../rough";
import { type CompiledRules, compileRules } from "../rules";
import { MAX_LENGTH, plainLookalikes, textChecks } from "../textChecks";
import { NO_EFFECTS } from "../uses";
import { type Views, viewsOf } from "../views";
import { plainWord, type Word } from "../word";
import { isPwshFloor } from "./floor";
import { readOnlyPwsh } from "./readOnly";
import { ALWAYS_ASKED, fullName } from "./table";
import { type PwshCommand, walkPwsh } from "./walk";

const MAX_PARSED = 4 * MAX_LENGTH;

export function analysePwsh(source: string, given: ShellRules, parse: Parse): Analysis {
  const text = plainLookalikes(source);
  const rules = withFullNames(compileRules(given));
  const checks = textChecks(source, "pwsh");
  const nodes = text.length <= MAX_PARSED ? parse(text) : undefined;
  if (!nodes) {
    const parts: Part[] = [...checks, { text, outcome: "ask", why: "unparsed" }, ...roughParts(text, rules)];
    return finished(parts, NO_EFFECTS, []);
  }
  const { commands, parts: found, reads, writes, parsed } = walkPwsh(text, nodes);
  const views = commands.map(({ command }) => viewsOfPwsh(command.words));
  const moves = commands
    .map((each) => moveOf(each, viewsOf(withoutPathName(each))))
    .filter((move) => move !== undefined);
  const judged = commands.map((each, at) => judgeAt(each, views[at] as Views, moves, rules, text));
  const all = [...judged.map((part, at) => ({ at: commands[at]?.command.start ?? 0, part })), ...found];
  const parts = [...checks, ...all.sort((a, b) => a.at - b.at).map(({ part }) => part)];
  if (commands.length === 0) parts.push({ text, outcome: "ask", why: "empty" });
  if (!parsed) parts.push(...roughParts(text, rules));
  const effects = effectsOf({
    commands: commands.map(({ command }, at) => ({ at: command.start, views: (views[at] as Views).commands })),
    reads,
    writes,
    foldersAt: (at) => foldersAt(at, moves, [""]),
  });
  const words = (command: Command): (string | undefined)[] =>
    command.words.map(({ value, resolved, pattern }) => (resolved && !pattern ? value : undefined));
  return finished(
    parts,
    effects,
    judged.map((part, at) => ({ ...part, words: words((commands[at] as PwshCommand).command) })),
  );
}

function finished(parts: readonly Part[], effects: Analysis["effects"], commands: Analysis["commands"]): Analysis {
  return { shell: "pwsh", outcome: strictestOutcome(parts.map(({ outcome }) => outcome)), parts, effects, commands };
}

function judgeAt(found: PwshCommand, views: Views, moves: readonly Move[], rules: CompiledRules, text: string): Part {
  const { command } = found;
  const away = isAway(command.start, moves);
  const moved = moves.some(({ from, to }) => command.start > from && command.start < to);
  const part = judgeCommand(command, views, {
    shell: "pwsh",
    rules,
    moved,
    away,
    losesData: () => false,
    payload: () => undefined,
    readOnly: () => readOnlyPwsh(found, away, textsIn(found, text)),
    isFloor: isFloorView,
    isAlwaysAsked: isAskedView,
  });
  return found.construct && part.outcome === "auto" ? { text: part.text, outcome: "ask", why: "construct" } : part;
}

/** Every view also by its full name, so that a rule for one name hits the others. */
function viewsOfPwsh(words: readonly Word[]): Views {
  const views = viewsOf(words);
  const named = views.commands.flatMap((view) => {
    const [program, ...rest] = view;
    if (!program?.resolved) return [];
    const loose = looseProgram(program.value);
    const full = fullName(loose);
    return full === loose ? [] : [[plainWord(full), ...rest]];
  });
  return { ...views, commands: [...views.commands, ...named] };
}

function withFullNames(rules: CompiledRules): CompiledRules {
  const named = (list: CompiledRules["deny"]): CompiledRules["deny"] =>
    list.map((rule) => {
      const [program, ...rest] = rule.words;
      const fold = { ...rule, fold: true } as const;
      return program === undefined ? fold : { ...fold, words: [fullName(looseProgram(program)), ...rest] };
    });
  return { allow: rules.allow, ask: named(rules.ask), deny: named(rules.deny) };
}

function isFloorView(words: readonly Word[]): boolean {
  return isPwshFloor(looseProgram(words[0]?.value ?? ""), words);
}

function isAskedView(words: readonly Word[]): boolean {
  const name = looseProgram(words[0]?.value ?? "");
  return ALWAYS_ASKED.has(fullName(name)) || (name === "git" && isAlwaysAsked(words));
}

/** `Set-Location -Path folder` is one with an operand. */
function withoutPathName({ command }: PwshCommand): readonly Word[] {
  return command.words.filter(({ value }) => !/^-(?:literal)?path$/i.test(value));
}

/** All literal texts in the arguments, whatever they are nested in. */
function textsIn({ elements }: PwshCommand, text: string): readonly string[] {
  const texts: string[] = [];
  const waiting = [...elements];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    waiting.push(...node.children);
    const bare = text.slice(node.start, node.end).replace(/^[-\w]*:(?=[A-Za-z]+:|[\\/])/, "");
    if (node.type === "string_literal" || node.children.length === 0) texts.push(bare.replace(/^["'`]+/, ""));
  }
  return texts;
}

function roughParts(text: string, rules: CompiledRules): readonly Part[] {
  const readOnly = () => "unparsed" as const;
  const place = { shell: "pwsh", moved: true, away: true, losesData: () => false, payload: () => undefined } as const;
  return roughCommands(text.replaceAll("`", "").replaceAll("\\", "/"))
    .map((command) =>
      judgeCommand(command, viewsOfPwsh(command.words), {
        ...place,
        rules: { ...rules, allow: [] },
        readOnly,
        isFloor: isFloorView,
        isAlwaysAsked: isAskedView,
      }),
    )
    .filter(({ outcome, why }) => outcome === "deny" || why === "always_ask" || why === "ask_rule");
}
