/** What can be set down so that nobody can read it. Until it is mended the stricter reading is in force. */
export const FAULTY = ["rules", "law", "hooks", "policy"] as const;
export type Faulty = (typeof FAULTY)[number];

/** One for each kind. */
export interface Fault {
  readonly of: Faulty;
  /** Where the first stands and what is wrong there: foreign text, of at most 400 characters. */
  readonly why: string;
  /** How many more there are. */
  readonly more: number;
}
