// SPDX-License-Identifier: MIT
#include "report/page/page_style.h"

#include "report/plot/plot_style.h"

namespace gpujob {

namespace {

constexpr std::string_view kPage = R"(
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
header,main,footer{max-width:1200px;margin:0 auto;padding:0 24px}
header{padding-top:40px}
.tool{margin:0;color:var(--soft);font-size:14px;letter-spacing:.02em}
h1{margin:4px 0 2px;font-size:34px;line-height:1.2;letter-spacing:-.01em;overflow-wrap:anywhere}
.subject{margin:0;color:var(--soft);font-size:17px}
h2{margin:56px 0 8px;padding-top:20px;border-top:1px solid var(--rule);font-size:22px;
line-height:1.3}
p{margin:8px 0;max-width:76ch}
a{color:var(--link)}
a:focus-visible,button:focus-visible,input:focus-visible,.scroll:focus-visible{
outline:3px solid var(--accent);outline-offset:2px}
.verdict{margin:24px 0 16px;padding:16px 20px;border-left:5px solid var(--accent);
background:var(--panel);font-size:20px;line-height:1.45;max-width:none;overflow-wrap:anywhere}
.warning{margin:8px 0;padding:10px 16px;border-left:5px solid var(--warn-rule);
background:var(--warn-paper);color:var(--warn-ink);max-width:none;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(270px,1fr));gap:14px 28px;
margin:24px 0}
.facts dt{color:var(--soft);font-size:13px}.facts dd{margin:0;overflow-wrap:anywhere}
.facts div{border-top:1px solid var(--rule);padding-top:6px}
nav ul{display:flex;flex-wrap:wrap;gap:4px 20px;margin:16px 0 0;padding:0;list-style:none;
font-size:15px}
figure{margin:16px 0 0}
.scroll{overflow-x:auto;margin:0 0 4px}
.tall{max-height:min(640px,80vh);overflow-y:auto}
.tall thead th{position:sticky;top:0;background:var(--paper)}
.plot{display:block;width:100%;height:auto;min-width:660px;max-width:980px}
table{border-collapse:collapse;margin:16px 0 4px;font-size:14px;line-height:1.4;
font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:0 0 6px;white-space:nowrap}
th,td{padding:6px 12px 6px 0;text-align:left;vertical-align:top;white-space:nowrap;
border-bottom:1px solid var(--grid)}
thead th{color:var(--soft);font-weight:600;vertical-align:bottom;white-space:normal;
border-bottom:1px solid var(--rule)}
tbody th{font-weight:500}
th.n,td.n{text-align:right;padding-left:10px}
.w{white-space:normal;min-width:26ch;overflow-wrap:anywhere}
tbody tr:hover>*{background:var(--panel)}
thead button{all:unset;position:relative;cursor:pointer;text-decoration:underline dotted;
text-underline-offset:3px}
thead button::after{position:absolute;left:100%;padding-left:2px}
th[aria-sort=ascending] button::after{content:"↑"}
th[aria-sort=descending] button::after{content:"↓"}
.filter{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;margin:18px 0 -6px;
font-size:14px}
.filter input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);
border-radius:4px;padding:4px 8px;margin-left:8px}
.filter output{color:var(--soft)}
.remark{color:var(--soft);font-size:14px}
.mark{display:inline-block;padding:0 7px;border:1px solid var(--warn-rule);border-radius:9px;
background:var(--warn-paper);color:var(--warn-ink);font-size:12px;white-space:nowrap}
footer{margin-top:56px;padding-bottom:40px;color:var(--soft);font-size:14px}
@media (max-width:600px){header,main,footer{padding:0 16px}header{padding-top:24px}
h1{font-size:27px}.verdict{font-size:18px}}
@media print{
@page{margin:14mm}
body{font-size:10pt}
header,main,footer{max-width:none;padding:0}
nav,.filter{display:none}
h1{font-size:20pt}h2{font-size:13pt;margin-top:18pt;padding-top:8pt;break-after:avoid}
.verdict{font-size:12pt;border:1px solid var(--rule);border-left:5px solid var(--ink)}
.warning{border:1px solid var(--rule);border-left:5px solid var(--ink)}
.scroll,.tall{overflow:visible;max-height:none}
.tall thead th{position:static}
.plot{min-width:0;max-width:100%}
figure,tr,.verdict,.warning{break-inside:avoid}
thead{display:table-header-group}
table{font-size:7pt}
th,td{padding:2pt 5pt 2pt 0;white-space:normal}th.n,td.n{padding-left:4pt}
.w{min-width:0}.mark{font-size:7pt;padding:0 3pt}
thead button{text-decoration:none}thead button::after{content:none}
}
)";

constexpr std::string_view kScript = R"(
(() => {
  "use strict";
  const words = new Intl.Collator(undefined, {numeric: true});
  const key = (row, i) => {
    const cell = row.cells[i];
    return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
  };
  const compare = (i, number, sign) => (a, b) => {
    if (!number) return sign * words.compare(a.cells[i].textContent, b.cells[i].textContent);
    const [x, y] = [key(a, i), key(b, i)];
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (x - y);
  };
  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0];
    const given = [...body.rows];
    if (given.length < 2) continue;
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const was = head.getAttribute("aria-sort");
        heads.forEach(other => other.removeAttribute("aria-sort"));
        const now = was === "ascending" ? "descending" : was === "descending" ? "" : "ascending";
        const rows = [...given];
        if (now) {
          head.setAttribute("aria-sort", now);
          rows.sort(compare(i, head.classList.contains("n"), now === "ascending" ? 1 : -1));
        }
        body.append(...rows);
      });
    });
    if (given.length < 10) continue;
    const bar = document.createElement("div");
    bar.className = "filter";
    const label = document.createElement("label");
    label.textContent = "Filter: " + table.caption.textContent;
    const input = document.createElement("input");
    input.type = "search";
    label.append(input);
    const count = document.createElement("output");
    const show = () => {
      const wanted = input.value.toLowerCase().split(/\s+/).filter(word => word);
      let shown = 0;
      for (const row of given) {
        const text = row.textContent.toLowerCase();
        row.hidden = !wanted.every(word => text.includes(word));
        shown += !row.hidden;
      }
      count.textContent = shown + " of " + given.length + " rows";
    };
    input.addEventListener("input", show);
    bar.append(label, count);
    table.parentElement.before(bar);
    show();
  }
})();
)";

}  // namespace

std::string page_style() {
  return std::string(palette_style()) + std::string(plot_style()) + std::string(kPage);
}

std::string_view page_script() {
  return kScript;
}

}  // namespace gpujob
