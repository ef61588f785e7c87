// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/results/where_options.h"
#include "jobs/results/left_out_runs.h"
#include "jobs/results/question.h"
#include "jobs/results/reference_store.h"
#include "jobs/session/settings.h"
#include "store/run_query.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kReferenceSetExamples = {{
    {"gpujob reference set integrate2d --propose", "from what was measured so far"},
    {"gpujob reference set vector_add --propose --metric rate", "of rates instead of times"},
    {"gpujob reference set integrate2d --where gpu=KEY --expect 'kernel 2.10 ms, at most +5 %'",
     "one, by hand"},
}};
constexpr std::array<ArgumentSpec, 1> kReferenceSetArguments = {
    {{"WORKLOAD", "whose runs", Completes::SeenWorkload}}};
constexpr std::array<OptionSpec, 3> kReferenceSetOptions = {
    {{.name = "propose", .help = "a reference for each kind of runs, from history"},
     {.name = "expect",
      .value = "TEXT",
      .help = "what runs should take: 'kernel 2.10 ms, at most +5 %'"},
     {.name = "metric",
      .value = "NAME",
      .help = "propose this: kernel (total for data on the host), rate, ...",
      .completes = Completes::Choices,
      .choices = "kernel|total|h2d|d2h|rate|fraction"}}};

/// Times differ by some percent between nodes and days.
constexpr double kLeastBound = 0.05;

/// What was measured and gets no reference, and why.
void name_left_out(World& world, const Comparison& comparison) {
  Diagnostics notes;
  const auto note = [&](const std::string& where, const std::string& why) {
    notes.push_back({"", Severity::Note, where, "no reference is proposed", why, "", ""});
  };
  for (const ComparedGroup& group : comparison.groups) {
    if (const std::string why = why_no_reference(group); !why.empty()) note(group.label, why);
  }
  append(notes, left_out_notes(comparison.excluded, "no reference is proposed"));
  print_diagnostics(world, notes);
}

Result<std::vector<Reference>> propose(Session& session, RunIndex& index,
                                       const CompareOptions& wanted,
                                       const std::optional<std::string>& metric,
                                       const std::string& today) {
  const auto left_out = left_out_runs(session, index, wanted);
  if (!left_out) return left_out.failure();
  const auto table = measurements_for(index, wanted, metric);
  if (!table) return table.failure();
  CompareOptions by_kind = wanted;
  by_kind.by = {"site", "gpu", "backend", "variant", "class", "precision"};
  const auto comparison = compare_all(*table, by_kind, *left_out);
  if (!comparison) return comparison.failure();
  name_left_out(session.world, *comparison);
  auto proposed = propose_references(*comparison, kLeastBound, today);
  if (proposed.empty()) {
    return Failure(ExitCode::Failed, format("workload '{}'", wanted.workload),
                   "nothing to propose references from",
                   format("no kind of undisturbed runs on real devices has {} runs with {} samples "
                          "together",
                          reference_runs(), kFewestSamples));
  }
  return proposed;
}

Result<std::vector<Reference>> given(const CompareOptions& wanted, const std::string& expectation,
                                     const std::string& today) {
  if (wanted.runs) {
    return Failure(ExitCode::Usage, "gpujob reference set", "--expect holds for no name or tag",
                   "a reference is for a kind of runs, also later ones",
                   "use keys such as site and gpu, or --propose");
  }
  if (wanted.where.empty()) {
    return Failure(ExitCode::Usage, "gpujob reference set", "no --where given", "",
                   "say which runs: --where site=SITE --where gpu=KEY ...");
  }
  const auto expected = read_expectation(expectation);
  if (!expected) return expected.failure();
  return std::vector<Reference>{{wanted.where, *expected, today}};
}

struct ReferenceSetOptions : MeasuredOptions {
  std::optional<std::string> expect;  ///< nothing: propose
  std::optional<std::string> metric;
};

Result<ReferenceSetOptions> parse_reference_set(const Arguments& arguments) {
  if (arguments.has("propose") == arguments.has("expect")) {
    return Failure(ExitCode::Usage, "gpujob reference set", "give either --propose or --expect", "",
                   "see 'gpujob reference set --help'");
  }
  return ReferenceSetOptions{parse_measured(arguments), arguments.value("expect"),
                             arguments.value("metric")};
}

CommandResult run_reference_set(const ReferenceSetOptions& options, Session& session) {
  World& world = session.world;
  auto index = session.runs.index();
  if (!index) return index.failure();
  auto wanted = chosen_results(session, *index, options.choice, options.words[0]);
  if (!wanted) return wanted.failure();
  ask_as_usual(session, *wanted);
  auto references = load_references(world, wanted->workload);
  if (!references) return references.failure();
  const auto today = planning_day(world);
  if (!today) return today.failure();
  auto fresh = options.expect ? given(*wanted, *options.expect, *today)
                              : propose(session, *index, *wanted, options.metric, *today);
  if (!fresh) return fresh.failure();
  for (Reference& reference : *fresh) {
    world.out(format("{}: {}\n", reference_label(reference), expectation_text(reference.expected)));
    references->put(std::move(reference));
  }
  const std::string path = references_path(world, wanted->workload);
  const std::string directory = path.substr(0, path.rfind('/'));
  if (const Status made = world.make_directory(directory); !made) return made.failure();
  if (const Status written =
          world.write_file(path, write_references(*references), FileMode::Private);
      !written) {
    return written.failure();
  }
  world.err(format("note: written to {}\n", path));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kReferenceSetCommand = {
    .name = "reference set",
    .summary = "say what runs should take, by hand or from history",
    .description =
        "A reference is a time and how much more is too much, or a rate or a share of the ceiling "
        "('rate 36.2 Top/s, at least -5 %', 'fraction 83.7 %, at least -5 %' of it) and how much "
        "less, for the runs that --where names. "
        "--propose makes one for each site, GPU, backend, variant and precision that was measured "
        "on real devices: "
        "its median, and as bound 5 % or twice what noise moves the median; runs without a report "
        "that counts are listed. References are YAML in "
        "the user's configuration; edit them as you like.",
    .examples = kReferenceSetExamples,
    .arguments = kReferenceSetArguments,
    .option_sets = {kReferenceSetOptions, kWhereOptionRows},
    .run = run_command<parse_reference_set, run_reference_set>,
};

}  // namespace gpujob
