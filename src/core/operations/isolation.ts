/** Whether commands are kept in a sandbox, and why not. With the kind `required` none may run at all. */
export type Isolation =
  | {
      readonly kind: "sandboxed";
      /** There is no way out of it. */
      readonly required?: true;
    }
  | {
      readonly kind: "open";
      /** What is in the way of one; absent where the user wants none. */
      readonly detail?: string;
    }
  | { readonly kind: "required"; readonly detail: string };
