/** Entry of a worker thread: makes one page readable, so that a large one does not hold up the host. */
import { parentPort } from "node:worker_threads";
import { decodeText } from "../node/web/decode";
import { readablePage } from "../node/web/readable";
import { MAX_CHARS, type PageJob, type PageRead } from "../node/web/reader";

parentPort?.once("message", ({ bytes, charset, html, url }: PageJob) => {
  const whole = decodeText(Buffer.from(bytes), charset);
  const { title, text } = html ? readablePage(whole, url) : { title: "", text: whole };
  parentPort?.postMessage({ title, text: text.slice(0, MAX_CHARS), cut: text.length > MAX_CHARS } satisfies PageRead);
});
