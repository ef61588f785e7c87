// SPDX-License-Identifier: MIT
#include "unit/script/real_sbatch.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "script/directive_words.h"
#include "script/parse.h"
#include "script/quoting.h"
#include "unit/script/hostile_text.h"

// The parser against sbatch itself, if installed: reading a script needs no controller.

namespace gpujob {
namespace {

std::vector<std::string> our_words(const std::string& text) {
  std::vector<std::string> words;
  int number = 0;
  for (const std::string_view line : lines(text)) {
    ++number;
    const std::string_view bare = trim(line);
    if (!bare.empty() && bare.front() != '#') break;
    if (!line.starts_with("#SBATCH")) continue;
    for (const DirectiveWord& word : directive_words(line, 7, number).words) {
      words.push_back(word.text);
    }
  }
  return words;
}

/// Does our parser report an error that sbatch refuses before it asks a controller?
bool we_refuse(const std::string& text) {
  return has_errors(parse_script("job.sh", text).diagnostics);
}

TEST(RealSbatch, SplitsDirectivesAsWeDo) {
  const RealSbatch sbatch;
  if (!sbatch.is_here()) GTEST_SKIP() << "sbatch is not installed (slurm-client)";
  std::string block;
  for (const std::string& text : hostile_texts()) {
    if (text.size() > 1000 || !check_text(text, "value")) continue;
    block += "#SBATCH --comment=" + directive_value(text) + "\n";
  }
  const std::string script = "#!/bin/bash\n" + block + "echo\n";
  EXPECT_EQ(sbatch.judge(script).words, our_words(script));
}

TEST(RealSbatch, RefusesWhatWeRefuse) {
  const RealSbatch sbatch;
  if (!sbatch.is_here()) GTEST_SKIP() << "sbatch is not installed (slurm-client)";
  const std::vector<std::string> scripts = {
      "#!/bin/bash\n#SBATCH -A <proj ID>\necho\n",
      "#!/bin/bash\n#SBATCH -A proj # remark\necho\n",
      "#!/bin/bash\n#SBATCH -J a#b -n\n#SBATCH 3\necho\n",
      "#!/bin/bash\n#SBATCH -A\n#SBATCH proj\necho\n",
      "#!/bin/bash\n#SBATCH--nodes=1\necho\n",
      "#!/bin/bash\n#SBATCHx\necho\n",
      "#!/bin/bash\n#SBATCH --gpu-per-node=1\necho\n",
      "#!/bin/bash\n#SBATCH --gpus-per=1\necho\n",
      "#!/bin/bash\n#SBATCH --gpus-per-n=1\necho\n",
      "#!/bin/bash\n#SBATCH --hold=yes\necho\n",
      "#!/bin/bash\n#SBATCH --account\necho\n",
      "#!/bin/bash\n#SBATCH -Z\necho\n",
      "#!/bin/bash\n#SBATCH -HOs -n4\necho\n",
      "#!/bin/bash\n#SBATCH --comment='a b\necho\n",
      "#!/bin/bash\n#SBATCH --comment='a \\' b'\necho\n",
      "#!/bin/bash\n#SBATCH -- x\necho\n",
      "#!/bin/bash\n#SBATCH --\necho\n",
      "#!/bin/bash\n#SBATCH -\necho\n",
      "#!/bin/bash\n#SBATCH -n 2\necho\n#SBATCH --nonsense\n",
      "#!/bin/bash\n##SBATCH --nonsense\n# SBATCH --nonsense\necho\n",
      "#!/bin/bash\necho\r\n",
      "#SBATCH -n 1\necho\n",
      "",
      "\n \n",
  };
  for (const std::string& script : scripts) {
    const SbatchVerdict verdict = sbatch.judge(script);
    EXPECT_EQ(we_refuse(script), !verdict.accepted) << script << "\n" << verdict.said;
  }
}

}  // namespace
}  // namespace gpujob
