// SPDX-License-Identifier: MIT
#include "profile/site_index.h"

#include <gtest/gtest.h>

#include "profile/reader.h"
#include "support/messages.h"
#include "unit/profile/sample.h"

namespace gpujob {
namespace {

SiteProfile two_clusters() {
  const std::string facts =
      "    match: {cluster_name: Fir1, hosts: ['fir*', 'f?']}\n"
      "    directives: {account: {use: required, pattern: 'n[0-9]+|m x'}}\n";
  Result<SiteProfile> profile =
      read_profile("x.yaml", small_profile("north", "fir", facts) + also_cluster("oak"));
  EXPECT_TRUE(is_ok(profile));
  return *profile;
}

TEST(SiteIndex, is_a_line_a_cluster) {
  std::vector<IndexEntry> entries = index_entries(two_clusters());
  entries.front().text_mark = text_mark("abc");
  EXPECT_EQ(make_index(entries),
            "# cluster, center, ClusterName, hosts, account pattern, mark of the text; generated\n"
            "fir\tnorth\tFir1\tfir*,f?\tn[0-9]+|m x\tba7816bf8f01cfea\n"
            "oak\tnorth\t-\t-\t-\t-\n");
}

TEST(SiteIndex, reads_back_what_it_wrote) {
  const std::vector<IndexEntry> entries = index_entries(two_clusters());
  EXPECT_EQ(parse_index(make_index(entries)), entries);
}

TEST(SiteIndex, passes_over_what_is_no_entry) {
  const std::string text = "# remark\n\nnonsense\na\tb\tc\td\te\tf\tg\noak\tsouth\t-\t-\t-\t-\n";
  const std::vector<IndexEntry> entries = parse_index(text);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0], (IndexEntry{"oak", "south", "", {}, ""}));
}

}  // namespace
}  // namespace gpujob
