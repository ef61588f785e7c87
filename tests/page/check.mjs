// SPDX-License-Identifier: MIT
// check.mjs MODULES CHROMIUM PAGES: opens the pages as a reader does and holds them to what they
// promise: nothing fetched, nothing broken, nothing that only some people can read.

import assert from "node:assert/strict";
import {readdirSync, readFileSync, statSync} from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [modules, executablePath, pages] = process.argv.slice(2);
const require = createRequire(path.join(modules, "x.js"));
const {chromium} = require("playwright-core");
const axe = readFileSync(path.join(modules, "axe-core/axe.min.js"), "utf8");
const address = name => pathToFileURL(path.join(pages, name)).href;

const browser = await chromium.launch(
  {executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"]});

/// Opens a page and gives it to `look`; errors and requests beside the page itself fail.
async function open(name, look, options = {}) {
  const context = await browser.newContext({viewport: {width: 1200, height: 900}, ...options});
  const page = await context.newPage();
  const said = [], asked = [];
  page.on("console", message => said.push(message.text()));
  page.on("pageerror", error => said.push(String(error)));
  page.on("dialog", dialog => { said.push("dialog"); dialog.dismiss(); });
  page.on("request", request => asked.push(request.url()));
  await page.goto(address(name));
  await look(page);
  assert.deepEqual(said, [], `${name}: the console must stay empty`);
  assert.deepEqual(asked, [address(name)], `${name}: nothing else may be asked for`);
  await context.close();
}

/// The texts of a drawing that leave it or touch each other.
const overlaps = page => page.evaluate(() => {
  const found = [];
  for (const svg of document.querySelectorAll("svg")) {
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll("text")].map(
      text => ({text: text.textContent, box: text.getBoundingClientRect()}));
    boxes.forEach(({text, box}, i) => {
      if (box.left < frame.left - 1 || box.right > frame.right + 1 ||
          box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
        found.push(`'${text}' leaves its drawing`);
      }
      for (const other of boxes.slice(i + 1)) {
        const apart = box.right <= other.box.left || other.box.right <= box.left ||
          box.bottom <= other.box.top + 2 || other.box.bottom <= box.top + 2;
        if (!apart) found.push(`'${text}' touches '${other.text}'`);
      }
    });
  }
  return found;
});

const column = (page, caption, number) => page.evaluate(([title, i]) => {
  const table = [...document.querySelectorAll("table")].find(
    one => one.caption.textContent === title);
  return [...table.tBodies[0].rows].filter(row => !row.hidden).map(
    row => row.cells[i].textContent);
}, [caption, number]);

const checks = {
  async "a page of 57 runs is at most 300 kB"() {
    const size = statSync(path.join(pages, "fifty.html")).size;
    console.log(`  fifty.html: ${Math.round(size / 1000)} kB`);
    assert.ok(size <= 300_000, `${size} bytes`);
  },

  async "every section has its figure and the figure's numbers"() {
    await open("fifty.html", async page => {
      assert.equal(await page.locator("h1").textContent(), "integrate2d");
      assert.match(await page.locator(".verdict").textContent(),
        /^Of 8 groups set against hpc2n nvidia-a100, 4 are better, most of all uppmax nvidia-h100 at 2\.9/);
      for (const id of ["medians", "ratios", "samples", "time-1", "roofline"]) {
        const section = page.locator(`section#${id}`);
        assert.equal(await section.locator("svg[role=img]").count(), 1, id);
        assert.ok(await section.locator("table tbody tr").count() > 0, id);
        assert.ok((await section.locator("svg").boundingBox()).height > 100, id);
      }
      assert.match(await page.locator("#left-out").textContent(), /answer not valid/);
      assert.match(await page.locator("#environment table").textContent(), /570\.133\.20, then 580/);
      assert.match(await page.locator("#time-3 table caption").first().textContent(), /^Changes at pdc$/);
    });
  },

  async "classes, rehearsals and what is left out are visible"() {
    await open("fifty.html", async page => {
      assert.ok(await page.locator("table .mark", {hasText: "rehearsal"}).first().isVisible());
      assert.ok(await page.locator("svg text", {hasText: "rehearsal · class P"}).isVisible());
      assert.match(await page.locator(".facts").textContent(), /Left out3 launches, see below/);
      assert.match(await page.locator(".warning").textContent(), /^Note: one run only/);
    });
  },

  async "tables sort by value, both ways and back, with missing values last"() {
    await open("fifty.html", async page => {
      const given = await column(page, "Medians by group", 7);
      const button = page.locator("#medians thead button", {hasText: /^median$/});
      await button.click();
      const rising = await column(page, "Medians by group", 7);
      assert.equal(rising[0], "1.266 ms");
      assert.equal(rising.at(-1), given.find(text => text.startsWith("13")) ?? rising.at(-1));
      assert.equal(await page.locator("#medians th[aria-sort=ascending]").count(), 1);
      await button.click();
      assert.deepEqual(await column(page, "Medians by group", 7), [...rising].reverse());
      await button.click();
      assert.deepEqual(await column(page, "Medians by group", 7), given);
      const ratio = page.locator("#ratios thead button", {hasText: /^ratio$/});
      for (let i = 0; i < 2; ++i) {
        await ratio.click();
        assert.equal((await column(page, "Ratios to the baseline", 3)).at(-1), "–");
      }
      await page.locator("#samples thead button").first().focus();
      await page.keyboard.press("Enter");
      assert.equal(await page.locator("#samples th[aria-sort=ascending]").count(), 1);
    });
  },

  async "long tables filter by all words given"() {
    await open("fifty.html", async page => {
      const filter = page.getByLabel("Filter: Launches");
      const all = (await column(page, "Launches", 2)).length;
      await filter.fill("L40S uppmax");
      const left = await column(page, "Launches", 2);
      assert.deepEqual(left, Array(7).fill("uppmax nvidia-l40s"));
      assert.match(await page.locator("#samples output").first().textContent(), new RegExp(`^7 of ${all} rows`));
      await filter.fill("");
      assert.equal((await column(page, "Launches", 2)).length, all);
    });
  },

  async "without script the page is whole and offers nothing dead"() {
    await open("fifty.html", async page => {
      assert.equal(await page.locator("button, input").count(), 0);
      assert.ok(await page.locator("#samples svg").isVisible());
      assert.equal(await page.locator("#samples > div tbody tr").count(), 57);
      const samples = page.locator("#samples details tbody tr");
      assert.equal(await samples.count(), 57);
      assert.equal(await samples.first().isVisible(), false);
      await page.locator("#samples summary").click();
      assert.match(await samples.first().innerText(), /ms\s+(\d+(\.\d+)? ){59}/);
    }, {javaScriptEnabled: false});
  },

  async "texts of drawings stay inside and apart"() {
    for (const name of ["fifty.html", "two.html", "one.html", "sweep.html", "hostile.html"]) {
      await open(name, async page => assert.deepEqual(await overlaps(page), [], name));
    }
  },

  async "along a parameter each curve has its colour and each group its own baseline"() {
    await open("sweep.html", async page => {
      assert.match(await page.locator(".verdict").textContent(),
        /^Of 8 groups set against the baseline with the same n, 4 are better, most of all /);
      assert.match(await page.locator(".facts").textContent(), /Baselineseveral, each for the groups/);
      const drawing = page.locator("section#along-1 svg");
      assert.equal(await drawing.locator("path.trend").count(), 3);
      assert.ok(await drawing.locator("text", {hasText: "n (log scale)"}).isVisible());
      const sizes = await column(page, "Medians along n", 2);
      assert.equal(sizes.length, 13);
      await page.locator("#along-1 thead button", {hasText: /^n$/}).click();
      assert.deepEqual(await column(page, "Medians along n", 2),
        sizes.map(Number).sort((a, b) => a - b).map(String));
      assert.equal((await column(page, "Ratios to the baseline", 3))[0], "nvidia-a100 1024");
    });
  },

  async "hostile texts stay texts"() {
    await open("hostile.html", async page => {
      assert.equal(await page.locator("script").count(), 1);
      assert.equal(await page.locator("img").count(), 0);
      assert.match(await page.locator("h1").textContent(), /^<\/script><script>alert\(1\)/);
    });
  },

  async "the policy stops what is not the page's own"() {
    const context = await browser.newContext();
    const page = await context.newPage();
    const said = [];
    page.on("console", message => said.push(message.text()));
    await page.goto(address("two.html"));
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'taken'";
      document.body.append(script);
      const image = document.createElement("img");
      image.src = "x.png";
      document.body.append(image);
    });
    await page.waitForTimeout(100);
    assert.notEqual(await page.title(), "taken");
    assert.equal(said.filter(text => /Content Security Policy/.test(text)).length, 2, said.join());
    await context.close();
  },

  async "axe finds nothing in light, dark, narrow and forced colours"() {
    const looks = [{colorScheme: "light"}, {colorScheme: "dark"}, {forcedColors: "active"},
      {colorScheme: "dark", viewport: {width: 390, height: 800}}];
    const shorter = ["two.html", "one.html", "sweep.html", "hostile.html"];
    for (const name of ["fifty.html", ...shorter]) {
      for (const look of shorter.includes(name) ? [looks[0], looks[3]] : looks) {
        await open(name, async page => {
          await page.evaluate(axe);
          const {violations} = await page.evaluate(() => globalThis.axe.run({resultTypes: ["violations"]}));
          assert.deepEqual(violations.map(one => `${one.id}: ${one.nodes[0].html}`), [],
            `${name} ${JSON.stringify(look)}`);
        }, look);
      }
    }
  },

  async "dark and light differ, paper is white"() {
    const paper = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const seen = {};
    for (const colorScheme of ["light", "dark"]) {
      await open("two.html", async page => { seen[colorScheme] = await paper(page); }, {colorScheme});
    }
    assert.equal(seen.light, "rgb(255, 255, 255)");
    assert.notEqual(seen.dark, seen.light);
    await open("two.html", async page => {
      await page.emulateMedia({media: "print"});
      assert.equal(await paper(page), "rgb(255, 255, 255)");
    }, {colorScheme: "dark"});
  },

  async "nothing is cut off on paper or on a phone"() {
    await open("fifty.html", async page => {
      await page.emulateMedia({media: "print"});
      assert.equal(await page.locator(".filter").first().isVisible(), false);
      assert.equal(await page.locator("nav").isVisible(), false);
      const wide = await page.evaluate(() => [...document.querySelectorAll("table, svg")].filter(
        one => one.getBoundingClientRect().right > innerWidth + 1).map(
        one => one.caption?.textContent ?? "drawing"));
      assert.deepEqual(wide, []);
      const pdf = await page.pdf({format: "A4"});
      assert.ok(pdf.length > 10_000);
    }, {viewport: {width: 688, height: 970}});  // A4 less its margins, at 96 dots an inch
    await open("fifty.html", async page => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    }, {viewport: {width: 390, height: 800}});
  },

  async "each plot is a file of its own"() {
    const names = readdirSync(pages).filter(name => name.endsWith(".svg")).sort();
    assert.deepEqual(names.slice(0, 4), ["medians.svg", "ratios.svg", "roofline.svg", "samples.svg"]);
    for (const name of names) {
      await open(name, async page => {
        assert.equal(await page.evaluate(() => document.documentElement.localName), "svg");
        assert.equal(await page.evaluate(() => document.querySelectorAll("parsererror").length), 0);
        assert.deepEqual(await overlaps(page), [], name);
      });
    }
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    console.log(`passed ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED ${name}\n${error.message}`);
  }
}
await browser.close();
console.log(`${Object.keys(checks).length} checks, ${failed} failed`);
process.exit(failed ? 1 : 0);
