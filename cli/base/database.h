// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace gpujob {

/// One prepared SQL statement: bind from 1, step, read columns from 0.
class Statement {
 public:
  Statement& bind(int index, std::string_view text);
  Statement& bind(int index, std::int64_t number);
  Statement& bind(int index, double number);
  Statement& bind_null(int index);
  /// Bytes that must stay valid until the statement is stepped.
  Statement& bind_bytes(int index, std::string_view bytes);

  /// True while there is a row. Fails with SQLite's message and the system's reason.
  Result<bool> step();
  /// Steps once and ignores any row.
  Status run();
  /// Ready to be bound and stepped again.
  void reset();

  std::string text(int column) const;
  /// A view of bytes or text, valid until the next step.
  std::string_view bytes(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  bool is_null(int column) const;

 private:
  friend class Database;
  explicit Statement(sqlite3_stmt* statement);
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// A SQLite file with a rollback journal (never WAL: caches may be on network disks).
class Database {
 public:
  /// Opens or creates `path` (mode 0600). ":memory:" is for tests.
  static Result<Database> open(const std::string& path);

  Result<Statement> prepare(std::string_view sql);
  /// Runs statements that give no rows.
  Status execute(std::string_view sql);

 private:
  explicit Database(sqlite3* handle);
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace gpujob
