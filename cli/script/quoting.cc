// SPDX-License-Identifier: MIT
#include "script/quoting.h"

#include <algorithm>
#include <array>

#include "base/text.h"

// Shell and sbatch have different rules. In a shell, single quotes protect everything but
// themselves: `it's $HOME` becomes 'it'\''s $HOME'. For sbatch, a backslash escapes the next
// character everywhere, even inside quotes; only blanks, quotes and '#' are special too: `a "b" #1`
// becomes "a \"b\" #1". Source: _get_argument in sbatch's opt.c.

namespace gpujob {

namespace {

/// Letters, digits and some more characters.
class CharacterSet {
 public:
  constexpr explicit CharacterSet(std::string_view more) {
    for (char c = '0'; c <= '9'; ++c) add(c);
    for (char c = 'A'; c <= 'Z'; ++c) add(c);
    for (char c = 'a'; c <= 'z'; ++c) add(c);
    for (const char c : more) add(c);
  }
  bool has_all(std::string_view text) const {
    return std::all_of(text.begin(), text.end(),
                       [&](char c) { return has_[static_cast<unsigned char>(c)]; });
  }

 private:
  constexpr void add(char c) { has_[static_cast<unsigned char>(c)] = true; }
  std::array<bool, 256> has_{};
};

constexpr CharacterSet kHarmlessInShell("_@%+=:,./-");
/// `&`, `|` and brackets mean nothing to sbatch, but are quoted as in every guide.
constexpr CharacterSet kHarmlessInDirective("_@%+=:,./-*^~");
constexpr CharacterSet kHarmlessInName("_.+-");
constexpr std::size_t kLongestName = 64;
/// Bash's keywords of letters only; the other characters cause quoting anyway.
constexpr std::array<std::string_view, 17> kKeywords = {
    "if",    "then",  "else", "elif", "fi", "case",     "esac", "for",   "select",
    "while", "until", "do",   "done", "in", "function", "time", "coproc"};

std::string in_single_quotes(std::string_view value) {
  return "'" + replace_all(value, "'", R"('\'')") + "'";
}

}  // namespace

std::string shell_word(std::string_view value) {
  if (!value.empty() && kHarmlessInShell.has_all(value)) return std::string(value);
  return in_single_quotes(value);
}

std::string shell_word_with(std::string_view value, std::string_view slot,
                            const std::string& variable) {
  std::size_t at = value.find(slot);
  if (at == std::string_view::npos) return shell_word(value);
  std::string text;
  while (true) {
    if (const std::string_view before = value.substr(0, at); !before.empty()) {
      text += shell_word(before);
    }
    if (at == std::string_view::npos) return text;
    text += "\"$" + variable + "\"";
    value.remove_prefix(at + slot.size());
    at = value.find(slot);
  }
}

std::string command_word(std::string_view value) {
  const bool keyword = contains(kKeywords, value);
  const bool assigns = value.find('=') != std::string_view::npos;
  return keyword || assigns ? in_single_quotes(value) : shell_word(value);
}

std::string directive_value(std::string_view value) {
  if (!value.empty() && kHarmlessInDirective.has_all(value)) return std::string(value);
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
      kHarmlessInName.has_all(value)) {
    return {};
  }
  return Failure(ExitCode::Invalid, what, "'" + visible(value) + "' is not a name",
                 "it becomes part of job and file names",
                 "use 1 to 64 letters, digits and '._+-', not starting with '-'");
}

}  // namespace gpujob
