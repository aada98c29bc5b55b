import { answer, painted, readImage, shot } from "./pictures";
import type { Scene } from "./scenes";
import { approval, renameApproval, serverApproval, state, status, user } from "./states";

const busy = status({ running: true, turnStartedAt: Date.now() - 6_000, tokens: 14_200, contextShare: 0.31 });

/** Cards of images, of servers' tools and of changes to many files. */
export const CARD_SCENES: Readonly<Record<string, Scene>> = {
  images: {
    state: state({
      items: [
        user("u1", "How does the page look?"),
        shot("i1", { images: [{ mime: "image/png", bytes: 3_100 }] }),
        readImage("i2", 7_500_000, {
          details: { kind: "image", path: "docs/plan.png", mime: "image/png", bytes: 7_500_000, left: "too_large" },
          images: [],
        }),
        shot("i3", { subject: "browser/old", images: [{ mime: "image/png", bytes: 3_100 }, { bytes: 12 }] }),
        shot("i4", { subject: "browser/slow", images: [{ mime: "image/png", bytes: 3_100 }] }),
      ],
    }),
    next: async (chat) => {
      for (const line of await chat.page.locator(".call-line").all()) await line.click();
      await answer(chat, "i1", await painted(chat, "image/png", 1280, 720));
      await answer(chat, "i3", { missing: "gone" });
      await chat.page.getByRole("img").evaluate((image) => (image as HTMLImageElement).decode());
    },
  },
  "server-approval": {
    state: state({
      status: busy,
      items: [user("u1", "Look it up"), shot("call-m1", { state: "waiting", subject: "notes/find" })],
      approvals: [serverApproval("m1")],
    }),
  },
  "command-parts": {
    state: state({
      status: busy,
      items: [user("u1", "Release it")],
      approvals: [
        approval("p1", {
          command: "git log --oneline v2.3.. | sort -u > notes.txt && npm run build && rm -rf /",
          parts: [
            { text: "git log --oneline v2.3..", outcome: "auto", why: "read_only" },
            { text: "sort -u", outcome: "auto", why: "read_only" },
            { text: "> notes.txt", outcome: "ask", why: "writes" },
            { text: "npm run build", outcome: "auto", why: "allow_rule", rule: "npm run build" },
            { text: "rm -rf /", outcome: "deny", why: "floor" },
          ],
        }),
      ],
    }),
  },
  "one-command": {
    state: state({
      status: busy,
      items: [user("u1", "Check it")],
      approvals: [
        approval("o1", {
          command: "node check.js",
          reason: "shell_command",
          parts: [{ text: "node check.js", outcome: "ask", why: "not_listed" }],
          choices: ["once", "session", "always", "deny", "deny_with_note"],
          isolation: "sandboxed",
          intent: "Runs `check.js` to see whether the sums are right.",
        }),
      ],
    }),
    next: ({ page }) => page.setViewportSize({ width: 290, height: 700 }),
  },
  "many-files": {
    state: state({ status: busy, items: [user("u1", "Rename it")], approvals: [renameApproval("n1")] }),
  },
};
