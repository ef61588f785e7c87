// SPDX-License-Identifier: MIT
#include "base/document_cache.h"

#include <gtest/gtest.h>
#include <string>

#include "base/program_build.h"
#include "base/yaml_bytes.h"
#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

constexpr const char* kFolder = "/home/ada/.cache/gpujob/documents-b1";

const Field& any_fields(const YamlFile& /*file*/) {
  static const Field fields = record_field(
      "", "page", "",
      {text_field("name", ""), list_field("cores", "", make_field(FieldType::Scalar, "", ""))});
  return fields;
}

int page_checks = 0;

Diagnostics check_page(const YamlFile& file) {
  ++page_checks;
  const YamlNode* const name = file.root().find("name");
  if (name == nullptr || name->scalar != "elm") return {};
  return {file.error(name->place, "this page is not to be read")};
}

/// The tree with every place, one line per node.
std::string dump(const YamlNode& node, const std::string& before = "") {
  std::string text = before + std::to_string(static_cast<int>(node.kind)) +
                     (node.quoted ? "q " : " ") + std::to_string(node.place.line) + ":" +
                     std::to_string(node.place.column) + " " + node.scalar + "\n";
  for (const YamlNode& item : node.items) text += dump(item, before + " ");
  for (const auto& [key, value] : node.entries)
    text += dump(key, before + " ") + dump(value, before + " ");
  return text;
}

YamlNode tree_of(const std::string& text) {
  const Result<YamlFile> file = parse_yaml("x.yaml", text);
  EXPECT_TRUE(is_ok(file));
  return file ? file->root() : YamlNode{};
}

TEST(YamlBytes, GiveTheSameTree) {
  for (const std::string text :
       {"", "a", "~", "[]", "{}", "a: {b: [c, {d: ''}], e: }\nf: 'it''s'\n"}) {
    const YamlNode root = tree_of(text);
    const auto again = yaml_from_bytes(yaml_bytes(root));
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(dump(*again), dump(root));
  }
}

TEST(YamlBytes, AreRefusedWhereCutOrLonger) {
  const std::string bytes = yaml_bytes(tree_of("a: {b: [c, {d: ''}], e: }\n"));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(yaml_from_bytes(bytes.substr(0, size))) << size;
  EXPECT_FALSE(yaml_from_bytes(bytes + bytes));
}

class Documents : public testing::Test {
 protected:
  Result<YamlFile> read(const std::string& text, DocumentCache& cache) {
    return read_document("page", {any_fields, check_page}, "x.yaml", text, &cache);
  }
  std::string kept_file() const {
    for (const auto& [path, file] : world_.files)
      if (path.starts_with(kFolder)) return path;
    return "";
  }

  FakeWorld world_;
  DocumentCache cache_{world_, "b1"};
  const std::string text_ = "name: oak\ncores: [4, '8']\n";
};

TEST_F(Documents, AreKeptOnceAndFoundAgain) {
  const auto first = read(text_, cache_);
  ASSERT_TRUE(is_ok(first));
  ASSERT_EQ(world_.writes.size(), 1u);
  EXPECT_TRUE(world_.writes[0].path.starts_with(std::string(kFolder) + "/page-"));
  EXPECT_EQ(world_.writes[0].mode, FileMode::Private);
  const auto again = read(text_, cache_);
  ASSERT_TRUE(is_ok(again));
  EXPECT_EQ(dump(again->root()), dump(first->root()));
  EXPECT_EQ(again->error({2, 8}, "p").excerpt, first->error({2, 8}, "p").excerpt);
  EXPECT_EQ(world_.writes.size(), 1u);
}

TEST_F(Documents, CountForTheirOwnTextKindAndBuildAlone) {
  ASSERT_TRUE(is_ok(read(text_, cache_)));
  EXPECT_TRUE(cache_.find("page", text_));
  std::string other = text_;
  other[6] = 'e';  // of the same size
  EXPECT_FALSE(cache_.find("page", other));
  EXPECT_FALSE(cache_.find("paper", text_));
  EXPECT_FALSE(DocumentCache(world_, "b2").find("page", text_));
  // The file of another text under this name, whole: its own text decides.
  const std::string kept = world_.text_of(kept_file());
  world_.files.clear();
  DocumentCache next(world_, "b1");
  ASSERT_TRUE(is_ok(read(other, next)));
  world_.files[kept_file()].text = kept;
  EXPECT_FALSE(next.find("page", other));
  EXPECT_EQ(read(other, next)->root().find("name")->scalar, "eak");
}

TEST_F(Documents, AreKeptOnceOfAKindByOneProcess) {
  ASSERT_TRUE(is_ok(read(text_, cache_)));
  ASSERT_TRUE(is_ok(read(text_ + "\n", cache_)));
  EXPECT_EQ(world_.writes.size(), 1u);
  cache_.keep("leaf", text_, "x");
  EXPECT_EQ(cache_.find("leaf", text_), "x");
}

TEST_F(Documents, ThatAreDamagedAreReadAgain) {
  ASSERT_TRUE(is_ok(read(text_, cache_)));
  const std::string path = kept_file();
  const std::string whole = world_.text_of(path);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    world_.files[path].text = damaged;
    EXPECT_FALSE(cache_.find("page", text_)) << at;
    world_.files[path].text = whole.substr(0, at);
    EXPECT_FALSE(cache_.find("page", text_)) << at;
  }
  DocumentCache next(world_, "b1");
  EXPECT_EQ(read(text_, next)->root().find("name")->scalar, "oak");
  EXPECT_EQ(world_.text_of(path), whole);  // and mended
}

TEST_F(Documents, ThatDoNotFitAreNeverKept) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(fails_with(
        read("name: oak\nleaves: 3\n", cache_), ExitCode::Invalid,
        {"x.yaml:2:1: unknown key 'leaves' (page fields are closed); known keys are name, cores"}));
    EXPECT_FALSE(read("name: [\n", cache_));
  }
  EXPECT_TRUE(world_.writes.empty());
}

TEST_F(Documents, AreCheckedOnceAndKeptOnlyAfterIt) {
  page_checks = 0;
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(fails_with(read("name: elm\n", cache_), ExitCode::Invalid,
                           {"x.yaml:1:7: this page is not to be read"}));
  }
  EXPECT_EQ(page_checks, 2);
  EXPECT_TRUE(world_.writes.empty());
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(is_ok(read(text_, cache_)));
  EXPECT_EQ(page_checks, 3);
}

TEST_F(Documents, AreReadWhereNothingCanBeKept) {
  for (const int error : {28, 30, 13}) {  // ENOSPC, EROFS, EACCES
    world_.fail_write(1, error);
    DocumentCache next(world_, "b1");
    EXPECT_TRUE(is_ok(read(text_, next)));
    EXPECT_EQ(kept_file(), "");
  }
  DocumentCache off(world_, "");
  EXPECT_TRUE(is_ok(read(text_, off)));
  EXPECT_TRUE(world_.writes.empty());
}

TEST_F(Documents, MakeRoomWhereTheyAreTooMany) {
  for (int i = 0; i < 2000; ++i)
    world_.put(std::string(kFolder) + "/page-" + std::to_string(i), "x");
  ASSERT_TRUE(is_ok(read(text_, cache_)));
  EXPECT_TRUE(cache_.find("page", text_));
  EXPECT_EQ(world_.text_of(std::string(kFolder) + "/page-7"), "");
}

TEST(ProgramBuild, IsASumInHexadecimalDigits) {
  const std::string build = program_build();
  EXPECT_GE(build.size(), 16u);
  EXPECT_EQ(build.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(build, program_build());
}

}  // namespace
}  // namespace gpujob
