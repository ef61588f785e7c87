// SPDX-License-Identifier: MIT
#include "jobs/session/run_locator.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "jobs/session/program_version.h"
#include "jobs/session/refused_submit.h"
#include "run/collect.h"

namespace gpujob {

namespace {

constexpr std::size_t kRecentCount = 20;

void add_to(std::vector<RunGroup>& groups, RunStore* store, RunRecord run) {
  for (RunGroup& group : groups) {
    if (group.store != store) continue;
    const bool known = std::any_of(group.runs.begin(), group.runs.end(),
                                   [&](const RunRecord& other) { return other.id == run.id; });
    if (!known) group.runs.push_back(std::move(run));
    return;
  }
  groups.push_back({store, {std::move(run)}});
}

void add_loaded(RunLocator::LoadedRuns& loaded, RunStore* store, Result<RunRecord> run) {
  const bool gone = !run && run.failure().exit == ExitCode::Usage;
  if (run) {
    add_to(loaded.groups, store, *std::move(run));
  } else if (!gone) {
    append(loaded.unreadable, run.failure().diagnostics);
  }
}

void add_open(RunLocator::LoadedRuns& open, RunStore* store, Result<RunRecord> run) {
  if (!run || !is_final(run->state)) add_loaded(open, store, std::move(run));
}

/// What is wrong with the reports of a run that is done: a job that ended well may have given wrong
/// answers.
Diagnostics wrong_of(const RunRecord& run, const Collected& collected) {
  Diagnostics problems = collected.problems;
  const auto say = [&](std::size_t launches, const char* what) {
    problems.push_back({"", Severity::Error, format("run {}", run.id),
                        format("{} of {} launches {}", launches, launches_of(run.plan), what), "",
                        "", ""});
  };
  const auto missing = static_cast<std::size_t>(missing_from(run, collected).launches);
  if (missing > 0) say(missing, "without a report that counts");
  const auto wrong = std::count_if(collected.reports.begin(), collected.reports.end(),
                                   [](const TimingReport& report) { return !report.valid; });
  if (wrong > 0) say(static_cast<std::size_t>(wrong), "with a wrong answer");
  return problems;
}

/// 0 of "last", 2 of "last~2"; nothing for another word.
std::optional<std::size_t> runs_before_last(std::string_view word) {
  if (word == "last") return 0;
  constexpr std::string_view kPrefix = "last~";
  if (!word.starts_with(kPrefix)) return std::nullopt;
  const auto before = parse_integer(word.substr(kPrefix.size()));
  return before ? std::optional(static_cast<std::size_t>(*before)) : std::nullopt;
}

}  // namespace

std::string default_runs_directory(const World& world) {
  return join_path(data_home(world), "runs");
}

RunLocator::RunLocator(World& world, const Configuration& configuration, Listener& listener)
    : world_(world),
      listener_(&listener),
      centers_(std::make_unique<CenterRuns>(std::string(kProgramVersion))) {
  stores_.emplace_back(world, default_runs_directory(world), centers_.get());
  if (const PlacedText* directory = configuration.find_default("runs_dir")) {
    store_in(directory->value);
  }
  for (const auto& [site, values] : configuration.sites) {
    const auto directory = values.find("runs_dir");
    if (directory != values.end()) store_in(directory->second.value);
  }
}

std::vector<std::string> RunLocator::directories() const {
  std::vector<std::string> all;
  for (const RunStore& store : stores_) all.push_back(store.directory());
  return all;
}

RunStore& RunLocator::store_in(const std::string& directory) {
  for (RunStore& store : stores_) {
    if (store.directory() == directory) return store;
  }
  return stores_.emplace_back(world_, directory, centers_.get());
}

Result<std::pair<RunStore*, std::string>> RunLocator::newest_run(std::size_t before) {
  std::vector<std::pair<std::string, RunStore*>> runs;
  for (RunStore& store : stores_) {
    const auto ids = store.ids();
    if (!ids) return ids.failure();
    for (const std::string& id : *ids) runs.emplace_back(id, &store);
  }
  std::sort(runs.rbegin(), runs.rend());
  for (const auto& [id, store] : runs) {
    if (store->holds(id) && before-- == 0) return std::pair(store, id);
  }
  return std::pair<RunStore*, std::string>(nullptr, "");
}

Result<std::pair<RunStore*, std::string>> RunLocator::locate(const std::string& word) {
  using Place = std::pair<RunStore*, std::string>;
  if (const auto before = runs_before_last(word)) {
    const auto newest = newest_run();
    if (!newest) return newest;
    if (const auto refusal = refusal_since(world_, newest->second)) {
      listener_->remark({*refusal});
    }
    const auto found = *before == 0 ? newest : newest_run(*before);
    if (!found || found->first != nullptr) return found;
    if (newest->first != nullptr) {
      return Failure(ExitCode::Usage, format("run '{}'", word), "there are not so many runs", "",
                     "'gpujob runs' lists them");
    }
    return stores_[0].expand("last").failure();
  }
  for (RunStore& store : stores_) {
    auto id = store.expand(word);
    if (id) return Place{&store, *std::move(id)};
    if (id.failure().exit != ExitCode::Usage) return id.failure();
  }
  return stores_[0].expand(word).failure();
}

Result<RunLocator::Places> RunLocator::locate_all(const std::string& word) {
  auto place = locate(word);
  if (place) return Places{*std::move(place)};
  if (place.failure().exit != ExitCode::Usage) return place.failure();
  for (RunStore& store : stores_) {
    const auto ids = store.runs_of_array(word);
    if (!ids) return ids.failure();
    if (ids->empty()) continue;
    Places places;
    for (const std::string& id : *ids) places.emplace_back(&store, id);
    return places;
  }
  return place.failure();
}

Result<std::vector<RunGroup>> RunLocator::find(const std::vector<std::string>& words) {
  std::vector<RunGroup> groups;
  for (const std::string& word : words) {
    const auto places = locate_all(word);
    if (!places) return places.failure();
    for (const auto& [store, id] : *places) {
      auto run = store->load(id);
      if (!run) return run.failure();
      add_to(groups, store, *std::move(run));
    }
  }
  return groups;
}

Result<RunGroup> RunLocator::find_one(const std::string& word) {
  auto groups = find({word});
  if (!groups) return groups.failure();
  RunGroup& group = groups->front();
  if (group.runs.size() == 1) return std::move(group);
  return Failure(ExitCode::Usage, format("run '{}'", word),
                 format("is an array of {} runs", group.runs.size()), "",
                 format("name one of them: 'gpujob status {}' lists them", word));
}

RunLocator::LoadedRuns RunLocator::open_runs() {
  auto opened = bare_index();
  if (!opened || !opened->add_missing()) return open_runs_on_disk();
  auto rows = opened->find(RunFilter{});
  if (!rows) return open_runs_on_disk();
  LoadedRuns open = open_among(*rows);
  append(open.unreadable, opened->unreadable());
  return open;
}

RunStore& RunLocator::store_of(const RunRow& row) {
  return store_in(row.directory.substr(0, row.directory.rfind('/')));
}

RunLocator::LoadedRuns RunLocator::open_among(const std::vector<RunRow>& rows) {
  LoadedRuns open;
  for (const RunRow& row : rows) {
    const auto state = run_state_from(row.state);
    if (state && is_final(*state)) continue;
    add_open(open, &store_of(row), store_of(row).load(row.id));
  }
  return open;
}

RunLocator::LoadedRuns RunLocator::load(const std::vector<RunRow>& rows) {
  LoadedRuns loaded;
  for (const RunRow& row : rows) add_loaded(loaded, &store_of(row), store_of(row).load(row.id));
  return loaded;
}

RunLocator::LoadedRuns RunLocator::open_runs_on_disk() {
  LoadedRuns open;
  for (RunStore& store : stores_) {
    const auto ids = store.ids();
    if (!ids) append(open.unreadable, ids.failure().diagnostics);
    if (!ids) continue;
    for (const std::string& id : *ids) add_open(open, &store, store.load(id));
  }
  return open;
}

std::vector<std::string> RunLocator::recent_words() {
  std::vector<std::string> ids;
  for (const RunStore& store : stores_) {
    for (std::string& id : store.ids().value_or({})) ids.push_back(std::move(id));
  }
  std::sort(ids.rbegin(), ids.rend());
  if (ids.size() > kRecentCount) ids.resize(kRecentCount);
  if (!ids.empty()) ids.insert(ids.begin(), "last");
  return ids;
}

Result<RunIndex> RunLocator::index() {
  auto opened = bare_index();
  if (!opened) return opened;
  if (const auto added = opened->add_missing(); !added) {
    warn_of_index(added.failure());
  }
  return opened;
}

void RunLocator::warn_of_index(const Failure& failure) {
  Diagnostics warnings = failure.diagnostics;
  for (Diagnostic& warning : warnings) {
    warning.severity = Severity::Warning;
    if (warning.fix.empty()) warning.fix = "'gpujob runs --rebuild' makes the index anew";
  }
  index_is_behind_ = true;
  listener_->remark(warnings);
}

Result<RunIndex> RunLocator::bare_index() {
  if (no_index_) return *no_index_;
  std::vector<const RunStore*> stores;
  for (const RunStore& store : stores_) stores.push_back(&store);
  auto opened = RunIndex::open(world_, std::move(stores));
  if (opened) {
    listener_->remark(opened->made().problems);
  } else {
    no_index_ = opened.failure();
  }
  return opened;
}

Diagnostics RunLocator::update_index(const std::vector<RunGroup>& groups) {
  auto index = bare_index();
  Status kept = index ? Status{} : Status(index.failure());
  Diagnostics problems;
  for (const RunGroup& group : groups) {
    for (const RunRecord& run : group.runs) {
      const auto found = collect(world_, run);
      const Collected collected = found ? *found : Collected{};
      if (kept) kept = index->put(run, collected);
      if (run.state == RunState::Done) append(problems, wrong_of(run, collected));
    }
  }
  if (!kept) warn_of_index(kept.failure());
  return problems;
}

}  // namespace gpujob
