// SPDX-License-Identifier: MIT
#include "report/page/write_page.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "report/page/content_policy.h"
#include "report/page/headline.h"
#include "report/page/page_section.h"
#include "report/page/page_style.h"
#include "report/page/page_words.h"
#include "report/plot/markup.h"

namespace gpujob {

namespace {

std::string paragraph(std::string_view text, std::string_view css = "") {
  if (css.empty()) return format("<p>{}</p>\n", escape_markup(text));
  return format("<p class=\"{}\">{}</p>\n", css, escape_markup(text));
}

/// Longer texts are broken into lines.
constexpr std::size_t kWideText = 36;
/// Tables of more rows scroll on a screen, below a heading that stays.
constexpr std::size_t kTallTable = 16;

std::string cell_html(const PageCell& cell, const PageColumn& column, bool names_row) {
  const bool number = column.kind == PageColumn::Kind::Number;
  std::string css;
  if (number) css = " class=n";
  if (!number && cell.text.size() > kWideText) css = " class=w";
  const std::string sorted = cell.value ? format(" data-v=\"{:.6g}\"", *cell.value) : "";
  std::string text = escape_markup(cell.text);
  if (column.title == "mark" && cell.text != "real") {
    text = format("<span class=mark>{}</span>", text);
  }
  return names_row ? format("<th scope=row{}{}>{}</th>", css, sorted, text)
                   : format("<td{}{}>{}</td>", css, sorted, text);
}

std::string table_html(const PageTable& table) {
  const bool folded = table.shown == PageTable::Shown::Folded;
  std::string html =
      folded ? format("<details><summary>{}</summary>\n", escape_markup(table.caption)) : "";
  html += format(
      "<div class=\"scroll{1}\" role=region tabindex=0 aria-label=\"Table: {0}\">\n<table>\n"
      "<caption>{0}</caption>\n<thead><tr>",
      escape_markup(table.caption), table.rows.size() > kTallTable ? " tall" : "");
  for (const PageColumn& column : table.columns) {
    html +=
        format("<th scope=col{}>{}</th>", column.kind == PageColumn::Kind::Number ? " class=n" : "",
               escape_markup(column.title));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      html += cell_html(row[i], table.columns[i], i == 0);
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table>\n</div>\n" + (folded ? "</details>\n" : "");
}

std::string section_html(const PageSection& section) {
  std::string html = format(
      "<section aria-labelledby=\"{0}-heading\" id=\"{0}\">\n"
      "<h2 id=\"{0}-heading\">{1}</h2>\n",
      section.id, escape_markup(section.heading));
  for (const std::string& text : section.paragraphs) html += paragraph(text);
  if (section.figure) {
    const PageFigure& figure = *section.figure;
    html += format(
        "<figure><div class=scroll role=region tabindex=0 aria-label=\"Figure: {}\">\n{}\n"
        "</div></figure>\n",
        escape_markup(figure.title),
        figure.drawing.inlined("plot-" + section.id, figure.title, figure.description));
  }
  for (const PageTable& table : section.tables) html += table_html(table);
  for (const std::string& text : section.remarks) html += paragraph(text, "remark");
  return html + "</section>\n";
}

std::string fact(std::string_view name, std::string_view value) {
  return format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, escape_markup(value));
}

/// From the first to the last start of a launch that is shown.
std::string period_of(const ComparisonPage& page) {
  std::set<std::string> days;
  for (const PageGroup& group : page.groups) {
    for (const PageLaunch& launch : group.shown) {
      if (launch.started.size() >= 10) days.insert(launch.started.substr(0, 10));
    }
  }
  if (days.empty()) return "unknown";
  return days.size() == 1 ? *days.begin() : format("{} to {}", *days.begin(), *days.rbegin());
}

std::string baseline_fact(const ComparisonPage& page) {
  const std::string words = baseline_words(page);
  if (words.empty()) return "none";
  return page.same.empty() ? words : format("several, each for the groups {}", page.same);
}

std::string facts_html(const ComparisonPage& page) {
  std::size_t runs = 0, launches = 0, samples = 0, out = 0;
  for (const PageGroup& group : page.groups) {
    runs += group.runs;
    launches += group.launches;
    samples += group.summary.count;
  }
  for (const PageLeftOut& left : page.left_out) out += left.launches;
  std::string html = "<dl class=facts>\n";
  html += fact("Compared", format("{} ({})", page.metric, page.better));
  html += fact("Grouped by", format("{}", join(page.by, ", ")));
  html += fact("Baseline", baseline_fact(page));
  html += fact("Taken from", format("{}, {}, {}", count_of(runs, "run"),
                                    count_of(launches, "launch"), count_of(samples, "sample")));
  html += fact("Started", period_of(page));
  html += fact("Left out", out == 0 ? "nothing" : count_of(out, "launch") + ", see below");
  return html + "</dl>\n";
}

std::string header_html(const ComparisonPage& page, const std::vector<PageSection>& sections) {
  std::string html = format("<header>\n<p class=tool>gpujob compare</p>\n<h1>{}</h1>\n{}",
                            escape_markup(page.workload), paragraph(page.subject, "subject"));
  html += paragraph(headline(page), "verdict");
  for (const std::string& note : page.notes) html += paragraph("Note: " + note, "warning");
  html += facts_html(page) + "<nav aria-label=Contents><ul>\n";
  for (const PageSection& section : sections) {
    html += format("<li><a href=\"#{}\">{}</a></li>\n", section.id, escape_markup(section.heading));
  }
  return html + "</ul></nav>\n</header>\n";
}

}  // namespace

std::string write_page(const ComparisonPage& page) {
  const std::string style = page_style();
  const std::string_view script = page_script();
  const std::vector<PageSection> sections = sections_of(page);
  std::string html = format(
      "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=generator content=\"gpujob {}\">\n<title>{}: {}</title>\n<style>{}</style>\n"
      "</head>\n<body>\n",
      content_policy(style, script), escape_markup(page.version), escape_markup(page.workload),
      escape_markup(page.subject), style);
  html += header_html(page, sections) + "<main>\n";
  for (const PageSection& section : sections) html += section_html(section);
  html += format("</main>\n<footer><p>Made by gpujob {} from timing reports.</p></footer>\n",
                 escape_markup(page.version));
  return html + format("<script>{}</script>\n</body>\n</html>\n", script);
}

std::vector<PlotFile> plot_files(const ComparisonPage& page) {
  std::vector<PlotFile> files;
  for (const PageSection& section : sections_of(page)) {
    if (!section.figure) continue;
    const PageFigure& figure = *section.figure;
    files.push_back({figure.name + ".svg", figure.drawing.file(figure.title, figure.description)});
  }
  return files;
}

}  // namespace gpujob
