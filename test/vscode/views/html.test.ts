import { expect, test } from "vitest";
import { page } from "../../../src/vscode/views/html";

const PARTS = {
  nonce: "N0nce",
  cspSource: "https://*.vscode-cdn.net",
  script: "https://x/chat.js",
  styles: ["https://x/codicon.css", "https://x/chat.css"],
  highlighter: 'https://x/highlight.js?a="b"',
  language: "en",
  title: "Gatehouse",
};

const policy = () => /Content-Security-Policy" content="([^"]*)"/.exec(page(PARTS))?.[1] ?? "";

test("nothing may be loaded but what is listed", () => {
  expect(policy()).toMatch(/^default-src 'none'; /);
  expect(policy()).not.toMatch(/unsafe|\*(?!\.vscode-cdn)|http:/);
  expect(policy()).toContain("script-src 'nonce-N0nce';");
});

test("every script of the page has the nonce, and none is inline", () => {
  for (const [tag] of page(PARTS).matchAll(/<script[^>]*>/g)) expect(tag).toMatch(/nonce="N0nce" src="/);
  expect(page(PARTS)).not.toMatch(/<script[^>]*>[^<]|<style| style=| on\w+=/);
});

test("the toolkit finds the nonce for its own style", () => {
  expect(page(PARTS)).toContain('<meta property="csp-nonce" content="N0nce">');
});

test("addresses can't break out of their attributes", () => {
  expect(page(PARTS)).toContain('data-highlight="https://x/highlight.js?a=&quot;b&quot;"');
});
