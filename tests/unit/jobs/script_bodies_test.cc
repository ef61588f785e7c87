// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdio>
#include <gtest/gtest.h>
#include <random>

#include "jobs/send/job_sender.h"
#include "support/messages.h"
#include "unit/jobs/installed_world.h"
#include "unit/jobs/telling_listener.h"

// 1,000 scripts as people keep them, DOS line breaks and binary tails among them: what a job would
// run is the file byte for byte, or nothing is sent.

namespace gpujob {
namespace {

constexpr int kScripts = 1000;

/// Draws scripts; the same ones each time.
class ScriptWriter {
 public:
  std::string next() {
    std::string text = pick(kFirstLines) + "\n#SBATCH -A hpc2n2025-151 -t 5\n";
    for (int lines = below(12); lines > 0; --lines) text += pick(kLines) + pick(kLineEnds);
    if (below(3) == 0) text += random_line() + "\n";
    if (below(8) == 0) text += std::string(1 << 17, 'x') + "\n";
    if (below(4) == 0) text += "exit 0\n" + binary_tail();
    if (below(4) == 0) text.pop_back();  // no line break at the end
    return text;
  }

 private:
  static constexpr std::array kFirstLines = {"#!/bin/bash",
                                             "#!/bin/sh -e",
                                             "#! /usr/bin/env python3",
                                             "#!/usr/bin/perl -w",
                                             "#!/bin/bash -l # lesson 3",
                                             "#!/opt/my tools/run",
                                             "#!/bin/cat"};
  static constexpr std::array kLines = {
      "module load CUDA/12.1.1",
      "srun ./a.out \"$1\" '$2' `date` $(( 1 << 2 ))",
      "\tcat <<'END' | sed 's/\\\\/\\\\\\\\/g'\n#SBATCH -N 9\nEND",
      "",
      "#SBATCH --nodes=9",
      "# {{payload}} {{gpus}} {{ }} %j %% ${GPUJOB_RUN_DIR}",
      "echo 'Gr\xc3\xbc\xc3\x9f Gott \xe2\x86\x92 \xf0\x9f\x9a\x80'",
      "echo 'latin-1: \xe5\xe4\xf6 \xff\xfe'",
      "echo one\rtwo",
      "if [ -e x ]; then\\\n  exec -a name ./x; fi   ",
      "printf '\x1b[31m\x07\x7f\x01'",
      "trap 'echo end' EXIT; exit 3",
      "GPUJOB_END",
      "__END__"};
  static constexpr std::array kLineEnds = {"\n", "\n", "\n", "\n", "\n", "\n",  "\n",   "\n",
                                           "\n", "\n", "\n", "\n", "\n", " \n", "\n\n", "\r\n"};

  int below(int end) { return static_cast<int>(draw_() % static_cast<unsigned>(end)); }
  template <class List>
  std::string pick(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }
  /// Of bytes that a text editor would keep.
  std::string random_line() {
    std::string line;
    for (int size = below(200); size > 0; --size) line += static_cast<char>(' ' + below(224));
    return line;
  }
  std::string binary_tail() {
    std::string tail;
    for (int size = 1 + below(3000); size > 0; --size) tail += static_cast<char>(below(256));
    return tail;
  }

  std::mt19937 draw_{2026};
};

/// What sbatch refuses: "DOS line breaks", and a NUL character.
bool is_refused_by_sbatch(const std::string& script) {
  return script.find("\r\n") != std::string::npos || script.find('\0') != std::string::npos;
}

FakeWorld login_node() {
  FakeWorld world;
  install_into(world, "integrate2d");
  world.host = "kebnekaise1";
  world.always({"scontrol", "ping"}, ended(0, "Slurmctld(primary) at ctl is UP\n"));
  world.always({"scontrol", "show", "config"}, ended(0, "ClusterName = kebnekaise\n"));
  world.always({"sbatch"}, ended(0, "4711\n"));
  return world;
}

Result<RunRecord> submit(Session& session, const std::string& script) {
  JobRequest request;
  request.place.site = "hpc2n";
  request.words = {script};
  const auto planned = plan_sweep(session, request, {.kind = JobKind::Sent});
  if (!planned) return planned.failure();
  return send_one_job(session, request, *planned);
}

TEST(ScriptBodies, RunByteForByteOrAreRefused) {
  FakeWorld world = login_node();
  Session session(world, std::make_unique<TellingListener>(world), {});
  const std::string path = world.directory + "/job.sh";
  ScriptWriter writer;
  int kept = 0;
  for (int i = 0; i < kScripts; ++i) {
    const std::string script = writer.next();
    world.put(path, script);
    world.requests.clear();
    const auto run = submit(session, path);
    EXPECT_EQ(bool{run}, !is_refused_by_sbatch(script)) << "script " << i << ": " << script;
    EXPECT_EQ(world.files.at(path).text, script);
    const bool is_sent = std::any_of(world.requests.begin(), world.requests.end(),
                                     [](auto& one) { return one.argv[0] == "/usr/bin/sbatch"; });
    EXPECT_EQ(is_sent, bool{run});
    if (!run) continue;
    ++kept;
    const auto body = world.files.find(run->directory + "/payload");
    ASSERT_NE(body, world.files.end());
    EXPECT_EQ(body->second.text, script) << "script " << i;
    EXPECT_EQ(body->second.mode, FileMode::Executable);
  }
  std::printf("counted: %d scripts: %d run byte for byte, %d refused\n", kScripts, kept,
              kScripts - kept);
  EXPECT_GT(kept, kScripts / 4);
  EXPECT_LT(kept, kScripts * 3 / 4);
}

}  // namespace
}  // namespace gpujob
