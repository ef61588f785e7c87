// SPDX-License-Identifier: MIT
#include "command/where/gpu_type_count.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/site/site_text.h"
#include "command/where/known_columns.h"
#include "command/where/where_text.h"
#include "command/where/wish.h"
#include "run/json_fields.h"

namespace gpujob {

namespace {

/// More than any cluster has.
constexpr long long kMostGpus = 10'000'000;

std::string number_text(const GpuTypeCount& one, int GpuStock::*number) {
  return one.place.stock ? std::to_string((*one.place.stock).*number) : "?";
}

std::string all_text(const GpuTypeCount& one) {
  if (one.place.stock) return number_text(one, &GpuStock::all);
  if (!one.all) return "?";
  return one.is_at_most ? format("at most {}", *one.all) : std::to_string(*one.all);
}

std::string teller_of(const GpuTypeCount& one) {
  if (!one.place.stock) return "profile";
  return one.sandbox.empty() ? "Slurm" : format("sandbox '{}'", one.sandbox);
}

bool is_told_now(const GpuTypeCount& one) {
  return one.place.stock.has_value();
}

std::vector<KnownColumn<GpuTypeCount>> count_columns() {
  const auto always = [](const GpuTypeCount&) { return true; };
  return {
      {{"site"}, [](const GpuTypeCount& one) { return one.place.site; }, always, ""},
      {{"GPU"}, [](const GpuTypeCount& one) { return one.place.gpu; }, always, ""},
      {{"model"}, [](const GpuTypeCount& one) { return one.place.model; }, always, ""},
      {{"in all", Align::Right}, all_text, always, ""},
      {{"free", Align::Right},
       [](const GpuTypeCount& one) { return number_text(one, &GpuStock::free); },
       is_told_now,
       "free GPUs"},
      {{"down", Align::Right},
       [](const GpuTypeCount& one) { return number_text(one, &GpuStock::down); },
       is_told_now,
       "those that are down"},
      {{"one starts"},
       [](const GpuTypeCount& one) { return start_text(one.place); },
       [](const GpuTypeCount& one) { return one.place.starts_in || !one.place.refused.empty(); },
       "start of a job with one GPU"},
      {{"told by"}, teller_of, always, ""},
      {{"status", Align::Left, status_colour},
       [](const GpuTypeCount& one) { return one.place.status; },
       always,
       ""}};
}

Json count_json(const GpuTypeCount& one) {
  const PossiblePlace& place = one.place;
  Json entry = {{"site", place.site}, {"gpu", place.gpu}, {"gpu_model", place.model}};
  entry["all"] = place.stock ? Json(place.stock->all) : one.all ? Json(*one.all) : Json(nullptr);
  entry["all_is_at_most"] = !place.stock && one.is_at_most;
  entry["free"] = place.stock ? Json(place.stock->free) : Json(nullptr);
  entry["down"] = place.stock ? Json(place.stock->down) : Json(nullptr);
  entry["starts_in_seconds"] = place.starts_in ? Json(*place.starts_in) : Json(nullptr);
  entry["refused"] = place.refused.empty() ? Json(nullptr) : Json(place.refused);
  entry["told_by"] = place.stock ? "slurm" : "profile";
  entry["sandbox"] = one.sandbox.empty() ? Json(nullptr) : Json(one.sandbox);
  entry["why_profile"] = one.why.empty() ? Json(nullptr) : Json(one.why);
  entry["status"] = place.status;
  return entry;
}

/// A number of GPUs that another gpujob tells.
std::optional<int> gpus_in(const Json& row, const char* key) {
  const auto number = integer_field_of(row, key);
  if (!number || *number < 0 || *number > kMostGpus) return std::nullopt;
  return static_cast<int>(*number);
}

bool take_count(const Json& row, GpuTypeCount& count) {
  count.sandbox = printable(text_field_of(row, "sandbox"));
  count.why = printable(text_field_of(row, "why_profile"));
  count.place.refused = printable(text_field_of(row, "refused"));
  const auto start = row.find("starts_in_seconds");
  if (start != row.end() && start->is_number()) {
    count.place.starts_in = start->get<double>();
    if (!(*count.place.starts_in >= 0)) return false;
  }
  if (text_field_of(row, "told_by") != "slurm") return !count.why.empty();
  const auto all = gpus_in(row, "all"), free = gpus_in(row, "free"), down = gpus_in(row, "down");
  if (!all || !free || !down || *free + *down > *all) return false;
  count.place.stock = GpuStock{*all, *down, *free};
  return true;
}

}  // namespace

GpuTypeCount count_in_profile(const Selection& site, const GpuType& type,
                              const std::string& today) {
  GpuTypeCount count;
  count.place = place_at(site, today);
  count.place.gpu = type.key;
  count.place.model = type.model;
  count.place.gpus = 1;
  const auto shapes = site.get().shapes_with(type.key);
  if (shapes.empty()) return count;
  int all = 0;
  bool is_at_most = false;
  for (const NodeShape* shape : shapes) {
    const auto nodes = most_nodes(*shape);
    if (!nodes || shape->gpus == 0) return count;
    is_at_most = is_at_most || !shape->count;
    all += *nodes * shape->gpus;
  }
  count.all = all;
  count.is_at_most = is_at_most;
  return count;
}

void sort_counts(std::vector<GpuTypeCount>& counts) {
  const auto rank = [](const GpuTypeCount& one) {
    return (one.place.is_over ? 2 : 0) + (one.place.stock ? 0 : 1);
  };
  std::stable_sort(counts.begin(), counts.end(),
                   [&](const GpuTypeCount& a, const GpuTypeCount& b) { return rank(a) < rank(b); });
}

void print_counts(World& world, const std::vector<GpuTypeCount>& counts) {
  world.err(print_known(world, count_columns(), counts));
}

Json counts_json(const std::vector<GpuTypeCount>& counts) {
  Json rows = Json::array();
  for (const GpuTypeCount& one : counts) rows.push_back(count_json(one));
  return rows;
}

bool take_counts(const Json& rows, std::vector<GpuTypeCount>& counts) {
  if (!rows.is_array()) return false;
  std::vector<GpuTypeCount> taken = counts;
  for (GpuTypeCount& count : taken) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Json& one) {
      return one.is_object() && text_field_of(one, "gpu") == count.place.gpu;
    });
    if (row == rows.end() || !take_count(*row, count)) return false;
  }
  counts = std::move(taken);
  return true;
}

}  // namespace gpujob
