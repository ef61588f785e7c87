// SPDX-License-Identifier: MIT
#include "report/plot/frame.h"

#include <algorithm>

#include "base/format.h"

namespace gpujob {

void draw_horizontal(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, Span area,
                     std::string_view title) {
  const Span& pixels = axis.pixels();
  for (const Tick& tick : ticks) {
    const double x = axis.at(tick.value);
    svg.line({x, area.low}, {x, area.high}, "grid");
    svg.text({x, area.high + 17}, tick.label, "tick", Anchor::Middle);
  }
  svg.line({pixels.low, area.high}, {pixels.high, area.high}, "axis");
  const double middle = (pixels.low + pixels.high) / 2;
  const double room = 2 * std::min(middle, kPlotWidth - middle) - 8;
  if (title.empty()) return;
  svg.text({middle, area.high + 37}, shortened(title, room, kTickSize), "note", Anchor::Middle);
}

void draw_vertical(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, Span area) {
  for (const Tick& tick : ticks) {
    const double y = axis.at(tick.value);
    svg.line({area.low, y}, {area.high, y}, "grid");
    svg.text({area.low - 8, y + 4}, tick.label, "tick", Anchor::End);
  }
  svg.line({area.low, axis.pixels().low}, {area.low, axis.pixels().high}, "axis");
}

double draw_key(Svg& svg, const std::vector<KeyEntry>& entries, Spot corner, double right) {
  constexpr double line = 20, marker = 18, gap = 22;
  Spot at = corner;
  for (const KeyEntry& entry : entries) {
    const std::string label = shortened(entry.label, right - corner.x - marker, kLabelSize);
    const double width = marker + text_width(label, kLabelSize);
    if (at.x > corner.x && at.x + width > right) at = {corner.x, at.y + line};
    svg.open(entry.series.colour());
    draw_marker(svg, {at.x + 6, at.y}, entry.series);
    svg.close();
    svg.text({at.x + marker, at.y + 4.5}, label, "label");
    at.x += width + gap;
  }
  return entries.empty() ? 0 : at.y - corner.y + line;
}

double label_room(const std::vector<std::string>& labels) {
  double widest = 60;
  for (const std::string& label : labels) widest = std::max(widest, text_width(label, kLabelSize));
  return std::min(widest, 300.0) + 6;
}

std::string axis_title(std::string_view what, const AxisUnit& unit, std::string_view remark) {
  std::string title(what);
  if (!unit.name.empty()) title += format(" in {}", unit.name);
  if (!remark.empty()) title += format(" ({})", remark);
  return title;
}

}  // namespace gpujob
