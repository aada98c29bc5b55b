/** Commands that are made up from parts of which one knows what they are, and mutations of them. */
export interface MadeUp {
  readonly text: string;
  /** The least that must come out. */
  readonly atLeast: "auto" | "ask" | "deny";
}

/** A number from 0 up to, not including, `below`. */
export type Random = (below: number) => number;

/** The same numbers for the same seed: mulberry32. */
export function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const AUTO = [
  ["ls", "-la", "src"],
  ["git", "status", "-s"],
  ["git", "log", "--oneline", "-5"],
  ["rg", "-n", "foo", "src"],
  ["cat", "a.txt"],
  ["wc", "-l", "b.txt"],
  ["find", "src", "-name", "x"],
  ["sort", "-u", "names"],
  ["echo", "hello", "world"],
  ["true"],
];
const ASK = [
  ["./evil"],
  ["npm", "install"],
  ["rm", "x"],
  ["git", "push"],
  ["sort", "-o", "x", "y"],
  ["find", ".", "-delete"],
  ["env"],
  ["sed", "-i", "x", "y"],
  ["python3", "x.py"],
];
const DENY = [
  ["rm", "-rf", "/"],
  ["rm", "-r", "/etc"],
  ["reboot"],
  ["mkfs.ext4", "x"],
  ["kill", "-9", "-1"],
  ["chmod", "-R", "777", "/"],
  ["find", "/", "-delete"],
];

const RANK = { auto: 0, ask: 1, deny: 2 } as const;
type Least = MadeUp["atLeast"];

export const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

/** Nested at most a few levels deep. */
export function makeUp(random: Random, depth = 3): MadeUp {
  const kind = depth === 0 ? random(3) : random(12);
  if (kind < 5) return simple(random);
  if (kind < 8) return both(random, depth);
  return kind < 10 ? inside(random, depth) : around(random, depth);
}

function simple(random: Random): MadeUp {
  const [list, atLeast] = pick<readonly [readonly string[][], Least]>(random, [
    [AUTO, "auto"],
    [AUTO, "auto"],
    [ASK, "ask"],
    [DENY, "deny"],
  ]);
  const words = pick(random, list).map((word) => disguised(random, word));
  const text = words.join(pick(random, [" ", "  ", "\t", " \\\n "]));
  if (random(8) > 0) return { text, atLeast };
  const write = pick(random, [" > out.txt", " >> log", " &> all", " >| x", " 2> err", " > $FILE", " <> f"]);
  return { text: text + write, atLeast: stricter(atLeast, "ask") };
}

/** The same word to a shell. */
function disguised(random: Random, word: string): string {
  switch (random(9)) {
    case 0:
      return `'${word}'`;
    case 1:
      return `"${word}"`;
    case 2:
      return `${word[0]}''${word.slice(1)}`;
    case 3:
      return /^\w/.test(word) ? `\\${word}` : word;
    case 4:
      return `${word.slice(0, 1)}\\\n${word.slice(1)}`;
    default:
      return word;
  }
}

function both(random: Random, depth: number): MadeUp {
  const [left, right] = [makeUp(random, depth - 1), makeUp(random, depth - 1)];
  const operator = pick(random, [" && ", " || ", "; ", " | ", "\n", " & ", " |& ", ";"]);
  return { text: left.text + operator + right.text, atLeast: stricter(left.atLeast, right.atLeast) };
}

function inside(random: Random, depth: number): MadeUp {
  const { text, atLeast } = makeUp(random, depth - 1);
  const form = pick<(text: string) => string>(random, [
    (inner) => `( ${inner} )`,
    (inner) => `{ ${inner}\n}`,
    (inner) => `if true; then ${inner}\nfi`,
    (inner) => `for f in a b; do ${inner}\ndone`,
    (inner) => `while ${inner}\ndo ls; done`,
    (inner) => `! ( ${inner} )`,
    (inner) => `echo $( ${inner})`,
    (inner) => `echo "x $( ${inner}) y"`,
    (inner) => `cat <(${inner})`,
    (inner) => `case x in x) ${inner}\n;; esac`,
    (inner) => `echo \${v:-$( ${inner})}`,
    (inner) => `cat <<EOF\n$( ${inner})\nEOF`,
    (inner) => `[[ -n $( ${inner}) ]]`,
    (inner) => `cat <<< "$( ${inner})"`,
  ]);
  return { text: form(text), atLeast };
}

/** Behind a wrapper that may be transparent, but never hides anything. */
function around(random: Random, depth: number): MadeUp {
  const inner = depth > 1 ? simple(random) : makeUp(random, 0);
  const prefix = pick(random, [
    "time ",
    "nice -n 5 ",
    "timeout 5 ",
    "env LC_ALL=C ",
    "command ",
    "nohup ",
    "sudo ",
    "xargs ",
  ]);
  const wrapped = prefix + inner.text;
  if (random(3) > 0 || wrapped.includes("'")) return { text: wrapped, atLeast: inner.atLeast };
  return { text: `bash -c '${wrapped}'`, atLeast: inner.atLeast };
}

const stricter = (a: Least, b: Least): Least => (RANK[a] >= RANK[b] ? a : b);

const SPLINTERS = [
  ..."'\"`$(){}[]<>|&;!#~*?\\=\n\t ,:@%^-+".split(""),
  ...["$(", "${", "<<", "<<EOF\n", ">(", "&&", "||", ">>", ";;", "$((", "))", "[[ ", " ]]", "\\\n", "${x:-", "`ls`"],
  ...[
    "if ",
    "then ",
    "fi",
    "do ",
    "done",
    "for f in ",
    "case ",
    "esac",
    "function ",
    "\u00a0",
    "\r",
    "\u200b",
    "é",
    "世",
  ],
];

/** Some splinters in, some characters out, a piece twice. */
export function mutated(random: Random, text: string): string {
  let result = text;
  for (let times = 1 + random(4); times > 0; times -= 1) {
    const at = random(result.length + 1);
    switch (random(4)) {
      case 0:
        result = result.slice(0, at) + result.slice(at + 1 + random(3));
        break;
      case 1:
        result = result.slice(0, at) + result.slice(at, at + random(30)) + result.slice(at);
        break;
      default:
        result = result.slice(0, at) + pick(random, SPLINTERS) + result.slice(at);
    }
  }
  return result.slice(0, 2_000);
}

/**
 * Whether a text writes a file as far as a reader sees who knows nothing but quotes. Here-documents and tests are left
 * out: there the sign means something else.
 */
export function seemsToWrite(text: string): boolean {
  if (/<<|\[\[|\$\(\(|\$\{/.test(text)) return false;
  // Quotes, comments and escapes go out; what is inside a substitution in double quotes is judged by itself.
  const bare = text
    .replace(/\\\n/g, "")
    .replace(
      /\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|(^|[\s;&|()])#[^\n]*/g,
      (piece, before) => before ?? (/^\\/.test(piece) ? "_" : "q"),
    );
  return /(?:^|[^<])>(?![(>])(?!&\d|&-|\s*\/dev\/null(?![\w/.])|[|]?\s*\/dev\/null(?![\w/.]))/.test(
    bare.replace(/>>/g, ">"),
  );
}
