import { type Approvals, createApprovals } from "../gate/approvals";
import { createHumanTime, type HumanTime } from "../gate/humanTime";
import { createQuestions, type Questions } from "../gate/questions";
import type { SessionOptions } from "./options";
import type { SessionRecord } from "./record";

/** What of a session a person answers: approvals and questions, and the time that they take for both. */
export interface Asking {
  readonly approvals: Approvals;
  readonly questions: Questions;
  readonly human: HumanTime;
}

export function createAsking({ ports, settings }: SessionOptions, record: SessionRecord): Asking {
  const { clock, ids } = ports;
  const shared = { clock, ids, expiryMs: settings().approvalMs, human: createHumanTime(clock) };
  const approvals = createApprovals({
    ...shared,
    onRequest: (request) => record.tell({ type: "approval_requested", request }),
    onSettle: (request, end) => record.tell({ type: "approval_settled", id: request.id, callId: request.callId, end }),
  });
  const questions = createQuestions({
    ...shared,
    session: record.id,
    onRequest: (form) => record.tell({ type: "form_requested", form }),
    onSettle: ({ id }, { action }) => record.tell({ type: "form_settled", id, action }),
  });
  return { approvals, questions, human: shared.human };
}
