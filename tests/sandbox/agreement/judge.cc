// SPDX-License-Identifier: MIT
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "base/world.h"
#include "command/args/command.h"
#include "command/args/parser.h"
#include "command/job/request_options.h"
#include "jobs/request/job.h"
#include "jobs/request/own_job.h"
#include "jobs/session/data_files.h"
#include "lint/lint.h"
#include "script/parse.h"

// judge CENTER/CLUSTER: verdicts on many requests in one process, to compare with Slurm's.
//
// Standard input is a list of items, each ended by a line `%%`: a batch script, which lint alone
// judges, or one line `gpujob script ...`, which goes through the calls of that command.
// For each item the output has a line of codes, errors as `gj105` and warnings as `gj113?` ("ok"
// without errors, before the warnings), then the script if it was made here, then `%%`.

namespace gpujob {

namespace {

constexpr const char* kEnd = "%%";

/// Diagnostics without a code: wrong usage, an unknown name.
std::string code_of(const Diagnostic& diagnostic) {
  return diagnostic.code.empty() ? "usage" : std::string(diagnostic.code);
}

std::string verdict(const Diagnostics& found) {
  std::set<std::string> errors;
  std::set<std::string> warnings;
  for (const Diagnostic& one : found) {
    if (one.severity == Severity::Error) errors.insert(code_of(one));
    if (one.severity == Severity::Warning) warnings.insert(code_of(one) + "?");
  }
  std::string line = errors.empty() ? "ok" : "";
  for (const std::string& code : errors) line += (line.empty() ? "" : " ") + code;
  for (const std::string& code : warnings) line += " " + code;
  return line;
}

class Judge {
 public:
  Judge(World& world, const std::string& site)
      : session_(world, std::make_unique<Listener>(), {}),
        site_(must(session_.data_files.profiles().find(site))) {}

  std::string judge_script(const std::string& text) {
    LintContext context = lint_context(session_.data_files, site_);
    context.profile = nullptr;  // of a retired cluster lint would say nothing else
    return verdict(lint(parse_script("job.sh", text), context)) + "\n";
  }

  std::string judge_request(const std::string& line) {
    const auto job = make(line);
    if (!job) return verdict(job.failure().diagnostics) + "\n";
    return verdict(job->diagnostics) + "\n" + job->script;
  }

 private:
  template <class T>
  static T must(Result<T> result) {
    if (result) return *std::move(result);
    for (const Diagnostic& one : result.failure().diagnostics) std::cerr << one.line() << "\n";
    std::exit(2);
  }

  Result<Job> make(const std::string& line) {
    std::vector<std::string> words;
    for (const std::string_view word : split(line, ' ')) words.emplace_back(word);
    words.erase(words.begin(), words.begin() + 1);  // as if "script" were the program
    const auto arguments = parse_arguments(*find_command("script"), split_at_dashes(words));
    if (!arguments) return arguments.failure();
    auto flags = read_request(*arguments);
    if (!flags) return flags.failure();
    auto work = find_work(session_, *flags);
    if (!work) return work.failure();
    auto request =
        complete_request(session_, site_, *work, std::move(flags->flags), Describe::FromFile);
    if (!request) return request.failure();
    return make_job(session_.data_files, site_, *work, *request);
  }

  Session session_;
  Selection site_;
};

int judge_all(const std::string& site) {
  Judge judge(system_world(), site);
  std::string item;
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line != kEnd) {
      item += line + "\n";
      continue;
    }
    const bool request = item.starts_with("gpujob ");
    std::cout << (request ? judge.judge_request(std::string(trim(item))) : judge.judge_script(item))
              << kEnd << "\n";
    item.clear();
  }
  return 0;
}

}  // namespace

}  // namespace gpujob

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: judge CENTER/CLUSTER < items\n";
    return 2;
  }
  return gpujob::judge_all(argv[1]);
}
