// SPDX-License-Identifier: MIT
#include "run/persist_state.h"

#include "base/format.h"
#include "run/attempt.h"

namespace gpujob {

Diagnostic as_warning(const Failure& failure) {
  Diagnostic diagnostic = failure.diagnostics.front();
  diagnostic.severity = Severity::Warning;
  return diagnostic;
}

std::optional<StateEvidence> evidence_on_disk(const World& world, const RunRecord& run,
                                              Diagnostics& problems) {
  StateEvidence evidence;
  evidence.now = world.now();
  const Result<Attempt> attempt = read_attempt(world, run);
  if (!attempt) {
    problems.push_back(as_warning(attempt.failure()));
    return std::nullopt;
  }
  if (attempt->cancel_asked) evidence.cancel = StateEvidence::Cancel::Asked;
  const Result<std::optional<EndMarker>> marker = read_end_marker(world, run);
  if (!marker && marker.failure().exit != ExitCode::Invalid) {
    problems.push_back(as_warning(marker.failure()));
    return std::nullopt;
  }
  if (!marker) {
    problems.push_back(as_warning(marker.failure()));
    return evidence;
  }
  evidence.marker = *marker;
  if (!evidence.marker) return evidence;
  for (const MarkedReport& report : evidence.marker->reports) {
    const Result<std::string> text = read_marked_report(world, run, report);
    if (!text) {
      const Diagnostic& diagnostic = text.failure().diagnostics.front();
      evidence.results = format("{}: {}", report.file, diagnostic.problem);
      if (!diagnostic.why.empty()) evidence.results += format(" ({})", diagnostic.why);
      break;
    }
  }
  return evidence;
}

bool take_over(ObservedState& observed, const DerivedState& derived, const Findings& findings) {
  const DerivedState before{observed.state, observed.detail, observed.absence};
  const bool is_new = derived != before || findings.account != observed.account ||
                      findings.job_submitted != observed.job_submitted;
  observed = {derived.state,    derived.detail,    derived.absence,
              findings.account, findings.evidence, findings.job_submitted};
  return is_new;
}

void persist_state(RunStore& store, RunRecord& run, const DerivedState& derived,
                   const Findings& findings, Diagnostics& problems) {
  if (!take_over(run, derived, findings)) return;
  if (const Status saved = store.save_state(run); !saved) {
    problems.push_back(as_warning(saved.failure()));
  }
}

}  // namespace gpujob
