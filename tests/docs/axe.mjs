// SPDX-License-Identifier: MIT
// axe.mjs MODULES CHROMIUM SITE: holds the pages of the built documentation to the rules of axe. The pages of
// a folder come from one template: of each folder the first, the largest and every eighth are looked at,
// or with GPUJOB_AXE=all every page.

import {readFileSync, readdirSync, statSync} from "node:fs";
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

async function look(page, name, width, whole) {
  const started = Date.now();
  await page.setViewportSize({width, height: 900});
  await page.goto(origin + name);
  await page.evaluate(axe);
  const {violations} = await page.evaluate(exclude => globalThis.axe.run(
    {exclude}, {resultTypes: ["violations"], preload: false}), whole ? [] : frame);
  for (const {id, help, nodes} of violations) {
    const where = found.get(`${id}: ${help}`) ?? [];
    where.push(`${name}, ${width} px wide: ${nodes[0].html.slice(0, 200)}`);
    found.set(`${id}: ${help}`, where);
  }
  if (Date.now() - started > 10_000) console.log(`${name} took ${Math.round((Date.now() - started) / 1000)} s`);
}

const size = name => statSync(path.join(site, name)).size;
const folders = new Map();
for (const name of pages) folders.set(path.dirname(name), [...folders.get(path.dirname(name)) ?? [], name]);
const chosen = [...folders].flatMap(([folder, names]) => {
  const largest = names.reduce((a, b) => size(b) > size(a) ? b : a);
  const all = folder === "." || process.env.GPUJOB_AXE === "all";
  return names.filter((name, i) => all || i % 8 === 0 || name === largest);
});
// The first of each folder with the frame, also as on a phone.
const first = [...folders.values()].map(names => names[0]);
const todo = [...chosen.map(name => [name, 1300, first.includes(name)]), ...first.map(name => [name, 390, true])];
const started = Date.now();
await Promise.all(Array.from({length: 2}, async () => {
  const context = await browser.newContext({reducedMotion: "reduce"});
  await context.route(url => url.origin + "/" !== origin, request => request.abort());
  const page = await context.newPage();
  for (let next = todo.shift(); next; next = todo.shift()) await look(page, ...next);
}));
await browser.close();
server.close();
for (const [rule, where] of found) {
  console.log(`${rule}: ${where.length} times, such as\n  ${where.slice(0, 3).join("\n  ")}`);
}
console.log(`${chosen.length} of ${pages.length} pages, ${first.length} also on a phone, ${found.size} rules broken, ` +
  `${Math.round((Date.now() - started) / 1000)} s`);
process.exit(found.size || chosen.length < 40 ? 1 : 0);
