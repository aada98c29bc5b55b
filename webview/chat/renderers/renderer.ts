import type { ComponentChildren, FunctionComponent } from "preact";
import type { CallItem } from "../../../src/shared/messages/chatItems";

/** How the calls of one kind of tool are drawn. `Details` of a kind decide what it shows, never the tool's name. */
export interface Renderer {
  /** What the closed line adds to title and subject once the call has ended. */
  readonly tail?: (item: CallItem) => ComponentChildren;
  /** What is shown below the line when it is opened; undefined when there is nothing to show. */
  /** The tail says how a call failed, too. */
  readonly tellsFailure?: (item: CallItem) => boolean;
  /** Its body is shown until a person folds it. */
  readonly unfolded?: true;
  /** Its line has no room for what the call is about. */
  readonly subjectInBody?: true;
  readonly Body: FunctionComponent<{ readonly item: CallItem }>;
}
