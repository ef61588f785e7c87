// SPDX-License-Identifier: MIT
#include "jobs/send/center_request.h"

#include <algorithm>

#include "base/duration.h"
#include "base/format.h"
#include "base/text.h"
#include "jobs/send/carried_site.h"
#include "jobs/session/session.h"
#include "jobs/session/site_selection.h"
#include "remote/center_runs.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

/// See submit_words().
class SubmitWords {
 public:
  explicit SubmitWords(const JobRequest& request) : words_(request.words) {
    const Request& flags = request.flags;
    if (flags.retired == RetiredClusters::Allow) words_.emplace_back("--allow-retired");
    add("gpu", flags.gpu);
    add("gpus", flags.gpus);
    add("nodes", flags.nodes);
    add("ntasks", flags.ntasks);
    add("cpus-per-task", flags.cpus_per_task);
    add("mem", flags.memory_mib);
    if (flags.time) add("time", format_walltime(*flags.time));
    add("constraint", flags.constraint);
    add("account", flags.account);
    add("partition", flags.partition);
    add("qos", flags.qos);
    add("reservation", flags.reservation);
    add("array", flags.array);
    add("backend", flags.backend);
    add("variant", flags.variant);
    add("precision", flags.precision);
    add("size", flags.size);
    for (const auto& [name, value] : flags.parameters) add("param", format("{}={}", name, value));
    if (flags.repeat > 1) add("repeat", std::to_string(flags.repeat));
    if (flags.build == BuildMode::Never) add("build", std::string("never"));
    if (!flags.stack.empty()) add("stack", flags.stack);
    for (const std::string& module : flags.modules) add("module", module);
    if (!flags.venv.empty()) add("venv", flags.venv);
    add("wrap", line_of(request));
    add("container", request.container);
    for (const std::string& variable : request.variables) add("env", variable);
    add("chdir", request.chdir);
    add("dependency", request.dependency);
    add("runs", request.runs);
    for (const std::string& values : request.sweep) add("sweep", values);
    add("throttle", request.throttle);
    if (request.settle) add("settle", format("{}s", request.settle->count()));
    if (!request.labels.name.empty()) add("name", request.labels.name);
    for (const auto& [key, value] : request.labels.tags) add("tag", format("{}={}", key, value));
    if (!request.labels.note.empty()) add("note", request.labels.note);
    const auto& own = flags.sbatch_arguments;
    if (!own.empty()) words_.emplace_back("--");
    words_.insert(words_.end(), own.begin(), own.end());
  }

  std::vector<std::string> take() && { return std::move(words_); }

 private:
  void add(const char* option, const std::string& value) {
    words_.push_back(format("--{}={}", option, value));
  }
  void add(const char* option, const std::optional<std::string>& value) {
    if (value) add(option, *value);
  }
  void add(const char* option, const std::optional<SourcedValue>& value) {
    if (value) add(option, value->value);
  }
  template <class Number>
  void add(const char* option, const std::optional<Number>& value) {
    if (value) add(option, std::to_string(*value));
  }
  /// A command becomes a line of shell.
  static std::optional<std::string> line_of(const JobRequest& request) {
    if (request.command.empty()) return request.wrap;
    std::string line = command_word(request.command.front());
    for (std::size_t i = 1; i < request.command.size(); ++i) {
      line += " " + shell_word(request.command[i]);
    }
    return line;
  }

  std::vector<std::string> words_;
};

/// The request for the points of a batch alone.
Result<JobRequest> request_of(const JobRequest& request, const Sweep& sweep, const Batch& batch) {
  JobRequest one = request;
  one.sweep.clear();
  one.runs.reset();
  if (!batch.is_array()) {
    auto flags = flags_at(request, sweep, batch.points.front());
    if (!flags) return flags.failure();
    one.flags = *std::move(flags);
    one.throttle.reset();
    return one;
  }
  for (const SweepKey& key : sweep.around(batch.points).keys) {
    if (!key.option.empty()) {
      one.sweep.push_back(format("{}={}", key.name, join(key.values, ",")));
    } else if (key.values.size() > 1) {
      one.runs = static_cast<int>(key.values.size());
    }
  }
  return one;
}

/// `asked` names all jobs with these `ids`, of which `job` is the first.
Result<CenterRequest> request_for_center(Session& session, const JobRequest& asked, const Job& job,
                                         const GivenIds& ids, const CenterPreparation& prepared) {
  std::vector<std::string> submit = submit_words(asked);
  const auto dashes = std::find(submit.begin(), submit.end(), "--");
  std::vector<std::string> here = {"--site=" + full_name(job.site)};
  for (const std::string& after : prepared.after) here.push_back("--after=" + after);
  submit.insert(dashes, here.begin(), here.end());
  CenterRequest request;
  request.words = {"submit-as", ids.runs.front()};
  if (!ids.array.empty()) {
    constexpr const char* kRuns = "runs";
    request.words.insert(request.words.end(), {"--array", ids.array, "--tasks", kRuns});
    request.file_words.insert(request.words.size() - 1);
    request.files[kRuns] = join(ids.runs, "\n") + "\n";
  }
  const char* const option = own_job_of(job.resolution.plan) != nullptr ? "--copy" : "--workload";
  if (!prepared.copy.empty()) request.words.insert(request.words.end(), {option, prepared.copy});
  request.words.emplace_back("--");
  const std::size_t first = request.words.size();
  request.words.insert(request.words.end(), submit.begin(), submit.end());
  if (!job.payload.empty() && !asked.words.empty()) {
    const std::string& path = asked.words.front();
    const std::string name = "script/" + path.substr(path.rfind('/') + 1);
    if (!is_inner_path(name)) {
      return Failure{ExitCode::Usage, printable(path), "cannot be sent under this name",
                     "letters, digits, '.', '_', '+' and '-'", "rename the script"};
    }
    request.words[first] = name;
    request.file_words.insert(first);
    request.files[name] = job.payload;
  }
  const Status carried = carry_site(session, job.site, request);
  if (!carried) return carried.failure();
  return request;
}

}  // namespace

std::vector<std::string> submit_words(const JobRequest& request) {
  return SubmitWords(request).take();
}

Status check_for_center(const JobRequest& request, const Job& job) {
  const auto refuse = [&](const char* option, const std::string& place, const char* way_out) {
    return Failure{ExitCode::Usage, format("option '--{}'", option),
                   format("'{}' is a place on this machine", printable(place)),
                   format("the job goes to {} through ssh", full_name(job.site)), way_out};
  };
  const auto& chdir = request.chdir;
  if (chdir && (!request.sync || chdir->starts_with('/')))
    return refuse("chdir", *chdir, "name a directory of the folder of --sync");
  const std::string& venv = request.flags.venv;
  if (!venv.empty() && !venv.starts_with('/'))
    return refuse("venv", venv, "give the absolute path of one at the center");
  const auto& image = request.container;
  if (image && image->find("://") == std::string::npos)
    return refuse("container", *image, "give a name such as docker://python:3.12");
  return {};
}

Status keep_request(Session& session, const JobRequest& request, const PlannedSweep& planned,
                    const Batch& batch, const CenterPreparation& prepared) {
  GivenIds ids{{}, batch.array};
  for (const std::size_t point : batch.points) ids.runs.push_back(planned.jobs.run_id(point));
  const auto asked = request_of(request, planned.sweep, batch);
  if (!asked) return asked.failure();
  const auto sent = request_for_center(session, *asked, planned.first_of(batch), ids, prepared);
  if (!sent) return sent.failure();
  return keep_center_request(session.world, planned.directory_of(batch), *sent);
}

}  // namespace gpujob
