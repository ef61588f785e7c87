// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "store/index_file.h"

namespace gpujob {

/// In place of the tags that the run had.
Status IndexFile::put_tags(const RunRow& run) {
  const auto old = kept(delete_tags_, "DELETE FROM tags WHERE run = ?");
  if (!old) return old.failure();
  (*old)->bind(1, run.id);
  if (const Status gone = (*old)->run(); !gone) return gone;
  for (const auto& [key, value] : run.tags) {
    Result<Statement> row = database_.prepare("INSERT INTO tags VALUES (?, ?, ?)");
    if (!row) return row.failure();
    row->bind(1, run.id);
    row->bind(2, key);
    row->bind(3, value);
    if (const Status added = row->run(); !added) return added;
  }
  return {};
}

Result<std::vector<std::string>> IndexFile::tags() {
  Result<Statement> statement =
      database_.prepare("SELECT DISTINCT key, value FROM tags ORDER BY key, value");
  if (!statement) return statement.failure();
  std::vector<std::string> words;
  while (true) {
    const Result<bool> more = statement->step();
    if (!more) return more.failure();
    if (!*more) return words;
    words.push_back(format("{}={}", statement->text(0), statement->text(1)));
  }
}

Result<Diagnostics> IndexFile::unread_tags() {
  Result<Statement> statement =
      database_.prepare("SELECT id, unread_tags FROM runs WHERE unread_tags != '' ORDER BY id");
  if (!statement) return statement.failure();
  Diagnostics problems;
  while (true) {
    const Result<bool> more = statement->step();
    if (!more) return more.failure();
    if (!*more) return problems;
    problems.push_back({"", Severity::Warning, format("run {}", statement->text(0)),
                        "its name and tags could not be read", statement->text(1),
                        "correct or remove the file, then 'gpujob runs --rebuild'", ""});
  }
}

}  // namespace gpujob
