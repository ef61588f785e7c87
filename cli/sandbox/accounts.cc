// SPDX-License-Identifier: MIT
#include "sandbox/accounts.h"

#include <algorithm>
#include <cctype>

#include "base/format.h"
#include "base/pattern.h"
#include "base/text.h"
#include "sandbox/lua_pattern.h"

// A Lua pattern is a sequence of single characters and classes, each possibly repeated, so an
// example of it has one character for each:
//
//     x(a|b)20[0-9]{2}-[0-9]+(-c)?   ->  ^xa20[0-9][0-9]%-[0-9][0-9]*%-c$  ->  xa2011-1-c

namespace gpujob {

namespace {

constexpr std::size_t kLongest = 64;

bool is_account_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
}

Status check_name(const std::string& name) {
  const bool good = !name.empty() && name.size() <= kLongest && name.front() != '-' &&
                    std::all_of(name.begin(), name.end(), is_account_character);
  if (good) return Status{};
  return Failure(ExitCode::Usage, format("account '{}'", name), "not a valid account name",
                 format("letters, digits, '.', '_' and '-', at most {}", kLongest));
}

/// Reads one element of a Lua pattern at `at`, moves `at` behind it and returns a character that it
/// matches.
char character_of(const std::string& pattern, std::size_t& at) {
  const char c = pattern[at++];
  if (c == '%' && at < pattern.size()) {
    const char escaped = pattern[at++];
    return escaped == 'd' ? '1' : escaped == 'w' ? 'a' : escaped;
  }
  if (c != '[') return c;
  const std::size_t begin = at;
  at = pattern.find(']', begin) + 1;
  const std::string members = pattern.substr(begin, at - 1 - begin);
  if (members.starts_with('^')) return 'x';
  if (members.find("0-9") != std::string::npos) return '1';
  std::size_t inside = 0;
  return character_of(members, inside);
}

/// `pattern` is one of lua_patterns: anchored on both sides.
std::string example_of_lua(const std::string& pattern) {
  std::string example;
  std::size_t at = 1;
  while (at + 1 < pattern.size()) {
    const char c = character_of(pattern, at);
    const bool optional = pattern[at] == '*' || pattern[at] == '?';
    if (optional) ++at;
    if (!optional) example += c;
  }
  return example;
}

}  // namespace

std::string example_of(const std::string& pattern) {
  const auto alternatives = lua_patterns(pattern);
  const auto whole = Pattern::compile(pattern);
  if (!alternatives || !whole) return "";
  for (const std::string& alternative : *alternatives) {
    std::string example = example_of_lua(alternative);
    if (whole->matches(example)) return example;
  }
  return "";
}

Result<std::vector<std::string>> accounts_of(const Cluster& cluster,
                                             const std::vector<std::string>& asked) {
  std::vector<std::string> accounts;
  for (const std::string& name : asked) {
    if (auto good = check_name(name); !good) return good.failure();
    if (!contains(accounts, name)) {
      accounts.push_back(name);
    }
  }
  if (!accounts.empty()) return accounts;
  const DirectiveRule* rule = cluster.find_rule("account");
  const std::string example = rule == nullptr ? "" : example_of(rule->pattern);
  return std::vector<std::string>{check_name(example) ? example : "sandbox"};
}

}  // namespace gpujob
