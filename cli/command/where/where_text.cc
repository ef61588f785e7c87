// SPDX-License-Identifier: MIT
#include "command/where/where_text.h"

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/duration.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/output.h"
#include "command/job/job_text.h"
#include "command/site/site_text.h"
#include "command/where/known_columns.h"
#include "plan/charge.h"
#include "report/quantity.h"

namespace gpujob {

namespace {

std::string free_text(const PossiblePlace& choice) {
  if (!choice.stock) return "?";
  const std::string down = choice.stock->down > 0 ? format(", {} down", choice.stock->down) : "";
  return format("{} of {}{}", choice.stock->free, choice.stock->all, down);
}

}  // namespace

std::string start_text(const PossiblePlace& choice) {
  if (!choice.refused.empty()) return "refused: " + choice.refused;
  if (!choice.starts_in) return "?";
  return *choice.starts_in < 1 ? "now" : "in " + format_seconds(std::ceil(*choice.starts_in));
}

namespace {

std::string measured_text(const PossiblePlace& choice) {
  if (!choice.measured) return "not measured";
  const MeasuredTime& time = *choice.measured;
  std::string text = format_seconds(time.median);
  if (time.low)
    text += format(" ({} to {})", format_seconds(*time.low), format_seconds(*time.high));
  return format("{}, {}", text, count_of(time.runs, "run"));
}

/// "2 min (1 min to 9 min for the next), 12 runs"
std::string waited_text(const PossiblePlace& choice) {
  if (!choice.waited) return "?";
  const EarlierWaits& waits = *choice.waited;
  std::string text = format_seconds(waits.median);
  if (waits.next) {
    text += format(" ({} to {} for the next)", format_seconds(waits.next->low),
                   format_seconds(waits.next->high));
  }
  return format("{}, {}", text, count_of(waits.runs, "run"));
}

std::string gets_text(const PossiblePlace& choice) {
  if (choice.gpus == 0) return "no GPU";
  const std::string nodes = choice.nodes > 1 ? format(" on {} nodes", choice.nodes) : "";
  return count_of(choice.gpus, "GPU") + nodes;
}

std::vector<KnownColumn<PossiblePlace>> columns(bool is_workload) {
  const auto always = [](const PossiblePlace&) { return true; };
  std::vector<KnownColumn<PossiblePlace>> all = {
      {{"site"}, [](const PossiblePlace& one) { return one.site; }, always, ""},
      {{"GPU"}, [](const PossiblePlace& one) { return one.gpu; }, always, ""},
      {{"model"}, [](const PossiblePlace& one) { return one.model; }, always, ""},
      {{"asked for by"},
       [](const PossiblePlace& one) { return one.asks.empty() ? "nothing" : one.asks; },
       always,
       ""},
      {{"chosen"},
       [](const PossiblePlace& one) { return std::string(one.chosen ? "yes" : "no"); },
       [](const PossiblePlace& one) { return !one.chosen; },
       ""},
      {{"others", Align::Right},
       [](const PossiblePlace& one) { return one.others > 0 ? std::to_string(one.others) : ""; },
       [](const PossiblePlace& one) { return one.others > 0; },
       ""},
      {{"the job gets"}, gets_text, always, ""},
      {{"charged"},
       [](const PossiblePlace& one) {
         return one.charge ? charge_text(*one.charge) : std::string("?");
       },
       [](const PossiblePlace& one) { return one.charge.has_value(); },
       "what is charged"},
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
                   waited_text,
                   [](const PossiblePlace& one) { return one.waited.has_value(); },
                   "wait of earlier runs"});
    all.push_back({{"measured"},
                   measured_text,
                   [](const PossiblePlace& one) { return one.measured.has_value(); },
                   "measured time"});
    all.push_back({{"expected end"},
                   [](const PossiblePlace& one) {
                     const auto end = expected_end(one);
                     return end ? "in " + format_seconds(*end) : std::string("?");
                   },
                   [](const PossiblePlace& one) { return expected_end(one).has_value(); },
                   ""});
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

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json place_json(const PossiblePlace& choice) {
  Json entry = {{"site", choice.site},      {"gpu", choice.gpu},       {"gpu_model", choice.model},
                {"asks", choice.asks},      {"chosen", choice.chosen}, {"gpus", choice.gpus},
                {"nodes", choice.nodes},    {"status", choice.status}, {"free", Json(nullptr)},
                {"measured", Json(nullptr)}};
  if (choice.stock) {
    entry["free"] = {
        {"all", choice.stock->all}, {"down", choice.stock->down}, {"free", choice.stock->free}};
  }
  entry["charge"] = choice.charge ? to_json(*choice.charge) : Json(nullptr);
  entry["starts_in_seconds"] = json_or_null(choice.starts_in);
  entry["partition"] = text_or_null(choice.partition);
  entry["qos"] = text_or_null(choice.qos);
  entry["time_limit_seconds"] = choice.time.count();
  entry["ends"] = text_or_null(choice.ends);
  entry["refused"] = text_or_null(choice.refused);
  entry["waited_seconds"] = nullptr;
  entry["waited_runs"] = 0;
  entry["next_wait"] = nullptr;
  if (choice.waited) {
    entry["waited_seconds"] = choice.waited->median;
    entry["waited_runs"] = choice.waited->runs;
    if (const auto& next = choice.waited->next) {
      entry["next_wait"] = {{"low_seconds", next->low},
                            {"high_seconds", next->high},
                            {"share", kWaitShare},
                            {"runs", choice.waited->runs}};
    }
  }
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

FoundPlaces without_others(FoundPlaces found) {
  const auto gpus_of = [](const PossiblePlace& one) { return std::pair(one.site, one.gpu); };
  std::set<std::pair<std::string, std::string>> ahead;  // whose choice is still to come
  for (const PossiblePlace& one : found.choices)
    if (one.chosen) ahead.insert(gpus_of(one));
  FoundPlaces shown{{}, std::move(found.not_at)};
  std::map<std::pair<std::string, std::string>, std::size_t> others;
  for (PossiblePlace& one : found.choices) {
    if (one.chosen || ahead.contains(gpus_of(one))) {
      if (one.chosen) ahead.erase(gpus_of(one));
      shown.choices.push_back(std::move(one));
    } else {
      ++others[gpus_of(one)];
      ++shown.left_out;
    }
  }
  for (PossiblePlace& one : shown.choices)
    if (const auto more = others.find(gpus_of(one)); one.chosen && more != others.end())
      one.others = more->second;
  return shown;
}

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
  const std::string unknown = print_known(world, columns(is_workload), found.choices);
  if (!found.not_at.empty()) {
    TextTable not_there({{"not at"}, {"GPU"}, {"why"}});
    for (const ImpossiblePlace& one : found.not_at) {
      const std::string others = one.others == 0 ? ""
                                                 : format("; {} with --partition or --qos",
                                                          count_of(one.others, "choice"));
      not_there.add({one.site, one.gpu, one.why + others});
    }
    world.out((found.choices.empty() ? "" : "\n") + not_there.text(world.out_screen()));
  }
  if (found.left_out > 0) {
    world.err(format("note: {} of partition and QOS not shown; --all shows them\n",
                     count_of(found.left_out, "more choice")));
  }
  world.err(unknown);
}

}  // namespace gpujob
