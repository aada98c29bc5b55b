/** What programs say when the sandbox keeps them from something, in the order of how telling it is. */
const SIGNS: readonly RegExp[] = [
  /Read-only file system|\bEROFS\b|read-only filesystem/i,
  /Could not resolve|Temporary failure in name resolution|Name or service not known|\bEAI_AGAIN\b|\bENOTFOUND\b|getaddrinfo/i,
  /Network is unreachable|\bENETUNREACH\b|CONNECT tunnel failed|Connection blocked by|Failed to connect to/i,
  /\bEPERM\b|Operation not permitted/i,
];

/** Node repeats an error's code below its message, as a property that says less. */
const PROPERTY = /^\s*code: '\w+',?\s*$/;

/** One line is enough to know what it was. */
const MAX_LINE = 300;

/**
 * The line by which a command that failed in the sandbox says what was denied. The system tells nobody else: it is a
 * guess, and only ever leads to a hint or a question.
 */
export function sandboxDenial(output: string): string | undefined {
  const lines = output.split("\n");
  return lastSigned(lines.filter((line) => !PROPERTY.test(line))) ?? lastSigned(lines);
}

function lastSigned(lines: readonly string[]): string | undefined {
  for (const sign of SIGNS) {
    const line = lines.findLast((each) => sign.test(each));
    if (line !== undefined) return line.trim().slice(0, MAX_LINE);
  }
  return undefined;
}
