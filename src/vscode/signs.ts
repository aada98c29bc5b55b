import { commands } from "vscode";
import { CONTEXT_KEYS } from "../shared/contributions";
import type { Sessions } from "./sessions";
import type { StatusBar } from "./statusBar";
import type { ChatView } from "./views/chat";

/** What shows the state of the session outside of its view: status bar, badge, keys of `when` clauses. */
export class Signs {
  #shown = "";

  constructor(
    private readonly sessions: Sessions,
    private readonly statusBar: StatusBar,
    private readonly chat: ChatView,
  ) {}

  /** Called at each event: does nothing unless one of the signs is another. */
  show(): void {
    const { mode, posture, trusted, running } = this.sessions.status;
    const facts = { mode, posture, trusted, running, pending: this.sessions.current.projection.waiting };
    const key = JSON.stringify(facts);
    if (key === this.#shown) return;
    this.#shown = key;
    this.statusBar.show(facts);
    this.chat.badge(facts.pending);
    void commands.executeCommand("setContext", CONTEXT_KEYS.running, running);
    void commands.executeCommand("setContext", CONTEXT_KEYS.pendingApprovals, facts.pending);
  }
}
