/** One thing a person is asked for. Every string of it is foreign plain text, bounded by the broker. */
export interface FormField {
  /** Key of its value in the answer. */
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly required: boolean;
  readonly kind: "text" | "number" | "integer" | "boolean" | "single" | "multiple";
  /** With `single` and `multiple`. */
  readonly options?: readonly { readonly value: string; readonly label: string; readonly help?: string }[];
  /** A `single` or `multiple` question that also takes words of the person's own. */
  readonly other?: boolean;
  readonly initial?: FormValue;
}

export type FormValue = string | number | boolean | readonly string[];

/** Who asks: the model by `request_user_input`, or an MCP server by elicitation or sampling. */
export type FormSource = { readonly kind: "model" } | { readonly kind: "server"; readonly server: string };

/** Questions to a person. Answers to a server's are in no log. */
export interface FormRequest {
  readonly id: string;
  readonly session: string;
  readonly agent: string;
  /** The call it belongs to, where one does. */
  readonly callId?: string;
  readonly from: FormSource;
  readonly title: string;
  readonly message: string;
  readonly fields: readonly FormField[];
  /** A page the server wants to be opened. The view shows its host; the host opens it after a yes. */
  readonly url?: string;
  /** Wall time in ms; after it the request is cancelled. */
  readonly expiresAt: number;
}

export type FormAnswer =
  | { readonly action: "accept"; readonly values: Readonly<Record<string, FormValue>> }
  | { readonly action: "decline" };

export type FormEnd = FormAnswer | { readonly action: "cancel"; readonly why: "expired" | "closed" | "stopped" };
