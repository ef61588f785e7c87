// SPDX-License-Identifier: MIT
#include "run/run_state.h"

#include <utility>

namespace gpujob {

namespace {

struct StateRow {
  RunState state;
  std::string_view word;
  enum class End { No, Yes } end;
};

constexpr StateRow kStates[] = {
    {RunState::Intended, "intended", StateRow::End::No},
    {RunState::Unknown, "unknown", StateRow::End::No},
    {RunState::Refused, "refused", StateRow::End::Yes},
    {RunState::Pending, "pending", StateRow::End::No},
    {RunState::Running, "running", StateRow::End::No},
    {RunState::Done, "done", StateRow::End::Yes},
    {RunState::Failed, "failed", StateRow::End::Yes},
    {RunState::Cancelled, "cancelled", StateRow::End::Yes},
    {RunState::ResultsPending, "results-pending", StateRow::End::No},
    {RunState::Vanished, "vanished", StateRow::End::Yes},
};

}  // namespace

std::string to_string(RunState state) {
  for (const StateRow& row : kStates) {
    if (row.state == state) return std::string(row.word);
  }
  return "unknown";
}

std::optional<RunState> run_state_from(std::string_view word) {
  for (const StateRow& row : kStates) {
    if (row.word == word) return row.state;
  }
  return std::nullopt;
}

bool is_final(RunState state) {
  for (const StateRow& row : kStates) {
    if (row.state == state) return row.end == StateRow::End::Yes;
  }
  return false;
}

}  // namespace gpujob
