import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { FormRequest } from "../../src/shared/forms";
import type { Goal } from "../../src/shared/goal";
import type { ApprovalCard, ChatOp, ChatState, ChatStatus } from "../../src/shared/messages/chat";
import type { ChatItem } from "../../src/shared/messages/chatItems";
import { withRow } from "../../src/shared/programRows";
import type { Todo } from "../../src/shared/results";

/** What the view shows: one signal an item, so that streaming text draws one item only. */
export interface Store {
  /** Undefined before the first snapshot. */
  readonly status: ReadonlySignal<ChatStatus | undefined>;
  readonly order: ReadonlySignal<readonly string[]>;
  readonly approvals: ReadonlySignal<readonly ApprovalCard[]>;
  readonly todos: ReadonlySignal<readonly Todo[]>;
  readonly goal: ReadonlySignal<Goal | undefined>;
  readonly forms: ReadonlySignal<readonly FormRequest[]>;
  /** How many snapshots have come. */
  readonly loads: ReadonlySignal<number>;
  item(id: string): ReadonlySignal<ChatItem> | undefined;
  load(state: ChatState): void;
  apply(ops: readonly ChatOp[]): void;
}

/** The host keeps as much of a running call's output. */
const MAX_OUTPUT = 64 * 1024;

export function createStore(): Store {
  const cells: Cells = {
    status: signal<ChatStatus | undefined>(undefined),
    order: signal<readonly string[]>([]),
    approvals: signal<readonly ApprovalCard[]>([]),
    todos: signal<readonly Todo[]>([]),
    goal: signal<Goal | undefined>(undefined),
    forms: signal<readonly FormRequest[]>([]),
    loads: signal(0),
    items: new Map(),
  };
  return {
    ...cells,
    item: (id) => cells.items.get(id),
    load: (state) => batch(() => load(cells, state)),
    apply: (ops) => batch(() => applyAll(cells, ops)),
  };
}

interface Cells {
  readonly status: Signal<ChatStatus | undefined>;
  readonly order: Signal<readonly string[]>;
  readonly approvals: Signal<readonly ApprovalCard[]>;
  readonly todos: Signal<readonly Todo[]>;
  readonly goal: Signal<Goal | undefined>;
  readonly forms: Signal<readonly FormRequest[]>;
  readonly loads: Signal<number>;
  readonly items: Map<string, Signal<ChatItem>>;
}

function load(cells: Cells, state: ChatState): void {
  const kept = new Set(state.items.map((item) => item.id));
  for (const id of cells.items.keys()) if (!kept.has(id)) cells.items.delete(id);
  for (const item of state.items) put(cells, item);
  cells.order.value = [...kept];
  cells.approvals.value = state.approvals;
  cells.todos.value = state.todos;
  cells.goal.value = state.goal;
  cells.forms.value = state.forms;
  cells.status.value = state.status;
  cells.loads.value++;
}

/** True when the item is new. */
function put(cells: Cells, item: ChatItem): boolean {
  const known = cells.items.get(item.id);
  if (known) known.value = item;
  else cells.items.set(item.id, signal(item));
  return !known;
}

function applyAll(cells: Cells, ops: readonly ChatOp[]): void {
  const added: string[] = [];
  for (const op of ops) if (apply(cells, op) && op.op === "item") added.push(op.item.id);
  const left = added.filter((id) => cells.items.has(id));
  if (left.length > 0) cells.order.value = [...cells.order.value, ...new Set(left)];
}

/** True when an item was added; `applyAll` puts all of a message in the order at once. */
function apply(cells: Cells, op: ChatOp): boolean {
  switch (op.op) {
    case "item":
      return put(cells, op.item);
    case "drop":
      cells.items.delete(op.id);
      cells.order.value = cells.order.value.filter((id) => id !== op.id);
      return false;
    case "text":
      grow(cells, op.id, (item) => (item.kind === "assistant" ? { ...item, text: item.text + op.text } : item));
      return false;
    case "output":
      grow(cells, op.id, (item) => (item.kind === "call" ? { ...item, output: lastOf(item.output, op.text) } : item));
      return false;
    case "row":
      grow(cells, op.id, (item) => ("program" in item ? { ...item, program: withRow(item.program, op.row) } : item));
      return false;
    case "status":
      cells.status.value = op.status;
      return false;
    case "approvals":
      cells.approvals.value = op.approvals;
      return false;
    case "todos":
      cells.todos.value = op.todos;
      return false;
    case "goal":
      cells.goal.value = op.goal;
      return false;
    case "forms":
      cells.forms.value = op.forms;
      return false;
    default:
      return op satisfies never;
  }
}

function grow(cells: Cells, id: string, change: (item: ChatItem) => ChatItem): void {
  const cell = cells.items.get(id);
  if (cell) cell.value = change(cell.peek());
}

function lastOf(output: string | undefined, more: string): string {
  const all = (output ?? "") + more;
  return all.length > MAX_OUTPUT ? all.slice(-MAX_OUTPUT) : all;
}
