// SPDX-License-Identifier: MIT
#include "lint/script_body.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

#include "base/text.h"
#include "script/parse.h"
#include "script/sbatch_options.h"

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

/// Words before a command.
constexpr std::array<std::string_view, 13> kPrefixes = {
    "if", "then", "else", "do", "time", "!", "exec", "env", "elif", "while", "until", "nohup", "{"};

/// The words with what a group or a substitution begins as commands of their own: `(srun ./a)` and
/// `x=$(srun ./a)` are "srun ./a". Words that were quoted stay whole.
std::vector<std::string> open_groups(std::vector<std::string> words) {
  const bool any = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.empty() || word.find('(') != std::string::npos;
  });
  if (!any) return words;
  std::vector<std::string> opened;
  int depth = 0;
  for (std::string& word : words) {
    const std::size_t group = word.find('(');
    const bool substitutes = group != std::string::npos && group > 0 && word[group - 1] == '$' &&
                             word.compare(group, 2, "((") != 0;
    const bool quoted = word.find_first_of(" \n") != std::string::npos;
    if (!quoted && (group == 0 || substitutes)) {
      ++depth;
      opened.emplace_back(";");
      word = word.substr(std::min(word.find_first_not_of('(', group), word.size()));
    }
    const bool closes = depth > 0 && word.ends_with(')');
    if (closes) {
      word.resize(word.find_last_not_of(')') + 1);
      --depth;
    }
    if (!word.empty()) opened.push_back(std::move(word));
    if (closes) opened.emplace_back(";");
  }
  return opened;
}

/// Calls `visit` with the words of each logical line that has one of `marks`, and its line number.
void for_each_command(const BatchScript& script, std::span<const std::string_view> marks,
                      const std::function<void(const std::vector<std::string>&, int)>& visit) {
  for (const LogicalLine& line : script.command_lines) {
    const bool marked = std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) {
      return line.text.find(mark) != std::string::npos;
    });
    if (!marked) continue;
    Result<std::vector<std::string>> words = split_words(trim(line.text));
    if (words && !words->empty()) visit(open_groups(*std::move(words)), line.line);
  }
}

/// `A=b` before a command or alone.
bool assigns(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && equals > 0 &&
         word.substr(0, equals).find_first_of("-./$ ") == std::string_view::npos;
}

/// Is one of `names` a word of a command?
bool calls(const BatchScript& script, std::span<const std::string_view> names) {
  bool found = false;
  for_each_command(script, names, [&](const std::vector<std::string>& words, int) {
    for (const std::string& word : words) {
      const std::string_view base = std::string_view(word).substr(word.rfind('/') + 1);
      found = found || contains(names, base);
    }
  });
  return found;
}

/// Adds the words that follow index `start` up to the end of the command.
void add_modules(const std::vector<std::string>& words, std::size_t start, int line,
                 std::vector<BodyWord>& modules) {
  for (std::size_t i = start; i < words.size() && !contains(kEnds, words[i]); ++i) {
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

std::vector<BodyCommand> body_commands(const BatchScript& script) {
  std::vector<BodyCommand> commands;
  for (const LogicalLine& line : script.command_lines) {
    Result<std::vector<std::string>> words = split_words(trim(line.text));
    if (!words) continue;
    BodyCommand command{{}, {}, line.line};
    const auto finish = [&] {
      if (!command.words.empty()) commands.push_back(std::move(command));
      command = {{}, {}, line.line};
    };
    for (std::string& text : open_groups(*std::move(words))) {
      const bool last = text.ends_with(';') || text == "&";
      if (last) text.pop_back();
      if (contains(kEnds, text)) {
        finish();
        continue;
      }
      const bool assigned = command.words.empty() && assigns(text);
      const bool before = assigned || (command.words.empty() && contains(kPrefixes, text));
      if (assigned) {
        command.assigned.push_back(std::move(text));
      } else if (!text.empty() && !before) {
        command.words.push_back(std::move(text));
      }
      if (last) finish();
    }
    finish();
  }
  return commands;
}

BatchScript step_options(const BodyCommand& command) {
  BatchScript step;
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const std::string_view word = command.words[i];
    if (!word.starts_with('-') || word == "-" || word == "--") break;
    const bool long_name = word.starts_with("--");
    const std::size_t equals = long_name ? word.find('=') : std::string_view::npos;
    const SbatchOption* option =
        long_name ? find_option(word.substr(2, equals - 2)) : find_option(word[1]);
    if (option == nullptr || option->argument != Argument::Required) continue;
    std::string value;
    if (equals != std::string_view::npos) {
      value = std::string(word.substr(equals + 1));
    } else if (!long_name && word.size() > 2) {
      value = std::string(word.substr(2));
    } else if (i + 1 < command.words.size()) {
      value = command.words[++i];
    }
    step.directives.push_back({std::string(option->name), value, command.line});
  }
  return step;
}

std::string_view line_in_body(const BatchScript& script, int line) {
  const std::vector<std::string_view> all = lines(script.body);
  const auto index = static_cast<std::size_t>(line - script.body_line);
  return index < all.size() ? all[index] : std::string_view();
}

ScriptPlace place_in_body(const BatchScript& script, const BodyWord& word) {
  const std::vector<std::string_view> all = lines(script.body);
  for (auto i = static_cast<std::size_t>(word.line - script.body_line); i < all.size(); ++i) {
    const std::size_t at = all[i].find(word.text);
    if (at != std::string_view::npos) {
      return {script.body_line + static_cast<int>(i), static_cast<int>(at) + 1};
    }
    if (!all[i].ends_with('\\')) break;
  }
  return {word.line, 1};
}

std::vector<BodyWord> modules_of(const BodyCommand& command) {
  const std::vector<std::string>& words = command.words;
  std::vector<BodyWord> modules;
  if (words.size() < 2) return modules;
  if (words[0] == "module" && contains(kLoadVerbs, words[1])) {
    add_modules(words, 2, command.line, modules);
  } else if (words[0] == "ml") {
    add_modules(words, contains(kLoadVerbs, words[1]) ? 2 : 1, command.line, modules);
  }
  return modules;
}

std::vector<BodyWord> loaded_modules(const BatchScript& script) {
  std::vector<BodyWord> modules;
  for_each_command(script, kModuleMarks, [&](const std::vector<std::string>& words, int line) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] == "module" && contains(kLoadVerbs, words[i + 1])) {
        add_modules(words, i + 2, line, modules);
      } else if (words[i] == "ml" && i == 0) {
        add_modules(words, contains(kLoadVerbs, words[1]) ? 2 : 1, line, modules);
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
