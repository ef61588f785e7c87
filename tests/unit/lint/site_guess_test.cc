// SPDX-License-Identifier: MIT
#include "lint/site_guess.h"

#include <gtest/gtest.h>

#include "profile/reader.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

const std::vector<SiteProfile>& all_profiles() {
  static const std::vector<SiteProfile> profiles = [] {
    std::vector<SiteProfile> read;
    for (const char* center :
         {"c3se", "hpc2n", "local", "lunarc", "naiss", "nsc", "pdc", "uppmax"}) {
      const std::string file = std::string("profiles/sites/") + center + ".yaml";
      Result<SiteProfile> profile = read_profile(file, read_source(file));
      EXPECT_TRUE(is_ok(profile));
      if (profile) read.push_back(*profile);
    }
    return read;
  }();
  return profiles;
}

SiteGuess guess(const std::string& lines) {
  return guess_site(parse_script("job.sh", "#!/bin/bash\n" + lines), all_profiles());
}

std::string sites(const SiteGuess& guess) {
  std::string text;
  for (const SiteCandidate& one : guess.candidates) text += (text.empty() ? "" : " ") + one.site;
  return text;
}

struct Known {
  const char* script;
  const char* site;
};

TEST(GuessSite, IsSureWhereTheScriptTells) {
  const Known cases[] = {
      {"#SBATCH -A hpc2n2025-151\n", "hpc2n/kebnekaise"},
      {"#SBATCH -A hpc2n2025-151 --gpus=1 -C l40s\n", "hpc2n/kebnekaise"},
      {"#SBATCH -A lu2025-2-12 -p gpua40 --gres=gpu:1\n", "lunarc/cosmos"},
      {"#SBATCH -A NAISS2025-22-934 -p alvis --gpus-per-node=A100:1\n", "c3se/alvis"},
      {"#SBATCH -A NAISS2025-22-934\n#SBATCH --gpus-per-node=T4:1\n", "c3se/alvis"},
      {"#SBATCH -A uppmax2025-2-296\n", "uppmax/pelle"},
      {"#SBATCH -A naiss2025-22-934 -p gpu --gpus=l40s:1\n", "uppmax/pelle"},
      {"#SBATCH -A uppmax2025-2-296 -M snowy --gres=gpu:1\n", "uppmax/snowy"},
      {"#SBATCH -A naiss2025-22-934 -p shared -n 4\n", "pdc/dardel"},
      {"#SBATCH -A naiss2025-22-934-gpu -p gpu -t 5\n", "naiss/arrhenius"},
      {"#SBATCH -C thin -A naiss2025-22-934\n", "nsc/tetralith"},
      {"#SBATCH -A hpc2n2025-151 -C large\n", "hpc2n/kebnekaise"},  // for the rules to tell
  };
  for (const Known& known : cases) {
    const SiteGuess found = guess(known.script);
    EXPECT_TRUE(found.is_sure()) << known.script << sites(found);
    EXPECT_EQ(sites(found), known.site) << known.script;
  }
}

TEST(GuessSite, DoubtsWhereSeveralCentersKnowTheNames) {
  EXPECT_EQ(sites(guess("#SBATCH -A naiss2025-22-934 -n 4\n")),
            "c3se/alvis naiss/arrhenius nsc/tetralith pdc/dardel uppmax/pelle");
  // The account is of one center, the GPU type of others.
  EXPECT_EQ(sites(guess("#SBATCH -A lu2025-2-12 --gpus=h100:1\n")),
            "hpc2n/kebnekaise lunarc/cosmos uppmax/pelle");
}

TEST(GuessSite, KnowsNothingWithoutANameThatAProfileHas) {
  EXPECT_EQ(sites(guess("#SBATCH -n 4 -t 10\nmodule load python\n./a\n")), "");
  EXPECT_EQ(sites(guess("#SBATCH -A p1234 -p nowhere\n")), "");
  EXPECT_EQ(sites(guess("./a\n#SBATCH -A hpc2n2025-151\n")), "");
}

TEST(GuessSite, SaysWhatSpeaksForIt) {
  const SiteGuess found = guess("#SBATCH -A hpc2n2025-151 -C l40s\nmodule load CUDA/12.1.1\n");
  ASSERT_TRUE(found.is_sure());
  EXPECT_EQ(found.candidates.front().clues,
            (std::vector<std::string>{"account 'hpc2n2025-151'", "feature 'l40s'",
                                      "module 'CUDA/12.1.1'"}));
}

}  // namespace
}  // namespace gpujob
