import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_COMMAND_RULES, type Outcome } from "../../../../src/core/gate/shell/analysis";
import { makeUp, mutated, seeded } from "../../../support/madeUpCommands";
import { realAnalyser } from "../../../support/shellAnalyser";

const analyser = await realAnalyser();
const RANK: Readonly<Record<Outcome, number>> = { auto: 0, ask: 1, deny: 2 };
const outcome = (text: string): Outcome => analyser.analyse(text, "bash", NO_COMMAND_RULES).outcome;

const simple = fc.constantFrom(
  ...["ls -la", "git status -s", "rg foo src", "cat a.txt", "wc -l b", "./evil", "npm install", "rm x", "rm -rf /"],
  ...["git push", "echo hi > out", "x=1", "reboot", "find . -delete", "echo $HOME", "rg $X", "sort -o a b"],
);
const check = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void =>
  fc.assert(fc.property(arbitrary, holds), { numRuns: 150 });

test("a chain is exactly as strict as its strictest part", () => {
  const operator = fc.constantFrom(" && ", " || ", "; ", " | ", "\n", " & ", " |& ");
  check(fc.tuple(simple, operator, simple), ([left, between, right]) => {
    expect(RANK[outcome(left + between + right)]).toBe(Math.max(RANK[outcome(left)], RANK[outcome(right)]));
  });
});

test("nothing around a command makes it looser", () => {
  const form = fc.constantFrom<(inner: string) => string>(
    (inner) => `( ${inner} )`,
    (inner) => `{ ${inner}; }`,
    (inner) => `if ls; then ${inner}; fi`,
    (inner) => `for f in a; do ${inner}; done`,
    (inner) => `echo "$(${inner})"`,
    (inner) => `cat <(${inner})`,
    (inner) => `f() { ${inner}; }`,
    (inner) => `bash -c '${inner}'`,
    (inner) => `timeout 5 bash -c '${inner}'`,
    (inner) => `cat <<EOF\n$(${inner})\nEOF`,
    (inner) => `x=$(${inner})`,
    (inner) => `echo \${v:-$(${inner})}`,
    (inner) => `case a in a) ${inner};; esac`,
    (inner) => `sudo nice -n 5 env A=1 ${inner}`,
  );
  check(fc.tuple(form, simple), ([around, inner]) => {
    expect(RANK[outcome(around(inner))]).toBeGreaterThanOrEqual(RANK[outcome(inner)]);
  });
});

test("quotes and blanks change nothing", () => {
  const plain = fc.constantFrom("ls -la src", "git status -s", "rm -rf /", "npm install", "rg -n foo src", "git push");
  const quote = fc.constantFrom<(word: string) => string>(
    (word) => word,
    (word) => `'${word}'`,
    (word) => `"${word}"`,
    (word) => `${word.slice(0, 1)}""${word.slice(1)}`,
    (word) => `${word.slice(0, 1)}\\\n${word.slice(1)}`,
    (word) => [...word].map((char) => (/\w/.test(char) ? char : `\\${char}`)).join(""),
  );
  const blank = fc.constantFrom(" ", "   ", "\t", " \t ", " \\\n ");
  check(fc.tuple(plain, fc.array(quote, { minLength: 4, maxLength: 4 }), blank), ([text, quotes, between]) => {
    const words = text.split(" ").map((word, at) => quotes[at]?.(word) ?? word);
    expect(outcome(words.join(between))).toBe(outcome(text));
  });
});

test("a write anywhere is never automatic", () => {
  const write = fc.constantFrom("> out", ">> out", ">| out", "&> out", "2> out", '> "$X"', "> /dev/tcp/a/1", "<> f");
  check(fc.tuple(simple, write, simple), ([left, redirect, right]) => {
    for (const text of [`${left} ${redirect}`, `${redirect} ${left}`, `{ ${left}; } ${redirect} | ${right}`]) {
      expect(outcome(text)).not.toBe("auto");
    }
  });
});

test("what is only known when it runs is never a program", () => {
  const unknown = fc.constantFrom("$X", "${X}", "$(ls)", "`ls`", "{a,b}", '"$X"', "l*", "x$Y", "~$X");
  check(fc.tuple(unknown, simple), ([program, other]) => {
    expect(outcome(`${program} a; ${other}`)).not.toBe("auto");
  });
});

test("made-up commands are at least as strict as what they were made of", () => {
  check(fc.nat(), (seed) => {
    const { text, atLeast } = makeUp(seeded(seed));
    expect(RANK[outcome(text)], text).toBeGreaterThanOrEqual(RANK[atLeast]);
  });
});

test("takes any text without failing, and says the strictest of what it found", () => {
  const broken = fc.nat().map((seed) => {
    const random = seeded(seed);
    return mutated(random, makeUp(random).text);
  });
  check(
    fc.tuple(fc.oneof(broken, fc.string(), fc.string({ unit: "binary" })), fc.constantFrom("bash", "pwsh")),
    ([text, shell]) => {
      const analysis = analyser.analyse(text, shell as "bash" | "pwsh", NO_COMMAND_RULES);
      expect(analysis.parts.length).toBeGreaterThan(0);
      expect(RANK[analysis.outcome]).toBe(Math.max(...analysis.parts.map((part) => RANK[part.outcome])));
    },
  );
});
