// SPDX-License-Identifier: MIT
#include "command/submit/center_request.h"

#include "base/format.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/parser.h"
#include "command/remote/carried_site.h"
#include "jobs/session.h"
#include "jobs/site_selection.h"
#include "remote/center_runs.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

/// Of this machine, or of how the answer is shown here.
constexpr std::array<std::string_view, 11> kStaysHere = {
    "site", "profile-path", "format", "parsable",   "wait", "explain",
    "here", "full",         "sync",   "sync-limit", "after"};

/// An option whose value may name a place on this machine, and what may be given in its stead.
struct PlaceOption {
  std::string_view name;
  const char* way_out;
};
constexpr std::array<PlaceOption, 3> kPlaces = {
    {{"chdir", "name a directory of the folder of --sync"},
     {"venv", "give the absolute path of one at the center"},
     {"container", "give a name such as docker://python:3.12"}}};

/// Does the value name something at the center?
bool is_there(const Arguments& arguments, std::string_view option, const std::string& value) {
  if (option == "container") return value.find("://") != std::string::npos;
  return option == "chdir" ? arguments.has("sync") && !value.starts_with('/')
                           : value.starts_with('/');
}

/// `arguments` name all jobs with these `ids`, of which `job` is the first.
Result<CenterRequest> request_for_center(Session& session, const Arguments& arguments,
                                         const Job& job, const GivenIds& ids,
                                         const CenterPreparation& prepared) {
  Arguments there;
  for (const std::string& word : arguments.positional()) there.add_positional(word);
  for (const auto& [name, value] : arguments.options()) {
    if (!contains(kStaysHere, name)) there.add_option(name, value);
  }
  there.add_option("site", full_name(job.site));
  for (const std::string& after : prepared.after) there.add_option("after", after);
  const auto& payload = job.resolution.plan.payload;
  if (payload && payload->kind == PlannedPayload::Kind::Command) {
    std::vector<std::string> words = {command_word(arguments.rest().front())};
    for (std::size_t i = 1; i < arguments.rest().size(); ++i) {
      words.push_back(shell_word(arguments.rest()[i]));
    }
    there.add_option("wrap", join(words, " "));
  } else {
    there.set_rest(arguments.rest());
  }
  std::vector<std::string> submit = words_of(kSubmitCommand, there);
  CenterRequest request;
  request.words = {"submit-as", ids.runs.front()};
  if (!ids.array.empty()) {
    constexpr const char* kRuns = "runs";
    request.words.insert(request.words.end(), {"--array", ids.array, "--tasks", kRuns});
    request.file_words.insert(request.words.size() - 1);
    request.files[kRuns] = join(ids.runs, "\n") + "\n";
  }
  const char* const option = payload ? "--copy" : "--workload";
  if (!prepared.copy.empty())
    request.words.insert(request.words.end(), {option, join(prepared.copy, ",")});
  request.words.emplace_back("--");
  const std::size_t first = request.words.size();
  request.words.insert(request.words.end(), submit.begin() + 2, submit.end());
  if (!job.payload.empty() && !arguments.positional().empty()) {
    const std::string& path = arguments.positional().front();
    const std::string name = "script/" + path.substr(path.rfind('/') + 1);
    if (!is_inner_path(name)) {
      return Failure{ExitCode::Usage, printable(path), "cannot be sent under this name",
                     "letters, digits, '.', '_', '+' and '-'", "rename the script"};
    }
    request.words[first] = name;
    request.file_words.insert(first);
    request.files[name] = job.payload;
  }
  const Status carried = carry_site(session, arguments, job.site, request);
  if (!carried) return carried.failure();
  return request;
}

}  // namespace

Status check_for_center(const Arguments& arguments, const Job& job) {
  for (const PlaceOption& option : kPlaces) {
    const auto value = arguments.value(option.name);
    if (!value || is_there(arguments, option.name, *value)) continue;
    return Failure{ExitCode::Usage, format("option '--{}'", option.name),
                   format("'{}' is a place on this machine", printable(*value)),
                   format("the job goes to {} through ssh", full_name(job.site)), option.way_out};
  }
  return {};
}

Status keep_request(Session& session, const Arguments& arguments, const PlannedSweep& planned,
                    const Batch& batch, const CenterPreparation& prepared) {
  GivenIds ids{{}, batch.array};
  for (const std::size_t point : batch.points) ids.runs.push_back(planned.jobs.run_id(point));
  const Arguments line = batch.is_array()
                             ? arguments_for(arguments, planned.sweep.around(batch.points))
                             : arguments_at(arguments, planned.sweep, batch.points.front());
  const auto request = request_for_center(session, line, planned.first_of(batch), ids, prepared);
  if (!request) return request.failure();
  return keep_center_request(session.world, planned.directory_of(batch), *request);
}

}  // namespace gpujob
