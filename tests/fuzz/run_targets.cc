// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "fuzz/target.h"
#include "run/attempt.h"
#include "run/bundle_import.h"
#include "run/end_marker.h"
#include "run/index.h"
#include "run/retry.h"
#include "run/run_digest.h"
#include "run/run_document.h"
#include "run/tags.h"
#include "unit/run/sample_run.h"

namespace gpujob {

namespace {

const std::string kRun = "01JD7M3ZK8Q4V5W6X7Y8Z9ABCD";
const std::string kGone = "01JD7M3ZK8Q4V5W6X7Y8Z9ABCF";

/// A run that was sent, has ended and was looked at.
struct Sent {
  FakeWorld world;
  std::string directory = std::string(kRunsDirectory) + '/' + kRun + '/';

  Sent() {
    world.always({"sbatch"}, ended(0, "4711\n"));
    RunStore store(world, kRunsDirectory);
    (void)store.create(sample_resolution(kRun), slurm_endpoint(), "#!/bin/bash\n", "");
    const auto run = submit_run(world, store, kRun);
    if (!run || !store.save_state(*run) || !write_found(world, *run, "4712", "queue") ||
        !write_cancel(world, *run) || !note_retry(world, store, *run, kGone) ||
        !write_tags(world, directory, {"name", {{"a", "b"}}, "note"})) {
      std::abort();
    }
    world.put(directory + "end.4711.0.json",
              marker_text(kRun, 0, {{"report-1.json", report_text(kRun)}}));
    world.put(directory + "claim", R"({"schema":"gpujob/claim/v1","job_id":"4711","restart":0})");
  }
};

Sent& sent() {
  static Sent one;
  return one;
}

bool reads_run(Sent& one, const RunRecord&) {
  return bool(checked(RunStore(one.world, kRunsDirectory).load(kRun)));
}

bool reads_attempt(Sent& one, const RunRecord& run) {
  return bool(checked(read_attempt(one.world, run)));
}

bool reads_end(Sent& one, const RunRecord& run) {
  const bool marked = bool(checked(marked_job_id(one.world, run)));
  return checked(read_end_marker(one.world, run)) && marked;
}

bool reads_claim(Sent& one, const RunRecord&) {
  return bool(checked(claimed_by(one.world, one.directory)));
}

bool reads_tags(Sent& one, const RunRecord&) {
  return bool(checked(read_tags(one.world, one.directory)));
}

bool reads_retry(Sent& one, const RunRecord& run) {
  return bool(checked(note_retry(one.world, RunStore(one.world, kRunsDirectory), run, kGone)));
}

/// What reads one file of the run's directory, where that says something else.
template <const char* kFile, bool (*kReads)(Sent&, const RunRecord&)>
bool read_with(const std::string& text) {
  Sent& one = sent();
  static const RunRecord run = *RunStore(one.world, kRunsDirectory).load(kRun);
  const std::string path = one.directory + kFile;
  const std::string kept = one.world.text_of(path);
  one.world.put(path, text);
  const bool whole = kReads(one, run);
  one.world.put(path, kept);
  return whole;
}

constexpr char kPlan[] = "plan.json";
constexpr char kState[] = "state.json";
constexpr char kIntent[] = "attempt-1/intent.json";
constexpr char kAnswer[] = "attempt-1/answer.json";
constexpr char kFound[] = "attempt-1/found.json";
constexpr char kEnd[] = "end.4711.0.json";
constexpr char kClaim[] = "claim";
constexpr char kTags[] = "tags.json";
constexpr char kRetried[] = "retried.json";

template <const char* kFile, bool (*kReads)(Sent&, const RunRecord&)>
FuzzTarget file_target() {
  return {kFile, read_with<kFile, kReads>, {sent().world.text_of(sent().directory + kFile)}};
}

/// Under a first line that is true of it: past the sum to the reader's end.
bool read_below_sum(const std::string& text) {
  Sent& one = sent();
  const std::string path = one.directory + std::string(kDigestFile);
  const std::string directory = one.directory.substr(0, one.directory.size() - 1);
  const auto sources = digest_sources(one.world, directory, "");
  one.world.put(path, digest_text(*sources, "", text));
  const bool taken = read_digest(one.world, directory).has_value();
  one.world.put(path, text);
  if (read_digest(one.world, directory)) std::abort();
  one.world.files.erase(path);
  return taken;
}

/// What stands below the first line of the run's digest, were it over.
std::string digest_of_sent() {
  Sent& one = sent();
  const RunStore store(one.world, kRunsDirectory);
  const std::string directory = one.directory.substr(0, one.directory.size() - 1);
  const RunRecord run = *store.load(kRun);
  write_digest(one.world, indexed_run(one.world, run, *collect(one.world, run)), "",
               *digest_sources(one.world, directory, ""));
  const std::string path = one.directory + std::string(kDigestFile);
  const std::string text = one.world.text_of(path);
  one.world.files.erase(path);
  return text.substr(text.find('\n') + 1);
}

bool read_bundled(const std::string& text) {
  return bool(checked(read_bundled_report("report-1.json", text)));
}

}  // namespace

std::vector<FuzzTarget> run_targets() {
  return {file_target<kPlan, reads_run>(),
          file_target<kState, reads_run>(),
          file_target<kIntent, reads_attempt>(),
          file_target<kAnswer, reads_attempt>(),
          file_target<kFound, reads_attempt>(),
          file_target<kEnd, reads_end>(),
          file_target<kClaim, reads_claim>(),
          file_target<kTags, reads_tags>(),
          file_target<kRetried, reads_retry>(),
          {"digest", read_below_sum, {digest_of_sent()}},
          {"bundled report", read_bundled, source_files("profiles/schema/report.example.json")}};
}

}  // namespace gpujob
