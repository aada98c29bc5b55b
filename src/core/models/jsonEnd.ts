/**
 * Finds where a JSON object ends, fed in pieces, each character once. It does not check the JSON:
 * it only knows braces, brackets and strings.
 */
export class JsonEnd {
  private depth = 0;
  private quoted = false;
  private escaped = false;
  /** The object has been closed. */
  closed = false;

  /** How many characters of `text` belong to the object. */
  feed(text: string): number {
    for (let at = 0; at < text.length; at++) {
      if (this.closed) return at;
      this.take(text.charCodeAt(at));
    }
    return text.length;
  }

  private take(code: number): void {
    if (this.quoted) this.inString(code);
    else if (code === 0x22) this.quoted = this.depth > 0;
    else if (code === 0x7b || code === 0x5b) this.depth++;
    else if ((code === 0x7d || code === 0x5d) && this.depth > 0) this.closed = --this.depth === 0;
  }

  private inString(code: number): void {
    if (this.escaped) this.escaped = false;
    else if (code === 0x5c) this.escaped = true;
    else if (code === 0x22) this.quoted = false;
  }
}
