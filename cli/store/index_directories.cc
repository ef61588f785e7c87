// SPDX-License-Identifier: MIT
#include "store/index_file.h"

// Which runs are in the index, and when each directory of runs was read.

namespace gpujob {

Result<std::optional<Instant>> IndexFile::read_at(const std::string& directory) {
  Result<Statement> statement = database_.prepare("SELECT changed FROM stores WHERE directory = ?");
  if (!statement) return statement.failure();
  statement->bind(1, directory);
  const Result<bool> row = statement->step();
  if (!row) return row.failure();
  if (!*row) return std::optional<Instant>();
  return std::optional(Instant(Milliseconds(statement->integer(0))));
}

Result<std::unordered_set<std::string>> IndexFile::known_ids() {
  Result<Statement> statement = database_.prepare("SELECT id FROM runs");
  if (!statement) return statement.failure();
  std::unordered_set<std::string> known;
  while (true) {
    const Result<bool> more = statement->step();
    if (!more) return more.failure();
    if (!*more) return known;
    known.insert(statement->text(0));
  }
}

Status IndexFile::note_read(const std::string& directory, Instant changed) {
  Result<Statement> statement = database_.prepare("INSERT OR REPLACE INTO stores VALUES (?, ?)");
  if (!statement) return statement.failure();
  statement->bind(1, directory);
  statement->bind(2, std::int64_t{changed.time_since_epoch().count()});
  return statement->run();
}

}  // namespace gpujob
