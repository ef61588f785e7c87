// SPDX-License-Identifier: MIT
#include "report/plot/plot_style.h"

#include "base/format.h"

namespace gpujob {

namespace {

constexpr std::size_t kColours = 6;

// Hues of Okabe and Ito's palette (blue, vermilion, green, purple, ochre, grey), told apart by all
// common kinds of colour blindness; lightness moved until each has 4.5:1 against its background.
constexpr std::string_view kPalette = R"(
:root{color-scheme:light dark;--paper:#fff;--panel:#f5f6f8;--ink:#16191d;--soft:#565d66;
--rule:#c9ced6;--grid:#e4e7ec;--link:#0a5aa6;--accent:#0a5aa6;--warn-paper:#fff4d6;
--warn-ink:#5c3c00;--warn-rule:#b87a00;--band:#dfe5ee;
--s0:#0067a8;--s1:#b8480a;--s2:#00734f;--s3:#a03878;--s4:#7a5c00;--s5:#4d5560}
@media (prefers-color-scheme:dark){:root{--paper:#14171b;--panel:#1d2127;--ink:#e8ebef;
--soft:#a5adb8;--rule:#474e58;--grid:#2b3038;--link:#7cbcf5;--accent:#7cbcf5;
--warn-paper:#352a10;--warn-ink:#ffdf9a;--warn-rule:#c58f1c;--band:#2c3542;
--s0:#5eb6f2;--s1:#ff9c66;--s2:#3fd1a0;--s3:#f09acb;--s4:#e3c45a;--s5:#bcc3cc}}
@media print{:root{color-scheme:light;--paper:#fff;--panel:#fff;--ink:#000;--soft:#444;--rule:#888;
--grid:#ddd;--link:#000;--accent:#000;--warn-paper:#fff;--warn-ink:#000;--warn-rule:#000;
--band:#e6e6e6;--s0:#0067a8;--s1:#b8480a;--s2:#00734f;--s3:#a03878;--s4:#7a5c00;--s5:#4d5560}}
)";

constexpr std::string_view kPlot = R"(
.plot text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;
fill:var(--ink)}
.plot .tick,.plot .note{font-size:12px;fill:var(--soft)}
.plot .small{font-size:11px;fill:var(--soft)}
.plot .strong{font-weight:600}.plot .m{text-anchor:middle}.plot .e{text-anchor:end}
.plot .paper{fill:var(--paper)}.plot .grid{stroke:var(--grid)}.plot .axis{stroke:var(--rule)}
.plot .one{stroke:var(--ink);stroke-width:1.5}.plot .band{fill:var(--band)}
.plot .change{stroke:var(--soft);stroke-dasharray:4 3}
.plot .badge{fill:var(--paper);stroke:var(--soft)}
.plot .s0{color:var(--s0)}.plot .s1{color:var(--s1)}.plot .s2{color:var(--s2)}
.plot .s3{color:var(--s3)}.plot .s4{color:var(--s4)}.plot .s5{color:var(--s5)}
.plot .spread{stroke:currentColor;stroke-width:1.5}
.plot .interval{stroke:currentColor;stroke-width:6;stroke-opacity:.45}
.plot .trend{stroke:currentColor;stroke-width:1.5;fill:none}
.plot .whisker{stroke:currentColor;stroke-width:1.5;stroke-opacity:.6}
.plot .roof{stroke:currentColor;stroke-width:2;fill:none;stroke-dasharray:7 3}
.plot .dots{stroke:currentColor;stroke-width:3.4;stroke-opacity:.6;stroke-linecap:round;fill:none}
.plot .median{stroke:var(--ink);stroke-width:1.5}
.plot .solid{fill:currentColor;stroke:var(--paper);stroke-width:1}
.plot .hollow{fill:var(--paper);stroke:currentColor;stroke-width:2}
)";

/// Six outlines around "0 0", each of about the same area.
constexpr std::string_view kShapes[kColours] = {
    "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",               // circle
    "m-4.5 -4.5h9v9h-9z",                                  // square
    "m0 -6l5.6 10h-11.2z",                                 // triangle
    "m0 -6.3l6.3 6.3l-6.3 6.3l-6.3 -6.3z",                 // diamond
    "m0 6l5.6 -10h-11.2z",                                 // triangle, point down
    "m-2 -5.5h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5v-4h3.5z",  // cross
};

}  // namespace

std::string_view palette_style() {
  return kPalette;
}

std::string_view plot_style() {
  return kPlot;
}

std::string Series::colour() const {
  return format("s{}", number % kColours);
}

void draw_marker(Svg& svg, Spot centre, Series series, Fill fill) {
  // Each round through the colours starts one shape later.
  const std::size_t shape = (series.number + series.number / kColours) % kColours;
  svg.path(format("M{} {}{}", coordinate(centre.x), coordinate(centre.y), kShapes[shape]),
           fill == Fill::Solid ? "solid" : "hollow");
}

void draw_curve(Svg& svg, const std::vector<CurveSpot>& spots, Series series) {
  std::string trend;
  for (const auto& [centre, low, high, fill] : spots) {
    svg.line({centre.x, low}, {centre.x, high}, "whisker");
    trend += (trend.empty() ? "M" : "L") + coordinate(centre.x) + " " + coordinate(centre.y);
  }
  svg.path(trend, "trend");
  for (const CurveSpot& spot : spots) draw_marker(svg, spot.centre, series, spot.fill);
}

}  // namespace gpujob
