/** In characters, of one text that crosses the wall, whatever the limits say: reading more would hold up the host. */
export const MAX_TEXT = 4 << 20;
/** A name of a tool that is longer is none. */
export const MAX_NAME = 256;
/** Of the words for what a program threw. */
export const MAX_MESSAGE = 4_000;
