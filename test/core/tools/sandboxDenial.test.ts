import { expect, test } from "vitest";
import { sandboxDenial } from "../../../src/core/tools/sandboxDenial";

test.each([
  ["touch: cannot touch '/etc/x': Read-only file system"],
  ["npm error code EROFS"],
  ["curl: (6) Could not resolve host: example.org"],
  ["Error: getaddrinfo EAI_AGAIN packages.example"],
  ["fatal: unable to access 'https://x/': Could not resolve host: x"],
  ["connect: Network is unreachable"],
  ["docker: permission denied while trying to connect: Operation not permitted"],
])("%s", (line) => expect(sandboxDenial(`before\n  ${line}\nafter\n`)).toBe(line));

test("a failure of the command's own is none", () => {
  expect(sandboxDenial("1 test failed\nAssertionError: expected 1 to be 2\nPermission denied (publickey).")).toBe(
    undefined,
  );
});

test("a denied write tells more than what failed because of it", () => {
  expect(sandboxDenial("x: Read-only file system\nError: Operation not permitted")).toBe("x: Read-only file system");
});

test("Node's message tells more than the code that it repeats below", () => {
  const message = "Error: EROFS: read-only file system, open '/home/me/x'";
  expect(sandboxDenial(`${message} {\n  errno: -30,\n  code: 'EROFS',\n}`)).toBe(`${message} {`);
  expect(sandboxDenial("  code: 'EROFS',")).toBe("code: 'EROFS',");
});

test("a line of any length is cut", () => expect(sandboxDenial(`EROFS ${"x".repeat(9_000)}`)?.length).toBe(300));
