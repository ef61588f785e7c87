// SPDX-License-Identifier: MIT
#include "profile/detect.h"

#include <gtest/gtest.h>

#include "support/messages.h"

namespace gpujob {
namespace {

const std::vector<IndexEntry> kSites = {
    {"fir", "north", "fir", {"fir*", "f[0-9][0-9].north.example"}, ""},
    {"oak", "north", "", {"oak[1-3]"}, ""},
    {"elm", "south", "elm", {"*.south.example"}, ""},
    {"ash", "south", "shared", {}, ""},
    {"yew", "east", "shared", {"e*.south.example"}, ""},
};

std::string detected(const std::string& cluster_name, const std::string& host_name) {
  const auto found = detect_site(kSites, cluster_name, host_name);
  EXPECT_TRUE(is_ok(found));
  if (!found || !*found) return "nothing";
  return (*found)->center + "/" + (*found)->cluster + " by " + (*found)->by;
}

TEST(Detect, the_cluster_name_of_slurm_comes_first) {
  EXPECT_EQ(detected("elm", "fir1"), "south/elm by cluster name 'elm'");
}

TEST(Detect, an_unknown_cluster_name_leaves_it_to_the_host) {
  EXPECT_EQ(detected("linux", "oak3"), "north/oak by host name 'oak3'");
  EXPECT_EQ(detected("", "oak3"), "north/oak by host name 'oak3'");
}

TEST(Detect, another_cluster_name_outweighs_the_host_name) {
  EXPECT_EQ(detected("linux", "fir1"), "nothing");
  EXPECT_EQ(detected("", "fir1"), "north/fir by host name 'fir1'");
}

TEST(Detect, host_globs_are_for_the_whole_name) {
  EXPECT_EQ(detected("", "myfir"), "nothing");
  EXPECT_EQ(detected("", "oak33"), "nothing");
  EXPECT_EQ(detected("", "f01.north.example.com"), "nothing");
  EXPECT_EQ(detected("", ""), "nothing");
}

TEST(Detect, a_site_without_a_cluster_name_is_not_that_of_an_empty_one) {
  EXPECT_EQ(detected("", "laptop"), "nothing");
}

TEST(Detect, several_sites_are_a_failure_that_names_them) {
  EXPECT_TRUE(fails_with(detect_site(kSites, "shared", ""), ExitCode::Usage,
                         {"cluster name 'shared': matches several sites (south/ash, east/yew); "
                          "choose one with --site"}));
  EXPECT_TRUE(
      fails_with(detect_site(kSites, "", "e1.south.example"), ExitCode::Usage,
                 {"host name 'e1.south.example': matches several sites (south/elm, east/yew); "
                  "choose one with --site"}));
}

TEST(Glob, stars_take_any_text) {
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("a*b*c", "aXbYbZc"));
  EXPECT_FALSE(matches_glob("a*b*c", "aXbYbZ"));
  EXPECT_TRUE(matches_glob("a*", "a"));
  EXPECT_FALSE(matches_glob("", "a"));
}

TEST(Glob, classes_take_one_of_their_characters) {
  EXPECT_TRUE(matches_glob("n[0-9x]", "n7"));
  EXPECT_TRUE(matches_glob("n[0-9x]", "nx"));
  EXPECT_FALSE(matches_glob("n[0-9x]", "ny"));
  EXPECT_FALSE(matches_glob("n[0-9x]", "n"));
  EXPECT_TRUE(matches_glob("n[a-]", "n-"));
  EXPECT_TRUE(matches_glob("?[0-9]*", "n1.example"));
}

TEST(Glob, many_stars_take_no_exponential_time) {
  EXPECT_FALSE(matches_glob("*a*a*a*a*a*a*a*a*a*a*b", std::string(2000, 'a')));
}

}  // namespace
}  // namespace gpujob
