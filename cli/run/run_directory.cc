// SPDX-License-Identifier: MIT
#include "run/run_directory.h"

#include <algorithm>

#include "base/format.h"
#include "base/index_list.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/ulid.h"
#include "run/attempt.h"
#include "run/json_fields.h"
#include "run/run_document.h"

namespace gpujob {

namespace {

const std::string kStateSchema = "gpujob/state/v1";
constexpr std::size_t kShortestWord = 4;

/// What the attempts alone say: the start for the next poll.
void derive_state(RunRecord& run, const Attempt& attempt) {
  using Kind = SbatchVerdict::Kind;
  run.attempt = attempt.number;
  if (attempt.number == 0) return;
  run.submitted = attempt.intended;
  run.job = attempt.job;
  if (!attempt.not_started.empty()) {
    run.state = RunState::Refused;
    run.detail = attempt.not_started;
  } else if (attempt.job) {
    run.state = run.endpoint.kind == EndpointKind::Local ? RunState::Running : RunState::Pending;
  } else if (!attempt.verdict) {
    run.state = RunState::Unknown;
    run.detail = "the answer of the submission was never recorded";
  } else if (attempt.verdict->kind == Kind::Unknown) {
    run.state = RunState::Unknown;
    run.detail = attempt.verdict->words;
  } else if (attempt.is_confirmed) {
    run.state = RunState::Refused;
    run.detail = attempt.verdict->words;
  } else {
    doubt_refusal(run, attempt.verdict->words);
  }
  if (run.state == RunState::Refused) {
    run.evidence = {"answer of the submission: " + run.detail};
  }
}

std::string job_id_of(const RunRecord& run) {
  return run.job ? run.job->job_id : "";
}

void take_observed(const Json& document, ObservedState& observed) {
  const std::optional<RunState> state = run_state_from(text_field_of(document, "state"));
  if (!state) return;
  observed.state = *state;
  observed.detail = text_field_of(document, "detail");
  observed.absence.looks = static_cast<int>(integer_field_of(document, "absent_looks").value_or(0));
  observed.absence.since = text_field_of(document, "absent_since");
  observed.job_submitted = text_field_of(document, "job_submitted");
  if (document.contains("evidence") && document["evidence"].is_array()) {
    for (const Json& line : document["evidence"]) {
      if (line.is_string()) observed.evidence.push_back(line.get<std::string>());
    }
  }
  if (!document.contains("account") || !document["account"].is_object()) return;
  const Json& account = document["account"];
  observed.account.emplace();
  if (account.contains("energy_joules") && account["energy_joules"].is_number()) {
    observed.account->energy = account["energy_joules"].get<double>();
  }
  observed.account->cpus = static_cast<int>(integer_field_of(account, "cpus").value_or(0));
}

Json observed_json(const ObservedState& observed) {
  Json document{{"state", to_string(observed.state)},     {"detail", observed.detail},
                {"evidence", observed.evidence},          {"job_submitted", observed.job_submitted},
                {"absent_looks", observed.absence.looks}, {"absent_since", observed.absence.since}};
  if (observed.account) {
    const std::optional<double>& energy = observed.account->energy;
    document["account"] = {{"energy_joules", energy ? Json(*energy) : Json(nullptr)},
                           {"cpus", observed.account->cpus}};
  }
  return document;
}

/// The tasks of an array as they are before anything was observed of them.
Status add_tasks(RunRecord& run) {
  const std::string* array = array_of(run.plan);
  if (array == nullptr) return {};
  const auto indices = read_index_list(*array);
  if (!indices) {
    return Failure(ExitCode::Invalid, join_path(run.directory, "plan.json"),
                   format("'{}' is not a list of array indices", printable(*array)));
  }
  for (const int index : *indices) {
    TaskRecord& task = run.tasks.emplace_back();
    task.index = index;
    task.state = RunState::Pending;
  }
  return {};
}

/// The last observed state, if it is of the same job; a damaged file counts as absent.
void take_state(RunRecord& run, const std::string& text) {
  const Result<Json> document = parse_document("state.json", text, kStateSchema);
  if (!document || run.state == RunState::Refused) return;
  if (text_field_of(*document, "job_id") != job_id_of(run)) return;
  take_observed(*document, run);
  if (!document->contains("tasks") || !(*document)["tasks"].is_object()) return;
  for (TaskRecord& task : run.tasks) {
    const auto found = (*document)["tasks"].find(std::to_string(task.index));
    if (found != (*document)["tasks"].end() && found->is_object()) take_observed(*found, task);
  }
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return result;
}

/// A run whose files cannot be read is in an unknown state, never in another one.
Failure state_unknown(const Failure& cause) {
  if (cause.exit != ExitCode::Failed) return cause;
  return {ExitCode::Unknown, cause.diagnostics};
}

Failure several(const std::string& word, const std::vector<std::string>& found) {
  return {ExitCode::Usage, format("run id '{}'", word),
          format("ambiguous: it matches {} runs", found.size()),
          format("{} and {}", found[0], found[1]), "give more of the id"};
}

}  // namespace

void doubt_refusal(RunRecord& run, const std::string& words) {
  run.state = RunState::Unknown;
  run.unconfirmed_refusal = words;
  run.detail = format("refused ({}), not confirmed by the queue yet", words);
}

std::string where_of(const RunRecord& run) {
  return format("run {}", run.id);
}

bool has_unique_name(const RunRecord& run) {
  const std::string& id = run.plan.array_task ? run.plan.array_task->array : run.id;
  return run.plan.job_name.find(id) != std::string::npos;
}

std::string_view array_in(std::string_view name) {
  constexpr std::string_view kPrefix = "array-";
  if (!name.starts_with(kPrefix)) return {};
  name.remove_prefix(kPrefix.size());
  return is_ulid(name) ? name : std::string_view();
}

Result<std::vector<std::string>> runs_in_array(const World& world, const std::string& directory) {
  const std::string runs_directory = directory.substr(0, directory.rfind('/'));
  std::vector<std::string> runs;
  for (int index = 1;; ++index) {
    const std::string task = task_directory(directory, std::to_string(index));
    const Result<std::string> run = world.follow_links(task);
    if (!run) return state_unknown(run.failure());
    if (*run == task) return runs;  // no such link
    std::string id = run->substr(run->rfind('/') + 1);
    const std::string plan = join_path(join_path(runs_directory, id), "plan.json");
    if (world.kind(plan) != FileKind::Absent) runs.push_back(std::move(id));
  }
}

std::string RunStore::path_of(const std::string& run_id) const {
  return join_path(directory_, run_id);
}

Endpoint RunStore::kept(const Endpoint& endpoint, const JobPlan& plan) const {
  Endpoint kept = endpoint;
  if (kept.kind == EndpointKind::Ssh) kept.polling_floor = Seconds(plan.polling_floor_seconds);
  if (kept.kind == EndpointKind::Slurm) {
    kept.polling_floor = Seconds(plan.polling_floor_seconds);
    if (!plan.clusters_option.empty()) kept.clusters_option = plan.clusters_option;
  }
  if (kept.kind == EndpointKind::Sandbox) kept.host = world_.host_name();
  return kept;
}

Status RunStore::create(const Resolution& resolution, const Endpoint& endpoint,
                        const std::string& job_script, const std::string& build_script,
                        const std::string& payload) {
  const std::string directory = path_of(resolution.plan.run_id);
  if (const Status made = world_.make_directory(directory); !made) return made;
  const auto add = [&](const char* name, const std::string& text) {
    return world_.create_file(join_path(directory, name), text, FileMode::Private);
  };
  if (const Status added = add("job.sh", job_script); !added) return added;
  if (!build_script.empty()) {
    if (const Status added = add("build.sh", build_script); !added) return added;
  }
  if (!payload.empty()) {
    const std::string path = join_path(directory, std::string(kPayloadFile));
    const Status added = world_.create_file(path, payload, FileMode::Executable);
    if (!added) return added;
  }
  if (const std::string* array = array_of(resolution.plan)) {
    // sbatch does not make the directories of a job's output.
    for (const int index : read_index_list(*array).value_or(std::vector<int>{})) {
      const Status added = world_.make_directory(task_directory(directory, std::to_string(index)));
      if (!added) return added;
    }
  }
  // Last: a directory without it is not a run.
  return add("plan.json", run_document(resolution, kept(endpoint, resolution.plan)));
}

Status RunStore::create_array(const std::string& directory, const std::string& script,
                              const std::vector<std::string>& run_ids) {
  if (const Status made = world_.make_directory(directory); !made) return made;
  for (std::size_t i = 0; i < run_ids.size(); ++i) {
    const std::string task = task_directory(directory, std::to_string(i + 1));
    if (const Status linked = world_.make_link(task, "../" + run_ids[i]); !linked) return linked;
  }
  return world_.create_file(join_path(directory, "job.sh"), script, FileMode::Private);
}

Result<RunRecord> RunStore::load(const std::string& run_id) const {
  RunRecord run;
  run.id = run_id;
  run.directory = path_of(run_id);
  const std::string plan_path = join_path(run.directory, "plan.json");
  const Result<std::optional<std::string>> text = world_.read_if_present(plan_path);
  if (!text) return state_unknown(text.failure());
  if (!is_ulid(run_id) || !*text) {
    return Failure(ExitCode::Usage, format("run '{}'", run_id), "not found",
                   format("looked in {}", directory_), "'gpujob runs' lists them");
  }
  Result<RunFacts> facts = read_run_document(plan_path, **text);
  if (!facts) return facts.failure();
  run.plan = std::move(facts->plan);
  run.endpoint = std::move(facts->endpoint);
  run.profile = std::move(facts->profile);
  if (const Status added = add_tasks(run); !added) return added.failure();
  const Result<Attempt> attempt = read_attempt(world_, run);
  if (!attempt) return state_unknown(attempt.failure());
  derive_state(run, *attempt);
  const auto state = world_.read_if_present(join_path(run.directory, "state.json"));
  if (!state) return state_unknown(state.failure());
  if (*state) take_state(run, **state);
  return run;
}

Result<std::string> RunStore::expand(const std::string& word) const {
  const Result<std::vector<std::string>> all = ids();
  if (!all) return all.failure();
  if (word == "last") {
    const Result<std::optional<std::string>> found = newest();
    if (!found) return found.failure();
    if (*found) return **found;
    return Failure(ExitCode::Usage, "run 'last'", "no runs yet", format("looked in {}", directory_),
                   "'gpujob submit' makes one");
  }
  if (word.size() < kShortestWord) {
    return Failure(ExitCode::Usage, format("run '{}'", word), "the id is too short",
                   format("at least {} characters of an id", kShortestWord),
                   "'gpujob runs' lists them, 'last' is the newest");
  }
  const std::string wanted = upper(word);
  std::vector<std::string> found;
  std::copy_if(all->begin(), all->end(), std::back_inserter(found), [&](const std::string& id) {
    return id.starts_with(wanted) || id.ends_with(wanted);
  });
  if (found.size() == 1) return found.front();
  if (found.size() > 1) return several(word, found);
  std::string hint = did_you_mean(wanted, *all);
  return Failure(ExitCode::Usage, format("run '{}'", word), "not found",
                 format("looked in {}", directory_),
                 hint.empty() ? "'gpujob runs' lists them" : std::move(hint));
}

Result<std::vector<std::string>> RunStore::runs_of_array(const std::string& word) const {
  Result<std::vector<std::string>> names = world_.list(directory_);
  if (!names) return state_unknown(names.failure());
  const std::string wanted = upper(word);
  const auto is_meant = [&](std::string_view id) {
    return !id.empty() && (id.starts_with(wanted) || id.ends_with(wanted));
  };
  const bool is_run = std::any_of(names->begin(), names->end(), [&](const std::string& name) {
    return is_ulid(name) && is_meant(name);
  });
  std::erase_if(*names, [&](const std::string& name) { return !is_meant(array_in(name)); });
  if (word.size() < kShortestWord || is_run || names->size() != 1) {
    return std::vector<std::string>{};
  }
  return runs_in_array(world_, join_path(directory_, names->front()));
}

Result<std::vector<std::string>> RunStore::ids() const {
  Result<std::vector<std::string>> ids = world_.list(directory_);
  if (!ids) return state_unknown(ids.failure());
  std::erase_if(*ids, [](const std::string& name) { return !is_ulid(name); });
  std::reverse(ids->begin(), ids->end());
  return ids;
}

bool RunStore::holds(const std::string& run_id) const {
  return is_ulid(run_id) &&
         world_.kind(join_path(path_of(run_id), "plan.json")) != FileKind::Absent;
}

Result<std::optional<std::string>> RunStore::newest() const {
  const Result<std::vector<std::string>> all = ids();
  if (!all) return all.failure();
  for (const std::string& id : *all) {
    if (holds(id)) return std::optional<std::string>(id);
  }
  return std::optional<std::string>{};
}

Status RunStore::save_state(const RunRecord& run) {
  Json document = observed_json(run);
  document["schema"] = kStateSchema;
  document["job_id"] = job_id_of(run);
  document["looked"] = format_instant(world_.now());
  for (const TaskRecord& task : run.tasks) {
    document["tasks"][std::to_string(task.index)] = observed_json(task);
  }
  return world_.write_file(join_path(run.directory, "state.json"), dump_json(document),
                           FileMode::Private);
}

}  // namespace gpujob
