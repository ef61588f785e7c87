// SPDX-License-Identifier: MIT
#include "run/attempt.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "run/json_fields.h"
#include "slurm/job_row.h"

namespace gpujob {

namespace {

const std::string kAnswerSchema = "gpujob/answer/v1";

std::string file_of(const RunRecord& run, const char* name) {
  return join_path(attempt_directory(submission_directory(run), std::max(1, run.attempt)), name);
}

/// Each task of an array is cancelled alone.
std::string cancel_file(const RunRecord& run) {
  return join_path(attempt_directory(run.directory, std::max(1, run.attempt)), "cancel.json");
}

Status create(World& world, const RunRecord& run, const char* name, const Json& document) {
  return world.create_file(file_of(run, name), dump_json(document), FileMode::Private);
}

Json answer_start(const World& world, const std::vector<std::string>& argv) {
  return {{"schema", kAnswerSchema}, {"argv", argv}, {"time", format_instant(world.now())}};
}

/// The number of the latest attempt-<k> that holds an intent; 0 without one.
Result<int> latest_number(const World& world, const std::string& run_directory) {
  constexpr std::string_view kPrefix = "attempt-";
  int latest = 0;
  const auto names = world.list(run_directory);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    if (!name.starts_with(kPrefix)) continue;
    const auto number = parse_integer(std::string_view(name).substr(kPrefix.size()));
    if (!number || *number <= latest || *number > 1'000'000) continue;
    const std::string intent = join_path(join_path(run_directory, name), "intent.json");
    if (world.kind(intent) != FileKind::Absent) latest = static_cast<int>(*number);
  }
  return latest;
}

/// The same of an array, without listing its tasks: attempts are numbered one after the other.
Result<int> latest_number_of_array(const World& world, const std::string& directory) {
  for (int number = 0;; ++number) {
    const std::string next = attempt_directory(directory, number + 1);
    const Result<bool> is_there = world.is_file(join_path(next, "intent.json"));
    if (!is_there) return is_there.failure();
    if (!*is_there) return number;
  }
}

/// The document in a file of the attempt; nothing if the file is absent.
Result<std::optional<Json>> read_optional(const World& world, const std::string& path,
                                          const std::string& schema) {
  const Result<std::optional<std::string>> text = world.read_if_present(path);
  if (!text) return text.failure();
  if (!*text) return std::optional<Json>{};
  Result<Json> document = parse_document(path, **text, schema);
  if (!document) return document.failure();
  return std::optional<Json>(*std::move(document));
}

void take_process(Attempt& attempt, const Json& answer) {
  attempt.job = RunJob{"local", "", process_from(answer["process"]), text_field_of(answer, "host")};
}

void take_answer(Attempt& attempt, const Json& answer, const OwnAnswers& own) {
  attempt.not_started = text_field_of(answer, "not_started");
  if (!attempt.not_started.empty()) return;
  if (answer.contains("process") && answer["process"].is_object()) {
    take_process(attempt, answer);
    return;
  }
  ProcessAnswer raw;
  raw.exit_status = static_cast<int>(integer_field_of(answer, "exit_status").value_or(-1));
  raw.timed_out = answer.contains("timed_out") && answer["timed_out"] == true;
  raw.out = text_field_of(answer, "stdout");
  raw.err = text_field_of(answer, "stderr");
  raw.elapsed = Milliseconds(integer_field_of(answer, "elapsed_milliseconds").value_or(0));
  attempt.verdict = classify_sbatch(raw, own);
  if (attempt.verdict->kind == SbatchVerdict::Kind::Accepted) {
    attempt.job = RunJob{attempt.verdict->job_id, attempt.verdict->cluster, {}, ""};
  }
}

/// The array's job id and the task's index.
void take_index(Attempt& attempt, const ArrayTask& task) {
  if (attempt.job) attempt.job->job_id += format("_{}", task.index);
}

/// An id found by the job's name wins over one that was read from an answer, and the job that says
/// itself that it does the work wins over both.
void take_job_id(Attempt& attempt, const std::string& job_id) {
  if (job_id.empty() || (attempt.job && attempt.job->job_id == job_id)) return;
  attempt.job = RunJob{job_id, "", {}, ""};
}

}  // namespace

OwnAnswers own_answers(const RunRecord& run) {
  return run.plan.sbatch_answers.value_or(OwnAnswers{});
}

std::string submission_directory(const RunRecord& run) {
  const auto& task = run.plan.array_task;
  return task ? array_directory(run.directory, *task) : run.directory;
}

std::string attempt_directory(const std::string& run_directory, int number) {
  return join_path(run_directory, format("attempt-{}", number));
}

Status write_intent(World& world, const RunRecord& run, const std::vector<std::string>& argv,
                    const std::string& script) {
  const int number = run.attempt + 1;
  const std::string directory = attempt_directory(submission_directory(run), number);
  if (const Status made = world.make_directory(directory); !made) return made;
  const Json intent{{"schema", "gpujob/intent/v1"},
                    {"run", run.id},
                    {"attempt", number},
                    {"job_name", run.plan.job_name},
                    {"argv", argv},
                    {"directory", submission_directory(run)},
                    {"script_sha256", sha256(script)},
                    {"host", world.host_name()},
                    // By its name alone a job can be found that sbatch denies.
                    {"confirms_refusals", has_unique_name(run)},
                    {"time", format_instant(world.now())}};
  return world.create_file(join_path(directory, "intent.json"), dump_json(intent),
                           FileMode::Private);
}

Status write_answer(World& world, const RunRecord& run, const std::vector<std::string>& argv,
                    const Result<ProcessAnswer>& answer) {
  Json document = answer_start(world, argv);
  if (!answer) {
    document["not_started"] = answer.failure().diagnostics.front().line();
    return create(world, run, "answer.json", document);
  }
  document["exit_status"] = answer->exit_status;
  document["timed_out"] = answer->timed_out;
  document["elapsed_milliseconds"] = answer->elapsed.count();
  document["stdout"] = answer->out;
  document["stderr"] = answer->err;
  return create(world, run, "answer.json", document);
}

Status write_local_answer(World& world, const RunRecord& run, const std::vector<std::string>& argv,
                          const Result<ProcessIdentity>& process) {
  Json document = answer_start(world, argv);
  if (!process) {
    document["not_started"] = process.failure().diagnostics.front().line();
    return create(world, run, "answer.json", document);
  }
  document["host"] = world.host_name();
  document["process"] = to_json(*process);
  return create(world, run, "answer.json", document);
}

Status write_found(World& world, const RunRecord& run, const std::string& job_id,
                   const std::string& source) {
  if (world.kind(file_of(run, "found.json")) != FileKind::Absent) return {};
  return create(world, run, "found.json",
                {{"schema", "gpujob/found/v1"},
                 {"job_id", array_job_id(job_id)},
                 {"source", source},
                 {"time", format_instant(world.now())}});
}

Result<bool> write_cancel(World& world, const RunRecord& run) {
  const std::string path = cancel_file(run);
  if (world.kind(path) != FileKind::Absent) return false;
  const std::string directory = path.substr(0, path.rfind('/'));
  if (const Status made = world.make_directory(directory); !made) return made.failure();
  const Json note{{"schema", "gpujob/cancel/v1"},
                  {"host", world.host_name()},
                  {"time", format_instant(world.now())}};
  const Status made = world.create_file(path, dump_json(note), FileMode::Private);
  if (!made) return made.failure();
  return true;
}

Status write_absent(World& world, const RunRecord& run) {
  if (world.kind(file_of(run, "absent.json")) != FileKind::Absent) return {};
  return create(world, run, "absent.json",
                {{"schema", "gpujob/absent/v1"},
                 {"job_name", run.plan.job_name},
                 {"time", format_instant(world.now())}});
}

Status remove_cancel(World& world, const RunRecord& run) {
  return world.remove_file(cancel_file(run));
}

Result<std::string> claimed_by(const World& world, const std::string& directory) {
  const Result<std::optional<Json>> claim =
      read_optional(world, join_path(directory, "claim"), "gpujob/claim/v1");
  if (!claim) return claim.failure();
  if (!*claim) return std::string();
  std::string job_id = text_field_of(**claim, "job_id");
  if (!job_id.empty()) return job_id;
  return Failure(ExitCode::Invalid, join_path(directory, "claim"), "names no job");
}

Result<Attempt> read_attempt(const World& world, const RunRecord& run) {
  const std::string run_directory = submission_directory(run);
  Attempt attempt;
  const Result<int> number = run.plan.array_task ? latest_number_of_array(world, run_directory)
                                                 : latest_number(world, run_directory);
  if (!number) return number.failure();
  attempt.number = *number;
  if (attempt.number == 0) return attempt;
  const std::string directory = attempt_directory(run_directory, attempt.number);
  const auto read = [&](const char* name, const std::string& schema) {
    return read_optional(world, join_path(directory, name), schema);
  };
  const Result<std::optional<Json>> intent = read("intent.json", "gpujob/intent/v1");
  if (!intent) return intent.failure();
  if (const std::optional<Json>& document = *intent) {
    attempt.intended = text_field_of(*document, "time");
    attempt.is_confirmed =
        !document->contains("confirms_refusals") || (*document)["confirms_refusals"] != true;
  }
  const Result<std::optional<Json>> answer = read("answer.json", kAnswerSchema);
  if (!answer) return answer.failure();
  if (const std::optional<Json>& document = *answer) {
    take_answer(attempt, *document, own_answers(run));
    if (attempt.verdict && attempt.verdict->never_sent) attempt.is_confirmed = true;
  }
  const Result<std::optional<Json>> found = read("found.json", "gpujob/found/v1");
  if (!found) return found.failure();
  if (const std::optional<Json>& document = *found) {
    take_job_id(attempt, text_field_of(*document, "job_id"));
  }
  if (run.plan.array_task) take_index(attempt, *run.plan.array_task);
  const Result<std::optional<Json>> absent = read("absent.json", "gpujob/absent/v1");
  if (!absent) return absent.failure();
  if (absent->has_value()) attempt.is_confirmed = true;
  const Result<std::string> claimed = claimed_by(world, run.directory);
  if (!claimed) return claimed.failure();
  attempt.is_claimed = !claimed->empty();
  take_job_id(attempt, *claimed);
  const std::string own = attempt_directory(run.directory, attempt.number);
  const auto cancel = read_optional(world, join_path(own, "cancel.json"), "gpujob/cancel/v1");
  if (!cancel) return cancel.failure();
  attempt.cancel_asked = cancel->has_value();
  return attempt;
}

}  // namespace gpujob
