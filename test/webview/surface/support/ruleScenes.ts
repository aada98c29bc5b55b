import type { RulesView } from "../../../../src/shared/messages/surfaceRules";
import type { Scene } from "./scenes";
import { view } from "./states";

const RULES: RulesView = {
  problems: [{ place: "gatehouse.rules[2]", why: "action: must be allow, ask or deny" }],
  rules: [
    { rule: { tool: "bash", command: "npm test", action: "allow" }, source: "user" },
    { rule: { tool: "bash", command: "git push", action: "ask", why: "Others see it." }, source: "user" },
    { rule: { tool: "*", action: "ask" }, source: "user", unread: true },
    { rule: { tool: "edit", path: "infra/**", action: "deny" }, source: "folder", folder: "api" },
    { rule: { tool: "wirte", action: "deny" }, source: "user", unknownTool: ["write"] },
  ],
  omitted: 0,
  laws: [
    {
      folder: "api",
      invariants: [{ id: "licence", paths: ["LICENSE", "NOTICE"], action: "block", why: "Legal owns these." }],
    },
    { folder: "web", invariants: [], broken: ".gatehouse/law.json:3: the file: rules is not known." },
  ],
  policy: { posture: "auto-review", lists: [{ of: "servers", allow: ["files", "tracker"], deny: [] }] },
};

/** The page of rules, with and without any. */
export const RULE_SCENES: Readonly<Record<string, Scene>> = {
  rules: {
    state: view({ rules: RULES }),
    tab: "rules",
    next: async (surface) => {
      await surface.page
        .getByRole("textbox", { name: "Command", exact: true })
        .first()
        .fill("git log | sort > a && git push");
      await surface.page.getByRole("button", { name: "Look" }).click();
      await surface.post({
        type: "explained",
        id: 1,
        explanation: {
          state: "known",
          outcome: "ask",
          parts: [
            { text: "git log", outcome: "auto", why: "read_only" },
            { text: "sort", outcome: "auto", why: "read_only" },
            { text: "> a", outcome: "ask", why: "writes" },
            { text: "git push", outcome: "ask", why: "ask_rule", rule: "git push" },
          ],
          omitted: 0,
          postures: { ask: "ask", "auto-review": "deny", "full-access": "ask" },
        },
      });
    },
  },
  "rules-empty": { state: view(), tab: "rules" },
};
