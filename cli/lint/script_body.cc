// SPDX-License-Identifier: MIT
#include "lint/script_body.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

#include "base/text.h"
#include "script/parse.h"

namespace gpujob {

namespace {

constexpr std::array<std::string_view, 4> kLoadVerbs = {"load", "add", "swap", "switch"};
constexpr std::array<std::string_view, 4> kCompilers = {"nvcc", "hipcc", "nvc++", "nvfortran"};
constexpr std::array<std::string_view, 9> kLaunchers = {
    "srun", "mpirun", "mpiexec", "orterun", "prun", "aprun", "ibrun", "jsrun", "mpprun"};
/// Programs that start processes, here or on other nodes; and shells, which run commands that are
/// not visible here.
constexpr std::array<std::string_view, 18> kStarters = {"torchrun",
                                                        "torch.distributed.run",
                                                        "torch.distributed.launch",
                                                        "accelerate",
                                                        "deepspeed",
                                                        "horovodrun",
                                                        "ray",
                                                        "dask",
                                                        "parallel",
                                                        "xargs",
                                                        "ssh",
                                                        "pdsh",
                                                        "clush",
                                                        "make",
                                                        "snakemake",
                                                        "nextflow",
                                                        "bash",
                                                        "sh"};
/// Marks of a line that may start something not visible here, or something in the background.
constexpr std::array<std::string_view, 3> kHiddenMarks = {"$", "&", ".sh"};
/// Marks of a line that may load modules or start a program of this project.
constexpr std::array<std::string_view, 2> kModuleMarks = {"module", "ml "};
constexpr std::array<std::string_view, 2> kProgramMarks = {".cuda", ".hip"};
/// Words that end a command in the middle of a line.
constexpr std::array<std::string_view, 6> kEnds = {"||", "&&", ";", "|", ">", "2>&1"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Offsets of the lines of `text` that contain one of `marks`, in order.
std::vector<std::size_t> lines_with(std::string_view text,
                                    std::span<const std::string_view> marks) {
  std::vector<std::size_t> begins;
  for (const std::string_view mark : marks) {
    for (std::size_t at = text.find(mark); at != std::string_view::npos;) {
      begins.push_back(text.rfind('\n', at) + 1);
      at = text.find(mark, std::min(text.find('\n', at), text.size()));
    }
  }
  std::sort(begins.begin(), begins.end());
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  return begins;
}

/// Calls `visit` with the words of each line that has one of `marks`, and its number in the script.
void for_each_command(const BatchScript& script, std::span<const std::string_view> marks,
                      const std::function<void(const std::vector<std::string>&, int)>& visit) {
  const std::string_view body = script.body;
  std::size_t at = 0;
  int number = script.body_line;
  for (const std::size_t begin : lines_with(body, marks)) {
    for (; at < begin; at = body.find('\n', at) + 1) ++number;
    const std::string_view line = body.substr(begin, body.find('\n', begin) - begin);
    const Result<std::vector<std::string>> words = split_words(trim(line));
    if (words && !words->empty()) visit(*words, number);
  }
}

/// Is one of `names` a word of a command?
bool calls(const BatchScript& script, std::span<const std::string_view> names) {
  bool found = false;
  for_each_command(script, names, [&](const std::vector<std::string>& words, int) {
    for (const std::string& word : words) {
      const std::string_view base = std::string_view(word).substr(word.rfind('/') + 1);
      found = found || std::find(names.begin(), names.end(), base) != names.end();
    }
  });
  return found;
}

/// Adds the words that follow index `start` up to the end of the command.
void add_modules(const std::vector<std::string>& words, std::size_t start, int line,
                 std::vector<BodyWord>& modules) {
  for (std::size_t i = start; i < words.size() && !is_one_of(kEnds, words[i]); ++i) {
    std::string name = words[i];
    const bool last = name.ends_with(';');
    if (last) name.pop_back();
    if (!name.empty() && name.front() != '-' && name.front() != '>') {
      modules.push_back({name, line});
    }
    if (last) return;
  }
}

/// Another script, a command in a variable, or one in the background. Sourced files only set up the
/// environment.
bool hides_commands(const std::vector<std::string>& words) {
  if (words.front() == "source" || words.front() == ".") return false;
  if (words.front().starts_with('$')) return true;
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    const bool behind = word.ends_with('&') && !word.ends_with("&&");
    return behind || word.ends_with(".sh");
  });
}

}  // namespace

std::vector<BodyWord> loaded_modules(const BatchScript& script) {
  std::vector<BodyWord> modules;
  for_each_command(script, kModuleMarks, [&](const std::vector<std::string>& words, int line) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] == "module" && is_one_of(kLoadVerbs, words[i + 1])) {
        add_modules(words, i + 2, line, modules);
      } else if (words[i] == "ml" && i == 0) {
        add_modules(words, is_one_of(kLoadVerbs, words[1]) ? 2 : 1, line, modules);
      }
    }
  });
  return modules;
}

std::optional<BodyWord> gpu_program(const BatchScript& script) {
  std::optional<BodyWord> found;
  for_each_command(script, kProgramMarks, [&](const std::vector<std::string>& words, int line) {
    for (const std::string& word : words) {
      if (found || !(word.ends_with(".cuda") || word.ends_with(".hip"))) continue;
      found = BodyWord{word.substr(word.rfind('/') + 1), line};
    }
  });
  return found;
}

bool compiles_for_gpus(const BatchScript& script) {
  return calls(script, kCompilers);
}

bool launches_tasks(const BatchScript& script, const Cluster& cluster) {
  std::vector<std::string_view> names(kLaunchers.begin(), kLaunchers.end());
  for (const Stack& stack : cluster.stacks) {
    if (!stack.launcher) continue;
    const std::string_view launcher = stack.launcher->value;
    names.push_back(launcher.substr(0, launcher.find(' ')));
  }
  return calls(script, names);
}

bool may_start_several(const BatchScript& script, const Cluster& cluster) {
  if (launches_tasks(script, cluster) || calls(script, kStarters)) return true;
  bool hidden = false;
  for_each_command(script, kHiddenMarks, [&](const std::vector<std::string>& words, int) {
    hidden = hidden || hides_commands(words);
  });
  return hidden;
}

}  // namespace gpujob
