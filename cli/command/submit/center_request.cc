// SPDX-License-Identifier: MIT
#include "command/submit/center_request.h"

#include "base/format.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/parser.h"
#include "command/config/site_selection.h"
#include "command/remote/carried_site.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

/// Of this machine, or of how the answer is shown here.
constexpr std::array<std::string_view, 10> kStaysHere = {
    "site",    "profile-path", "format", "parsable", "wait",
    "explain", "here",         "full",   "sync",     "sync-limit"};
/// They name files and runs of this machine.
constexpr std::array<std::string_view, 6> kNamesThings = {"chdir", "venv",       "container",
                                                          "after", "dependency", "env"};

/// Does the option name something at the center? A relative --chdir goes on from the copy.
bool names_copy(const Arguments& arguments, std::string_view option) {
  return option == "chdir" && arguments.has("sync") && !arguments.value("chdir")->starts_with('/');
}

}  // namespace

Status check_for_center(const Arguments& arguments, const Job& job) {
  for (const std::string_view name : kNamesThings) {
    if (!arguments.has(name) || names_copy(arguments, name)) continue;
    return Failure{ExitCode::Usage, format("option '--{}'", name),
                   "cannot be used through a connection yet",
                   format("the job goes to {} through ssh", full_name(job.site)),
                   "leave it out, or submit on the center's login node"};
  }
  return {};
}

Result<CenterRequest> request_for_center(World& world, const Configuration& configuration,
                                         const Arguments& arguments, const Job& job,
                                         const std::vector<std::string>& copy) {
  Arguments there;
  for (const std::string& word : arguments.positional()) there.add_positional(word);
  for (const auto& [name, value] : arguments.options()) {
    if (!contains(kStaysHere, name)) there.add_option(name, value);
  }
  there.add_option("site", full_name(job.site));
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
  request.words = {"submit-as", job.resolution.plan.run_id};
  const char* const option = payload ? "--copy" : "--workload";
  if (!copy.empty()) request.words.insert(request.words.end(), {option, join(copy, ",")});
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
  const Status carried = carry_site(world, configuration, arguments, job.site, request);
  if (!carried) return carried.failure();
  return request;
}

}  // namespace gpujob
