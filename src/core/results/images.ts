import { type ImagePart, type ImageType, MAX_IMAGE_BYTES } from "../../shared/results";
import { figure } from "./sizes";

/** Enough to tell them apart; a multiple of four. */
const HEAD = 24;

/** The image if it is one that models take, by its own first bytes and not by what is said of it; else why not. */
export function readImage(data: unknown): (ImagePart & { readonly mime: ImageType }) | string {
  if (typeof data !== "string") return "it has no data";
  const base64 = /\s/.test(data) ? data.replace(/\s/g, "") : data;
  if (base64.length === 0 || base64.length % 4 === 1 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    return "its data is not base64";
  const bytes = Math.floor((base64.length * 3) / 4);
  if (bytes > MAX_IMAGE_BYTES) return `${figure(bytes)} bytes are too many`;
  const mime = imageType(base64);
  return mime === undefined ? "it is no PNG, JPEG, GIF or WebP" : { mime, data: base64 };
}

/** What the first bytes of some base64 say it is, if it is an image that models take and views draw. */
export function imageType(base64: string): ImageType | undefined {
  const start = base64.slice(0, HEAD).replace(/=+$/, "");
  return start.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(start) ? undefined : typeOf(atob(start));
}

function typeOf(head: string): ImageType | undefined {
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  return head.startsWith("RIFF") && head.slice(8, 12) === "WEBP" ? "image/webp" : undefined;
}
