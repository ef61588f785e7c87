// SPDX-License-Identifier: MIT
#include "script/quoting.h"

#include <algorithm>
#include <array>

#include "base/text.h"

// Two readers, two sets of rules. For a shell, single quotes end every meaning but their own:
// `it's $HOME` becomes 'it'\''s $HOME'. For sbatch, a backslash escapes the next character
// everywhere, also inside quotes, and nothing else is special but blanks, quotes and '#':
// `a "b" #1` becomes "a \"b\" #1". Source: _get_argument in sbatch's opt.c.

namespace gpujob {

namespace {

constexpr std::string_view kAlphanumeric =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view kHarmlessInShell = "_@%+=:,./-";
/// `&`, `|` and brackets mean nothing to sbatch, but are quoted as in every guide.
constexpr std::string_view kHarmlessInDirective = "_@%+=:,./-*^~";
constexpr std::string_view kHarmlessInName = "_.+-";
constexpr std::size_t kLongestName = 64;
/// Bash's words that are letters only; the others are quoted for their characters.
constexpr std::array<std::string_view, 17> kKeywords = {
    "if",    "then",  "else", "elif", "fi", "case",     "esac", "for",   "select",
    "while", "until", "do",   "done", "in", "function", "time", "coproc"};

bool only(std::string_view value, std::string_view harmless) {
  for (const char c : value) {
    if (kAlphanumeric.find(c) == std::string_view::npos &&
        harmless.find(c) == std::string_view::npos) {
      return false;
    }
  }
  return true;
}

std::string in_single_quotes(std::string_view value) {
  return "'" + replace_all(value, "'", R"('\'')") + "'";
}

}  // namespace

std::string shell_word(std::string_view value) {
  if (!value.empty() && only(value, kHarmlessInShell)) return std::string(value);
  return in_single_quotes(value);
}

std::string command_word(std::string_view value) {
  const bool keyword = std::find(kKeywords.begin(), kKeywords.end(), value) != kKeywords.end();
  const bool assigns = value.find('=') != std::string_view::npos;
  return keyword || assigns ? in_single_quotes(value) : shell_word(value);
}

std::string directive_value(std::string_view value) {
  if (!value.empty() && only(value, kHarmlessInDirective)) return std::string(value);
  return "\"" + replace_all(replace_all(value, "\\", "\\\\"), "\"", "\\\"") + "\"";
}

std::string escape_percent(std::string_view path) {
  return replace_all(path, "%", "%%");
}

std::string visible(std::string_view value) {
  return printable(replace_all(replace_all(value, "\n", "\\x0A"), "\t", "\\x09"));
}

Status check_text(std::string_view value, const std::string& what) {
  const auto plain = [](char c) { return c >= ' ' && c <= '~'; };
  if (std::all_of(value.begin(), value.end(), plain)) return {};
  if (!is_utf8(value)) {
    return Failure(ExitCode::Invalid, what, "'" + visible(value) + "' is not UTF-8",
                   "a script must be readable", "write it with other characters");
  }
  if (visible(value) != value) {
    return Failure(ExitCode::Invalid, what, "control character in '" + visible(value) + "'",
                   "it could end the line or change what is seen of it", "remove it");
  }
  return {};
}

Status check_name(std::string_view value, const std::string& what) {
  if (!value.empty() && value.size() <= kLongestName && value.front() != '-' &&
      only(value, kHarmlessInName)) {
    return {};
  }
  return Failure(ExitCode::Invalid, what, "'" + visible(value) + "' is not a name",
                 "it becomes part of job and file names",
                 "use 1 to 64 letters, digits and '._+-', not starting with '-'");
}

}  // namespace gpujob
