import type { ImageType } from "../../../src/shared/results";

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/**
 * Width and height as the image's own header says them, before anything decodes it: a few kilobytes can
 * be gigabytes of pixels. Nothing when the header does not say.
 */
export function dimensionsOf(bytes: Uint8Array, type: ImageType): Dimensions | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { width, height } = READERS[type](view);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch (error) {
    // It ends before its header does.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const READERS: Readonly<Record<ImageType, (view: DataView) => Dimensions>> = {
  "image/png": (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  "image/gif": (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  "image/jpeg": jpeg,
  "image/webp": webp,
};

const NONE: Dimensions = { width: 0, height: 0 };

/** Segments up to the one that begins a frame (SOF); four of their numbers mean something else. */
function jpeg(view: DataView): Dimensions {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // A byte that only fills up, or a marker without a length.
    const isBare = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += marker === 0xff ? 1 : isBare ? 2 : 2 + view.getUint16(at + 2);
  }
  return NONE;
}

function webp(view: DataView): Dimensions {
  const chunk = String.fromCharCode(view.getUint8(12), view.getUint8(13), view.getUint8(14), view.getUint8(15));
  if (chunk === "VP8X") return { width: 1 + three(view, 24), height: 1 + three(view, 27) };
  if (chunk === "VP8 ") return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk !== "VP8L") return NONE;
  const packed = view.getUint32(21, true);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
}

const three = (view: DataView, at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
