// SPDX-License-Identifier: MIT
#include "profile/outline.h"

#include <gtest/gtest.h>
#include <memory>

#include "base/document_cache.h"
#include "base/text.h"
#include "profile/cluster_state.h"
#include "profile/store.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/profile/sample.h"

namespace gpujob {
namespace {

/// One whose memory keeps what was read of texts.
class KeepingWorld : public FakeWorld {
 public:
  DocumentCache* documents() const override { return documents_.get(); }
  /// As another process would begin.
  void begin_anew() { documents_ = std::make_unique<DocumentCache>(*this, "b1"); }

 private:
  std::unique_ptr<DocumentCache> documents_;
};

constexpr const char* kFile = "/p/sites/north.yaml";
constexpr const char* kFacts =
    "    match: {cluster_name: Fir1, hosts: ['fir*', 'f?']}\n"
    "    gpus:\n"
    "      a: {model: nvidia-a100, request: ['--gpus={{gpus}}'], source: s, checked: 2024-02-03}\n"
    "      b: {model: nvidia-v100}\n"
    "    partitions: {all: {default: true}}\n"
    "    nodes:\n"
    "      - {id: x, partitions: [all], gpu: a, gpus: 4}\n"
    "      - {id: y, partitions: [all], gpu: b, gpus: 2}\n";

class Outlines : public testing::Test {
 protected:
  void SetUp() override {
    world_.put(kFile, small_profile("north", "fir", kFacts) + also_cluster("oak"));
  }
  std::vector<SiteProfile> outlines() {
    world_.begin_anew();
    Diagnostics problems;
    auto found = ProfileStore(world_, {"/p"}).outlines(problems);
    EXPECT_EQ(lines_of(problems), std::vector<std::string>());
    return found;
  }

  KeepingWorld world_;
};

TEST_F(Outlines, TellTheSameWithAndWithoutTheProfile) {
  const std::vector<SiteProfile> whole = outlines();
  const std::vector<SiteProfile> kept = outlines();
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_NE(whole[0].text, "");
  EXPECT_EQ(kept[0].text, "");  // not read
  EXPECT_EQ(outline_text(kept), outline_text(whole));
  EXPECT_EQ(kept[0].title, whole[0].title);
  EXPECT_EQ(kept[0].default_cluster, "fir");
  ASSERT_EQ(kept[0].clusters.size(), 2u);
  const Cluster& fir = kept[0].clusters[0];
  EXPECT_EQ(fir.match.hosts, (std::vector<std::string>{"fir*", "f?"}));
  EXPECT_EQ(outdated_since(fir, "2026-11-21"), "2024-02-03");
  ASSERT_EQ(fir.gpus.size(), 2u);
  EXPECT_TRUE(fir.gpus[0].request_documented);
  EXPECT_EQ(fir.gpus[1].model, "nvidia-v100");
  EXPECT_FALSE(fir.gpus[1].request_documented);
}

TEST_F(Outlines, AreOfTheTextsOnThePathAlone) {
  outlines();
  world_.files[kFile].text = replace_all(world_.text_of(kFile), "Fir1", "Fir2");
  EXPECT_EQ(outlines()[0].clusters[0].match.cluster_name, "Fir2");
  EXPECT_EQ(outlines()[0].clusters[0].match.cluster_name, "Fir2");
  world_.put("/p/sites/south.yaml", small_profile("south", "elm"));
  EXPECT_EQ(outlines().size(), 2u);
  world_.files.erase(kFile);
  EXPECT_EQ(outlines().front().center, "south");
}

TEST_F(Outlines, AreNotKeptOfProfilesThatAreWrong) {
  world_.put("/p/sites/south.yaml", "center: [");
  for (int i = 0; i < 2; ++i) {
    world_.begin_anew();
    Diagnostics problems;
    EXPECT_EQ(ProfileStore(world_, {"/p"}).outlines(problems).size(), 1u);
    EXPECT_EQ(problems.size(), 1u);
  }
}

TEST(Outline, IsRefusedInAnotherForm) {
  for (const char* const text :
       {"X\ta\n", "P\ta\n", "C\tfir\n", "H\tx\n", "P\ta\tb\tc\nG\ta\tb\t1\n", "\n"})
    EXPECT_FALSE(parse_outline(text)) << text;
  SiteProfile tabbed;
  tabbed.title = "a\tb";
  EXPECT_EQ(outline_text({tabbed}), "");
}

}  // namespace
}  // namespace gpujob
