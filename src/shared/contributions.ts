/** Typed ids of everything in the manifest. A house test holds `package.json` against this file. */
export const COMMANDS = {
  open: "gatehouse.open",
  newSession: "gatehouse.newSession",
  sessions: "gatehouse.sessions",
  stop: "gatehouse.stop",
  setMode: "gatehouse.setMode",
  setPosture: "gatehouse.setPosture",
  selectModel: "gatehouse.selectModel",
  takeTour: "gatehouse.takeTour",
  setKey: "gatehouse.setKey",
  forgetKey: "gatehouse.forgetKey",
  showApprovals: "gatehouse.showApprovals",
  showAudit: "gatehouse.showAudit",
  filterAudit: "gatehouse.filterAudit",
  exportAudit: "gatehouse.exportAudit",
  showSurface: "gatehouse.showSurface",
  showSurfaceJson: "gatehouse.showSurfaceJson",
  showRules: "gatehouse.showRules",
  manageServers: "gatehouse.manageServers",
  checkServer: "gatehouse.checkServer",
  editAgents: "gatehouse.editAgents",
  showSkills: "gatehouse.showSkills",
  limitSession: "gatehouse.limitSession",
  setGoal: "gatehouse.setGoal",
  showLogs: "gatehouse.showLogs",
  openSettings: "gatehouse.openSettings",
} as const;

export const VIEWS = { container: "gatehouse", chat: "gatehouse.chat" } as const;

/** Webview panels: they stand in no manifest. */
export const PANELS = { surface: "gatehouse.surface" } as const;

/** Keys of settings below `gatehouse.`; see `package.json` for scope, type and default. */
export const SETTINGS = {
  /** Application scope: `[{name, baseUrl, models?, headers?, body?}]`. */
  endpoints: "endpoints",
  /** Application scope: "tour" or "<endpoint name>/<model name>". */
  model: "model",
  mode: "mode",
  posture: "posture",
  workspaceEdits: "approvals.workspaceEdits",
  maxResultTokens: "results.maxTokens",
  maxSteps: "turn.maxSteps",
  maxSeconds: "turn.maxSeconds",
  progressEnabled: "progress.enabled",
  progressFlushMs: "progress.flushMs",
  progressFlushBytes: "progress.flushBytes",
  passEnvironment: "commands.passEnvironment",
  /** Application scope: a list of rules that allow, ask or deny. */
  rules: "rules",
  /** Resource scope, read when trusted: rules that ask or deny. */
  workspaceRules: "workspaceRules",
  /** By tool name: `{enabled?, subagentAllowed?, workerRoutingStrategy?, promptHint?}`; a workspace may only narrow. */
  toolRules: "tools.rules",
  alwaysLoad: "tools.alwaysLoad",
  suggestTools: "tools.suggest",
  codeMode: "codeMode",
  maxProgramCalls: "programs.maxCalls",
  /** Application scope: `{name: server}`. A workspace's servers stand in its own files. */
  mcpServers: "mcpServers",
  trustedServers: "mcp.trustedServers",
  disabledServers: "mcp.disabledServers",
  skillRoots: "skills.roots",
  goalMaxPasses: "goal.maxPasses",
  webSearch: "web.searchUrl",
  /** Application scope: `[{event, command, tools?, strict?, timeout?}]`, parsed by `core/gate/hookConfig.ts`. */
  hooks: "hooks",
  /** Application scope, both. */
  sandbox: "sandbox",
  sandboxHosts: "commands.allowedHosts",
} as const;

export const CONTEXT_KEYS = {
  chatFocus: "gatehouse.chatFocus",
  approvalFocus: "gatehouse.approvalFocus",
  running: "gatehouse.running",
  pendingApprovals: "gatehouse.pendingApprovals",
} as const;

/** Name of a key's secret: bound to the origin it was entered for. */
export const secretName = (origin: string): string => `gatehouse.key.${origin}`;
