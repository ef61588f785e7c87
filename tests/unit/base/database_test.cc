// SPDX-License-Identifier: MIT
#include "base/database.h"

#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>

#include "support/messages.h"
#include "support/temporary_directory.h"

namespace gpujob {
namespace {

Database opened(const std::string& path) {
  Result<Database> database = Database::open(path);
  if (!database) throw std::runtime_error(lines_of(database)[0]);
  return *std::move(database);
}

TEST(Database, GivesBackWhatWasPutIn) {
  Database database = opened(":memory:");
  ASSERT_TRUE(
      is_ok(database.execute("CREATE TABLE run(id TEXT, tries INT, time REAL, note TEXT)")));
  Result<Statement> insert = database.prepare("INSERT INTO run VALUES(?, ?, ?, ?)");
  ASSERT_TRUE(is_ok(insert));
  const std::string with_zero("a\0b'; DROP TABLE run; --", 24);
  insert->bind(1, with_zero).bind(2, std::int64_t{1} << 40).bind(3, 0.25).bind_null(4);
  const Result<bool> done = insert->step();
  ASSERT_TRUE(is_ok(done));
  EXPECT_FALSE(*done);
  insert->reset();
  insert->bind(1, "second");
  ASSERT_TRUE(is_ok(insert->step()));

  Result<Statement> select = database.prepare("SELECT * FROM run ORDER BY rowid");
  ASSERT_TRUE(is_ok(select));
  ASSERT_TRUE(*select->step());
  EXPECT_EQ(select->text(0), with_zero);
  EXPECT_EQ(select->integer(1), std::int64_t{1} << 40);
  EXPECT_EQ(select->real(2), 0.25);
  EXPECT_TRUE(select->is_null(3));
  EXPECT_EQ(select->text(3), "");
  ASSERT_TRUE(*select->step());
  EXPECT_EQ(select->text(0), "second");
  EXPECT_TRUE(select->is_null(1)) << "reset forgets what was bound";
  EXPECT_FALSE(*select->step());
}

TEST(Database, IsPrivateAndUsesARollbackJournal) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("index.db");
  Database database = opened(path);
  ASSERT_TRUE(is_ok(database.execute("CREATE TABLE t(x)")));
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
  Result<Statement> mode = database.prepare("PRAGMA journal_mode");
  ASSERT_TRUE(is_ok(mode));
  ASSERT_TRUE(*mode->step());
  EXPECT_EQ(mode->text(0), "delete");
}

TEST(Database, SaysWhatIsWrong) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(fails_with(Database::open(directory.path("absent/index.db")), ExitCode::Failed,
                         {directory.path("absent/index.db") +
                          ": cannot open the database (no such file or directory)"}));
  const std::string garbage = directory.put("garbage.db", std::string(4096, 'x'));
  EXPECT_TRUE(fails_with(Database::open(garbage), ExitCode::Invalid,
                         {garbage + ": cannot use the database (file is not a database)"}));
  Database database = opened(":memory:");
  EXPECT_TRUE(fails_with(database.prepare("SELEC 1"), ExitCode::Failed,
                         {":memory:: cannot use the database (near \"SELEC\": syntax error)"}));
  EXPECT_TRUE(fails_with(database.execute("INSERT INTO absent VALUES(1)"), ExitCode::Failed,
                         {":memory:: cannot use the database (no such table: absent)"}));
}

TEST(Database, SaysWhatToDoWhereNothingCanBeWritten) {
  Database database = opened(":memory:");
  ASSERT_TRUE(is_ok(database.execute("CREATE TABLE t(x); PRAGMA max_page_count = 2")));
  EXPECT_TRUE(fails_with(database.execute("INSERT INTO t VALUES(zeroblob(100000))"),
                         ExitCode::Failed,
                         {":memory:: cannot use the database (database or disk is full); free some "
                          "space there and try again"}));
  ASSERT_TRUE(is_ok(database.execute("PRAGMA query_only = ON")));
  EXPECT_TRUE(fails_with(database.execute("INSERT INTO t VALUES(1)"), ExitCode::Failed,
                         {":memory:: cannot use the database (attempt to write a readonly "
                          "database); choose a writable directory"}));
}

TEST(Database, BrokenRulesAreAFailureOfTheStep) {
  Database database = opened(":memory:");
  ASSERT_TRUE(is_ok(database.execute("CREATE TABLE t(x UNIQUE); INSERT INTO t VALUES(1)")));
  Result<Statement> insert = database.prepare("INSERT INTO t VALUES(1)");
  ASSERT_TRUE(is_ok(insert));
  EXPECT_TRUE(fails_with(insert->step(), ExitCode::Failed,
                         {":memory:: cannot use the database (UNIQUE constraint failed: t.x)"}));
}

}  // namespace
}  // namespace gpujob
