import type { ImagePart } from "../../shared/results";
import { figure } from "../results/sizes";

/** Decoded; providers take no larger ones. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Enough to tell them apart; a multiple of four. */
const HEAD = 24;

/** The image if it is one that models take, by its own first bytes and not by what is said of it; else why not. */
export function readImage(data: unknown): ImagePart | string {
  if (typeof data !== "string") return "it has no data";
  const base64 = /\s/.test(data) ? data.replace(/\s/g, "") : data;
  if (base64.length === 0 || base64.length % 4 === 1 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    return "its data is not base64";
  const bytes = Math.floor((base64.length * 3) / 4);
  if (bytes > MAX_BYTES) return `${figure(bytes)} bytes are too many`;
  const mime = mimeOf(atob(base64.slice(0, HEAD).replace(/=/g, "")));
  return mime === undefined ? "it is no PNG, JPEG, GIF or WebP" : { mime, data: base64 };
}

function mimeOf(head: string): string | undefined {
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  return head.startsWith("RIFF") && head.slice(8, 12) === "WEBP" ? "image/webp" : undefined;
}
