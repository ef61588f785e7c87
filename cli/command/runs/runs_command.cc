// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>

#include "base/duration.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/memory_hints.h"
#include "base/suggest.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/labels.h"
#include "command/runs/run_text.h"
#include "jobs/results/chosen_results.h"
#include "jobs/session/run_locator.h"
#include "report/quantity.h"
#include "store/line_import.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> kRunsExamples = {{
    {"gpujob runs", "every run, newest first"},
    {"gpujob runs --workload integrate2d --since 7d", "of one workload, of the last week"},
    {"gpujob runs --tag model=resnet", "that were tagged so"},
    {"gpujob runs --rebuild", "make the index anew from the run directories"},
}};
constexpr std::array<OptionSpec, 12> kRunsOptions = {
    {{.name = "workload",
      .value = "NAME",
      .help = "of this workload",
      .completes = Completes::SeenWorkload,
      .group = "Which"},
     {.name = "site",
      .value = "SITE",
      .help = "at this center or cluster",
      .completes = Completes::SeenSite,
      .group = "Which"},
     {.name = "gpu", .value = "KEY", .help = "on this GPU type or model", .group = "Which"},
     {.name = "backend", .value = "NAME", .help = "with this backend", .group = "Which"},
     {.name = "variant", .value = "NAME", .help = "with this variant", .group = "Which"},
     {.name = "state",
      .value = "STATE",
      .help = "in this state at last sight: pending, running, done, failed, ...",
      .completes = Completes::Choices,
      .group = "Which",
      .choices = "intended|unknown|refused|pending|running|done|failed|cancelled|results-pending|"
                 "vanished"},
     {.name = "name", .value = "TEXT", .help = "of this name", .group = "Which"},
     {.name = "tag",
      .value = "KEY=VALUE",
      .help = "with this tag; may be repeated: with all of them",
      .repeat = Repeat::Yes,
      .group = "Which"},
     {.name = "since",
      .value = "TIME",
      .help = "since a day (2026-11-21) or for a time (7d)",
      .group = "Which"},
     {.name = "limit", .value = "N", .help = "at most N", .group = "Which"},
     {.name = "rebuild", .help = "make the index anew from the run directories first"},
     kJsonFormatOption}};

struct RunsOptions : CommonOptions {
  RunFilter filter;
  bool rebuild = false;
};

Result<RunsOptions> parse_runs(const Arguments& arguments) {
  const auto limit = arguments.count("limit");
  if (!limit) return limit.failure();
  RunsOptions options{parse_common(arguments), {}, arguments.has("rebuild")};
  RunFilter& filter = options.filter;
  filter.workload = arguments.value_or("workload", "");
  filter.site = arguments.value_or("site", "");
  filter.gpu = arguments.value_or("gpu", "");
  filter.backend = arguments.value_or("backend", "");
  filter.variant = arguments.value_or("variant", "");
  filter.state = arguments.value_or("state", "");
  if (const Status known = check_run_state("--state", filter.state); !known) {
    return known.failure();
  }
  filter.since = arguments.value_or("since", "");
  filter.limit = limit->value_or(0);
  filter.name = arguments.value_or("name", "");
  if (!options.json) filter.columns = RunFilter::Columns::Shown;
  for (const std::string& text : arguments.values("tag")) {
    auto tag = parse_tag("option '--tag'", text);
    if (!tag) return tag.failure();
    filter.tags.push_back(*std::move(tag));
  }
  return options;
}

Json row_json(const RunRow& row) {
  Json entry;
  entry["run"] = row.id;
  entry["submitted"] = row.submitted;
  entry["state"] = row.state;
  entry["workload"] = row.workload;
  entry["variant"] = row.variant;
  entry["backend"] = row.backend;
  entry["precision"] = row.precision;
  entry["site"] = format("{}/{}", row.center, row.cluster);
  entry["gpu"] = row.gpu_key;
  entry["gpu_model"] = row.gpu_model;
  entry["sandbox"] = row.sandbox.empty() ? Json(nullptr) : Json(row.sandbox);
  entry["job_id"] = row.job_id;
  entry["directory"] = row.directory;
  entry["parameters"] = Json::object();
  for (const auto& [name, value] : row.parameters) entry["parameters"][name] = value;
  entry["class"] = row.algorithm_class.empty() ? Json(nullptr) : Json(row.algorithm_class);
  entry["data"] = row.data.empty() ? Json(nullptr) : Json(row.data);
  entry["name"] = row.name;
  entry["tags"] = Json::object();
  for (const auto& [key, value] : row.tags) entry["tags"][key] = value;
  entry["note"] = row.note;
  entry["median_seconds"] = row.median_seconds ? Json(rounded(*row.median_seconds)) : Json(nullptr);
  return entry;
}

/// Workload and name of each parameter that is not the same in all rows of its workload.
std::set<std::pair<std::string, std::string>> varying(const std::vector<RunRow>& rows) {
  std::set<std::pair<std::string, std::string>> names;
  std::map<std::pair<std::string, std::string>, std::string> first;
  const RunRow* before = nullptr;
  for (const RunRow& row : rows) {
    const bool is_alike = before != nullptr && before->workload == row.workload &&
                          before->parameters == row.parameters;
    before = &row;
    if (is_alike) continue;
    for (const auto& [name, value] : row.parameters) {
      const auto [known, is_new] = first.emplace(std::pair{row.workload, name}, value);
      if (!is_new && known->second != value) names.insert({row.workload, name});
    }
  }
  return names;
}

/// "baseline lr=0.1 model=resnet"
std::string labels_of(const RunRow& row) {
  std::string text = row.name;
  for (const auto& [key, value] : row.tags) {
    text += format("{}{}={}", text.empty() ? "" : " ", key, value);
  }
  return printable(text);
}

std::string table_of(std::vector<RunRow> rows, const Screen& screen) {
  std::vector<Column> columns = {{"run"},
                                 {"submitted"},
                                 {"state", Align::Left, state_colour},
                                 {"workload"},
                                 {"where"},
                                 {"class"},
                                 {"resident", Align::Right},
                                 {"host to host", Align::Right}};
  const bool labelled = std::any_of(rows.begin(), rows.end(), [](const RunRow& row) {
    return !row.name.empty() || !row.tags.empty();
  });
  if (labelled) columns.push_back({"name and tags"});
  TextTable table(columns);
  const auto told = varying(rows);
  for (RunRow& row : rows) {
    const std::string median = row.median_seconds ? format_seconds(*row.median_seconds) : "";
    const bool copied = row.data == "host";
    std::string what = row.workload;
    for (const std::string* word : {&row.variant, &row.backend, &row.precision}) {
      if (!word->empty()) what.append(" ").append(*word);
    }
    for (const auto& [name, value] : row.parameters) {
      if (!told.empty() && told.count({row.workload, name}) > 0)
        what += format(" {}={}", name, value);
    }
    std::vector<std::string> cells;
    cells.reserve(columns.size());
    cells.push_back(std::move(row.id));
    cells.push_back(std::move(row.submitted));
    cells.push_back(std::move(row.state));
    cells.push_back(std::move(what));
    cells.push_back(place_text(row.center, row.gpu_key, row.sandbox));
    cells.push_back(median.empty() ? "" : std::move(row.algorithm_class));
    cells.push_back(copied ? "" : median);
    cells.push_back(copied ? median : "");
    if (labelled) cells.push_back(labels_of(row));
    table.add(std::move(cells));
  }
  return table.text(screen);
}

Progress progress_on(World& world) {
  return [&world, shown = std::size_t{0}](std::size_t done, std::size_t all) mutable {
    const std::size_t percent = all == 0 ? 100 : done * 100 / all;
    if (done > 0 && percent == shown) return;
    shown = percent;
    world.progress(done == all ? "" : format("reading runs: {} of {}", done, all));
  };
}

std::string made_text(const RunIndex::Made& made) {
  const std::string imported =
      made.imported == 0
          ? ""
          : format(" and {} imported launch{}", made.imported, made.imported == 1 ? "" : "es");
  return format("note: index: made anew from {} run{}{}\n", made.runs, made.runs == 1 ? "" : "s",
                imported);
}

/// The words of one option that any run has; a GPU has the site's key, the model, and the model
/// without its vendor.
std::vector<std::string> words_of(const std::vector<RunRow>& rows, const std::string& option) {
  std::set<std::string> words;
  for (const RunRow& row : rows) {
    if (option == "backend") words.insert(row.backend);
    if (option == "variant") words.insert(row.variant);
    if (option != "gpu" || row.gpu_key.empty()) continue;
    words.insert({row.gpu_key, row.gpu_model});
    words.insert(row.gpu_model.substr(row.gpu_model.find('-') + 1));
  }
  return {words.begin(), words.end()};
}

/// A word that no run has is a slip; that no run has it together with the others is an answer.
Status check_words(RunIndex& index, const RunFilter& filter) {
  const auto all = index.find(RunFilter{});
  if (!all || all->empty()) return {};
  for (const auto& [option, word] :
       {std::pair("gpu", filter.gpu), {"backend", filter.backend}, {"variant", filter.variant}}) {
    if (word.empty()) continue;
    const std::string& asked = word;  // clang 14 captures no structured binding
    const auto known = words_of(*all, option);
    const bool any_case = std::string_view(option) == "gpu";
    const bool is_known = std::any_of(known.begin(), known.end(), [&](const std::string& one) {
      return any_case ? to_lower(one) == to_lower(asked) : one == asked;
    });
    if (is_known) continue;
    std::string way = did_you_mean(word, known);
    if (way.empty()) way = "leave it out to see all";
    return Failure(ExitCode::Usage, format("option '--{}'", option),
                   format("no run has '{}'", printable(word)), "", std::move(way));
  }
  return {};
}

CommandResult run_runs(const RunsOptions& options, Session& session) {
  World& world = session.world;
  const RunFilter& filter = options.filter;
  const bool anew = options.rebuild;
  auto index = anew ? session.runs.bare_index() : session.runs.index();
  if (!index) return index.failure();
  if (anew && !index->is_new()) {
    const auto made = index->rebuild(progress_on(world));
    if (!made) return made.failure();
    print_diagnostics(world, made->problems);
  }
  if (anew) world.err(made_text(index->made()));
  expect_much_memory();  // after the threads of a rebuild
  auto rows = index->find(filter);
  if (!rows) return rows.failure();
  if (rows->empty()) {
    if (auto known = check_words(*index, filter); !known) return known.failure();
    if (auto known = check_tags(*index, "--tag", filter.tags); !known) return known.failure();
  }
  const auto unread = index->unread_tags();
  if (!unread) return unread.failure();
  print_diagnostics(world, *unread);
  const bool by_labels = !filter.tags.empty() || !filter.name.empty();
  if (options.json) {
    Json document = json_document("runs");
    document["runs"] = Json::array();
    for (const RunRow& row : *rows) document["runs"].push_back(row_json(row));
    world.out(dump_json(document));
  } else {
    // What the index does not tell may be there all the same.
    if (rows->empty() && !session.runs.index_is_behind()) world.out("no runs\n");
    if (!rows->empty()) world.out(table_of(*std::move(rows), world.out_screen()));
    const auto imported = imported_files(world);
    if (imported && !imported->empty()) {
      world.err("note: imported results are not in this list; 'gpujob compare' has them\n");
    }
  }
  const bool left_out = by_labels && !unread->empty();
  const bool whole =
      !left_out && !session.runs.index_is_behind() && !has_errors(index->made().problems);
  return status_of(whole ? ExitCode::Done : ExitCode::Failed);
}

}  // namespace

constinit const Command kRunsCommand = {
    .name = "runs",
    .summary = "list runs, newest first",
    .description =
        "From the index alone: no scheduler is asked, states are as last seen. Times are medians: "
        "of "
        "the kernel where the data are resident on the device, of the whole pass where they go "
        "from "
        "host to host; the class of the variant stands beside them. Parameters that are not the "
        "same in "
        "all runs of a workload that are listed stand behind it. Imported results are not in "
        "this list but in compare and export. Tags and names are what 'gpujob tag' or the submit "
        "gave; "
        "runs whose tags cannot be read are named. What is damaged is named when the index is made "
        "anew; then, and where a run could not be put into the index, the exit code is 1.",
    .examples = kRunsExamples,
    .arguments = {},
    .option_sets = {kRunsOptions},
    .run = run_command<parse_runs, run_runs>,
};

}  // namespace gpujob
