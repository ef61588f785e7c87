// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "jobs/session/named_clusters.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> kPullExamples = {{
    {"gpujob pull", "of every run at a center that is not over"},
    {"gpujob pull last", "of the newest run, over or not"},
    {"gpujob pull --site SITE,SITE", "of every run at two sites, over or not"},
    {"gpujob pull last --outputs '*.csv'", "also what the job left in its copy of a folder"},
}};
constexpr std::array<ArgumentSpec, 1> kPullArguments = {
    {{"RUN", "ids, unique pieces of ids, last or last~N; none: every run that is not over",
      Completes::Run, ArgumentSpec::Need::Many}}};
constexpr std::array<OptionSpec, 4> kPullOptions = {
    {{.name = "site",
      .value = "SITE[,SITE]",
      .help = "every run at these centers or clusters",
      .completes = Completes::Site,
      .group = "Which"},
     {.name = "outputs",
      .value = "GLOB",
      .help = "also these files of the copy that --sync made; may be repeated",
      .repeat = Repeat::Yes,
      .group = "What"},
     {.name = "to",
      .value = "DIR",
      .help = "where a folder for each run's outputs is made (here)",
      .completes = Completes::Directory,
      .group = "What"},
     kJsonFormatOption}};

struct PullOptions : CommonOptions {
  std::optional<std::string> site;
  std::vector<std::string> outputs;  ///< globs
  std::string to;                    ///< where they go
};

Result<PullOptions> parse_pull(const Arguments& arguments) {
  PullOptions options{parse_common(arguments), arguments.value("site"), arguments.values("outputs"),
                      arguments.value_or("to", ".")};
  if (options.site && !options.words.empty()) {
    return Failure{ExitCode::Usage, "gpujob pull", "give either RUN or --site"};
  }
  if (arguments.has("to") && options.outputs.empty()) {
    return Failure{ExitCode::Usage, "option '--to'", "says where --outputs go", "",
                   "add --outputs"};
  }
  return options;
}

bool is_elsewhere(const RunRecord& run) {
  return run.endpoint.kind != EndpointKind::Ssh || !run.job;
}

/// All runs at the sites, over or not.
Result<RunLocator::LoadedRuns> runs_at(World& world, RunLocator& locator, const std::string& list) {
  const auto sites = named_clusters(DataFiles(world, {}), list);
  if (!sites) return sites.failure();
  auto index = locator.index();
  if (!index) return index.failure();
  auto rows = index->find(RunFilter{});
  if (!rows) return rows.failure();
  std::erase_if(*rows, [&](const RunRow& row) {
    return std::none_of(sites->begin(), sites->end(), [&](const Selection& site) {
      return site.profile->center == row.center && site.cluster == row.cluster;
    });
  });
  return locator.load(*rows);
}

Result<RunLocator::LoadedRuns> wanted_runs(World& world, RunLocator& locator,
                                           const PullOptions& options) {
  if (options.site) return runs_at(world, locator, *options.site);
  if (options.words.empty()) return locator.open_runs();
  auto found = locator.find(options.words);
  if (!found) return found.failure();
  return RunLocator::LoadedRuns{*std::move(found), {}};
}

/// Each center is asked for all of its runs at once, all centers at the same time.
class Pull {
 public:
  Pull(RunLocator& locator, const PullOptions& options)
      : locator_(locator), match_(options.outputs), destination_(options.to) {}

  /// Brings the files of the runs of one directory of runs, and their states where that went well.
  void pull(World& world, RunGroup& group);

  /// What came of one run.
  struct Done {
    std::string run;
    Pulled files;
    std::optional<PulledOutputs> outputs;
  };
  std::vector<Done> done;
  Diagnostics problems;
  ExitCode exit = ExitCode::Done;

 private:
  void fail(const Failure& failure);
  void pull_outputs_of(World& world, const std::vector<RunRecord>& runs);

  RunLocator& locator_;
  std::vector<std::string> match_;
  std::string destination_;
};

void Pull::fail(const Failure& failure) {
  exit = std::max(exit, failure.exit);
  for (const Diagnostic& one : failure.diagnostics) {
    const bool is_new = std::find(problems.begin(), problems.end(), one) == problems.end();
    if (is_new) problems.push_back(one);  // a center that is not connected says it of every run
  }
}

/// Of the runs that were done last.
void Pull::pull_outputs_of(World& world, const std::vector<RunRecord>& runs) {
  std::vector<const RunRecord*> wanted;
  for (const RunRecord& run : runs) wanted.push_back(&run);
  auto outputs = locator_.centers().pull_outputs_of(world, wanted, match_, destination_);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!outputs[i]) fail(outputs[i].failure());
    if (outputs[i]) done[done.size() - runs.size() + i].outputs = *std::move(outputs[i]);
  }
}

void Pull::pull(World& world, RunGroup& group) {
  std::erase_if(group.runs, is_elsewhere);
  std::stable_sort(group.runs.begin(), group.runs.end(),
                   [](const RunRecord& a, const RunRecord& b) {
                     return std::tie(a.plan.center, a.plan.cluster, a.endpoint.host) <
                            std::tie(b.plan.center, b.plan.cluster, b.endpoint.host);
                   });
  std::vector<const RunRecord*> wanted;
  for (const RunRecord& run : group.runs) wanted.push_back(&run);
  const auto pulled = locator_.centers().pull(world, wanted);
  std::vector<RunRecord> brought, others;
  for (std::size_t i = 0; i < pulled.size(); ++i) {
    RunRecord& run = group.runs[i];
    if (!pulled[i]) {
      fail(pulled[i].failure());
      others.push_back(std::move(run));
      continue;
    }
    done.push_back({run.id, *pulled[i], {}});
    brought.push_back(std::move(run));
  }
  if (!match_.empty()) pull_outputs_of(world, brought);
  append(problems, refresh(world, *group.store, brought));
  group.runs = std::move(brought);
  std::move(others.begin(), others.end(), std::back_inserter(group.runs));
}

Json pulled_json(const Pulled& pulled) {
  return {{"files", pulled.files}, {"bytes", pulled.bytes}, {"kept", pulled.kept}};
}

std::string pulled_text(const Pulled& pulled) {
  return format("{} brought, {} here already", count_of(pulled.files, "file"), pulled.kept);
}

CommandResult run_pull(const PullOptions& options, Session& session) {
  World& world = session.world;
  auto wanted = wanted_runs(world, session.runs, options);
  if (!wanted) return wanted.failure();
  Pull pull(session.runs, options);
  for (RunGroup& group : wanted->groups) pull.pull(world, group);
  Diagnostics problems = wanted->unreadable;
  if (!problems.empty()) pull.exit = std::max(pull.exit, ExitCode::Unknown);
  append(problems, pull.problems);
  append(problems, session.runs.update_index(wanted->groups));
  if (options.json) {
    Json document = json_document("pulled");
    document["runs"] = Json::array();
    for (const Pull::Done& one : pull.done) {
      Json row = pulled_json(one.files);
      row["run"] = one.run;
      if (one.outputs) {
        row["outputs"] = pulled_json(one.outputs->files);
        row["outputs"]["left"] = one.outputs->left;
      }
      document["runs"].push_back(std::move(row));
    }
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else {
    for (const Pull::Done& one : pull.done) {
      world.out(format("run {}: {}\n", one.run, pulled_text(one.files)));
      if (!one.outputs) continue;
      const std::string folder = join_path(options.to, one.run);
      world.out(format("  outputs in {}: {}\n", folder, pulled_text(one.outputs->files)));
      for (const std::string& path : one.outputs->left)
        world.out(format("  '{}' stays at the center: it is above 1 GiB\n", printable(path)));
    }
    if (pull.done.empty() && pull.exit == ExitCode::Done) world.out("no runs at centers to pull\n");
  }
  print_diagnostics(world, problems);
  return status_of(pull.exit);
}

}  // namespace

constinit const Command kPullCommand = {
    .name = "pull",
    .summary = "bring reports and logs of runs from their centers",
    .description =
        "Each file is checked against the sum that the center gives and is written whole; what is "
        "here already is not brought again. 'status' and 'wait' bring the files of a run when it "
        "is over; 'pull' also brings what a running job has printed so far, and each time what an "
        "earlier one did not get to. A center is asked once for all of its runs; one without an "
        "open connection is exit 4. Files above 32 MiB stay at the center.\n\n"
        "--outputs brings what a job left in the copy that --sync made, to a folder of the run's "
        "id: a GLOB without a slash goes with names at any depth, one with a slash with a path "
        "from the copy on, and a directory stands for all that is in it. A file that is another "
        "here is replaced; links and files above 1 GiB stay at the center.",
    .examples = kPullExamples,
    .arguments = kPullArguments,
    .option_sets = {kPullOptions},
    .run = run_command<parse_pull, run_pull>,
};

}  // namespace gpujob
