// SPDX-License-Identifier: MIT
#include "command/where/where_text.h"

#include <algorithm>
#include <cmath>

#include "base/duration.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/output.h"
#include "command/site/site_text.h"
#include "report/quantity.h"

namespace gpujob {

namespace {

std::string free_text(const PossiblePlace& choice) {
  if (!choice.stock) return "?";
  const std::string down = choice.stock->down > 0 ? format(", {} down", choice.stock->down) : "";
  return format("{} of {}{}", choice.stock->free, choice.stock->all, down);
}

std::string start_text(const PossiblePlace& choice) {
  if (!choice.refused.empty()) return "refused: " + choice.refused;
  if (!choice.starts_in) return "?";
  return *choice.starts_in < 1 ? "now" : "in " + format_seconds(std::ceil(*choice.starts_in));
}

std::string measured_text(const PossiblePlace& choice) {
  if (!choice.measured) return "not measured";
  const MeasuredTime& time = *choice.measured;
  std::string text = format_seconds(time.median);
  if (time.low)
    text += format(" ({} to {})", format_seconds(*time.low), format_seconds(*time.high));
  return format("{}, {}", text, count_of(time.runs, "run"));
}

std::string gets_text(const PossiblePlace& choice) {
  if (choice.gpus == 0) return "no GPU";
  const std::string nodes = choice.nodes > 1 ? format(" on {} nodes", choice.nodes) : "";
  return count_of(choice.gpus, "GPU") + nodes;
}

/// A column and what stands in it; one in which nothing is known is left out and named.
struct Shown {
  Column column;
  std::string (*text)(const PossiblePlace&);
  bool (*is_known)(const PossiblePlace&);
  std::string_view unknown;  ///< what it tells, for the line about what is not known
};

std::vector<Shown> columns(bool is_workload) {
  const auto always = [](const PossiblePlace&) { return true; };
  std::vector<Shown> all = {
      {{"site"}, [](const PossiblePlace& one) { return one.site; }, always, ""},
      {{"GPU"}, [](const PossiblePlace& one) { return one.gpu; }, always, ""},
      {{"model"}, [](const PossiblePlace& one) { return one.model; }, always, ""},
      {{"asked for by"},
       [](const PossiblePlace& one) { return one.asks.empty() ? "nothing" : one.asks; },
       always,
       ""},
      {{"the job gets"}, gets_text, always, ""},
      {{"free now"},
       free_text,
       [](const PossiblePlace& one) { return one.stock.has_value(); },
       "free GPUs"},
      {{"start"},
       start_text,
       [](const PossiblePlace& one) { return one.starts_in || !one.refused.empty(); },
       "start"}};
  if (is_workload) {
    all.push_back({{"waited"},
                   [](const PossiblePlace& one) {
                     return one.waited ? format_seconds(*one.waited) : std::string("?");
                   },
                   [](const PossiblePlace& one) { return one.waited.has_value(); },
                   "wait of earlier runs"});
    all.push_back({{"measured"},
                   measured_text,
                   [](const PossiblePlace& one) { return one.measured.has_value(); },
                   "measured time"});
  }
  all.push_back({{"status", Align::Left, status_colour},
                 [](const PossiblePlace& one) { return one.status; },
                 always,
                 ""});
  return all;
}

template <class Value>
Json json_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json place_json(const PossiblePlace& choice) {
  Json entry = {{"site", choice.site},     {"gpu", choice.gpu},     {"gpu_model", choice.model},
                {"asks", choice.asks},     {"gpus", choice.gpus},   {"nodes", choice.nodes},
                {"status", choice.status}, {"free", Json(nullptr)}, {"measured", Json(nullptr)}};
  if (choice.stock) {
    entry["free"] = {
        {"all", choice.stock->all}, {"down", choice.stock->down}, {"free", choice.stock->free}};
  }
  entry["starts_in_seconds"] = json_or_null(choice.starts_in);
  entry["refused"] = choice.refused.empty() ? Json(nullptr) : Json(choice.refused);
  entry["waited_seconds"] = json_or_null(choice.waited);
  entry["expected_end_seconds"] = json_or_null(expected_end(choice));
  if (choice.measured) {
    entry["measured"] = {{"median_seconds", rounded(choice.measured->median)},
                         {"low_seconds", json_or_null(choice.measured->low)},
                         {"high_seconds", json_or_null(choice.measured->high)},
                         {"runs", choice.measured->runs}};
  }
  return entry;
}

}  // namespace

Json places_json(const FoundPlaces& found, const std::string& order) {
  Json document = json_document("where");
  document["sorted_by"] = order;
  document["choices"] = Json::array();
  for (const PossiblePlace& choice : found.choices)
    document["choices"].push_back(place_json(choice));
  document["not_at"] = Json::array();
  for (const ImpossiblePlace& one : found.not_at)
    document["not_at"].push_back({{"site", one.site}, {"gpu", one.gpu}, {"why", one.why}});
  return document;
}

void print_places(World& world, const FoundPlaces& found, bool is_workload) {
  std::vector<Column> titles;
  std::vector<Shown> shown;
  std::vector<std::string> unknown;
  for (const Shown& one : columns(is_workload)) {
    if (std::any_of(found.choices.begin(), found.choices.end(), one.is_known)) {
      titles.push_back(one.column);
      shown.push_back(one);
    } else {
      unknown.emplace_back(one.unknown);
    }
  }
  TextTable table(std::move(titles));
  for (const PossiblePlace& choice : found.choices) {
    std::vector<std::string> cells;
    for (const Shown& one : shown) cells.push_back(one.text(choice));
    table.add(std::move(cells));
  }
  if (!found.choices.empty()) world.out(table.text(world.out_screen()));
  if (!found.not_at.empty()) {
    TextTable not_there({{"not at"}, {"GPU"}, {"why"}});
    for (const ImpossiblePlace& one : found.not_at) not_there.add({one.site, one.gpu, one.why});
    world.out((found.choices.empty() ? "" : "\n") + not_there.text(world.out_screen()));
  }
  if (!found.choices.empty() && !unknown.empty())
    world.err(format("note: not known: {}\n", join(unknown, ", ")));
}

}  // namespace gpujob
