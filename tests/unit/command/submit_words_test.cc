// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "command/args/commands.h"
#include "command/args/parser.h"
#include "command/submit/submit_options.h"
#include "jobs/send/center_request.h"
#include "support/messages.h"

// What a center is sent is what was asked here.

namespace gpujob {
namespace {

JobRequest request_in(std::vector<std::string> words) {
  words.insert(words.begin(), "gpujob");
  const auto arguments = parse_arguments(kSubmitCommand, split_at_dashes(words));
  EXPECT_TRUE(is_ok(arguments));
  const auto options = parse_submit(*arguments);
  EXPECT_TRUE(is_ok(options));
  return options ? options->request : JobRequest{};
}

TEST(SubmitWords, AreReadAsTheSameRequest) {
  const std::vector<std::string> words = {"matmul",
                                          "--allow-retired",
                                          "--gpu=l40s:2",
                                          "--gpus=2",
                                          "--nodes=1",
                                          "--ntasks=2",
                                          "--cpus-per-task=4",
                                          "--mem=16384",
                                          "--time=1-02:03:04",
                                          "--constraint=fat",
                                          "--account=p",
                                          "--partition=gpu",
                                          "--qos=low",
                                          "--reservation=r",
                                          "--backend=cuda",
                                          "--variant=tuned",
                                          "--precision=float32",
                                          "--size=small",
                                          "--param=n=5",
                                          "--repeat=3",
                                          "--build=never",
                                          "--dependency=afterok:1",
                                          "--runs=2",
                                          "--sweep=width=1,2",
                                          "--throttle=1",
                                          "--settle=90s",
                                          "--name=a name",
                                          "--tag=k=v",
                                          "--note=-x",
                                          "--",
                                          "--mail-type=END"};
  EXPECT_EQ(submit_words(request_in(words)), words);
}

TEST(SubmitWords, OfAJobOfTheUsersOwn) {
  const std::vector<std::string> words = {
      "train.sh",   "7",         "--array=0-9%2",          "--stack=cuda", "--module=A/1",
      "--module=B", "--venv=/v", "--container=docker://x", "--env=A=b c",  "--chdir=sub"};
  EXPECT_EQ(submit_words(request_in(words)), words);
}

TEST(SubmitWords, ACommandBecomesALineOfShell) {
  JobRequest request;
  request.command = {"python3", "train.py", "a b"};
  EXPECT_EQ(submit_words(request), std::vector<std::string>{"--wrap=python3 train.py 'a b'"});
}

}  // namespace
}  // namespace gpujob
