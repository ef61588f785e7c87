// SPDX-License-Identifier: MIT
#include "jobs/port/port.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

#include "base/text.h"
#include "lint/lint.h"
#include "profile/reader.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

const SiteProfile& profile_of(const std::string& file) {
  static std::map<std::string, SiteProfile> read;
  const auto known = read.find(file);
  if (known != read.end()) return known->second;
  Result<SiteProfile> profile = read_profile(file, read_source(file));
  EXPECT_TRUE(is_ok(profile));
  return read.emplace(file, profile ? *profile : SiteProfile{}).first->second;
}

const GpuCatalogue& models() {
  static const GpuCatalogue catalogue = [] {
    Result<GpuCatalogue> read =
        read_gpu_catalogue("profiles/gpus.yaml", read_source("profiles/gpus.yaml"));
    EXPECT_TRUE(is_ok(read));
    return read ? *read : GpuCatalogue({});
  }();
  return catalogue;
}

const Cluster& usual_cluster(const SiteProfile& profile) {
  return *profile.find_cluster(profile.default_cluster);
}

Result<Ported> port_from(const std::string& from_file, const std::string& to_file,
                         const std::string& text, Request flags = {}) {
  const SiteProfile& from = profile_of(from_file);
  const SiteProfile& to = profile_of(to_file);
  const ParsedScript script = parse_script("job.sh", text);
  flags.today = "2026-11-21";
  return port_script(
      {"job.sh", text, script, {from, usual_cluster(from)}, {to, usual_cluster(to)}, models()},
      std::move(flags));
}

constexpr const char* kDawn = "tests/lint/site.yaml";

/// Scripts without findings, of the lint triples.
std::vector<std::string> good_scripts() {
  std::vector<std::string> texts;
  const std::filesystem::path root = std::filesystem::path(GPUJOB_SOURCE_DIR) / "tests/lint";
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (!entry.is_directory()) continue;
    const std::string name = entry.path().filename().string();
    const std::string text = read_source("tests/lint/" + name + "/good.sh");
    if (text.find("# cluster: ") == std::string::npos) texts.push_back(text);
  }
  return texts;
}

std::string without(const std::string& text, std::string_view prefix) {
  std::string kept;
  for (const std::string_view line : lines(text))
    if (!line.starts_with(prefix)) kept += std::string(line) + "\n";
  return kept;
}

TEST(Port, AsksForTheSameAtHome) {
  std::size_t ported = 0;
  for (const std::string& text : good_scripts()) {
    const Result<Ported> again = port_from(kDawn, kDawn, text);
    if (!again) continue;
    ++ported;
    EXPECT_EQ(again->before, again->after) << text << "\nbecame\n" << again->script;
    if (again->is_complete()) {
      EXPECT_EQ(without(again->script, "#SBATCH"), without(text, "#SBATCH"));
    }
    for (const PortRow& row : again->rows)
      EXPECT_TRUE(row.line > 0 || !row.becomes.empty() || !row.why.empty()) << row.was;
  }
  std::printf("%zu of %zu scripts ported to their own center\n", ported, good_scripts().size());
  EXPECT_GT(ported, 40U);
}

TEST(Port, LeavesALineAloneWhoseOptionsStay) {
  const std::string text =
      "#!/bin/bash\n#SBATCH --account=dawn2026-001   # ours\n#SBATCH -t 10 -n 2\n./a\n";
  const Result<Ported> ported = port_from(kDawn, kDawn, text);
  ASSERT_TRUE(is_ok(ported));
  EXPECT_NE(ported->script.find("#SBATCH --account=dawn2026-001   # ours\n#SBATCH -t 10 -n 2\n"),
            std::string::npos)
      << ported->script;
  EXPECT_TRUE(ported->script.ends_with("./a\n"));
}

TEST(Port, KeepsTheLastLineWithoutItsEnd) {
  const Result<Ported> ported =
      port_from(kDawn, kDawn, "#!/bin/bash\n#SBATCH -A dawn2026-001 -t 10\nprintf end");
  ASSERT_TRUE(is_ok(ported));
  EXPECT_TRUE(ported->script.ends_with("\nprintf end")) << ported->script;
}

TEST(Port, MarksWhatHasNoCounterpart) {
  const Result<Ported> ported =
      port_from(kDawn, kDawn,
                "#!/bin/bash\n#SBATCH -A dawn2026-001 -t 10 --reservation=course\n"
                "if true; then\n  module load nowhere/1\nfi\n");
  ASSERT_TRUE(is_ok(ported));
  EXPECT_FALSE(ported->is_complete());
  EXPECT_NE(ported->script.find("# gpujob port: was '--reservation=course'\n"), std::string::npos);
  EXPECT_NE(ported->script.find("  # gpujob port: was 'module load nowhere/1'\n  :\nfi\n"),
            std::string::npos)
      << ported->script;
  EXPECT_EQ(parse_script("job.sh", ported->script).marks.size(), 2U);
}

TEST(Port, AsksForAsManyCoresWhereThreadsAreCounted) {
  // 32 cores of one thread; there a core is two of Slurm's CPUs.
  Request flags;
  flags.gpu = SourcedValue{"l40s", From::Flag, "--gpu"};
  flags.account = SourcedValue{"uppmax2025-2-393", From::Flag, "--account"};
  const Result<Ported> ported = port_from(
      "profiles/sites/nsc.yaml", "profiles/sites/uppmax.yaml",
      "#!/bin/bash\n#SBATCH -A naiss2025-22-123 -t 10 -n 1 -c 32 --gpus-per-task=1\n./a\n", flags);
  ASSERT_TRUE(is_ok(ported));
  EXPECT_NE(ported->script.find("--cpus-per-task=64"), std::string::npos) << ported->script;
  EXPECT_EQ(ported->before.cores_per_node, 32);
  EXPECT_EQ(ported->after.cores_per_node, 32);
}

TEST(Port, SaysThatATimeLimitIsLeftToTheCenters) {
  Request flags;
  flags.account = SourcedValue{"uppmax2025-2-393", From::Flag, "--account"};
  const auto is_said = [&](const std::string& options) {
    const Result<Ported> ported =
        port_from("profiles/sites/nsc.yaml", "profiles/sites/uppmax.yaml",
                  "#!/bin/bash\n#SBATCH -A naiss2025-22-123 -n 1" + options + "\n./a\n", flags);
    EXPECT_TRUE(is_ok(ported));
    return ported && std::any_of(ported->rows.begin(), ported->rows.end(), [](const PortRow& row) {
             return row.fate == Fate::Yours && row.was == "no --time";
           });
  };
  EXPECT_TRUE(is_said(""));
  EXPECT_FALSE(is_said(" -t 10"));
}

}  // namespace
}  // namespace gpujob
