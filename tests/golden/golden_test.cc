// SPDX-License-Identifier: MIT
#include <algorithm>
#include <gmock/gmock.h>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "golden_files.h"
#include "planned_case.h"

// golden_files.h says what is kept of the scripts. GPUJOB_BLESS=1 (or ./dev bless) writes
// everything anew; read the difference before you commit it.

namespace gpujob {
namespace {

const std::string kGoldens = std::string(GPUJOB_SOURCE_DIR) + "/tests/golden/";
const std::string kBuildTree = std::string(GPUJOB_BINARY_DIR) + "/golden/";

/// Kept whole: each way to ask for GPUs, a split launch, a build, each kind of program.
const std::vector<std::string> kWhole{"alvis/A100fat/integrate2d.cuda.sh",
                                      "alvis/T4/integrate2d.numba.sh",
                                      "alvis/cpu/integrate2d.cpu.sh",
                                      "kebnekaise/l40s/integrate2d.cuda.sh",
                                      "kebnekaise/l40s/integrate2d.cuda.build.sh",
                                      "kebnekaise/l40s/integrate2d.cuda.2gpus.sh",
                                      "kebnekaise/v100/integrate2d.cuda.sh",
                                      "local/cpu/integrate2d.cpu.sh",
                                      "local/cpu/vector_add.numba.sh",
                                      "cosmos/a100/integrate2d.cuda.sh",
                                      "cosmos/a100i/integrate2d.cuda.sh",
                                      "arrhenius/gh200/integrate2d.cuda.sh",
                                      "tetralith/t4/integrate2d.cuda.sh",
                                      "tetralith/t4/integrate2d.cuda.2gpus.sh",
                                      "dardel/mi250x/integrate2d.hip.sh",
                                      "dardel/mi250x/integrate2d.hip.build.sh",
                                      "dardel/gh200/integrate2d.cuda.sh",
                                      "pelle/l40s/integrate2d.cuda.sh",
                                      "pelle/h100/integrate2d.cuda.sh",
                                      "pelle/t4/integrate2d.cuda.sh"};

std::vector<MadeCase> made_cases(const SiteProfile& site) {
  std::vector<MadeCase> made;
  for (const Case& one : cases_of(site)) {
    SCOPED_TRACE(one.name());
    made.push_back({one, plan_case(one)});
  }
  return made;
}

const SiteProfile* site_of(const std::string& center) {
  const auto& sites = shipped().sites;
  const auto site = std::find_if(sites.begin(), sites.end(),
                                 [&](const SiteProfile& one) { return one.center == center; });
  return site == sites.end() ? nullptr : &*site;
}

/// The lines of `from` that `other` does not have.
std::vector<std::string> only_in(const std::string& from, const std::string& other) {
  std::set<std::string> known;
  for (const std::string_view line : lines(other)) known.emplace(line);
  std::vector<std::string> found;
  for (const std::string_view line : lines(from))
    if (!known.contains(std::string(line))) found.emplace_back(line);
  return found;
}

/// What a reader needs: the number of changed cases, some of them, and the change of one script, if
/// the build tree still has the script as it was.
std::string changed_cases(const std::string& golden, const std::string& made,
                          const FileSet& old_scripts, const FileSet& scripts) {
  const std::vector<std::string> gone = only_in(golden, made);
  const std::vector<std::string> come = only_in(made, golden);
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(come.size(), 8); ++i)
    text += "made:   " + come[i] + "\n";
  for (std::size_t i = 0; i < std::min<std::size_t>(gone.size(), 8); ++i)
    text += "golden: " + gone[i] + "\n";
  if (text.empty()) return "";
  for (const auto& [name, script] : scripts) {
    const auto old = old_scripts.find(name);
    if (old == old_scripts.end() || old->second == script) continue;
    text += format("for example {}: {}\n", name, first_difference(old->second, script));
    break;
  }
  return format("{} cases differ\n{}", std::max(gone.size(), come.size()), text);
}

class Scripts : public testing::TestWithParam<std::string> {};

TEST_P(Scripts, AreTheGoldenOnes) {
  const SiteProfile* site = site_of(GetParam());
  ASSERT_NE(site, nullptr);
  const std::vector<MadeCase> cases = made_cases(*site);
  const FileSet made = golden_files(cases, kWhole);
  const FileSet scripts = all_scripts(cases);
  if (blessing()) replace_files(kGoldens + GetParam(), made);
  const FileSet golden = read_files(kGoldens + GetParam());
  const FileSet old_scripts = read_files(kBuildTree + GetParam());
  for (const auto& [name, text] : golden)
    EXPECT_TRUE(made.contains(name)) << "nothing makes the golden file " << name;
  for (const auto& [name, text] : made) {
    ASSERT_TRUE(golden.contains(name)) << "no golden file " << name;
    const std::string difference = name == "cases"
                                       ? changed_cases(golden.at(name), text, old_scripts, scripts)
                                       : first_difference(golden.at(name), text);
    EXPECT_EQ(difference, "") << GetParam() << "/" << name;
  }
  // The build tree keeps the last scripts that were right, for the comparison above.
  if (!HasFailure()) replace_files(kBuildTree + GetParam(), scripts);
}

std::vector<std::string> centers() {
  std::vector<std::string> names;
  for (const SiteProfile& site : shipped().sites) names.push_back(site.center);
  return names;
}

INSTANTIATE_TEST_SUITE_P(, Scripts, testing::ValuesIn(centers()),
                         [](const auto& center) { return center.param; });

/// Each backend at one place: there the workloads' scripts differ in nothing but the workload.
TEST(Workloads, AreTheGoldenOnes) {
  const std::set<std::string> places{"local/cpu cpu", "kebnekaise/l40s cuda",
                                     "kebnekaise/l40s numba", "dardel/mi250x hip",
                                     "cosmos/a100 cupy"};
  std::vector<MadeCase> cases;
  std::set<std::string> met;
  for (const SiteProfile& site : shipped().sites) {
    for (const Case& one : cases_of(site)) {
      const std::string gpu = one.gpu.empty() ? "cpu" : one.gpu;
      const std::string place = format("{}/{} {}", one.cluster.name, gpu, one.backend);
      if (one.gpus > 1 || !places.contains(place)) continue;
      met.insert(place);
      cases.push_back({one, plan_case(one)});
    }
  }
  EXPECT_EQ(met, places);
  const std::string made = workload_lines(cases);
  FileSet files = read_files(kGoldens + "workloads");
  if (blessing()) replace_files(kGoldens + "workloads", files = {{"lines", made}});
  EXPECT_EQ(first_difference(files["lines"], made), "");
}

TEST(GoldenFiles, ShowTheFirstDifference) {
  EXPECT_EQ(first_difference("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(first_difference("a\nb\n", "a\nc\n"), "line 2\n  golden: b\n  made:   c");
  EXPECT_EQ(first_difference("a\n", "a\nc\n"), "line 2\n  golden: (no line)\n  made:   c");
  EXPECT_EQ(first_difference("a\n", "a"), "the line ends");
}

TEST(GoldenFiles, NameTheChangedCasesWithOneExample) {
  EXPECT_EQ(changed_cases("x script=1\ny script=2\n", "x script=1\ny script=2\n", {}, {}), "");
  EXPECT_EQ(changed_cases("x script=1\ny script=2\n", "x script=1\ny script=3\n",
                          {{"x.sh", "a\n"}, {"y.sh", "b\n"}}, {{"x.sh", "a\n"}, {"y.sh", "c\n"}}),
            "1 cases differ\nmade:   y script=3\ngolden: y script=2\n"
            "for example y.sh: line 1\n  golden: b\n  made:   c\n");
}

/// What a template has word for word is left out; what a slot made is kept.
TEST(GoldenFiles, KeepTheFilledLines) {
  EXPECT_EQ(filled_lines("#SBATCH --gpus=1\numask 077\nworkload=x\n"),
            "#SBATCH --gpus=1\nworkload=x\n");
}

/// Every script to be kept whole exists.
TEST(GoldenFiles, KeepSomeScriptsWhole) {
  std::set<std::string> kept;
  for (const std::string& center : centers())
    for (const auto& [name, text] : read_files(kGoldens + center + "/scripts")) kept.insert(name);
  EXPECT_THAT(kept, testing::UnorderedElementsAreArray(kWhole));
}

/// Of every GPU type that the center says how to ask for, as long as its cluster is there.
TEST(GoldenFiles, KeepAHeaderOfEveryGpu) {
  for (const SiteProfile& site : shipped().sites) {
    const FileSet files = read_files(kGoldens + site.center);
    const auto headers = files.find("headers");
    for (const Cluster& cluster : site.clusters) {
      if (cluster.status.state == ClusterStatus::State::Retired) continue;
      for (const GpuType& gpu : cluster.gpus) {
        if (!gpu.request_documented) continue;
        const std::string place = format("\n== {}/{}/", cluster.name, gpu.key);
        EXPECT_TRUE(headers != files.end() &&
                    ("\n" + headers->second).find(place) != std::string::npos)
            << site.center << place;
      }
    }
  }
}

/// Names are unique, so that every case has files of its own.
TEST(Cases, HaveNamesOfTheirOwn) {
  for (const SiteProfile& site : shipped().sites) {
    std::set<std::string> names;
    for (const Case& one : cases_of(site)) EXPECT_TRUE(names.insert(one.name()).second);
  }
}

}  // namespace
}  // namespace gpujob
