/** Marks that models put around calls they print; a closing part may be missing. */
const MARKS = [
  /<tool_call>/i,
  /<function_calls?>/i,
  /<function=[\w.-]+>/i,
  /<invoke name=/i,
  /<\|(?:tool_call|python_tag|tool_calls_section)[^>]*\|?>/i,
  /<｜tool▁calls?▁begin｜>/,
  /\[TOOL_CALLS\]/,
];

/**
 * Whether an answer without calls ends in a call that was printed as text (some models fall back to
 * the words of their training). Code in fences and backticks is an example, not a call.
 */
export function isPrintedCall(text: string, offered: readonly string[]): boolean {
  const plain = text.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "");
  if (MARKS.some((mark) => mark.test(plain))) return true;
  return endsWithToolTag(plain, offered) || isBareCall(text, offered);
}

/** `<update_todo_list>…</update_todo_list>`: a tag with an underscore, or with an offered tool's name. */
function endsWithToolTag(text: string, offered: readonly string[]): boolean {
  const name = /<\/([a-z][a-z0-9]*(?:_[a-z0-9]+)*)>\s*$/i.exec(text)?.[1];
  if (name === undefined || !text.includes(`<${name}>`)) return false;
  return name.includes("_") || offered.includes(name);
}

/** The whole answer is one JSON object that names an offered tool, fenced or not. */
function isBareCall(text: string, offered: readonly string[]): boolean {
  const bare = text.trim().replace(/^```(?:json|tool_code|tool_call)?\n([\s\S]*)\n```$/, "$1");
  if (!bare.startsWith("{") || !bare.endsWith("}")) return false;
  try {
    const value = JSON.parse(bare) as { name?: unknown; tool?: unknown; arguments?: unknown; parameters?: unknown };
    const name = value.name ?? value.tool;
    return typeof name === "string" && offered.includes(name) && (value.arguments ?? value.parameters) !== undefined;
  } catch {
    return false;
  }
}
