// SPDX-License-Identifier: MIT
#include "store/index_format.h"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "base/text.h"
#include "store/index_file.h"
#include "support/messages.h"
#include "support/temporary_directory.h"

namespace gpujob {
namespace {

/// An index without runs.
class EmptyIndex : public IndexFile {
 public:
  explicit EmptyIndex(IndexFile file) : IndexFile(std::move(file)) {}
  Status make() {
    return make_anew(Unless::Never, [](MeasurementStore&) { return Status{}; });
  }
};

std::vector<std::string> texts_of(Database& database, const std::string& sql) {
  auto rows = database.prepare(sql);
  EXPECT_TRUE(is_ok(rows));
  std::vector<std::string> texts;
  while (rows && *rows->step()) texts.push_back(rows->text(0));
  return texts;
}

TEST(IndexFormat, NamesVersionTablesAndColumnsAsTheFileHasThem) {
  const TemporaryDirectory directory;
  ::setenv("GPUJOB_HOME", directory.path().c_str(), 1);
  {
    auto file = IndexFile::open(system_world());
    ASSERT_TRUE(is_ok(file));
    ASSERT_TRUE(is_ok(EmptyIndex(*std::move(file)).make()));
  }
  ::unsetenv("GPUJOB_HOME");
  auto database = Database::open(directory.path("cache/runs.sqlite"));
  ASSERT_TRUE(is_ok(database));
  std::vector<std::string> real = {"version " + texts_of(*database, "PRAGMA user_version").front()};
  for (const std::string& table : texts_of(
           *database, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rootpage")) {
    real.push_back(table);
    for (const std::string& column :
         texts_of(*database, format("SELECT name FROM pragma_table_info('{}')", table))) {
      real.push_back(table + "." + column);
    }
  }
  std::vector<std::string> told;
  for (const std::string_view line : lines(kIndexFormat)) {
    const std::string_view name = line.substr(0, line.find_first_of(": "));
    if (!name.empty()) told.emplace_back(line.starts_with("version") ? line : name);
  }
  EXPECT_THAT(told, testing::UnorderedElementsAreArray(real));
}

}  // namespace
}  // namespace gpujob
