// SPDX-License-Identifier: MIT
#include "script/parse.h"

#include <gtest/gtest.h>

#include "script/quoting.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using Lines = std::vector<std::string>;

/// "account=proj ntasks=4 hold": the directives as one line.
std::string directives_of(const ParsedScript& parsed) {
  std::string text;
  for (const Directive& directive : parsed.script.directives) {
    if (!text.empty()) text += " ";
    text += directive.option;
    if (directive.value) text += "=" + *directive.value;
  }
  return text;
}

ParsedScript parse_directives(const std::string& directives) {
  return parse_script("job.sh", "#!/bin/bash\n" + directives + "\necho\n");
}

/// A directive block and what sbatch 22.05.8 made of it.
struct Reading {
  std::string directives;
  std::string read;
};

TEST(ParseScript, ReadsOptionsAsSbatchDoes) {
  const std::vector<Reading> readings = {
      {"#SBATCH -A proj", "account=proj"},
      {"#SBATCH -Aproj", "account=proj"},
      {"#SBATCH --account proj", "account=proj"},
      {"#SBATCH --account=proj", "account=proj"},
      {"#SBATCH -A=proj", "account==proj"},
      {"#SBATCH -A proj -n 4 --exclusive", "account=proj ntasks=4 exclusive"},
      {"#SBATCH -A proj # remark", "account=proj"},
      {"#SBATCH -J a#b -n 2", "job-name=a"},
      {"#SBATCH -A\n#SBATCH proj", "account=proj"},
      {"#SBATCH -A\n#SBATCH --nodes=1", "account=--nodes=1"},
      {"#SBATCH--nodes=2", "nodes=2"},
      {"#SBATCH\t--nodes=2\t", "nodes=2"},
      {"#SBATCH --gpus-per-n=2", "gpus-per-node=2"},
      {"#SBATCH -HOs", "hold overcommit oversubscribe"},
      {"#SBATCH -Hn4", "hold ntasks=4"},
      {"#SBATCH -k", "no-kill"},
      {"#SBATCH -koff", "no-kill=off"},
      {"#SBATCH --exclusive=user", "exclusive=user"},
      {"#SBATCH --comment=\"a b\" -n 1", "comment=a b ntasks=1"},
      {"#SBATCH --comment='a \"b'", "comment=a \"b"},
      {"#SBATCH --comment=\"a \\\" b\"", "comment=a \" b"},
      {"#SBATCH --comment='a \\' b'", "comment=a ' b"},
      {"#SBATCH --comment=a\\ b", "comment=a b"},
      {"#SBATCH --comment=\"a#b\"", "comment=a#b"},
      {"#SBATCH --comment=", "comment="},
      {"##SBATCH -n 4\n#SBATCH -n 2", "ntasks=2"},
      {"\n# words\n   \n#SBATCH -n 2", "ntasks=2"},
      {"#SBATCH", ""},
      {"#SBATCH # only a remark", ""},
  };
  for (const Reading& reading : readings) {
    const ParsedScript parsed = parse_directives(reading.directives);
    EXPECT_EQ(directives_of(parsed), reading.read) << reading.directives;
    EXPECT_EQ(lines_of(parsed.diagnostics), Lines{}) << reading.directives;
  }
}

TEST(ParseScript, KeepsLinesAndBody) {
  const ParsedScript parsed = parse_script(
      "job.sh", "#!/bin/bash -l\n# words\n#SBATCH -n 1\n#SBATCH -A a\n\nmodule load x\necho\n");
  EXPECT_EQ(parsed.script.shebang, "#!/bin/bash -l");
  ASSERT_EQ(parsed.script.directives.size(), 2U);
  EXPECT_EQ(parsed.script.directives[0].line, 3);
  EXPECT_EQ(parsed.script.directives[1].line, 4);
  EXPECT_EQ(parsed.script.body_line, 5);
  EXPECT_EQ(parsed.script.body, "\nmodule load x\necho\n");
  EXPECT_EQ(parsed.script.find("account")->value, "a");
  EXPECT_EQ(parsed.script.find("time"), nullptr);
}

TEST(ParseScript, LastOfSeveralCounts) {
  EXPECT_EQ(parse_directives("#SBATCH -n 1\n#SBATCH -n 7").script.find("ntasks")->value, "7");
}

/// A directive block and every message about it.
struct Complaint {
  std::string directives;
  Lines messages;
};

TEST(ParseScript, SaysWhatSbatchRefuses) {
  const std::string left =
      " (sbatch refuses: \"Invalid directive found in batch script\"); quote a value that has "
      "blanks, or remove the word";
  const std::vector<Complaint> complaints = {
      {"#SBATCH -A <proj ID>", {"error: job.sh:2:18: gj100 unexpected word 'ID>'" + left}},
      {"#SBATCH --time = 1", {"error: job.sh:2:18: gj100 unexpected word '1'" + left}},
      {"#SBATCH -- x", {"error: job.sh:2:12: gj100 unexpected word 'x'" + left}},
      {"#SBATCH --gpu-per-node=1",
       {"error: job.sh:2:9: gj100 unknown option '--gpu-per-node' (sbatch refuses the script); did "
        "you mean '--gpus-per-node'?"}},
      {"#SBATCH -Z", {"error: job.sh:2:9: gj100 unknown option '-Z' (sbatch refuses the script)"}},
      {"#SBATCH --gpus-per=1",
       {"error: job.sh:2:9: gj100 option '--gpus-per' is ambiguous (sbatch refuses "
        "the script); write one of --gpus-per-node, --gpus-per-socket, --gpus-per-task"}},
      {"#SBATCH --hold=yes",
       {"error: job.sh:2:9: gj100 option '--hold' takes no value (sbatch refuses the script); "
        "write '--hold'"}},
      {"#SBATCH -n 1\n#SBATCH --account",
       {"error: job.sh:3:9: gj100 option '--account' has no value (sbatch refuses the script); "
        "give it one"}},
      {"#SBATCH --comment=\"a b",
       {"error: job.sh:2:1: gj100 unmatched \" in a directive (sbatch refuses the script); close "
        "the quotes"}},
  };
  for (const Complaint& complaint : complaints) {
    EXPECT_EQ(lines_of(parse_directives(complaint.directives).diagnostics), complaint.messages);
  }
}

TEST(ParseScript, SaysWhatSbatchIgnores) {
  const std::string comment =
      "gj100 sbatch reads this line as a comment (a directive begins with '#SBATCH' in the first "
      "column); write '#SBATCH'";
  const ParsedScript parsed =
      parse_script("job.sh",
                   "#!/bin/bash\n# SBATCH -n 1\n#sbatch -n 2\n #SBATCH -n 3\n"
                   "##SBATCH -n 4\n# sbatch is a program\n#SBTACH -n 6\n#SBATC -n 7\n"
                   "# Scratch -n is not needed\n# batches --all\necho\n#SBATCH -n 5\n");
  EXPECT_EQ(parsed.script.directives.size(), 0U);
  EXPECT_EQ(
      lines_of(parsed.diagnostics),
      (Lines{"warning: job.sh:2:1: " + comment, "warning: job.sh:3:1: " + comment,
             "warning: job.sh:4:1: " + comment, "warning: job.sh:7:1: " + comment,
             "warning: job.sh:8:1: " + comment,
             "warning: job.sh:12:1: gj100 this '#SBATCH' line is never read (it comes after the "
             "first command, on line 11); move it up"}));
}

TEST(ParseScript, PutsACaretUnderTheWord) {
  const ParsedScript parsed = parse_directives("#SBATCH -A my project");
  ASSERT_EQ(parsed.diagnostics.size(), 1U);
  EXPECT_EQ(parsed.diagnostics.front().excerpt, "#SBATCH -A my project\n              ^");
}

TEST(ParseScript, JudgesTheFile) {
  EXPECT_EQ(lines_of(parse_script("a.sh", "").diagnostics),
            Lines{"error: a.sh: gj100 the script is empty (sbatch refuses it)"});
  EXPECT_EQ(lines_of(parse_script("a.sh", " \n\n").diagnostics),
            Lines{"error: a.sh: gj100 the script is empty (sbatch refuses it)"});
  EXPECT_EQ(lines_of(parse_script("a.sh", "#SBATCH -n 1\necho\n").diagnostics),
            Lines{"error: a.sh:1:1: gj100 the first line does not begin with '#!' (sbatch refuses: "
                  "\"This does not look like a batch script\"); begin with '#!/bin/bash'"});
  EXPECT_EQ(
      lines_of(parse_script("a.sh", "#!/bin/bash\n#SBATCH -n 1\r\necho\n").diagnostics),
      Lines{"error: a.sh:2:1: gj100 DOS line breaks (sbatch refuses: \"Batch script contains DOS "
            "line breaks\"); convert the file with 'dos2unix'"});
  EXPECT_EQ(lines_of(parse_script("a.sh", std::string("#!/bin/bash\necho \0\n", 19)).diagnostics),
            Lines{"error: a.sh:2:1: gj100 a NUL character (sbatch refuses the script); remove it"});
}

TEST(ParseScript, ReadsTheFirstComponentOfAHeterogeneousJob) {
  const ParsedScript parsed =
      parse_directives("#SBATCH -n 1\n#SBATCH hetjob\n#SBATCH -n 8 --gpus=1");
  EXPECT_EQ(directives_of(parsed), "ntasks=1");
  EXPECT_EQ(lines_of(parsed.diagnostics),
            Lines{"note: job.sh:3:1: gj100 only the first component of this job is checked (a "
                  "heterogeneous job has several)"});
}

TEST(DirectiveText, IsReadBackAsItWas) {
  const Directive constraint{"constraint", "l40s&(zen4)", 0};
  const Directive exclusive{"exclusive", std::nullopt, 0};
  EXPECT_EQ(directive_text(constraint), "--constraint=\"l40s&(zen4)\"");
  EXPECT_EQ(directive_text(exclusive), "--exclusive");
  const ParsedScript parsed = parse_directives("#SBATCH " + directive_text(constraint) +
                                               "\n#SBATCH " + directive_text(exclusive));
  EXPECT_EQ(parsed.script.directives, (std::vector<Directive>{constraint, exclusive}));
}

TEST(ParseOptions, ReadsArgumentsOfACommandLine) {
  const Result<std::vector<Directive>> options =
      parse_options({"-n", "4", "--comment=a b", "--gpus-per-n=1", "-H"});
  ASSERT_TRUE(is_ok(options));
  EXPECT_EQ(
      *options,
      (std::vector<Directive>{
          {"ntasks", "4"}, {"comment", "a b"}, {"gpus-per-node", "1"}, {"hold", std::nullopt}}));
}

TEST(ParseOptions, SuggestsTheOptionThatWasMeant) {
  EXPECT_TRUE(fails_with(parse_options({"--nodelis-t=x"}), ExitCode::Usage,
                         {"after '--': unknown option '--nodelis-t'; did you mean '--nodelist'?"}));
  EXPECT_TRUE(
      fails_with(parse_options({"job2.sh"}), ExitCode::Usage,
                 {"after '--': unexpected word 'job2.sh'; quote a value that has blanks, or "
                  "remove the word"}));
}

/// "2:9 2:15+4" of each directive: its place, and that of its value.
std::string places_of(const std::string& directives) {
  std::string text;
  for (const Directive& one : parse_directives(directives).script.directives) {
    text += (text.empty() ? "" : " ") + std::to_string(one.line) + ":" + std::to_string(one.column);
    if (one.value_column == 0) continue;
    text += "+" + std::to_string(one.value_column) + "," + std::to_string(one.value_length);
  }
  return text;
}

TEST(ParseScript, KnowsWhereOptionsAndTheirValuesStand) {
  EXPECT_EQ(places_of("#SBATCH --mem=4.5G"), "2:9+15,4");
  EXPECT_EQ(places_of("#SBATCH  -n 4 --exclusive"), "2:10+13,1 2:15");
  EXPECT_EQ(places_of("#SBATCH -Hn4"), "2:9 2:9+12,1");
  EXPECT_EQ(places_of("#SBATCH -t \"10 min\""), "2:9+12,8");
  EXPECT_EQ(places_of("#SBATCH --comment='a b' -n 1"), "2:9+19,5 2:25+28,1");
  // Its value is not on the line, or the word is not written as it is read.
  EXPECT_EQ(places_of("#SBATCH -n\n#SBATCH 4"), "2:9");
  EXPECT_EQ(places_of("#SBATCH \"--mem=4G\""), "2:9");
  EXPECT_EQ(places_of("#SBATCH --m\\em=4G"), "2:9");
}

TEST(ParseScript, LeavesTheDirectivesOfWrittenScriptsAlone) {
  const auto late = [](const std::string& body) {
    return parse_script("job.sh", "#!/bin/bash\n#SBATCH -n 1\n" + body).diagnostics.size();
  };
  EXPECT_EQ(late("cat > a.sh <<END\n#SBATCH -n 2\nEND\nsbatch a.sh\n"), 0U);
  EXPECT_EQ(late("cat > a.sh <<END\n#SBATCH -n 2\nEND\n#SBATCH -n 3\n"), 1U);
  EXPECT_EQ(late("echo\n#SBATCH -n 2\n"), 1U);
}

TEST(ParseScript, KnowsTheOptionsOfPluginsWhereItIsTold) {
  KnownOptions known;
  known.plugins.resize(2);
  known.plugins[0].name = "uenv";
  known.plugins[1].name = "no-default-view";
  known.plugins[1].argument = Argument::None;
  const std::string text = "#!/bin/bash\n#SBATCH --uenv=a/1 --no-def\n#SBATCH --uenv b/2 -n 4\n";
  const ParsedScript parsed = parse_script("job.sh", text, known);
  EXPECT_TRUE(parsed.diagnostics.empty());
  ASSERT_EQ(parsed.script.directives.size(), 4u);
  EXPECT_EQ(directive_text(parsed.script.directives[0]), "--uenv=a/1");
  EXPECT_EQ(parsed.script.directives[1].option, "no-default-view");
  EXPECT_EQ(parsed.script.directives[2].value, "b/2");
  EXPECT_EQ(parse_script("job.sh", text).diagnostics.size(), 3u);
  known.plugins[1].name = "uenv-passthrough";
  const auto problem = [&](const char* line) {
    const ParsedScript read = parse_script("job.sh", "#!/bin/bash\n" + std::string(line), known);
    return read.diagnostics.empty() ? "" : read.diagnostics.front().problem;
  };
  EXPECT_EQ(problem("#SBATCH --uenv=a"), "");
  EXPECT_EQ(problem("#SBATCH --uen=a"), "option '--uen' is ambiguous");
  EXPECT_EQ(problem("#SBATCH --uenv-passthrough=use"),
            "option '--uenv-passthrough' takes no value");
}

}  // namespace
}  // namespace gpujob
