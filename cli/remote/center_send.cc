// SPDX-License-Identifier: MIT
#include <deque>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "remote/center_runs.h"
#include "remote/connection.h"
#include "run/attempt.h"
#include "run/json_fields.h"

// A run at a center has two directories with one id: one here, one there. Here is the intent, and
// the request word for word; there is the intent of sbatch. The request may be sent as often as one
// likes: the center answers a run that it has with what it is, and sends it only once. So a cut
// line leaves the run unknown here, and the same request resolves it.

namespace gpujob {

namespace {

const std::string kRequestSchema = "gpujob/center-request/v1";
constexpr const char* kRequestFile = "center.json";

Failure no_answer(const RunRecord& run, const Failure& cause) {
  Failure failure(ExitCode::Unknown, format("run {}", run.id), "no answer came from its center",
                  cause.diagnostics.front().problem,
                  format("run 'gpujob recover {}'; it is never sent twice", run.id));
  append(failure.diagnostics, cause.diagnostics);
  return failure;
}

/// Of an array that was sent as one.
Result<std::vector<RunRecord>> others_of_array(const World& world, const RunStore& store,
                                               const RunRecord& run) {
  std::vector<RunRecord> others;
  if (!run.plan.array_task) return others;
  const auto ids = runs_in_array(world, submission_directory(run));
  if (!ids) return ids.failure();
  for (const std::string& id : *ids) {
    if (id == run.id) continue;
    auto other = store.load(id);
    if (!other) return other.failure();
    others.push_back(*std::move(other));
  }
  return others;
}

/// Of all files of one question: they grow by a third on their way.
constexpr std::size_t kMostToSend = kLargestBatch / 2;

/// A run, by its number, and what its center is asked.
struct Sendable {
  std::size_t run;
  CenterRequest request;
};

/// The request of a run whose intent is on disk then. `open`: is there a connection?
Result<CenterRequest> request_to_send(World& world, RunRecord& run, const CenterAddress& center,
                                      const Result<bool>& open) {
  auto request = kept_center_request(world, run);
  if (!request) return request;
  if (!open) return open.failure();
  if (!*open) return not_connected(center);
  if (run.attempt == 0) {
    const auto script = world.read_file(join_path(submission_directory(run), "job.sh"));
    if (!script) return script.failure();
    if (auto intended = write_intent(world, run, request->words, *script); !intended) {
      return intended.failure();
    }
    run.attempt = 1;
    run.submitted = format_instant(world.now());
  }
  run.state = RunState::Unknown;
  return request;
}

std::size_t size_of_files(const CenterRequest& request) {
  std::size_t size = 0;
  for (const auto& [name, text] : request.files) size += text.size();
  return size;
}

/// Stands for a result until the center has been asked.
Failure not_sent_yet() {
  return {ExitCode::Unknown, "run", "not sent yet"};
}

}  // namespace

Status keep_center_request(World& world, const std::string& directory,
                           const CenterRequest& request) {
  return world.create_file(
      join_path(directory, kRequestFile),
      dump_json({{"schema", kRequestSchema}, {"batch", write_batch("", {request})}}),
      FileMode::Private);
}

Result<CenterRequest> kept_center_request(const World& world, const RunRecord& run) {
  const std::string path = join_path(submission_directory(run), kRequestFile);
  const auto text = world.read_if_present(path);
  if (!text) return text.failure();
  if (!*text) {
    return Failure{ExitCode::Usage, format("run {}", run.id), "cannot be sent to its center again",
                   "the request for it is not kept", "'gpujob submit' makes a new run"};
  }
  const auto document = parse_document(path, **text, kRequestSchema);
  if (!document) return document.failure();
  auto requests = read_batch(text_field_of(*document, "batch"));
  if (!requests) return requests.failure();
  if (requests->size() != 1) return Failure{ExitCode::Invalid, path, "holds no request"};
  return std::move(requests->front());
}

Result<RunRecord> CenterRuns::take_sent(World& world, RunStore& store, RunRecord run,
                                        const CenterAnswer& answer) {
  Diagnostics problems;
  auto others = others_of_array(world, store, run);
  if (!others) return others.failure();
  CenterGroup all = {&run};
  for (RunRecord& other : *others) all.push_back(&other);
  if (auto taken = take_answers(world, store, all, answer.out, problems); !taken) {
    return no_answer(run, answer.exit == 0
                              ? taken.failure()
                              : Failure{ExitCode::Unknown, address_of(run).site,
                                        format("gpujob there failed: {}", failure_words(answer))});
  }
  if (run.state == RunState::Refused) {
    return Failure{ExitCode::Scheduler, format("run {}", run.id), "its center refused it",
                   run.detail};
  }
  if (run.job) return run;
  return no_answer(run, Failure{ExitCode::Unknown, address_of(run).site,
                                "gpujob there does not know yet whether it has a job",
                                answer.err.empty() ? "" : failure_words(answer)});
}

std::vector<Result<RunRecord>> CenterRuns::send(World& world, RunStore& store,
                                                std::vector<RunRecord> runs) {
  std::vector<Result<RunRecord>> results(runs.size(), not_sent_yet());
  std::vector<const RunRecord*> all;
  std::vector<std::string> hosts;
  for (const RunRecord& run : runs) {
    all.push_back(&run);
    hosts.push_back(run.endpoint.host);
  }
  const auto open = are_connected(world, hosts);
  std::vector<std::deque<Sendable>> centers;
  for (const std::vector<std::size_t>& mine : runs_by_center(all)) {
    centers.emplace_back();
    for (const std::size_t i : mine) {
      auto request = request_to_send(world, runs[i], address_of(runs[i]), open[i]);
      if (!request) results[i] = request.failure();
      if (request) centers.back().push_back({i, *std::move(request)});
    }
  }
  while (true) {
    std::vector<CenterQuestion> questions;
    std::vector<std::vector<std::size_t>> asked;  // numbers of the runs of each
    for (std::deque<Sendable>& left : centers) {
      if (left.empty()) continue;
      questions.push_back({address_of(runs[left.front().run]), {}});
      asked.emplace_back();
      for (std::size_t size = 0; !left.empty(); left.pop_front()) {
        size += size_of_files(left.front().request);
        if (size > kMostToSend && !asked.back().empty()) break;
        asked.back().push_back(left.front().run);
        questions.back().requests.push_back(std::move(left.front().request));
      }
    }
    if (questions.empty()) return results;
    const auto replies = ask_centers(world, questions);
    for (std::size_t k = 0; k < asked.size(); ++k) {
      for (std::size_t i = 0; i < asked[k].size(); ++i) {
        RunRecord& run = runs[asked[k][i]];
        results[asked[k][i]] = replies[k]
                                   ? take_sent(world, store, std::move(run), replies[k]->answers[i])
                                   : Result<RunRecord>(no_answer(run, replies[k].failure()));
      }
    }
  }
}

}  // namespace gpujob
