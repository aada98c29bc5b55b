import type { FormEnd, FormRequest } from "../../shared/forms";

/** Asks a person and waits. The one queue of questions: `gate/questions.ts`. Clocks stand meanwhile. */
export interface People {
  ask(form: Omit<FormRequest, "id" | "session" | "expiresAt">, signal: AbortSignal): Promise<FormEnd>;
}
