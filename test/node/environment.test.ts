import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAllowed } from "../../src/node/allowedVariables";
import { commandEnvironment, forkEnvironment } from "../../src/node/environment";
import { findShell } from "../../src/node/shell";
import { temporaryFolder } from "./support/folder";

describe("a command's environment", () => {
  test.each([
    "GITHUB_TOKEN",
    "AWS_SECRET_ACCESS_KEY",
    "api_key",
    "DbPassword",
    "MY_CREDENTIALS",
    "VSCODE_GIT_IPC_HANDLE",
    "ELECTRON_RUN_AS_NODE",
    "BASH_ENV",
    "BASH_FUNC_ls%%",
    "LD_PRELOAD",
    "DYLD_INSERT_LIBRARIES",
    "NODE_OPTIONS",
    "NODE_EXEC_PATH",
    "PROMPT_COMMAND",
    "ENV",
    "SHELLOPTS",
  ])("lacks %s", (name) => {
    expect(commandEnvironment({ [name]: "x" })).not.toHaveProperty([name]);
  });

  test.each(["ENVIRONMENT", "MY_BASH_ENV", "DISPLAY", "PWD", "GOFLAGS", "AWS_PROFILE", "SOMETHING_NEW"])(
    "lacks %s, which nobody listed",
    (name) => {
      expect(commandEnvironment({ [name]: "x" })).not.toHaveProperty([name]);
      expect(commandEnvironment({ [name]: "x" }, { pass: [name] })[name]).toBe("x");
    },
  );

  test.each(["HOME", "LANG", "LC_ALL", "XDG_CACHE_HOME", "JAVA_HOME", "npm_config_cache", "SSH_AUTH_SOCK", "CI"])(
    "keeps %s",
    (name) => {
      expect(commandEnvironment({ [name]: "x" })[name]).toBe("x");
    },
  );

  test("holds nothing that is neither listed, fixed nor named", () => {
    const quiet = commandEnvironment({}, { platform: "linux" });
    const anything = fc.dictionary(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/), fc.string());
    fc.assert(
      fc.property(anything, (base) => {
        for (const [name, value] of Object.entries(commandEnvironment(base, { platform: "linux" })))
          expect(name in quiet || isAllowed(name, value, "linux")).toBe(true);
      }),
    );
  });

  test("lacks what looks like a secret even in a family that is listed, until the user names it", () => {
    expect(commandEnvironment({ XDG_TOKEN: "t", LC_SECRET: "s" }, { pass: ["XDG_TOKEN"] })).toMatchObject({
      XDG_TOKEN: "t",
    });
    expect(commandEnvironment({ LC_SECRET: "s" })).not.toHaveProperty("LC_SECRET");
  });

  test.each(["VSCODE_PID", "ELECTRON_RUN_AS_NODE", "BASH_ENV", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "NODE_OPTIONS"])(
    "lacks %s even when the user names it",
    (name) => {
      for (const platform of ["linux", "win32"] as const) {
        expect(commandEnvironment({ [name]: "x" }, { pass: [name], platform })).not.toHaveProperty([name]);
      }
    },
  );

  test("keeps a proxy, and drops one whose address holds a login", () => {
    const base = {
      HTTP_PROXY: "http://proxy.example:8080",
      https_proxy: "http://me:hunter2@proxy.example:8080",
      ALL_PROXY: "me:hunter2@proxy.example",
      GOPROXY: "https://t0ken@go.example,direct",
      NO_PROXY: "localhost,.example",
    };
    const proxies = { HTTP_PROXY: base.HTTP_PROXY, NO_PROXY: base.NO_PROXY };
    const env = commandEnvironment(base);
    expect(Object.fromEntries(Object.entries(env).filter(([name]) => name in base))).toEqual(proxies);
    expect(commandEnvironment(base, { pass: ["https_proxy"] })["https_proxy"]).toBe(base.https_proxy);
  });

  test("lets through what the user names, and sets what keeps programs quiet", () => {
    const env = commandEnvironment({ NPM_TOKEN: "t", PAGER: "less", TERM: "xterm" }, { pass: ["NPM_TOKEN", "TERM"] });
    expect(env).toMatchObject({ NPM_TOKEN: "t", PAGER: "cat", TERM: "xterm", NO_COLOR: "1" });
  });

  test("of Windows knows names in any spelling, and what programs there can't start without", () => {
    const base = { SYSTEMROOT: "C:\\Windows", "ProgramFiles(x86)": "C:\\P", My_Token: "t" };
    expect(commandEnvironment(base, { pass: ["MY_TOKEN"], platform: "win32" })).toMatchObject(base);
    expect(commandEnvironment(base, { platform: "linux" })).not.toHaveProperty("SYSTEMROOT");
  });

  test("takes programs only from absolute folders outside of the roots", () => {
    const root = temporaryFolder();
    const elsewhere = temporaryFolder();
    mkdirSync(join(root, "bin"));
    symlinkSync(join(root, "bin"), join(elsewhere, "link"));
    const PATH = [
      "/usr/bin",
      "",
      ".",
      "node_modules/.bin",
      join(root, "bin"),
      `${root}-more/bin`,
      join(elsewhere, "link"),
      `/x/../${root}/bin`,
    ];
    const env = commandEnvironment({ PATH: PATH.join(":") }, { roots: [root], platform: "linux" });
    expect(env["PATH"]).toBe(`/usr/bin:${root}-more/bin`);
  });

  test("takes no program from a root that is open by a link", () => {
    const root = temporaryFolder();
    const link = join(temporaryFolder(), "link");
    symlinkSync(root, link);
    const PATH = [join(root, "bin"), join(link, "bin"), "/usr/bin"].join(":");
    expect(commandEnvironment({ PATH }, { roots: [link], platform: "linux" })["PATH"]).toBe("/usr/bin");
  });

  test("of Windows has its own separator and Path", () => {
    const env = commandEnvironment({ Path: "C:\\Windows;bin;C:\\w\\bin" }, { roots: ["C:\\w"], platform: "win32" });
    expect(env["Path"]).toBe("C:\\Windows");
  });

  test("of our own processes runs Electron as Node and lacks the same", () => {
    expect(forkEnvironment({ VSCODE_PID: "1", HOME: "/h", A_TOKEN: "t", UNKNOWN: "u" })).toEqual({
      HOME: "/h",
      ELECTRON_RUN_AS_NODE: "1",
    });
  });
});

describe("the shell", () => {
  const find = (platform: NodeJS.Platform, env: Record<string, string>, ...programs: string[]) =>
    findShell({ platform, env, isProgram: (path) => programs.includes(path) });

  test("is bash from an absolute folder on PATH, else where it always is", () => {
    expect(find("linux", { PATH: "bin:/opt/bin:/bin" }, "bin/bash", "/opt/bin/bash", "/bin/bash")?.path).toBe(
      "/opt/bin/bash",
    );
    expect(find("linux", {}, "/bin/bash")?.path).toBe("/bin/bash");
    expect(find("linux", { PATH: "/bin" })).toBeUndefined();
  });

  test("of Windows is Git's bash, not the one on PATH, else PowerShell", () => {
    const env = { Path: "C:\\Windows\\System32;C:\\Git\\cmd", ProgramFiles: "C:\\Program Files" };
    const wsl = "C:\\Windows\\System32\\bash.exe";
    const power = "C:\\Windows\\System32\\powershell.exe";
    expect(find("win32", env, wsl, power, "C:\\Git\\cmd\\git.exe", "C:\\Git\\bin\\bash.exe")).toMatchObject({
      name: "Git Bash",
      path: "C:\\Git\\bin\\bash.exe",
    });
    expect(find("win32", env, "C:\\Program Files\\Git\\bin\\bash.exe")?.name).toBe("Git Bash");
    const shell = find("win32", env, wsl, power);
    expect(shell?.name).toBe("PowerShell");
    expect(shell?.args("dir").at(-1)).toMatch(/UTF8.*;dir$/);
  });
});
