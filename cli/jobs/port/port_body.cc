// SPDX-License-Identifier: MIT
#include "jobs/port/port_body.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "lint/script_body.h"
#include "script/port_mark.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

/// Commands that take sbatch's words for GPUs, partitions and accounts.
constexpr std::array<std::string_view, 4> kSlurmCommands = {"srun", "salloc", "sbatch",
                                                            "interactive"};
/// Their options that name what only one center has.
constexpr std::array<std::string_view, 18> kCenterOptions = {"-A",
                                                             "--account",
                                                             "-p",
                                                             "--partition",
                                                             "-q",
                                                             "--qos",
                                                             "-M",
                                                             "--clusters",
                                                             "-C",
                                                             "--constraint",
                                                             "-w",
                                                             "--nodelist",
                                                             "--gres",
                                                             "--gpus",
                                                             "-G",
                                                             "--gpus-per-node",
                                                             "--reservation",
                                                             "--gpus-per-task"};
constexpr std::array<std::string_view, 3> kCounted = {"--gpus", "-G", "--gpus-per-task"};
/// Paths that every Linux machine has.
constexpr std::array<std::string_view, 9> kCommonPaths = {
    "/tmp", "/dev", "/bin/", "/usr/", "/etc/", "/proc", "/sys/", "/var/tmp", "/sbin/"};

bool is_build(const Stack& stack) {
  return stack.name.ends_with("_build");
}

bool serves(const Stack& stack, const GpuType* gpu) {
  return stack.gpus.empty() || gpu == nullptr || contains(stack.gpus, gpu->key);
}

/// Is `loaded` the module, or its name without a version?
bool is_module(const std::string& loaded, const std::string& module) {
  return loaded == module || loaded == module.substr(0, module.find('/'));
}

class BodyPorter {
 public:
  BodyPorter(const PortInput& input, const GpuType* from_gpu, const GpuType* to_gpu,
             std::vector<PortRow>& rows, Replacements& replacements)
      : input_(input),
        from_gpu_(from_gpu),
        to_gpu_(to_gpu),
        rows_(rows),
        replacements_(replacements),
        lines_(lines(input.text)) {}

  void port() {
    for (const BodyCommand& command : body_commands(input_.script.script)) {
      if (!modules_of(command).empty() || purges(command)) {
        module_commands_.push_back(command);
        continue;
      }
      port_launcher(command);
      check_step(command);
      check_paths(command);
    }
    port_modules();
  }

 private:
  std::string_view line_text(int line) const {
    return line < 1 || line > static_cast<int>(lines_.size())
               ? std::string_view()
               : lines_[static_cast<std::size_t>(line) - 1];
  }

  static bool purges(const BodyCommand& command) {
    return command.words.size() > 1 && (command.words[0] == "module" || command.words[0] == "ml") &&
           contains(command.words, "purge");
  }

  /// A line of one command becomes a comment; any other stays, below the comment.
  void no_counterpart(const BodyCommand& command, std::string why) {
    const std::string text(line_text(command.line));
    const std::string was(trim(text));
    const std::string indent = text.substr(0, text.find_first_not_of(" \t"));
    rows_.push_back({command.line, was, Fate::NoCounterpart, "", std::move(why), ""});
    std::vector<std::string> left = {indent + port_comment(was)};
    if (!is_alone(command)) {
      left.push_back(text);
    } else if (!indent.empty()) {
      left.push_back(indent + ":");  // it may be all that a block holds
    }
    replacements_[command.line] = std::move(left);
  }

  /// A line that is one command and nothing else, so that it can be replaced.
  bool is_alone(const BodyCommand& command) const {
    const std::string_view text = trim(line_text(command.line));
    return text.starts_with(command.words.front()) &&
           text.find_first_of(";&|$`\"'<>\\#") == std::string_view::npos;
  }

  /// The stack whose modules are all among `names`: the one with the most, to run rather than to
  /// build unless the script compiles.
  const Stack* stack_of(const std::vector<std::string>& names) const {
    const bool compiles = compiles_for_gpus(input_.script.script);
    const Stack* best = nullptr;
    for (const Stack& stack : input_.from.cluster.stacks) {
      if (stack.modules.empty() || !serves(stack, from_gpu_)) continue;
      const bool all =
          std::all_of(stack.modules.begin(), stack.modules.end(), [&](const PlacedText& module) {
            return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
              return is_module(name, module.value);
            });
          });
      if (!all) continue;
      const auto rank = [&](const Stack& one) {
        return 2 * one.modules.size() + (is_build(one) == compiles ? 1 : 0);
      };
      if (best == nullptr || rank(stack) > rank(*best)) best = &stack;
    }
    return best;
  }

  /// Stacks of home for the modules, each with the modules that it explains.
  void match_stacks(std::vector<std::string> names) {
    while (!names.empty()) {
      const Stack* home = stack_of(names);
      if (home == nullptr) break;
      const Stack* there =
          input_.to.cluster.find_stack(home->name, to_gpu_ == nullptr ? "" : to_gpu_->key);
      std::erase_if(names, [&](const std::string& name) {
        const bool mine =
            std::any_of(home->modules.begin(), home->modules.end(),
                        [&](const PlacedText& module) { return is_module(name, module.value); });
        if (mine) stack_of_module_[name] = {home, there};
        return mine;
      });
    }
  }

  /// Is it documented at the new center under this very name?
  const PlacedText* same_there(const std::string& name) const {
    for (const Stack& stack : input_.to.cluster.stacks) {
      if (!serves(stack, to_gpu_)) continue;
      for (const PlacedText& module : stack.modules)
        if (module.value == name) return &module;
    }
    return nullptr;
  }

  void port_modules() {
    std::vector<std::string> names;
    for (const BodyCommand& command : module_commands_) {
      if (purges(command)) continue;  // understood everywhere
      for (const BodyWord& module : modules_of(command)) names.push_back(module.text);
    }
    match_stacks(names);
    for (const BodyCommand& command : module_commands_)
      if (!purges(command)) port_module_command(command);
  }

  void port_module_command(const BodyCommand& command) {
    const std::vector<BodyWord> modules = modules_of(command);
    const std::string was(trim(line_text(command.line)));
    const bool same = std::all_of(modules.begin(), modules.end(), [&](const BodyWord& module) {
      return stack_of_module_.count(module.text) == 0 && same_there(module.text) != nullptr;
    });
    if (same) {
      rows_.push_back({command.line, was, Fate::Kept, "", "documented there too",
                       same_there(modules.front().text)->origin.text()});
      return;
    }
    std::vector<std::string> becomes;
    PortRow row{command.line, was, Fate::Respelt, "", "", ""};
    for (const BodyWord& module : modules) {
      const auto found = stack_of_module_.find(module.text);
      if (found == stack_of_module_.end()) {
        no_counterpart(command, format("module '{}' is in no stack that {} documents", module.text,
                                       site_name(input_.from.profile, input_.from.cluster)));
        return;
      }
      const auto& [home, there] = found->second;
      if (there == nullptr) {
        no_counterpart(command,
                       format("{} documents no modules for '{}'",
                              site_name(input_.to.profile, input_.to.cluster), home->name));
        return;
      }
      row.why = format("the modules of '{}'", home->name);
      row.source = there->origin.text();
      if (written_.insert(there->name).second) append_stack(*there, becomes);
    }
    if (!is_alone(command)) {
      no_counterpart(command, "more than one command stands on this line");
      return;
    }
    if (becomes.empty()) {
      row.fate = Fate::Dropped;
      row.why += ", already loaded";
    }
    row.becomes = join_lines(becomes);
    const std::string_view text = line_text(command.line);
    const std::string indent(text.substr(0, text.find_first_not_of(" \t")));
    for (std::string& line : becomes) line.insert(0, indent);
    replacements_[command.line] = std::move(becomes);
    rows_.push_back(std::move(row));
  }

  static std::string join_lines(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : "; ") + text;
    return all;
  }

  void append_stack(const Stack& stack, std::vector<std::string>& text) const {
    const bool purged = std::any_of(module_commands_.begin(), module_commands_.end(), purges);
    if (stack.purge == Purge::Force) text.emplace_back("module --force purge");
    if (stack.purge == Purge::Plain && !purged) text.emplace_back("module purge");
    std::string load = "module load";
    for (const PlacedText& module : stack.modules) load += " " + shell_word(module.value);
    if (!stack.modules.empty()) text.push_back(load);
    if (stack.venv) text.push_back("source " + shell_word(stack.venv->value + "/bin/activate"));
  }

  /// A launcher that only the old center has.
  void port_launcher(const BodyCommand& command) {
    const std::string& word = command.words.front();
    if (word == "srun") return;
    for (const Stack& home : input_.from.cluster.stacks) {
      if (!home.launcher || split(home.launcher->value, ' ').front() != word) continue;
      const Stack* there =
          input_.to.cluster.find_stack(home.name, to_gpu_ == nullptr ? "" : to_gpu_->key);
      const std::string was(trim(line_text(command.line)));
      if (there == nullptr || !there->launcher) {
        no_counterpart(command, format("{} documents no launcher for '{}'",
                                       site_name(input_.to.profile, input_.to.cluster), home.name));
        return;
      }
      std::string text(line_text(command.line));
      const std::size_t at = text.find(word);
      if (at == std::string::npos) return;
      text.replace(at, word.size(), there->launcher->value);
      rows_.push_back({command.line, was, Fate::Respelt, std::string(trim(text)),
                       "the center's launcher", there->launcher->origin.text()});
      replacements_[command.line] = {text};
      return;
    }
  }

  /// `srun --gpus=KEY:1`: a step that names what the new center may not have.
  void check_step(const BodyCommand& command) {
    if (!contains(kSlurmCommands, command.words.front())) return;
    for (const std::string& word : command.words) {
      const std::string name = word.substr(0, word.find('='));
      if (!contains(kCenterOptions, name)) continue;
      const std::string value = name == word ? "" : word.substr(name.size() + 1);
      if (contains(kCounted, name) && parse_integer(value)) continue;
      no_counterpart(command, format("'{}' may name what only {} has", word,
                                     site_name(input_.from.profile, input_.from.cluster)));
      return;
    }
  }

  void check_paths(const BodyCommand& command) {
    for (const std::string& word : command.words) {
      const std::size_t at = word.find('/');
      const bool absolute = at == 0 || (at != std::string::npos && word[at - 1] == '=');
      if (!absolute || at + 1 == word.size()) continue;
      const std::string path = word.substr(at);
      const bool common =
          std::any_of(kCommonPaths.begin(), kCommonPaths.end(),
                      [&](std::string_view prefix) { return path.starts_with(prefix); });
      if (common) continue;
      rows_.push_back({command.line, std::string(trim(line_text(command.line))), Fate::Yours, "",
                       format("does '{}' exist there?", path), ""});
      return;
    }
  }

  const PortInput& input_;
  const GpuType* from_gpu_;
  const GpuType* to_gpu_;
  std::vector<PortRow>& rows_;
  Replacements& replacements_;
  std::vector<std::string_view> lines_;
  std::vector<BodyCommand> module_commands_;
  std::map<std::string, std::pair<const Stack*, const Stack*>> stack_of_module_;
  std::set<std::string> written_;
};

}  // namespace

void port_body(const PortInput& input, const GpuType* from_gpu, const GpuType* to_gpu,
               std::vector<PortRow>& rows, Replacements& replacements) {
  BodyPorter(input, from_gpu, to_gpu, rows, replacements).port();
}

}  // namespace gpujob
