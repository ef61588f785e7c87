// SPDX-License-Identifier: MIT
#include "remote/center_runs.h"

#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/text.h"
#include "remote/connection.h"
#include "run/attempt.h"
#include "run/derive_state.h"
#include "run/json_fields.h"
#include "run/persist_state.h"
#include "slurm/job_row.h"

namespace gpujob {

namespace {

constexpr const char* kFoundAtCenter = "center";
constexpr const char* kNotSentThere = "its center has not sent it yet";

/// The id of a job of the run as Slurm writes it: of a task "4711_3".
bool may_be_its_job(const RunRecord& run, const std::string& id) {
  const auto& task = run.plan.array_task;
  if (task && id != format("{}_{}", array_job_id(id), task->index)) return false;
  return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_' || c == '+';
  });
}

/// Was the request refused, and not tried in vain?
bool is_refusal(int exit) {
  return exit == static_cast<int>(ExitCode::Usage) || exit == static_cast<int>(ExitCode::Invalid) ||
         exit == static_cast<int>(ExitCode::Scheduler);
}

void take_tasks(const Json& entry, RunRecord& run) {
  const auto tasks = entry.find("tasks");
  if (tasks == entry.end() || !tasks->is_array()) return;
  for (const Json& one : *tasks) {
    if (!one.is_object()) continue;
    const auto state = run_state_from(text_field_of(one, "state"));
    for (TaskRecord& task : run.tasks) {
      if (!state || integer_field_of(one, "task") != task.index) continue;
      task.state = *state;
      task.detail = printable(text_field_of(one, "detail"));
    }
  }
}

/// When the state was last asked for; empty if never.
std::string looked_at(const World& world, const RunRecord& run) {
  const auto text = world.read_if_present(join_path(run.directory, "state.json"));
  if (!text || !*text) return "";
  const auto document = parse_json(**text, "state.json");
  return document && document->is_object() ? printable(text_field_of(*document, "looked")) : "";
}

void say_not_asked(const World& world, const std::vector<RunRecord*>& runs, const Failure& failure,
                   Diagnostics& problems) {
  Diagnostic warning = as_warning(failure);
  std::string oldest;
  // Without a connection, or a gpujob that fits there, asking again is in vain until the user acts.
  const bool is_closed = failure.exit == ExitCode::Scheduler;
  for (RunRecord* run : runs) {
    run->reach = is_closed ? RunRecord::Reach::Elsewhere : RunRecord::Reach::Silent;
    const std::string looked = looked_at(world, *run);
    if (oldest.empty() || (!looked.empty() && looked < oldest)) oldest = looked;
  }
  if (!oldest.empty()) warning.problem += format("; states as of {}", oldest);
  problems.push_back(std::move(warning));
}

CenterRequest request_about(const char* command, const CenterGroup& runs,
                            const std::vector<std::string>& options) {
  CenterRequest request = words_for({command});
  for (const RunRecord* run : runs) request.words.push_back(run->id);
  request.words.insert(request.words.end(), options.begin(), options.end());
  request.words.insert(request.words.end(), {"--format", "json"});
  return request;
}

CenterRequest status_of_runs(const CenterGroup& runs) {
  return request_about("status", runs, {"--explain"});
}

/// What an answer says of one run.
struct ToldState {
  RunRecord* run;
  Json entry;
  RunState state;
};

/// What centers said of their runs.
struct Told {
  std::vector<ToldState> states;
  CenterGroup missing;  ///< the center answered that it does not have them
  CenterGroup silent;   ///< it gave no answer that can be used
};

/// "center/cluster"
std::string site_of_run(const RunRecord& run) {
  return format("{}/{}", run.plan.center, run.plan.cluster);
}

/// Adds the states in a document of gpujob there to `told` and keeps the job ids; what it says of
/// other runs is not ours to take.
Status read_answer(World& world, const CenterGroup& runs, const std::string& text,
                   std::vector<ToldState>& told) {
  const std::string site = site_of_run(*runs.front());
  const auto document = parse_json(text, format("answer of {}", site));
  if (!document) return document.failure();
  const Failure wrong{ExitCode::Unknown, format("site '{}'", site), "its answer cannot be used", "",
                      "ask again"};
  if (!document->is_object()) return wrong;
  const Json entries = document->contains("runs") ? (*document)["runs"] : Json::array({*document});
  if (!entries.is_array()) return wrong;
  std::vector<ToldState> read;
  for (const Json& entry : entries) {
    if (!entry.is_object()) return wrong;
    const std::string id = text_field_of(entry, "run");
    const auto found =
        std::find_if(runs.begin(), runs.end(), [&](const RunRecord* run) { return run->id == id; });
    const bool is_new = std::none_of(read.begin(), read.end(),
                                     [&](const ToldState& one) { return one.run->id == id; });
    if (found == runs.end() || !is_new) return wrong;
    const auto state = run_state_from(text_field_of(entry, "state"));
    const std::string job_id = text_field_of(entry, "job_id");
    if (!state || (!job_id.empty() && !may_be_its_job(**found, job_id))) return wrong;
    read.push_back({*found, entry, *state});
  }
  for (const ToldState& one : read) {
    RunRecord& run = *one.run;
    const std::string job_id = text_field_of(one.entry, "job_id");
    if (job_id.empty() || (run.job && run.job->job_id == job_id)) continue;
    if (auto noted = write_found(world, run, job_id, kFoundAtCenter); !noted) return noted;
    run.job = RunJob{job_id, "", {}, ""};
  }
  const bool is_whole = read.size() == runs.size();
  std::move(read.begin(), read.end(), std::back_inserter(told));
  return is_whole ? Status{} : Status{wrong};
}

void read_answer_about(World& world, const CenterGroup& runs, const CenterAnswer& answer,
                       Told& told, Diagnostics& problems) {
  if (answer.exit != static_cast<int>(ExitCode::Usage)) {
    const Status read = read_answer(world, runs, answer.out, told.states);
    if (read) return;
    told.silent.insert(told.silent.end(), runs.begin(), runs.end());
    return say_not_asked(world, runs, read.failure(), problems);
  }
  RunRecord& run = *runs.front();
  told.missing.push_back(&run);
  problems.push_back({"", Severity::Warning, where_of(run), "its center does not have it",
                      failure_words(answer),
                      run.job ? "" : format("run 'gpujob recover {}'", run.id), ""});
}

void read_reply_about(World& world, const CenterAddress& center, const CenterGroup& runs,
                      const Result<CenterReply>& reply, Told& told, Diagnostics& problems) {
  if (!reply) {
    told.silent.insert(told.silent.end(), runs.begin(), runs.end());
    return say_not_asked(world, runs, reply.failure(), problems);
  }
  const CenterAnswer& answer = reply->answers.front();
  if (runs.size() == 1 || answer.exit != static_cast<int>(ExitCode::Usage))
    return read_answer_about(world, runs, answer, told, problems);
  // There is one that the center does not have: each is asked for alone, all in one batch.
  std::vector<CenterRequest> requests;
  for (RunRecord* run : runs) requests.push_back(status_of_runs({run}));
  const auto each = ask_center(world, center, requests);
  if (!each) {
    told.silent.insert(told.silent.end(), runs.begin(), runs.end());
    return say_not_asked(world, runs, each.failure(), problems);
  }
  for (std::size_t i = 0; i < runs.size(); ++i)
    read_answer_about(world, {runs[i]}, each->answers[i], told, problems);
}

/// Counts the looks for a run that its center may never have got.
void count_look(World& world, RunStore& store, RunRecord& run, Observation::Kind seen,
                Diagnostics& problems) {
  if (!is_unresolved(run)) return;
  const Result<Attempt> attempt = read_attempt(world, run);
  if (!attempt) return problems.push_back(as_warning(attempt.failure()));
  StateEvidence evidence;
  evidence.now = world.now();
  evidence.queue.kind = evidence.accounting.kind = seen;
  if (attempt->cancel_asked) evidence.cancel = StateEvidence::Cancel::Asked;
  persist_state(store, run, derive_unanswered_state(run, evidence),
                {{format("gpujob at {}: {}", site_of_run(run),
                         seen == Observation::Kind::Absent ? "does not have it" : "not asked")},
                 run.account,
                 run.job_submitted},
                problems);
}

/// Takes over what centers told. A state is final here once the files that it follows from are
/// here.
void take_told(World& world, RunStore& store, const CenterRuns& centers,
               std::vector<ToldState> told, Diagnostics& problems) {
  std::vector<const RunRecord*> over;
  for (const ToldState& one : told) {
    if (is_final(one.state) && one.run->job) over.push_back(one.run);
  }
  const std::vector<Result<Pulled>> pulled = centers.pull(world, over);
  for (std::size_t i = 0; i < over.size(); ++i) {
    if (pulled[i]) continue;
    problems.push_back(as_warning(pulled[i].failure()));
    std::erase_if(told, [&](const ToldState& one) { return one.run == over[i]; });
  }
  for (const ToldState& one : told) {
    RunRecord& run = *one.run;
    std::vector<std::string> evidence = {
        format("gpujob at {}: {}", site_of_run(run), to_string(one.state))};
    const auto lines_there = one.entry.find("evidence");
    if (lines_there != one.entry.end() && lines_there->is_array()) {
      for (const Json& line : *lines_there) {
        if (line.is_string()) evidence.push_back(printable(line.get<std::string>()));
      }
    }
    take_tasks(one.entry, run);
    DerivedState derived{one.state, printable(text_field_of(one.entry, "detail")), {}};
    // What it has made and not sent is open here: the same request, made again, sends it.
    if (one.state == RunState::Intended) derived = {RunState::Unknown, kNotSentThere, {}};
    take_over(run, derived, {std::move(evidence), run.account, run.job_submitted});
    // Also where nothing is new: when it was asked is told where it cannot be.
    if (auto saved = store.save_state(run); !saved) problems.push_back(as_warning(saved.failure()));
  }
}

}  // namespace

std::vector<std::vector<std::size_t>> runs_by_center(const std::vector<const RunRecord*>& runs) {
  std::vector<std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto known = std::find_if(places.begin(), places.end(), [&](const auto& mine) {
      const RunRecord& one = *runs[mine.front()];
      return site_of_run(one) == site_of_run(*runs[i]) &&
             one.endpoint.host == runs[i]->endpoint.host;
    });
    if (known == places.end()) {
      places.push_back({i});
    } else {
      known->push_back(i);
    }
  }
  return places;
}

CenterAddress CenterRuns::address_of(const RunRecord& run) const {
  return {site_of_run(run), run.endpoint.host, version_};
}

Status CenterRuns::take_answers(World& world, RunStore& store, const std::vector<RunRecord*>& runs,
                                const std::string& text, Diagnostics& problems) {
  std::vector<ToldState> told;
  const Status read = read_answer(world, runs, text, told);
  take_told(world, store, *this, std::move(told), problems);
  return read;
}

void CenterRuns::refresh(World& world, RunStore& store, const std::vector<CenterGroup>& centers,
                         Diagnostics& problems) {
  std::vector<CenterQuestion> questions;
  for (const CenterGroup& runs : centers) {
    for (RunRecord* run : runs) run->reach = RunRecord::Reach::Here;
    questions.push_back({address_of(*runs.front()), {status_of_runs(runs)}});
  }
  const auto replies = ask_centers(world, questions);
  Told told;
  for (std::size_t i = 0; i < centers.size(); ++i)
    read_reply_about(world, questions[i].center, centers[i], replies[i], told, problems);
  using Kind = Observation::Kind;
  for (RunRecord* run : told.missing) count_look(world, store, *run, Kind::Absent, problems);
  for (RunRecord* run : told.silent) count_look(world, store, *run, Kind::NotAsked, problems);
  take_told(world, store, *this, std::move(told.states), problems);
}

std::vector<Result<RunRecord>> CenterRuns::cancel(World& world, RunStore& store,
                                                  std::vector<RunRecord> runs) {
  CenterGroup group;
  for (RunRecord& run : runs) group.push_back(&run);
  const auto reply =
      ask_center(world, address_of(runs.front()), {request_about("cancel", group, {})});
  std::vector<Result<RunRecord>> results;
  if (!reply) {
    results.assign(runs.size(), reply.failure());
    return results;
  }
  const CenterAnswer& answer = reply->answers.front();
  Diagnostics problems;
  const Status taken = take_answers(world, store, group, answer.out, problems);
  for (RunRecord& run : runs) {
    if (taken && (answer.exit == 0 || is_final(run.state))) {
      results.emplace_back(std::move(run));
      continue;
    }
    results.emplace_back(
        Failure{is_refusal(answer.exit) ? static_cast<ExitCode>(answer.exit) : ExitCode::Unknown,
                where_of(run), "its center did not end it", failure_words(answer)});
  }
  return results;
}

std::vector<Result<Pulled>> CenterRuns::pull(World& world,
                                             const std::vector<const RunRecord*>& runs) const {
  const auto places = runs_by_center(runs);
  std::vector<CenterPull> pulls;
  for (const std::vector<std::size_t>& mine : places) {
    pulls.push_back({address_of(*runs[mine.front()]), {}});
    for (const std::size_t i : mine) pulls.back().runs.push_back(runs[i]);
  }
  auto answers = pull_files(world, pulls);
  std::vector<Result<Pulled>> all(runs.size(), Pulled{});
  for (std::size_t k = 0; k < pulls.size(); ++k) {
    for (std::size_t i = 0; i < places[k].size(); ++i) all[places[k][i]] = std::move(answers[k][i]);
  }
  return all;
}

Status CenterRuns::bring_output(World& world, const RunRecord& run) {
  const Result<Pulled> pulled = std::move(pull(world, {&run}).front());
  return pulled ? Status{} : Status{pulled.failure()};
}

std::vector<Result<PulledOutputs>> CenterRuns::pull_outputs_of(
    World& world, const std::vector<const RunRecord*>& runs, const std::vector<std::string>& match,
    const std::string& destination) const {
  std::vector<Result<PulledOutputs>> all(runs.size(), PulledOutputs{});
  for (const std::vector<std::size_t>& mine : runs_by_center(runs)) {
    std::vector<OutputPlace> places;
    for (const std::size_t i : mine)
      places.push_back({runs[i]->id, join_path(destination, runs[i]->id)});
    auto pulled = pull_outputs(world, address_of(*runs[mine.front()]), places, match);
    for (std::size_t i = 0; i < mine.size(); ++i) all[mine[i]] = std::move(pulled[i]);
  }
  return all;
}

}  // namespace gpujob
