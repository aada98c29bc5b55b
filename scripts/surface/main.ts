import { CHECKS, checksOf } from "./checks";
import { defaultReceipt, receiptText } from "./receipt";
import { runChecks } from "./run";

const receipt = defaultReceipt();
const { lines, ok } = runChecks(CHECKS, checksOf(receipt));
process.stdout.write(`${receiptText(receipt)}\n\n${lines.join("\n")}\n`);
process.exitCode = ok ? 0 : 1;
