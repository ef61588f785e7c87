// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <map>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/named_clusters.h"
#include "command/runs/run_text.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kPullExamples = {{
    {"gpujob pull", "of every run at a center that is not over"},
    {"gpujob pull last", "of the newest run, over or not"},
    {"gpujob pull --site SITE,SITE", "of every run at two sites, over or not"},
}};
constexpr std::array<ArgumentSpec, 1> kPullArguments = {
    {{"RUN", "ids, unique pieces of ids, last or last~N; none: every run that is not over",
      Completes::Run, ArgumentSpec::Need::Many}}};
constexpr std::array<OptionSpec, 2> kPullOptions = {
    {{.name = "site",
      .value = "SITE[,SITE]",
      .help = "every run at these centers or clusters",
      .completes = Completes::Site,
      .group = "Which"},
     kJsonFormatOption}};

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
                                           const Arguments& arguments) {
  const auto site = arguments.value("site");
  if (site && !arguments.positional().empty()) {
    return Failure{ExitCode::Usage, "gpujob pull", "give either RUN or --site"};
  }
  if (site) return runs_at(world, locator, *site);
  if (arguments.positional().empty()) return locator.open_runs();
  auto found = locator.find(arguments.positional());
  if (!found) return found.failure();
  return RunLocator::LoadedRuns{*std::move(found), {}};
}

/// Each center is asked for all of its runs at once.
class Pull {
 public:
  explicit Pull(RunLocator& locator) : locator_(locator) {}

  /// Brings the files of the runs of one directory of runs, and their states where that went well.
  void pull(World& world, RunGroup& group);

  std::vector<std::pair<std::string, Pulled>> done;  ///< by run
  Diagnostics problems;
  ExitCode exit = ExitCode::Done;

 private:
  void pull_from(World& world, RunStore& store, std::vector<RunRecord>& runs);

  RunLocator& locator_;
};

void Pull::pull(World& world, RunGroup& group) {
  std::erase_if(group.runs, is_elsewhere);
  std::map<std::pair<std::string, std::string>, std::vector<RunRecord>> by_center;
  for (RunRecord& run : group.runs) {
    const std::string site = format("{}/{}", run.plan.center, run.plan.cluster);
    by_center[{site, run.endpoint.host}].push_back(std::move(run));
  }
  group.runs.clear();
  for (auto& [center, runs] : by_center) {
    pull_from(world, *group.store, runs);
    std::move(runs.begin(), runs.end(), std::back_inserter(group.runs));
  }
}

void Pull::pull_from(World& world, RunStore& store, std::vector<RunRecord>& runs) {
  std::vector<const RunRecord*> wanted;
  for (const RunRecord& run : runs) wanted.push_back(&run);
  const auto pulled = locator_.centers().pull(world, wanted);
  bool any = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (pulled[i]) {
      any = true;
      done.emplace_back(runs[i].id, *pulled[i]);
      continue;
    }
    exit = std::max(exit, pulled[i].failure().exit);
    for (const Diagnostic& one : pulled[i].failure().diagnostics) {
      const bool is_new = std::find(problems.begin(), problems.end(), one) == problems.end();
      if (is_new) problems.push_back(one);  // a center that is not connected says it of every run
    }
  }
  if (any) append(problems, refresh(world, store, runs));
}

CommandResult run_pull(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  RunLocator locator(world, *configuration);
  auto wanted = wanted_runs(world, locator, arguments);
  if (!wanted) return wanted.failure();
  Pull pull(locator);
  for (RunGroup& group : wanted->groups) pull.pull(world, group);
  Diagnostics problems = wanted->unreadable;
  if (!problems.empty()) pull.exit = std::max(pull.exit, ExitCode::Unknown);
  append(problems, pull.problems);
  append(problems, update_index(world, locator, wanted->groups));
  if (wants_json(arguments)) {
    Json document = json_document("pulled");
    document["runs"] = Json::array();
    for (const auto& [run, pulled] : pull.done) {
      document["runs"].push_back(
          {{"run", run}, {"files", pulled.files}, {"bytes", pulled.bytes}, {"kept", pulled.kept}});
    }
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else {
    for (const auto& [run, pulled] : pull.done) {
      world.out(format("run {}: {} brought, {} here already\n", run, count_of(pulled.files, "file"),
                       pulled.kept));
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
        "open connection is exit 4. Files above 32 MiB stay at the center.",
    .examples = kPullExamples,
    .arguments = kPullArguments,
    .option_sets = {kPullOptions},
    .run = run_pull,
};

}  // namespace gpujob
