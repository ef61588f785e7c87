// SPDX-License-Identifier: MIT
#include "remote/path_patterns.h"

#include <fnmatch.h>

#include "base/diagnostic.h"
#include "base/format.h"
#include "base/text.h"

namespace gpujob {

Result<PathPatterns> PathPatterns::read(const std::string& where, std::string_view text) {
  PathPatterns patterns;
  int number = 0;
  for (const std::string_view line : lines(text)) {
    ++number;
    std::string_view words = trim(line);
    if (words.empty() || words.front() == '#') continue;
    One one;
    one.is_negated = words.front() == '!';
    if (one.is_negated) words.remove_prefix(1);
    if (words.ends_with("/**")) words.remove_suffix(2);
    one.is_directory = words.ends_with('/');
    if (one.is_directory) words.remove_suffix(1);
    const bool at_any_depth = words.starts_with("**/");
    if (at_any_depth) words.remove_prefix(3);
    one.is_path = words.find('/') != std::string_view::npos;
    if (words.starts_with('/')) words.remove_prefix(1);
    const bool has_stars = words.find("**") != std::string_view::npos;
    if (words.empty() || has_stars || (at_any_depth && one.is_path)) {
      return Failure{ExitCode::Invalid, format("{}:{}", where, number),
                     format("the pattern '{}' has no meaning here", printable(trim(line))), "",
                     "'*' and '?' stand for parts of one name; a name alone is found at any depth"};
    }
    one.glob = std::string(words);
    patterns.patterns_.push_back(std::move(one));
  }
  return patterns;
}

bool PathPatterns::matches(std::string_view path, FileKind kind) const {
  const std::string whole(path);
  const std::string name = whole.substr(whole.rfind('/') + 1);
  bool found = false;
  for (const One& one : patterns_) {
    if (one.is_directory && kind != FileKind::Directory) continue;
    const std::string& subject = one.is_path ? whole : name;
    if (::fnmatch(one.glob.c_str(), subject.c_str(), FNM_PATHNAME) == 0) found = !one.is_negated;
  }
  return found;
}

bool PathPatterns::matches_or_holds(std::string_view path) const {
  for (std::size_t at = path.find('/'); at != std::string_view::npos; at = path.find('/', at + 1)) {
    if (matches(path.substr(0, at), FileKind::Directory)) return true;
  }
  return matches(path, FileKind::File);
}

}  // namespace gpujob
