import type { Scene } from "./scenes";
import { approval, call, field, form, OPTIONS, running, state, status, user } from "./states";

const busy = status({ running: true, turnStartedAt: Date.now() - 6_000, tokens: 14_200, contextShare: 0.31 });

export const FORM_SCENES: Readonly<Record<string, Scene>> = {
  "form-model": {
    state: state({
      status: busy,
      items: [
        user("u1", "Move the settings into a database"),
        running("r1", { title: "Ask", subject: "Which database? (+2)", renderer: "questionnaire" }),
      ],
      forms: [
        form("f1", {
          fields: [
            field("q1", { kind: "single", label: "Which database should it be?", options: OPTIONS, other: true }),
            field("q2", { kind: "multiple", label: "What has to move?", options: OPTIONS.slice(1), required: false }),
            field("q3", { label: "How are the old files to be named?", required: false }),
          ],
        }),
        form("f2"),
      ],
    }),
    next: async ({ page }) => {
      await page.getByRole("radio", { name: "In my own words" }).click();
      await page.getByRole("checkbox", { name: /PostgreSQL/ }).click();
      await page.getByRole("button", { name: "Submit" }).click();
    },
  },
  "form-server": {
    state: state({
      status: busy,
      items: [user("u1", "Deploy it")],
      forms: [
        form("f1", {
          from: { kind: "server", server: "deploy" },
          title: "Deployment",
          message: "Where shall this go?\u202e\nIt takes about a minute.",
          expiresAt: Date.now() + 100_000,
          fields: [
            field("region", { label: "Region", help: "As in your account." }),
            field("replicas", { label: "Replicas", kind: "integer", initial: 2 }),
            field("dry", { label: "Dry run", kind: "boolean", required: false, initial: true }),
          ],
        }),
      ],
    }),
  },
  "form-page": {
    state: state({
      status: busy,
      items: [user("u1", "Sign in")],
      approvals: [approval("a1")],
      forms: [
        form("f1", {
          from: { kind: "server", server: "github" },
          message: "Please sign in to go on.",
          fields: [],
          url: "https://github.com.evil.example/login?next=https://github.com/",
        }),
      ],
    }),
  },
  answers: {
    state: state({
      items: [
        user("u1", "Move the settings"),
        call("1", {
          tool: "request_user_input",
          title: "Ask",
          subject: "Which database? (+1)",
          renderer: "questionnaire",
          ms: 21_000,
          details: {
            kind: "answers",
            how: "answered",
            answers: [
              { question: "Which database?", answer: ["PostgreSQL"] },
              { question: "What has to move?", answer: ["Users", "my own words"] },
              { question: "Anything else?", answer: [] },
            ],
          },
        }),
        call("2", {
          title: "Ask",
          subject: "Go on?",
          renderer: "questionnaire",
          details: { kind: "answers", how: "declined", answers: [] },
          text: "The user declined to answer.",
        }),
      ],
    }),
    next: ({ page }) => page.getByRole("button", { name: /Which database/ }).click(),
  },
};
