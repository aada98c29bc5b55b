import type { FormAnswer, FormEnd, FormField, FormRequest, FormValue } from "../../shared/forms";
import { bounded, visible } from "../../shared/visible";
import { ToolError } from "../operations/failure";
import type { People } from "../operations/people";
import type { Clock, Ids } from "../operations/ports";
import type { HumanTime } from "./humanTime";

/** Past this nobody fills a form in; whoever asks for more is refused, not cut. */
const MAX_FIELDS = 50;
const MAX_OPTIONS = 200;

/** Characters of a message; a longer one is shown in part. */
export const MAX_MESSAGE = 4_000;
const MAX_LABEL = 1_000;
const MAX_URL = 4_000;
/** What a person may write into one field. */
export const MAX_ANSWER = 20_000;

export interface QuestionOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly session: string;
  readonly expiryMs: number;
  readonly human: HumanTime;
  /** Shows a form. Never awaited. */
  readonly onRequest: (form: FormRequest) => void;
  /** Takes it away again, whatever ended it. */
  readonly onSettle: (form: FormRequest, end: FormEnd) => void;
}

/**
 * The one broker of a session's questions. A server's second question while its first is open ends as
 * `closed` at once: a flood of them must not stand in a person's way.
 */
export interface Questions extends People {
  /** False, and nothing happens, when the form is settled or the values are not what it asks for. */
  answer(id: string, answer: FormAnswer): boolean;
  /** Oldest first. */
  pending(): readonly FormRequest[];
  /** Ends what is open and whatever comes later. */
  close(): void;
}

interface Waiting {
  readonly form: FormRequest;
  end(end: FormEnd): void;
}

type Asked = Parameters<People["ask"]>[0];

export function createQuestions(options: QuestionOptions): Questions {
  const { clock } = options;
  const waiting = new Map<string, Waiting>();
  let closed = false;

  function open(asked: Asked, settled: (end: FormEnd) => void, signal: AbortSignal): Waiting {
    const id = options.ids.next("form");
    const form = { ...readable(asked), id, session: options.session, expiresAt: clock.now() + options.expiryMs };
    const timer = new AbortController();
    const waited = options.human.open();
    const stop = (): void => entry.end(cancelled("stopped"));
    const entry: Waiting = {
      form,
      end(end) {
        if (!waiting.delete(id)) return;
        timer.abort();
        signal.removeEventListener("abort", stop);
        waited();
        options.onSettle(form, end);
        settled(end);
      },
    };
    waiting.set(id, entry);
    signal.addEventListener("abort", stop);
    clock.sleep(options.expiryMs, timer.signal).then(
      () => entry.end(cancelled("expired")),
      () => undefined,
    );
    return entry;
  }

  const asksAlready = (asked: Asked): boolean =>
    asked.from.kind === "server" && [...waiting.values()].some(({ form }) => sameServer(form, asked));

  return {
    async ask(asked, signal) {
      refuseTooLarge(asked);
      if (closed || asksAlready(asked)) return cancelled("closed");
      if (signal.aborted) return cancelled("stopped");
      return new Promise((settled) => options.onRequest(open(asked, settled, signal).form));
    },
    answer(id, answer) {
      const entry = waiting.get(id);
      if (!entry) return false;
      // A machine that slept wakes with its timers late: the wall clock decides.
      if (clock.now() >= entry.form.expiresAt) {
        entry.end(cancelled("expired"));
        return false;
      }
      const end = checked(entry.form, answer);
      if (end) entry.end(end);
      return end !== undefined;
    },
    pending: () => [...waiting.values()].map(({ form }) => form),
    close() {
      closed = true;
      for (const entry of [...waiting.values()]) entry.end(cancelled("closed"));
    },
  };
}

const cancelled = (why: "expired" | "closed" | "stopped"): FormEnd => ({ action: "cancel", why });

function sameServer(form: FormRequest, { from }: Asked): boolean {
  return form.from.kind === "server" && from.kind === "server" && form.from.server === from.server;
}

function refuseTooLarge({ fields, url = "" }: Asked): void {
  if (url.length > MAX_URL) throw tooLarge(`An address has at most ${MAX_URL} characters.`);
  if (fields.length <= MAX_FIELDS && fields.every(({ options = [] }) => options.length <= MAX_OPTIONS)) return;
  throw tooLarge(`A form has at most ${MAX_FIELDS} fields with at most ${MAX_OPTIONS} options each.`);
}

const tooLarge = (message: string): ToolError => new ToolError("invalid_argument", message);

/** What a person reads is bounded, with everything hidden made visible; ids, values and an address stay as they are. */
function readable(asked: Asked): Asked {
  return {
    ...asked,
    title: shown(asked.title, MAX_LABEL),
    message: shown(asked.message, MAX_MESSAGE, "\n"),
    fields: asked.fields.map(readableField),
  };
}

function readableField(field: FormField): FormField {
  return {
    ...field,
    ...labelled(field),
    ...(field.options && { options: field.options.map((option) => ({ ...option, ...labelled(option) })) }),
  };
}

function labelled({ label, help }: { readonly label: string; readonly help?: string }) {
  return {
    label: shown(label, MAX_LABEL, "\n"),
    ...(help === undefined ? {} : { help: shown(help, MAX_LABEL, "\n") }),
  };
}

const shown = (text: string, max: number, keep = ""): string => visible(bounded(text, max), keep);

function checked(form: FormRequest, answer: FormAnswer): FormAnswer | undefined {
  if (answer.action === "decline") return { action: "decline" };
  const values: [string, FormValue][] = [];
  for (const field of form.fields) {
    const value = Object.hasOwn(answer.values, field.id) ? answer.values[field.id] : undefined;
    if (value === undefined || isBlank(value)) {
      if (field.required) return undefined;
    } else if (fits(field, value)) values.push([field.id, value]);
    else return undefined;
  }
  return { action: "accept", values: Object.fromEntries(values) };
}

function isBlank(value: FormValue): boolean {
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}

function fits(field: FormField, value: FormValue): boolean {
  switch (field.kind) {
    case "text":
      return isWords(value);
    case "number":
      return Number.isFinite(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "boolean":
      return typeof value === "boolean";
    case "single":
      return isWords(value) && (isOption(field, value) || field.other === true);
    case "multiple":
      return Array.isArray(value) && areChoices(field, value);
    default:
      return field.kind satisfies never;
  }
}

/** Each option once, and at most one entry of the person's own. */
function areChoices(field: FormField, values: readonly unknown[]): boolean {
  const own = values.filter((value) => !isOption(field, value));
  const allowed = field.other === true ? 1 : 0;
  return values.every(isWords) && own.length <= allowed && new Set(values).size === values.length;
}

const isOption = (field: FormField, value: unknown): boolean =>
  field.options?.some((option) => option.value === value) ?? false;

const isWords = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_ANSWER;
