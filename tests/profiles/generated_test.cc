// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "corpus.h"
#include "profile/reader.h"
#include "profile/schema_documents.h"
#include "profile/site_index.h"
#include "report/report_schema.h"
#include "support/messages.h"
#include "support/read_source.h"
#include "workload/schema_document.h"

// Files that are made from the field tables and the profiles, and committed: `./dev bless` rewrites
// them, and these tests fail while they are stale.

namespace gpujob {
namespace {

void expect_current(const std::string& name, const std::string& made) {
  if (is_blessing()) overwrite(std::string(GPUJOB_SOURCE_DIR) + "/" + name, made);
  EXPECT_EQ(read_source(name), made) << name << " is stale; run './dev bless'";
}

TEST(Generated, schema_of_profiles) {
  expect_current("profiles/schema/profile.schema.json", profile_schema());
}

TEST(Generated, schema_of_overlays) {
  expect_current("profiles/schema/overlay.schema.json", overlay_schema());
}

TEST(Generated, schema_of_the_catalogue) {
  expect_current("profiles/schema/gpus.schema.json", gpu_catalogue_schema());
}

TEST(Generated, schema_of_manifests) {
  expect_current("profiles/schema/workload.schema.json", workload_schema());
}

TEST(Generated, schema_of_reports) {
  expect_current("profiles/schema/report.schema.json", report_schema());
}

TEST(Generated, index_of_sites) {
  std::vector<IndexEntry> entries;
  for (const std::string& file : yaml_files(std::string(GPUJOB_SOURCE_DIR) + "/profiles/sites")) {
    const std::string text = read_source("profiles/sites/" + file);
    const Result<SiteProfile> profile = read_profile(file, text);
    ASSERT_TRUE(is_ok(profile));
    for (IndexEntry& entry : index_entries(*profile)) {
      entry.text_mark = text_mark(text);
      entries.push_back(std::move(entry));
    }
  }
  expect_current("profiles/sites/index", make_index(entries));
}

}  // namespace
}  // namespace gpujob
