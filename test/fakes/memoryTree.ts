import { posix } from "node:path";
import { ToolError } from "../../src/core/operations/failure";

export type Node =
  | { readonly kind: "file"; readonly content: string | Uint8Array }
  | { readonly kind: "folder" }
  | { readonly kind: "link"; readonly target: string };

export interface Place {
  readonly real: string;
  readonly node: Node | undefined;
  readonly dangling: boolean;
}

/** A file system in memory with POSIX paths: files, folders, links. */
export class MemoryTree {
  readonly nodes = new Map<string, Node>([["/", { kind: "folder" }]]);

  put(path: string, node: Node): void {
    for (let parent = posix.dirname(path); !this.nodes.has(parent); parent = posix.dirname(parent)) {
      this.nodes.set(parent, { kind: "folder" });
    }
    this.nodes.set(path, node);
  }

  children(folder: string): [string, Node][] {
    const inside = [...this.nodes].filter(([path]) => path !== "/" && posix.dirname(path) === folder);
    return inside.map(([path, node]) => [posix.basename(path), node]);
  }

  /** Follows links component by component, as the real port does. */
  locate(path: string, hops = 0): Place {
    if (hops > 40) throw new ToolError("invalid_argument", `Too many symbolic links on the way to ${path}.`);
    const parts = posix.normalize(path).split("/").filter(Boolean);
    let at = "/";
    for (const [index, part] of parts.entries()) {
      const next = posix.join(at, part);
      const node = this.nodes.get(next);
      if (node?.kind === "link") {
        const target = posix.resolve(at, node.target);
        const place = this.locate(posix.join(target, ...parts.slice(index + 1)), hops + 1);
        return { ...place, dangling: place.dangling || this.locate(target, hops + 1).node === undefined };
      }
      if (!node) return { real: posix.join(next, ...parts.slice(index + 1)), node: undefined, dangling: false };
      at = next;
    }
    return { real: at, node: this.nodes.get(at), dangling: false };
  }
}
