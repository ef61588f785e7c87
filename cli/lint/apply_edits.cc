// SPDX-License-Identifier: MIT
#include "lint/apply_edits.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// Where each line begins.
std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts.push_back(at + 1);
  return starts;
}

/// An edit by its offset in the text.
struct PlacedEdit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view text;
};

std::vector<PlacedEdit> placed_edits(std::string_view text, const Diagnostics& findings) {
  const std::vector<std::size_t> starts = line_starts(text);
  std::vector<PlacedEdit> edits;
  for (const Diagnostic& finding : findings) {
    if (!finding.edit || finding.edit->line < 1 || finding.edit->column < 1) continue;
    const TextEdit& edit = *finding.edit;
    const auto line = static_cast<std::size_t>(edit.line) - 1;
    if (line >= starts.size()) continue;
    const std::size_t begin = starts[line] + static_cast<std::size_t>(edit.column) - 1;
    const std::size_t end = begin + static_cast<std::size_t>(edit.length);
    if (end <= text.size()) edits.push_back({begin, end, edit.text});
  }
  std::stable_sort(edits.begin(), edits.end(), [](const PlacedEdit& one, const PlacedEdit& other) {
    return one.begin < other.begin;
  });
  return edits;
}

/// Cut at '\n' alone, so that a CR stays part of its line.
std::vector<std::string_view> raw_lines(std::string_view text) {
  std::vector<std::string_view> all = split(text, '\n');
  if (all.back().empty()) all.pop_back();
  return all;
}

}  // namespace

std::string apply_edits(std::string_view text, const Diagnostics& findings) {
  std::string changed;
  std::size_t done = 0;
  for (const PlacedEdit& edit : placed_edits(text, findings)) {
    if (edit.begin < done) continue;
    changed += text.substr(done, edit.begin - done);
    changed += edit.text;
    done = edit.end;
  }
  changed += text.substr(done);
  return changed;
}

std::string line_diff(const std::string& file, std::string_view before, std::string_view after) {
  const std::vector<std::string_view> old_lines = raw_lines(before);
  const std::vector<std::string_view> new_lines = raw_lines(after);
  const std::size_t count = std::min(old_lines.size(), new_lines.size());
  const bool unended = !before.ends_with('\n');
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (old_lines[i] == new_lines[i]) continue;
    const char* const end = unended && i + 1 == count ? "\n\\ No newline at end of file\n" : "\n";
    text += format("@@ -{0} +{0} @@\n-{1}{3}+{2}{3}", i + 1, old_lines[i], new_lines[i], end);
  }
  return text.empty() ? "" : format("--- {0}\n+++ {0}\n{1}", file, text);
}

}  // namespace gpujob
