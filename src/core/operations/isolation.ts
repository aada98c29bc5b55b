/** Whether commands are kept in a sandbox, and why not. `required`: then none may run at all. */
export type Isolation =
  | { readonly kind: "sandboxed" }
  | { readonly kind: "open"; readonly why: "off" | "missing"; readonly detail?: string }
  | { readonly kind: "required"; readonly detail: string };
