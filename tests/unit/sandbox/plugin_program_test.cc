// SPDX-License-Identifier: MIT
#include "sandbox/plugin_program.h"

#include <gtest/gtest.h>

#include "base/world.h"
#include "support/messages.h"
#include "support/temporary_directory.h"

// What stands in place of sbatch, under the real bash; Slurm's own commands say what they are
// given.

namespace gpujob {
namespace {

class PluginProgram : public testing::Test {
 protected:
  void SetUp() override {
    DirectiveRule rule;
    rule.plugin = PluginValue::Required;
    rule.pattern = "[^, ]+(,[^, ]+)*";
    cluster_.directives["uenv"] = rule;
    rule.pattern.clear();
    rule.plugin = PluginValue::None;
    cluster_.directives["no-default-view"] = rule;
    rule.plugin = PluginValue::Optional;
    cluster_.directives["tag"] = rule;
    write("slurm/sbatch",
          "#!/bin/bash\nprintf '<%s>' \"$@\"; echo\n[ $# -gt 0 ] && [ -r \"${!#}\" ] || exec cat\n"
          "exec cat \"${!#}\"\n");
    write("bin/sbatch", plugin_program(cluster_, directory_.path() + "/slurm"));
    write("bin/srun", plugin_program(cluster_, directory_.path() + "/slurm"));
    write("slurm/srun", "#!/bin/bash\nprintf '<%s>' \"$@\"\n");
  }

  void write(const std::string& name, const std::string& text) {
    World& world = system_world();
    const std::string path = directory_.path() + "/" + name;
    ASSERT_TRUE(is_ok(world.make_directory(path.substr(0, path.rfind('/')))));
    ASSERT_TRUE(is_ok(world.write_file(path, text, FileMode::Executable)));
  }

  /// What is said on both streams, and the status where it is not 0.
  std::string say(std::vector<std::string> words, const std::string& script = "") {
    ProcessRequest request;
    words.front() = directory_.path() + "/bin/" + words.front();
    request.argv = std::move(words);
    request.stdin_text = script;
    request.environment = {{"PATH", "/usr/bin:/bin"}, {"TMPDIR", directory_.path()}};
    const auto answer = system_world().run(request);
    if (!answer) return "not run";
    return answer->out + answer->err +
           (answer->exit_status == 0 ? "" : "exit " + std::to_string(answer->exit_status));
  }

  Cluster cluster_;
  TemporaryDirectory directory_;
};

constexpr const char* kUsage = "\nTry \"sbatch --help\" for more information\nexit 255";

TEST_F(PluginProgram, TakesTheOptionsOfTheProfileAndPassesOnTheRest) {
  EXPECT_EQ(say({"sbatch", "--uenv=a/1,b", "-t", "5", "--no-default-view", "--tag"}, "#!/bin/sh\n"),
            "<-t><5>\n#!/bin/sh\n");
  EXPECT_EQ(say({"sbatch", "--uenv", "a", "--comment", "--uenv=,", "--tag=x"}, "#!/bin/sh\n"),
            "<--comment><--uenv=,>\n#!/bin/sh\n");
  EXPECT_EQ(say({"sbatch", "--foo=1", "--wrap", "x --uenv"}), "<--foo=1><--wrap><x --uenv>\n");
  EXPECT_EQ(say({"srun", "--uenv=a", "-n", "2", "prog", "--uenv=b"}), "<-n><2><prog><--uenv=b>");
}

TEST_F(PluginProgram, LeavesThemOutOfDirectivesAlone) {
  EXPECT_EQ(say({"sbatch"},
                "#!/bin/bash\n#SBATCH --uenv=a -t 5 # five\n#SBATCH --tag\n\n"
                "#SBATCH --comment='a b' --no-default-view\n#SBATCH -n 1 # --uenv\n"
                "echo --uenv=,\n#SBATCH --uenv=,\n"),
            "<>\n#!/bin/bash\n#SBATCH -t 5\n# (options of plug-ins)\n\n#SBATCH --comment=a\\ b\n"
            "#SBATCH -n 1\necho --uenv=,\n#SBATCH --uenv=,\n");
  write("job.sh", "#!/bin/bash\n#SBATCH --uenv=a\n");
  const std::string said = say({"sbatch", "-t", "5", directory_.path() + "/job.sh"});
  EXPECT_TRUE(said.starts_with("<-t><5><" + directory_.path() + "/tmp.")) << said;
  EXPECT_TRUE(said.ends_with("/job.sh>\n#!/bin/bash\n# (options of plug-ins)\n")) << said;
}

TEST_F(PluginProgram, RefusesAsSlurmDoes) {
  EXPECT_EQ(say({"sbatch", "--uenv"}),
            std::string("sbatch: option '--uenv' requires an argument") + kUsage);
  EXPECT_EQ(say({"sbatch"}, "#!/bin/bash\n#SBATCH --no-default-view=1\n"),
            std::string("sbatch: option '--no-default-view' doesn't allow an argument") + kUsage);
  EXPECT_EQ(say({"sbatch"}, "#!/bin/bash\n#SBATCH --uenv=a,,b\n"),
            "sbatch: error: Invalid --uenv argument: a,,b\nexit 255");
}

TEST(PluginProgramText, IsForCentersWithPluginsAndTellsWhichFormsItReads) {
  EXPECT_FALSE(has_plugins(Cluster{}));
  DirectiveRule rule;
  rule.pattern = "[a-z]+(:v[0-9]{1,3})?";
  EXPECT_TRUE(checks_form(rule));
  for (const char* other : {"\\d+", "(?:a|b)", "a+?"}) {
    rule.pattern = other;
    EXPECT_FALSE(checks_form(rule)) << other;
  }
}

}  // namespace
}  // namespace gpujob
