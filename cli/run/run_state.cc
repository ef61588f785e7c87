// SPDX-License-Identifier: MIT
#include "run/run_state.h"

#include <utility>
#include <vector>

#include "base/suggest.h"

namespace gpujob {

namespace {

struct StateRow {
  std::string_view word;
  RunState state;
  enum class End { No, Yes } end;
};

constexpr StateRow kStates[] = {
    {"intended", RunState::Intended, StateRow::End::No},
    {"unknown", RunState::Unknown, StateRow::End::No},
    {"refused", RunState::Refused, StateRow::End::Yes},
    {"pending", RunState::Pending, StateRow::End::No},
    {"running", RunState::Running, StateRow::End::No},
    {"done", RunState::Done, StateRow::End::Yes},
    {"failed", RunState::Failed, StateRow::End::Yes},
    {"cancelled", RunState::Cancelled, StateRow::End::Yes},
    {"results-pending", RunState::ResultsPending, StateRow::End::No},
    {"vanished", RunState::Vanished, StateRow::End::Yes},
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

Status check_run_state(const std::string& option, const std::string& word) {
  if (word.empty() || run_state_from(word)) return {};
  std::vector<std::string> known;
  for (const StateRow& row : kStates) known.emplace_back(row.word);
  return unknown_word(option, word, known);
}

bool is_final(RunState state) {
  for (const StateRow& row : kStates) {
    if (row.state == state) return row.end == StateRow::End::Yes;
  }
  return false;
}

}  // namespace gpujob
