// SPDX-License-Identifier: MIT
// axe.mjs MODULES CHROMIUM SITE: holds every page of the built documentation to the rules of axe.

import {readFileSync, readdirSync} from "node:fs";
import {createServer} from "node:http";
import {createRequire} from "node:module";
import path from "node:path";

const [modules, executablePath, site] = process.argv.slice(2);
const require = createRequire(path.join(modules, "x.js"));
const {chromium} = require("playwright-core");
const axe = readFileSync(path.join(modules, "axe-core/axe.min.js"), "utf8");

const pages = readdirSync(site, {recursive: true}).filter(name => name.endsWith(".html")).sort();
const browser = await chromium.launch(
  {executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"]});
const kinds = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"};
const server = createServer((request, response) => {
  const file = path.join(site, new URL(request.url, "http://site").pathname);
  try {
    const body = readFileSync(file);
    response.writeHead(200, {"Content-Type": kinds[path.extname(file)] ?? "application/octet-stream"});
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}/`;
const found = new Map();

// The frame of the site, with its list of all pages, is the same in every page of a folder.
const frame = [[".md-header"], [".md-sidebar--primary"], [".md-footer"]];

async function judge(page, name, width, whole) {
  const {violations} = await page.evaluate(exclude => globalThis.axe.run(
    {exclude}, {resultTypes: ["violations"], preload: false}), whole ? [] : frame);
  for (const {id, help, nodes} of violations) {
    const where = found.get(`${id}: ${help}`) ?? [];
    where.push(`${name}, ${width} px wide: ${nodes[0].html.slice(0, 200)}`);
    found.set(`${id}: ${help}`, where);
  }
  looks += 1;
}

// Loading a page and axe takes twice as long as judging it: the next ones of a folder, which have the
// same style and scripts, are put into a page that is open.
async function replace(page, name) {
  await page.evaluate(async url => {
    const next = new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
    document.documentElement.lang = next.documentElement.lang;
    document.head.querySelector("title").replaceWith(next.head.querySelector("title"));
    document.body.replaceWith(next.body);
    // As the theme does when it loads a page in place: its script and the site's own run again.
    globalThis.document$.next(document);
    const ready = () => [...document.querySelectorAll("article table:not([class])")].every(
      table => table.closest(".md-typeset__scrollwrap[tabindex]"));
    for (let wait = 0; wait < 100 && !ready(); ++wait) await new Promise(next => setTimeout(next, 20));
  }, origin + name);
}

// A piece is pages of one folder, [names, width, whether the first is judged with its frame].
async function look(page, [names, width, whole]) {
  await page.setViewportSize({width, height: 900});
  await page.goto(origin + names[0]);
  await page.evaluate(axe);
  await judge(page, names[0], width, whole);
  for (const name of names.slice(1)) {
    await replace(page, name);
    await judge(page, name, width, false);
  }
}

// Every page, and the first of each folder with the frame, also as on a phone.
const folders = new Map();
for (const name of pages) folders.set(path.dirname(name), [...folders.get(path.dirname(name)) ?? [], name]);
const pieces = [];
for (const names of folders.values()) {
  for (let i = 0; i < names.length; i += 16) pieces.push([names.slice(i, i + 16), 1300, i === 0]);
  pieces.push([[names[0]], 390, true]);
}
const expected = pages.length + folders.size;
const started = Date.now();
let looks = 0;
await Promise.all(Array.from({length: 2}, async () => {
  const context = await browser.newContext({reducedMotion: "reduce"});
  await context.route(url => url.origin + "/" !== origin, request => request.abort());
  const page = await context.newPage();
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) await look(page, piece);
}));
await browser.close();
server.close();
for (const [rule, where] of found) {
  console.log(`${rule}: ${where.length} times, such as\n  ${where.slice(0, 3).join("\n  ")}`);
}
console.log(`${pages.length} pages, ${folders.size} also on a phone, ${found.size} rules broken, ` +
  `${Math.round((Date.now() - started) / 1000)} s`);
process.exit(found.size || pages.length < 40 || looks !== expected ? 1 : 0);
