// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "fuzz/target.h"
#include "lint/clusters_option.h"
#include "lint/lint.h"
#include "script/constraint.h"
#include "script/gpu_count.h"
#include "script/logical_lines.h"
#include "script/option_value.h"
#include "script/parse.h"
#include "script/quoting.h"
#include "unit/lint/dawn.h"

namespace gpujob {

namespace {

bool read_script(const std::string& text) {
  const ParsedScript parsed = parse_script("job.sh", text);
  check_messages(parsed.diagnostics);
  for (const Directive& directive : parsed.script.directives) (void)value_problem(directive);
  (void)here_document_lines(text, 1);
  for (const LogicalLine& line : logical_lines(text, 1)) (void)checked(split_words(line.text));
  return true;
}

bool lint_script(const std::string& text) {
  const ParsedScript parsed = parse_script("job.sh", text);
  for (const Cluster& written_for : dawn().clusters) {
    const Cluster& cluster = target_cluster(parsed.script, dawn(), written_for);
    check_messages(lint(parsed, {"dawn",
                                 cluster,
                                 {{"dusk", "night", "dusk-[0-9]+"}},
                                 "job.sh",
                                 &dawn(),
                                 "2026-11-22",
                                 &models()}));
  }
  return true;
}

/// The words of an argument list, one per line.
bool read_arguments(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string_view word : lines(text)) words.emplace_back(word);
  const auto options = parse_options(words);
  if (!checked(options)) return false;
  for (const Directive& directive : *options) (void)value_problem(directive);
  return true;
}

bool read_words(const std::string& text) {
  (void)Constraint::parse(text);
  (void)read_gpu_count(text);
  (void)gpu_count_of(text);
  (void)parse_count(text);
  // A quoted word is one word, and the same.
  if (text.find('\0') != std::string::npos) return true;
  const auto words = split_words(shell_word(text));
  if (!words || *words != std::vector<std::string>{text}) std::abort();
  return true;
}

std::vector<std::string> scripts() {
  std::vector<std::string> all = source_files("tests/lint/*/bad.sh");
  for (std::string& script : source_files("tests/lint/*/good.sh")) all.push_back(std::move(script));
  return all;
}

}  // namespace

std::vector<FuzzTarget> script_targets() {
  return {
      {"script", read_script, scripts()},
      {"lint", lint_script, scripts()},
      {"sbatch options",
       read_arguments,
       {"--gpus-per-node=a100:2\n--time=1:00:00\n--constraint=a&b", "--array=0-9%2\n--mem=4G",
        "--gres=gpu:a:2,nvme:1\n--nodes=1-2\n--exclusive=user\n--mail-type=END,FAIL"}},
      {"words", read_words, {"(a|b)&c*4", "gpu:a100:2(S:0-1)", "it's $(here) \"now\"", "4k"}},
  };
}

}  // namespace gpujob
