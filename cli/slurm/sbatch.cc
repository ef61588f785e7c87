// SPDX-License-Identifier: MIT
#include "slurm/sbatch.h"

#include <algorithm>

#include "base/text.h"
#include "slurm/ask.h"
#include "slurm/sbatch_refusals.h"

// A failed sbatch is not a refusal: with a controller that was too slow, sbatch says "Socket timed
// out", exits 1, and the job runs all the same (measured: 15 of 15). So an answer is read in this
// order: an id line means a job, whatever else was said; a listed refusal means no job; everything
// else means that it is unknown. Example: exit 1, stdout "4711", stderr "Slurm temporarily unable
// to accept job, sleeping and retrying" is job 4711.

namespace gpujob {

namespace {

constexpr Milliseconds kSubmitDeadline{180'000};
constexpr std::size_t kMostDigits = 10;

bool is_cluster_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

/// Digits that do not start with zero, then perhaps ";cluster".
bool read_id_line(std::string_view line, SbatchVerdict& verdict) {
  line = trim(line);
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits == 0 || digits > kMostDigits || line[0] == '0') return false;
  const std::string_view rest = line.substr(digits);
  if (!rest.empty() && (rest[0] != ';' || !is_cluster_name(rest.substr(1)))) return false;
  verdict.job_id = line.substr(0, digits);
  verdict.cluster = rest.empty() ? "" : rest.substr(1);
  return true;
}

/// The center's own way to give an id: "Your job {{job}} waits".
bool read_own_id_line(std::string_view line, const OwnAnswers& own, SbatchVerdict& verdict) {
  constexpr std::string_view kSlot = "{{job}}";
  for (const auto& [text, means] : own) {
    const std::size_t slot = text.find(kSlot);
    if (means != "accepted" || slot == std::string::npos) continue;
    const std::string_view before = std::string_view(text).substr(0, slot);
    const std::string_view after = std::string_view(text).substr(slot + kSlot.size());
    if (line.size() <= before.size() + after.size()) continue;
    if (!line.starts_with(before) || !line.ends_with(after)) continue;
    line.remove_prefix(before.size());
    line.remove_suffix(after.size());
    return read_id_line(line, verdict);
  }
  return false;
}

/// The center's own refusal: "refused" or "later"; empty: none of the lines is one.
std::string own_refusal(const ProcessAnswer& answer, const OwnAnswers& own) {
  for (const std::string* stream : {&answer.err, &answer.out}) {
    for (const std::string_view line : lines(*stream)) {
      for (const auto& [text, means] : own) {
        if (means != "accepted" && without_prefix(line).starts_with(text)) return means;
      }
    }
  }
  return "";
}

/// Ended by a signal, by us or by others, or not known how: what it had said until then is not its
/// last word.
bool was_cut_off(const ProcessAnswer& answer) {
  constexpr int kLastSignal = 64;
  return answer.timed_out || answer.exit_status < 0 ||
         (answer.exit_status > 128 && answer.exit_status <= 128 + kLastSignal);
}

/// Did it fail by itself, with time left to say why?
bool may_refuse(const ProcessAnswer& answer) {
  return answer.exit_status != 0 && !was_cut_off(answer) &&
         answer.err.find("timed out") == std::string::npos;
}

/// The refusal that decides, or nullptr: the controller's last word, else the first of sbatch's.
const SbatchRefusal* deciding_refusal(const ProcessAnswer& answer) {
  if (!may_refuse(answer)) return nullptr;
  const SbatchRefusal* found = nullptr;
  for (const std::string_view raw : lines(answer.err)) {
    const std::string_view line = without_prefix(raw);
    const SbatchRefusal* const refusal = find_refusal(line);
    if (line.starts_with("Batch job submission failed: ")) {
      found = refusal;
      if (found == nullptr) return nullptr;
    } else if (found == nullptr) {
      found = refusal;
    }
  }
  return found;
}

constexpr std::string_view kToStartAt = " to start at ";

/// "AssocMaxSubmitJobLimit" and its kin before a general text: the limit is one of the moment.
bool names_submit_limit(std::string_view err) {
  return err.find("MaxSubmitJob") != std::string_view::npos;
}

}  // namespace

std::vector<std::string> sbatch_arguments(const Endpoint& endpoint,
                                          const std::vector<std::string>& users_own) {
  std::vector<std::string> argv{endpoint.sbatch, "--parsable"};
  if (!endpoint.clusters_option.empty()) argv.push_back("--clusters=" + endpoint.clusters_option);
  argv.insert(argv.end(), users_own.begin(), users_own.end());
  return argv;
}

SbatchVerdict classify_sbatch(const ProcessAnswer& answer, const OwnAnswers& own) {
  SbatchVerdict verdict;
  verdict.words = replace_all(words_of(answer), "Batch job submission failed: ", "");
  for (const std::string_view line : lines(answer.out)) {
    if (read_id_line(line, verdict)) verdict.kind = SbatchVerdict::Kind::Accepted;
  }
  for (const std::string* stream : {&answer.err, &answer.out}) {
    for (const std::string_view line : lines(*stream)) {
      if (read_own_id_line(without_prefix(line), own, verdict))
        verdict.kind = SbatchVerdict::Kind::Accepted;
    }
  }
  if (verdict.kind == SbatchVerdict::Kind::Accepted) return verdict;
  if (const SbatchRefusal* const refusal = deciding_refusal(answer)) {
    const bool lasting =
        refusal->lasting == SbatchRefusal::Lasting::Yes && !names_submit_limit(answer.err);
    verdict.kind = lasting ? SbatchVerdict::Kind::Refused : SbatchVerdict::Kind::RefusedForNow;
    verdict.never_sent = refusal->speaker != SbatchRefusal::Speaker::Controller;
  } else if (may_refuse(answer)) {
    const std::string means = own_refusal(answer, own);
    if (!means.empty()) {
      verdict.kind =
          means == "later" ? SbatchVerdict::Kind::RefusedForNow : SbatchVerdict::Kind::Refused;
      if (verdict.words.empty()) verdict.words = printable(trim(answer.out));
    }
  }
  return verdict;
}

SbatchVerdict classify_test_only(const ProcessAnswer& answer) {
  ProcessAnswer said = answer;
  said.out.clear();
  said.err = replace_all(answer.err, "allocation failure: ", "Batch job submission failed: ");
  SbatchVerdict verdict = classify_sbatch(said);
  for (const std::string_view raw : lines(answer.err)) {
    const std::string_view line = without_prefix(raw);
    const std::size_t at = line.find(kToStartAt);
    if (answer.exit_status == 0 && line.starts_with("Job ") && at != std::string_view::npos) {
      verdict.kind = SbatchVerdict::Kind::Accepted;
      const std::string_view when = line.substr(at + kToStartAt.size());
      // Children of gpujob live in UTC.
      verdict.starts = parse_instant(std::string(when.substr(0, when.find(' '))) + "Z");
    }
  }
  return verdict;
}

Result<ProcessAnswer> call_sbatch(World& world, const Endpoint& endpoint,
                                  const std::vector<std::string>& argv, const std::string& script,
                                  const std::string& directory) {
  ProcessRequest request;
  request.argv = argv;
  request.stdin_text = script;
  request.environment = endpoint_environment(world.environment(), endpoint);
  request.directory = directory;
  request.deadline = kSubmitDeadline;
  Result<ProcessAnswer> answer = world.run(request);
  if (answer || answer.failure().exit != ExitCode::Unknown) return answer;
  // It ran: an answer without a word, after which all is open.
  Diagnostic why = answer.failure().diagnostics.front();
  why.fix.clear();
  ProcessAnswer lost;
  lost.err = why.line();
  return lost;
}

}  // namespace gpujob
