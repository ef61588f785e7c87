// SPDX-License-Identifier: MIT
#include "report/plot/svg.h"

#include <cmath>
#include <vector>

#include "base/format.h"
#include "base/table.h"
#include "base/utf8.h"
#include "report/plot/markup.h"
#include "report/plot/plot_style.h"

namespace gpujob {

namespace {

constexpr const char* anchor_class(Anchor anchor) {
  switch (anchor) {
    case Anchor::Start:
      return "";
    case Anchor::Middle:
      return " m";
    case Anchor::End:
      return " e";
  }
  return "";
}

/// `text` cut into its characters; an invalid byte counts as one.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> found;
  while (!text.empty()) {
    const auto first = decode_utf8(text);
    found.push_back(text.substr(0, first ? first->bytes : 1));
    text.remove_prefix(found.back().size());
  }
  return found;
}

}  // namespace

std::string coordinate(double pixels) {
  const double rounded = std::round(pixels * 10) / 10 + 0.0;  // no "-0"
  return format("{:g}", rounded);
}

double text_width(std::string_view text, double size) {
  // Digits and lower case take 0.53 em in narrow plain fonts and 0.61 em in wide ones.
  return static_cast<double>(display_width(text)) * size * 0.62;
}

std::string shortened(std::string_view text, double width, double size) {
  if (text_width(text, size) <= width) return std::string(text);
  const std::vector<std::string_view> all = characters(text);
  const auto kept = static_cast<std::size_t>(std::max(3.0, width / (size * 0.62)));
  const std::size_t head = (kept - 1) / 2;
  const std::size_t tail = kept - 1 - head;
  if (all.size() <= kept) return std::string(text);
  std::string cut;
  for (std::size_t i = 0; i < head; ++i) cut += all[i];
  cut += "…";
  for (std::size_t i = all.size() - tail; i < all.size(); ++i) cut += all[i];
  return cut;
}

void Svg::line(Spot from, Spot to, std::string_view classes) {
  body_ += format(R"(<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/>)", classes,
                  coordinate(from.x), coordinate(from.y), coordinate(to.x), coordinate(to.y));
}

void Svg::rectangle(Spot corner, Spot opposite, std::string_view classes) {
  body_ += format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>)", classes,
                  coordinate(corner.x), coordinate(corner.y),
                  coordinate(std::max(0.0, opposite.x - corner.x)),
                  coordinate(std::max(0.0, opposite.y - corner.y)));
}

void Svg::path(std::string_view data, std::string_view classes) {
  body_ += format(R"(<path class="{}" d="{}"/>)", classes, data);
}

void Svg::text(Spot at, std::string_view text, std::string_view classes, Anchor anchor) {
  body_ += format(R"(<text class="{}{}" x="{}" y="{}">{}</text>)", classes, anchor_class(anchor),
                  coordinate(at.x), coordinate(at.y), escape_markup(text));
}

void Svg::open(std::string_view classes) {
  body_ += format(R"(<g class="{}">)", classes);
}

std::string Svg::inlined(std::string_view id, std::string_view title,
                         std::string_view description) const {
  return format(
      R"(<svg class="plot" role="img" aria-labelledby="{0}-title {0}-desc" viewBox="0 0 {1} {2}" )"
      R"(width="{1}" height="{2}"><title id="{0}-title">{3}</title><desc id="{0}-desc">{4}</desc>)"
      "{5}</svg>",
      id, coordinate(width_), coordinate(height_), escape_markup(title), escape_markup(description),
      body_);
}

std::string Svg::file(std::string_view title, std::string_view description) const {
  return format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" )"
      R"(aria-labelledby="title desc" viewBox="0 0 {0} {1}" width="{0}" height="{1}">)"
      "\n<title id=\"title\">{2}</title>\n<desc id=\"desc\">{3}</desc>\n<style>{4}{5}</style>\n"
      R"(<rect class="paper" width="{0}" height="{1}"/>)"
      "\n{6}\n</svg>\n",
      coordinate(width_), coordinate(height_), escape_markup(title), escape_markup(description),
      palette_style(), plot_style(), body_);
}

}  // namespace gpujob
