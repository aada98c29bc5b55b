// Long because each way in which an address or an answer can deceive is one test.
import { writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { afterAll, describe, expect, test } from "vitest";
import type { Address } from "../../src/node/web/address";
import { addressesOf, isPublicAddress } from "../../src/node/web/address";
import { readPage } from "../../src/node/web/reader";
import { createWeb, type WebOptions } from "../../src/node/web/web";
import { fakePermit } from "../fakes/permit";
import { temporaryFolder } from "./support/folder";
import { bundledReader } from "./support/readable";

const readerPath = bundledReader();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

/** Its port. Names that end in `.example` lead to it. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

const LOCAL: Address = { address: "127.0.0.1", family: 4 };
const web = (options: Partial<WebOptions> = {}) =>
  createWeb({
    readerPath,
    resolve: async () => [LOCAL],
    mayConnect: (address) => address === LOCAL.address,
    ...options,
  });

async function fetch(url: string, options: Partial<WebOptions> = {}, signal = new AbortController().signal) {
  const hosts = [URL.canParse(url) ? new URL(url).host : ""];
  return web(options).fetch(fakePermit({ hosts }), url, signal);
}

/** A page from a server of its own. */
async function page(body: string | Buffer, headers: Record<string, string> = {}, status = 200) {
  const port = await serve((_, answer) => answer.writeHead(status, headers).end(body));
  return fetch(`http://site.example:${port}/dir/page`);
}

describe("addresses", () => {
  test.each([
    ..."0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1".split(
      " ",
    ),
    ..."192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255".split(" "),
    ..."::1 :: fe80::1 fc00::1 fd12:3456::1 ff02::1 fec0::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1".split(" "),
    ..."64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 2002:7f00:1::1 2001:0:1::1 2001:db8::1 100::1 nonsense".split(
      " ",
    ),
  ])("%s is not public", async (address) => {
    expect(await isPublicAddress(address)).toBe(false);
  });

  test.each("8.8.8.8 1.1.1.1 172.32.0.1 100.128.0.1 2606:4700:4700::1111 2a00:1450::1".split(" "))(
    "%s is",
    async (address) => {
      expect(await isPublicAddress(address)).toBe(true);
    },
  );

  test("a name is refused when only one of its addresses is private", async () => {
    const resolve = async (): Promise<Address[]> => [{ address: "8.8.8.8", family: 4 }, LOCAL];
    await expect(addressesOf("site.example", resolve, isPublicAddress)).rejects.toMatchObject({
      code: "permission_denied",
    });
    await expect(addressesOf("site.example", async () => [], isPublicAddress)).rejects.toMatchObject({
      code: "permission_denied",
    });
  });

  test.each([
    ..."http://127.0.0.1/ http://2130706433/ http://0x7f.1/ http://[::1]/ http://[::ffff:7f00:1]/ http://0/".split(" "),
    ..."http://169.254.169.254/latest/meta-data http://[64:ff9b::7f00:1]/".split(" "),
  ])("%s is refused however it is spelled, without a look-up", async (url) => {
    const resolve = () => Promise.reject(new Error("looked up"));
    await expect(fetch(url, { mayConnect: isPublicAddress, resolve })).rejects.toMatchObject({
      code: "permission_denied",
    });
  });

  test("a name that leads to this machine is refused", async () => {
    let asked = 0;
    const port = await serve((_, answer) => {
      asked += 1;
      answer.end();
    });
    const refused = fetch(`http://site.example:${port}/`, { mayConnect: isPublicAddress });
    await expect(refused).rejects.toMatchObject({ code: "permission_denied" });
    expect(asked).toBe(0);
  });

  test("a name is looked up once for each request, and what was judged is what is connected to", async () => {
    const port = await serve((_, answer) => answer.end("here"));
    const answers: Address[][] = [[LOCAL], [{ address: "127.0.0.2", family: 4 }]];
    let looked = 0;
    const resolve = async () => answers[looked++] ?? [];
    expect((await fetch(`http://rebind.example:${port}/`, { resolve })).text).toBe("here");
    expect(looked).toBe(1);
  });

  test("a name without an address is the model's to mend", async () => {
    const resolve = () => Promise.reject(new Error("ENOTFOUND"));
    await expect(fetch("http://nowhere.example/", { resolve })).rejects.toMatchObject({ code: "network" });
  });
});

describe("what may be asked for", () => {
  test.each(["ftp://site.example/", "file:///etc/passwd", "javascript:1", "site.example", ""])(
    "not %j",
    async (url) => {
      await expect(fetch(url)).rejects.toMatchObject({ code: "invalid_argument" });
    },
  );

  test("no name or password of anybody's", async () => {
    await expect(fetch("http://me:secret@site.example/")).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("only a host that the permit covers, with its port", async () => {
    const permit = fakePermit({ hosts: ["site.example"] });
    const other = web().fetch(permit, "http://site.example:8080/", new AbortController().signal);
    await expect(other).rejects.toMatchObject({ code: "permission_denied" });
  });

  test("a request says nothing of who asks", async () => {
    const port = await serve((request, answer) => {
      answer.setHeader("set-cookie", "id=1");
      answer.end(Object.keys(request.headers).sort().join(" "));
    });
    const { text } = await fetch(`http://site.example:${port}/#part`);
    expect(text).toBe("accept accept-encoding connection host user-agent");
  });
});

describe("redirects", () => {
  const redirecting = (location: (path: string, port: number) => string) => {
    let port = 0;
    const listening = serve((request, answer) => {
      const to = location(request.url ?? "", port);
      if (to === "") answer.end(`at ${request.url}`);
      else answer.writeHead(302, { location: to }).end();
    });
    return listening.then((found) => {
      port = found;
      return found;
    });
  };

  test("on one host are followed", async () => {
    const port = await redirecting((path) => (path === "/a" ? "/b" : path === "/b" ? "c?x=1" : ""));
    const found = await fetch(`http://site.example:${port}/a`);
    expect(found).toMatchObject({ url: `http://site.example:${port}/c?x=1`, text: "at /c?x=1" });
  });

  test.each(["http://other.example/x", "http://169.254.169.254/", "//evil.example/", "https://site.example/"])(
    "to %s are told, not followed",
    async (to) => {
      const port = await redirecting(() => to);
      await expect(fetch(`http://site.example:${port}/`)).rejects.toMatchObject({
        code: "permission_denied",
        message: expect.stringContaining(new URL(to, "http://x").host),
      });
    },
  );

  test("each look-up is judged anew", async () => {
    const port = await redirecting((path) => (path === "/a" ? "/b" : ""));
    const answers: Address[][] = [[LOCAL], [{ address: "10.0.0.1", family: 4 }]];
    const resolve = async () => answers.shift() ?? [];
    await expect(fetch(`http://site.example:${port}/a`, { resolve })).rejects.toMatchObject({
      code: "permission_denied",
    });
  });

  test("in a circle come to an end", async () => {
    const port = await redirecting((path) => `${path}x`);
    await expect(fetch(`http://site.example:${port}/`)).rejects.toMatchObject({ code: "network" });
  });

  test("to no web address are refused", async () => {
    const port = await redirecting(() => "file:///etc/passwd");
    await expect(fetch(`http://site.example:${port}/`)).rejects.toMatchObject({ code: "invalid_argument" });
  });
});

describe("answers", () => {
  const html = { "content-type": "text/html; charset=utf-8" };

  test("a page becomes Markdown, its links whole, without what only a browser wants", async () => {
    const words = "A sentence that is long enough to count as something to read, with commas, too. ".repeat(12);
    const found = await page(
      `<html><head><title>The &amp; title</title><style>p{}</style><script>evil()</script></head><body>
      <nav><a href="/home">Home</a></nav>
      <article><h1>Head</h1><p>${words}<a href="../up">link</a> <a href="javascript:x()">bad</a></p>
      <pre><code>const a = 1;</code></pre><ul><li>one</li></ul>
      <table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td>3</td></tr></table>
      <img src="data:image/png;base64,xxx"></article><footer>foot</footer></body></html>`,
      html,
    );
    expect(found).toMatchObject({ title: "The & title", status: 200, type: "text/html", cut: false });
    expect(found.text).toMatch(/\[link\]\(http:\/\/site\.example:\d+\/up\) bad/);
    expect(found.text).toContain("const a = 1;");
    expect(found.text).toContain("| a | b |\n| --- | --- |\n| 1\\|2 | 3 |");
    for (const noise of ["evil", "p{}", "Home", "foot", "base64", "javascript"])
      expect(found.text).not.toContain(noise);
  });

  test("a page that is no article is shown whole", async () => {
    const items = Array.from({ length: 40 }, (_, at) => `<div><a href="/${at}">Item ${at}</a></div>`).join("");
    const { text } = await page(`<body><div>${items}</div></body>`, html);
    expect(text).toContain("Item 0");
    expect(text).toContain("Item 39");
  });

  test("other text comes as it is", async () => {
    const json = '{ "a": [1, 2] }\n';
    expect(await page(json, { "content-type": "application/vnd.api+json" })).toMatchObject({ text: json, title: "" });
    expect((await page("a <b> c", {})).text).toBe("a <b> c");
  });

  test("an error page keeps its status", async () => {
    expect(await page("gone", { "content-type": "text/plain" }, 404)).toMatchObject({ status: 404, text: "gone" });
  });

  test("what is no text is refused with its type and size", async () => {
    await expect(page(Buffer.alloc(2_000, 1), { "content-type": "application/pdf" })).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringContaining("application/pdf, 2,000 bytes"),
    });
    await expect(page(Buffer.from("89504e470d0a1a0a0000", "hex"))).rejects.toMatchObject({ code: "unsupported" });
  });

  test.each([
    ["its header", { "content-type": "text/plain; charset=GBK" }, iconv.encode("汉字", "gbk")],
    ["a meta element", { "content-type": "text/html" }, iconv.encode('<meta charset="big5"><p>漢字', "big5")],
    ["its mark", { "content-type": "text/plain; charset=gbk" }, Buffer.from("\ufeff汉字")],
    ["nothing", { "content-type": "text/plain" }, Buffer.from("汉字")],
  ])("the charset comes from %s", async (_, headers, body) => {
    expect((await page(body, headers)).text).toMatch(/^[汉漢]字$/);
  });

  test("what is neither declared nor UTF-8 is read as old pages are", async () => {
    expect((await page(Buffer.from([0x93, 0xfc, 0x94]), { "content-type": "text/plain" })).text).toBe("“ü”");
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("unpacks %s, and never more than 5 MiB", async (encoding, pack) => {
    const headers = { "content-type": "text/plain", "content-encoding": encoding };
    expect((await page(pack(Buffer.from("packed")), headers)).text).toBe("packed");
    const bomb = await page(pack(Buffer.alloc(40 << 20, "a")), headers);
    expect(bomb.cut).toBe(true);
    expect(bomb.text.length).toBeLessThanOrEqual(5 << 20);
  });

  test("an answer that never ends is cut", async () => {
    const port = await serve((_, answer) => {
      answer.writeHead(200, { "content-type": "text/plain" });
      const more = (): void => void answer.write("x".repeat(65_536), () => answer.destroyed || setImmediate(more));
      more();
    });
    expect((await fetch(`http://site.example:${port}/`)).cut).toBe(true);
  });

  test("a server that does not answer is the network's fault", async () => {
    const port = await serve((request) => request.destroy());
    await expect(fetch(`http://site.example:${port}/`)).rejects.toMatchObject({ code: "network" });
  });

  test("a stop ends a request that is waited for", async () => {
    const stop = new AbortController();
    const port = await serve(() => stop.abort(new Error("stopped")));
    await expect(fetch(`http://site.example:${port}/`, {}, stop.signal)).rejects.toThrow("stopped");
  });

  test("a page of 5 MB takes less than 50 ms of the host's own thread", async () => {
    // Text: what a page costs besides, its worker pays.
    const job = {
      bytes: Buffer.alloc(5 << 20, "some words "),
      charset: undefined,
      html: false,
      url: "http://x.example/",
    };
    const costs: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      // CPU time, not the clock: on a busy machine that tells of the others.
      const before = process.threadCpuUsage();
      const { text, cut } = await readPage(readerPath, job, new AbortController().signal);
      const { user, system } = process.threadCpuUsage(before);
      costs.push((user + system) / 1000);
      expect({ length: text.length, cut }).toEqual({ length: 1 << 20, cut: true });
    }
    expect(Math.min(...costs)).toBeLessThan(50);
  });

  test("a page that keeps its reader busy is given up when the user stops", async () => {
    const stop = new AbortController();
    const job = {
      bytes: Buffer.from("<div>".repeat(200_000)),
      charset: undefined,
      html: true,
      url: "http://x.example/",
    };
    const reading = readPage(readerPath, job, stop.signal);
    stop.abort(new Error("stopped"));
    await expect(reading).rejects.toThrow("stopped");
  });

  test.each(["throw new Error('broken')", "process.exit()"])(
    "a reader that ends by %s fails the call alone",
    async (code) => {
      const broken = join(temporaryFolder(), "broken.js");
      writeFileSync(broken, code);
      const job = { bytes: Buffer.from("x"), charset: undefined, html: true, url: "http://x.example/" };
      await expect(readPage(broken, job, new AbortController().signal)).rejects.toMatchObject({ code: "parse" });
    },
  );
});

describe("search", () => {
  const results = [
    { title: "One", url: "https://one.example/", content: "first" },
    { title: "Two", url: "https://two.example/", content: null },
    { title: "Bad", url: "no address" },
    "nonsense",
  ];

  async function search(body: string, limit = 8, status = 200) {
    const asked: string[] = [];
    const port = await serve((request, answer) => {
      asked.push(request.url ?? "");
      answer.writeHead(status).end(body);
    });
    const { search: port_ } = web({
      searchUrl: () => `http://127.0.0.1:${port}/search?lang=en`,
      mayConnect: isPublicAddress,
    });
    const permit = fakePermit({ hosts: [port_?.host ?? ""] });
    return { hits: await port_?.run(permit, "a & b", limit, new AbortController().signal), asked };
  }

  test("asks the user's service, which may be on this machine", async () => {
    const { hits, asked } = await search(JSON.stringify({ results }));
    expect(asked).toEqual(["/search?lang=en&q=a+%26+b&format=json"]);
    expect(hits).toEqual([
      { title: "One", url: "https://one.example/", snippet: "first" },
      { title: "Two", url: "https://two.example/", snippet: "" },
    ]);
    expect((await search(JSON.stringify({ results }), 1)).hits).toHaveLength(1);
  });

  test("is not there without a service", () => {
    expect(web().search).toBeUndefined();
    expect(web({ searchUrl: () => "" }).search).toBeUndefined();
  });

  test("says when the service answers something else", async () => {
    await expect(search("<html>")).rejects.toMatchObject({ code: "parse" });
    await expect(search("{}", 8, 403)).rejects.toMatchObject({ code: "network" });
  });

  test("needs a permit for that host", async () => {
    const { search: port } = web({ searchUrl: () => "http://search.example/" });
    const asked = port?.run(fakePermit({ hosts: [] }), "x", 1, new AbortController().signal);
    await expect(asked).rejects.toMatchObject({ code: "permission_denied" });
  });
});
