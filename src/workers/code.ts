/**
 * Entry of the process in which one program of a model runs. The sandbox lies beside it as a text of its own: code
 * that is made into a script without a way to load modules has no `import()`, nor has what it evaluates, whatever
 * gets past the parser.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";

const sandbox = readFileSync(join(__dirname, "codeSandbox.js"), "utf8");
const start: unknown = new Script(`(function (require) {${sandbox}\n})`, { filename: "sandbox.js" }).runInThisContext();
(start as (load: NodeJS.Require) => void)(require);
