import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { IMAGE_TYPES } from "../../src/shared/results";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { answer, asked, bytesOf, painted, readImage, shot, unasked } from "./support/pictures";
import { state } from "./support/states";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});
afterEach(async () => {
  expect(await chat.faults()).toEqual([]);
});

const loads = () => asked(chat);

const open = () => chat.page.locator(".call-line").click();
const body = () => chat.page.locator(".call-body");
const pictures = () => chat.page.getByRole("img");
const PNG = { mime: "image/png", bytes: 300 } as const;

/** Until the browser has decoded it. */
const isDrawn = (index = 0) =>
  pictures()
    .nth(index)
    .evaluate(async (element) => {
      await (element as HTMLImageElement).decode();
      return (element as HTMLImageElement).naturalWidth;
    });

test("an image stands once in its card, and its data nowhere as text (F77)", async () => {
  const image = await painted(chat);
  const item = shot("c", { images: [{ mime: "image/png", bytes: bytesOf(image.data) }] });
  for (const _ of ["live", "after the page was loaded anew"]) {
    await chat.snapshot(state({ items: [item] }));
    await open();
    await answer(chat, "c", image);
    expect(await isDrawn()).toBe(320);
    expect(await pictures().count()).toBe(1);
    const words = (await chat.page.locator(".list").textContent()) ?? "";
    expect(words).not.toContain(image.data.slice(0, 40));
    expect(words).toContain("Took a screenshot.");
    await chat.page.reload();
  }
});

test("nothing is asked for before its card is opened, and a closed one is let go", async () => {
  await chat.page.evaluate(() => {
    const revoke = URL.revokeObjectURL.bind(URL);
    const revoked: string[] = [];
    Object.assign(window, { revoked });
    URL.revokeObjectURL = (url) => {
      revoked.push(url);
      revoke(url);
    };
  });
  await chat.snapshot(state({ items: [shot("c", { images: [PNG] })] }));
  expect(await chat.page.locator(".call-line").textContent()).toContain("1 image");
  expect(await loads()).toEqual([]);
  await open();
  await expect.poll(loads).toEqual([["c", 0]]);
  await body().getByRole("status").filter({ hasText: "Loading the image…" }).waitFor();
  await answer(chat, "c", await painted(chat));
  const url = await pictures().getAttribute("src");
  expect(url).toMatch(/^blob:/);
  await open();
  await expect.poll(() => pictures().count()).toBe(0);
  // Asking for it again proves nothing: the browser may have it in a list of its own.
  expect(await chat.page.evaluate(() => Reflect.get(window, "revoked"))).toEqual([url]);
  await open();
  await expect.poll(loads).toHaveLength(2);
});

test("its words for who can't see it say tool, file, kind and size", async () => {
  const image = await painted(chat);
  const bytes = bytesOf(image.data);
  await chat.snapshot(state({ items: [readImage("c", bytes)] }));
  await open();
  await answer(chat, "c", image);
  expect(await pictures().getAttribute("alt")).toMatch(/^Image, Read docs\/plan\.png: PNG, [\d.]+ (B|kB), 320 × 180$/);
});

test.each(IMAGE_TYPES.filter((type) => type !== "image/gif"))("%s is drawn", async (type) => {
  const image = await painted(chat, type);
  await chat.snapshot(state({ items: [shot("c", { images: [{ mime: type, bytes: bytesOf(image.data) }] })] }));
  await open();
  await answer(chat, "c", image);
  expect(await isDrawn()).toBe(320);
});

test("a GIF is drawn", async () => {
  const data = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
  await chat.snapshot(state({ items: [shot("c", { images: [{ mime: "image/gif", bytes: 42 }] })] }));
  await open();
  await answer(chat, "c", { mime: "image/gif", data });
  expect(await isDrawn()).toBe(1);
});

test("an image file is opened by its button, by keys alone, and is not told of twice", async () => {
  await chat.snapshot(state({ items: [readImage("c", 300)] }));
  await chat.page.locator(".call-line").focus();
  await chat.page.keyboard.press("Enter");
  await answer(chat, "c", await painted(chat));
  await chat.page.keyboard.press("Tab");
  await chat.page.keyboard.press("Enter");
  expect(await chat.intents()).toContainEqual({ kind: "openFile", path: "docs/plan.png" });
  expect(await body().textContent()).not.toContain("image/png");
});

test.each([
  ["too_large", "This image is too large to show: 7.2 MB."],
  ["not_taken", "This model takes no images: it was told the type and the size (7.2 MB)."],
] as const)("a file that the model did not get (%s) says why and can be opened", async (left, words) => {
  const { images: _, ...item } = readImage("c", 7_500_000);
  const details = { kind: "image", path: "docs/plan.png", mime: "image/png", bytes: 7_500_000, left } as const;
  await chat.snapshot(state({ items: [{ ...item, details }] }));
  await open();
  expect(await body().textContent()).toContain(words);
  await body().getByRole("button", { name: "Open the file" }).click();
  expect(await loads()).toEqual([]);
});

test.each([
  [{ missing: "gone" }, "This image is no longer kept here."],
  [{ missing: "damaged" }, "This image is damaged, so it can't be shown."],
  [{ mime: "image/png", data: "%%%" }, "This image is damaged, so it can't be shown."],
  [{ mime: "image/png", data: "" }, "This image is damaged, so it can't be shown."],
] as const)("the answer %j is told in words", async (image, words) => {
  await chat.snapshot(state({ items: [shot("c", { images: [PNG] })] }));
  await open();
  await answer(chat, "c", image);
  await expect.poll(() => body().textContent()).toContain(words);
  expect(await pictures().count()).toBe(0);
});

test("a header that lies, a document that is called an image and a bomb of pixels are not drawn", async () => {
  const header = (width: number) => {
    const bytes = [..."\x89PNG\r\n\x1a\n\0\0\0\rIHDR"].map((character) => character.charCodeAt(0));
    const size = [24, 16, 8, 0].map((shift) => (width >>> shift) & 255);
    return btoa(String.fromCharCode(...bytes, ...size, ...size, 8, 6, 0, 0, 0));
  };
  const svg = btoa("<svg xmlns='http://www.w3.org/2000/svg' onload='hacked = 1' width='9' height='9'/>");
  const answers = [header(40), svg, header(50_000)];
  await chat.snapshot(state({ items: [shot("c", { images: answers.map(() => PNG) })] }));
  await open();
  for (const [index, data] of answers.entries()) await answer(chat, "c", { mime: "image/png", data }, index);
  await expect.poll(() => pictures().count()).toBe(0);
  const told = () => body().locator(".picture-words").allTextContents();
  await expect.poll(async () => (await told()).filter((each) => !each.includes("Loading"))).toHaveLength(3);
  const words = await told();
  expect(words[0]).toContain("damaged");
  expect(words[2]).toContain("too large");
  expect(await chat.page.evaluate(() => "hacked" in window)).toBe(false);
});

test("what is no image, or too large, is not even asked for", async () => {
  const images = [{ bytes: 0 }, { bytes: 4_000 }, { mime: "image/png", bytes: 52_428_800 }] as const;
  await chat.snapshot(state({ items: [shot("c", { images })] }));
  await open();
  expect(await body().locator(".picture-words").allTextContents()).toEqual([
    "This is no PNG, JPEG, GIF or WebP image, so it is not shown: 0 B.",
    "This is no PNG, JPEG, GIF or WebP image, so it is not shown: 3.9 kB.",
    "This image is too large to show: 50 MB.",
  ]);
  expect(await loads()).toEqual([]);
});

test("of a hundred images four are asked for at once, the next ones by a button", async () => {
  await chat.snapshot(state({ items: [shot("c", { images: Array.from({ length: 100 }, () => PNG) })] }));
  expect(await chat.page.locator(".call-line").textContent()).toContain("100 images");
  await open();
  await expect.poll(loads).toHaveLength(4);
  await answer(chat, "c", await painted(chat), 1);
  expect(await pictures().getAttribute("alt")).toContain("Image 2 of 100, Call browser/screenshot");
  await body().getByRole("button", { name: "Show more images (96 left)" }).click();
  await expect.poll(loads).toHaveLength(8);
  expect(new Set((await loads()).map(String)).size).toBe(8);
});

test("an answer that nobody waits for, or in another shape, changes nothing", async () => {
  await chat.snapshot(state({ items: [shot("c", { images: [PNG] })] }));
  await unasked(chat, "c", await painted(chat));
  await open();
  await unasked(chat, "other", { missing: "gone" });
  await answer(chat, "c", { mime: "image/svg+xml", data: "AAAA" } as never);
  expect(await body().getByRole("status").textContent()).toContain("Loading the image…");
});

test("a call to a server says in its line what, and its arguments once in its body", async () => {
  await chat.snapshot(state({ items: [shot("c")] }));
  expect(await chat.page.locator(".call-words").textContent()).toContain("Call browser/screenshot");
  await open();
  const words = (await chat.page.locator(".call").textContent()) ?? "";
  expect(words.split("fullPage")).toHaveLength(2);
  expect(await chat.page.getByRole("region", { name: "Arguments" }).textContent()).toBe('{\n  "fullPage": true\n}');
});

test("a subject with words of ours is in the person's language, its data as it is", async () => {
  const l10n = { "{0} in {1}": "{1} 中的 {0}", Search: "搜索" };
  const item = shot("c", {
    title: "Search",
    subject: "a in b",
    subjectWords: { text: "{0} in {1}", args: ["a", "b"] },
  });
  await chat.post({ type: "snapshot", seq: 1, state: state({ items: [item] }), l10n, locale: "zh-cn" });
  expect(await chat.page.locator(".call-words").textContent()).toContain("搜索 b 中的 a");
});
