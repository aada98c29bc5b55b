import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ProfileDraft, SurfaceView } from "../../../src/shared/messages/surface";
import { off, profile, tool, view } from "./support/states";
import { openSurface, type Surface, startBrowser, stopBrowser } from "./support/surfacePage";

let surface: Surface;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  surface = await openSurface();
});

async function show(change: Partial<SurfaceView> = {}): Promise<void> {
  await surface.state(view({ profiles: [profile("reviewer"), profile("history")], ...change }));
  await surface.post({ type: "tab", tab: "agents" });
}
const DRAFT: ProfileDraft = {
  name: "reviewer",
  description: "Reads",
  tools: ["read", "Glob"],
  model: "",
  mode: "",
  prompt: "Be brief.",
};
const edit = (draft: Partial<ProfileDraft> = {}, source: "workspace" | "home" = "workspace") =>
  surface.post({ type: "profile", file: FILE, base: "b1", source, profile: { ...DRAFT, ...draft } });
const FILE = ".gatehouse/agents/reviewer.md";
const wishes = async () => (await surface.intents()).filter(({ kind }) => kind !== "ready");
const button = (name: string | RegExp) => surface.page.getByRole("button", { name });
const words = () => surface.page.locator(".surface").innerText();

test("says what an agent of a profile would get, each with its route or reason", async () => {
  await show();
  const said = await words();
  expect(said).toContain("What an agent of it would get");
  expect(said).toMatch(/read\s+in the worker/);
  expect(said).toMatch(/Web\s+through the main process/);
  expect(said).toMatch(/bash\s+does not run for a sub-agent · This agent may not run commands\./);
  expect(said).toContain("Not selected: 41 tools.");
});

test("runs with routes are not there yet, and that is said", async () => {
  await show({ profiles: [] });
  expect(await words()).toContain("No agent has run yet.");
  expect(await words()).toContain("There are no profiles.");
});

test("problems stand with their line, which opens", async () => {
  await show({ profiles: [profile("broken", { problems: [{ line: 4, text: "The tools must be a list." }] })] });
  await button("line 4").click();
  expect(await wishes()).toEqual([{ kind: "openFile", path: ".gatehouse/agents/broken.md", line: 4, revision: 1 }]);
});

test("a profile is edited from its file, and saved with the text it was read from", async () => {
  await show();
  await button("Edit").click();
  expect(await wishes()).toEqual([{ kind: "editProfile", file: FILE, revision: 1 }]);
  await edit();
  const field = (name: string) => surface.page.getByRole("textbox", { name, exact: true });
  expect(await surface.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Name");
  await field("Description").fill("Reads a change.");
  await field("Prompt").fill("Be brief and kind.");
  await surface.page.getByRole("combobox", { name: /^Mode/ }).click();
  await surface.page.getByRole("option", { name: /^Plan/ }).click();
  await button("Save").click();
  const saved = { ...DRAFT, description: "Reads a change.", prompt: "Be brief and kind.", mode: "plan" };
  expect((await wishes()).at(-1)).toEqual({ kind: "saveProfile", file: FILE, base: "b1", profile: saved, revision: 1 });
});

test("tools are chosen by switches; no list is the read-only set, an empty one is none", async () => {
  await show({ tools: { rows: [tool("read"), tool("write"), off("bash")], omitted: 0 } });
  await edit();
  const save = async () => {
    await button("Save").click();
    const last = (await wishes()).at(-1);
    return last?.kind === "saveProfile" ? last.profile.tools : undefined;
  };
  const row = (name: RegExp) => surface.page.getByRole("row", { name });
  await row(/^write/)
    .getByRole("switch")
    .click();
  expect(await save()).toEqual(["read", "Glob", "write"]);
  await row(/^read/).getByRole("switch").click();
  await row(/^write/)
    .getByRole("switch")
    .click();
  await button("Drop Glob").click();
  expect(await words()).toContain("None is switched on: it gets no tool at all.");
  expect(await save()).toEqual([]);
  await surface.page.getByRole("radio", { name: /^The read-only set/ }).check();
  expect(await save()).toBeNull();
});

test("a tool that is off for all can be named, and the row says that it will not come", async () => {
  await show({ tools: { rows: [off("bash"), tool("Web", { subagentAllowed: false })], omitted: 0 } });
  await edit();
  expect(await surface.page.getByRole("row", { name: "bash, off, This tool is switched off." }).count()).toBe(1);
  expect(await surface.page.getByRole("row", { name: "Web, off, Not allowed for sub-agents." }).count()).toBe(1);
});

test("a workspace's profile can't name a model, a person's own can", async () => {
  await show();
  await edit();
  expect(await surface.page.getByRole("textbox", { name: "Model" }).count()).toBe(0);
  expect(await words()).toContain("a workspace's profile can't name a model");
  await button("Cancel").click();
  await edit({ model: "local/small" }, "home");
  expect(await surface.page.getByRole("textbox", { name: "Model" }).inputValue()).toBe("local/small");
});

test("after saving it shows the effective profile, and says so", async () => {
  await show();
  await edit();
  await surface.post({ type: "saved", file: ".gatehouse/agents/history.md" });
  expect(await surface.page.locator(".details h2").innerText()).toBe("history");
  expect(await words()).toContain("Saved. This is what an agent of it gets now.");
  expect(await surface.page.locator('[aria-live="polite"]').textContent()).toBe("Saved");
});

test("a refused save keeps what was written and says what is wrong", async () => {
  await show();
  await edit({ description: "Mine" });
  const problems = [{ line: 2, text: "The name must be one line." }];
  await surface.post({ type: "refused", intent: "saveProfile", why: "invalid", problems });
  expect(await words()).toContain("This would not be a valid profile; it was not saved.");
  expect(await words()).toContain("The name must be one line.");
  expect(await surface.page.getByRole("textbox", { name: "Description" }).inputValue()).toBe("Mine");
});

test("a half-written profile outlives the page", async () => {
  await show();
  await button("New profile…").click();
  await surface.page.getByRole("textbox", { name: "Name" }).fill("scout");
  await surface.reload();
  await surface.post({ type: "state", revision: 1, state: view(), l10n: {}, locale: "en" });
  expect(await surface.page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("scout");
  await button("Save").click();
  expect((await wishes()).at(-1)).toMatchObject({ kind: "newProfile", profile: { name: "scout", tools: null } });
});

test("a new one needs a name", async () => {
  await show();
  await button("New profile…").click();
  expect(await words()).toContain("It needs a name.");
  await button("Save").click({ force: true });
  expect(await wishes()).toEqual([]);
});

test("nothing is written in an untrusted workspace, or without a folder, and that is said", async () => {
  await show({ place: { trusted: false, hasFolder: true, scopes: ["user"] } });
  expect(await words()).toContain("Profiles are written only in a trusted workspace.");
  expect(await button("Edit").count()).toBe(0);
  await surface.update({ place: { trusted: true, hasFolder: false, scopes: ["user"] } });
  expect(await words()).toContain("No folder is open to keep a profile in.");
});
