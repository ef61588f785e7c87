// SPDX-License-Identifier: MIT
#include "command/program/completion.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "command/args/command.h"
#include "command/args/parser.h"
#include "command/args/run_command.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "jobs/session/run_locator.h"
#include "jobs/session/settings.h"
#include "jobs/sweep/sweep.h"
#include "lint/lint.h"
#include "plan/codes.h"
#include "report/group_key.h"
#include "sandbox/record.h"

namespace gpujob {

namespace {

using Candidates = std::vector<Candidate>;

Candidates from_names(const std::vector<std::string>& names) {
  Candidates candidates;
  for (const std::string& name : names) candidates.push_back({name, ""});
  return candidates;
}

/// The line so far: the command, its options and its arguments.
struct Line {
  const Command* command = nullptr;
  Arguments arguments;
  const OptionSpec* open_option = nullptr;  ///< its value is under the cursor
};

const OptionSpec* option_of(const Command& command, const std::string& word) {
  if (word.starts_with("--")) return find_option(command, word.substr(2, word.find('=') - 2));
  const OptionSpec* found = nullptr;
  for_each_option(command, [&](const OptionSpec& option) {
    if (word.size() == 2 && word[0] == '-' && option.letter == word[1]) found = &option;
  });
  return found;
}

/// Reads the words before the cursor. Errors are ignored: the line is unfinished.
Line read_line(const std::vector<std::string>& words) {
  Line line;
  std::size_t next = 0;
  if (words.size() > 1) line.command = find_command(format("{} {}", words[0], words[1]));
  if (line.command != nullptr) {
    next = 2;
  } else if (!words.empty()) {
    line.command = find_command(words[0]);
    next = 1;
  }
  if (line.command == nullptr) return line;
  for (; next < words.size(); ++next) {
    const std::string& word = words[next];
    const OptionSpec* option = option_of(*line.command, word);
    if (option == nullptr) {
      if (!word.starts_with('-')) line.arguments.add_positional(word);
    } else if (const auto equals = word.find('='); equals != std::string::npos) {
      line.arguments.add_option(std::string(option->name), word.substr(equals + 1));
    } else if (next + 2 == words.size() && words[next + 1] == "=") {
      line.open_option = option;  // "--gpu=" up to the cursor
      break;
    } else if (option->needs_value() && next + 1 < words.size()) {
      line.arguments.add_option(std::string(option->name), words[++next]);
    } else if (option->needs_value()) {
      line.open_option = option;
    }
  }
  return line;
}

Candidates command_words(const std::vector<std::string>& before) {
  Candidates candidates;
  const std::string start = before.empty() ? "" : before[0] + " ";
  for (const CommandGroup& group : command_groups()) {
    for (const Command* command : group.commands) {
      if (!command->name.starts_with(start)) continue;
      const std::string_view left = command->name.substr(start.size());
      const std::size_t blank = left.find(' ');
      const bool is_group = blank != std::string_view::npos;
      std::string word(left.substr(0, blank));
      if (!candidates.empty() && candidates.back().word == word) continue;
      candidates.push_back({std::move(word), is_group ? "" : std::string(command->summary)});
    }
  }
  return candidates;
}

Candidates option_words(const Command& command) {
  Candidates candidates;
  for_each_option(command, [&](const OptionSpec& option) {
    candidates.push_back({format("--{}", option.name), std::string(option.help)});
  });
  candidates.push_back({"--help", "show examples, arguments and options"});
  return candidates;
}

Candidates gpu_keys(World& world, const Line& line, const DataFiles& data_files) {
  std::optional<std::string> named = line.arguments.value("site");
  const auto& words = line.command->arguments;
  const bool word_is_site = !words.empty() && words.front().completes == Completes::Site;
  if (word_is_site && !line.arguments.positional().empty()) {
    named = line.arguments.positional()[0];
  }
  const auto site = site_setting(named, world, load_configuration(world).value_or({}));
  if (!site) return {};
  const auto selection = data_files.profiles().find(site->value);
  Candidates candidates;
  if (!selection) return candidates;
  for (const GpuType& type : selection->get().gpus) candidates.push_back({type.key, type.model});
  return candidates;
}

Candidates keys_set(World& world) {
  const auto configuration = load_configuration(world);
  Candidates candidates;
  if (!configuration) return candidates;
  for (const SetKey& set : set_keys(*configuration)) {
    candidates.push_back({set.key, set.value.value});
  }
  return candidates;
}

Candidates code_words() {
  Candidates candidates;
  for (const Rule& rule : lint_rules()) {
    candidates.push_back({std::string(rule.code), std::string(rule.title)});
  }
  for (const PlanCode& plan : plan_codes()) {
    candidates.push_back({std::string(plan.code), std::string(plan.title)});
  }
  return candidates;
}

Candidates sandbox_words(World& world) {
  Diagnostics damaged;  // 'gpujob sandbox list' reports them
  Candidates candidates;
  for (const SandboxRecord& sandbox : all_sandboxes(world, damaged)) {
    candidates.push_back({sandbox.name, sandbox.site()});
  }
  return candidates;
}

Candidates settable_keys(const DataFiles& data_files) {
  Candidates candidates = from_names(default_keys());
  Diagnostics unlisted;  // a shell that completes has no place for a problem
  for (const std::string& site : data_files.profiles().names(unlisted)) {
    for (const std::string& key : keys_of_site(site)) candidates.push_back({key, ""});
  }
  return candidates;
}

/// Keys for --by and --where: group keys, and the parameters of a named workload.
Candidates launch_keys(const Line& line, const DataFiles& data_files, const char* ending) {
  Candidates candidates;
  for (const GroupKey& key : group_keys()) {
    candidates.push_back({format("{}{}", key.name, ending), ""});
  }
  const auto& positional = line.arguments.positional();
  const auto named = positional.empty() ? line.arguments.value("workload")
                                        : std::optional<std::string>(positional[0]);
  if (!named) return candidates;
  const auto workload = data_files.workloads().find(*named);
  if (!workload) return candidates;
  for (const Parameter& parameter : workload->parameters) {
    candidates.push_back({parameter.name + ending, parameter.help});
  }
  return candidates;
}

/// "gpu=KEY": values of a key that results have, of the named workload or of all.
Candidates values_of_key(World& world, const Line& line, const std::string& key) {
  const auto& positional = line.arguments.positional();
  const std::string workload =
      positional.empty() ? line.arguments.value_or("workload", "") : positional[0];
  const LaunchKey launch_key(key);
  if (launch_key.is_of_launch()) return {};
  auto index = any_session(world).runs.bare_index();
  if (!index) return {};
  const auto configs = index->settings(workload);
  if (!configs) return {};
  std::set<std::string> values;
  for (const LaunchConfig& config : *configs) values.insert(launch_key.of(config));
  Candidates candidates;
  for (const std::string& value : values) candidates.push_back({format("{}={}", key, value), ""});
  return candidates;
}

/// Values of a parameter that the manifest names: the default and those of the sizes.
Candidates values_of_parameter(World& world, const Line& line, const std::string& name) {
  if (line.arguments.positional().empty()) return {};
  const DataFiles data_files(world, line.arguments.values("profile-path"));
  const auto workload = data_files.workloads().find(line.arguments.positional()[0]);
  const Parameter* parameter = workload ? workload->find_parameter(name) : nullptr;
  if (parameter == nullptr) return {};
  Candidates candidates = {{parameter->default_value, "default"}};
  for (const NamedSize& size : workload->sizes) {
    for (const auto& [key, value] : size.values) {
      if (key == name && value != parameter->default_value)
        candidates.push_back({value, size.name});
    }
  }
  return candidates;
}

Candidates of_workload(Completes kind, const Workload& workload) {
  Candidates candidates;
  switch (kind) {
    case Completes::Backend:
      return from_names(workload.backends);
    case Completes::Precision:
      return from_names(workload.precisions);
    case Completes::Variant:
      for (const Variant& variant : workload.variants) {
        candidates.push_back({variant.name, variant.summary});
      }
      return candidates;
    case Completes::Size:
      for (const NamedSize& size : workload.sizes) candidates.push_back({size.name, ""});
      return candidates;
    default:
      for (const Parameter& parameter : workload.parameters) {
        candidates.push_back({parameter.name + "=", parameter.help});
      }
      return candidates;
  }
}

Candidates words_for(World& world, const Line& line, Completes kind, std::string_view choices) {
  if (kind == Completes::Choices) return from_names(choices_of(choices));
  if (kind == Completes::Command) return command_words({});
  if (kind == Completes::Run) return from_names(any_session(world).runs.recent_words());
  if (kind == Completes::SetKey) return keys_set(world);
  if (kind == Completes::Code) return code_words();
  if (kind == Completes::Sandbox) return sandbox_words(world);
  const DataFiles data_files(world, line.arguments.values("profile-path"));
  if (kind == Completes::SettableKey) return settable_keys(data_files);
  Diagnostics unlisted;  // a shell that completes has no place for a problem
  if (kind == Completes::Site || kind == Completes::SeenSite) {
    return from_names(data_files.profiles().names(unlisted));
  }
  if (kind == Completes::Workload || kind == Completes::SeenWorkload) {
    return from_names(data_files.workloads().names(unlisted));
  }
  if (kind == Completes::Gpu) return gpu_keys(world, line, data_files);
  if (kind == Completes::Keys) return launch_keys(line, data_files, "");
  if (kind == Completes::KeyAndValue) return launch_keys(line, data_files, "=");
  if (kind == Completes::Nothing || line.arguments.positional().empty()) return {};
  const auto workload = data_files.workloads().find(line.arguments.positional()[0]);
  return workload ? of_workload(kind, *workload) : Candidates{};
}

/// "n=", "precision=", and behind one of them its values: "precision=float32,float64".
Candidates sweep_words(World& world, const Line& line, const std::string& current) {
  const std::size_t equals = current.find('=');
  Candidates candidates;
  if (equals == std::string::npos) {
    candidates = words_for(world, line, Completes::Parameter, "");
    for (const std::string& flag : sweep_flags()) {
      candidates.push_back({flag + "=", std::string(find_option(*line.command, flag)->help)});
    }
    return candidates;
  }
  const auto& flags = sweep_flags();
  const std::string key = current.substr(0, equals);
  const bool is_flag = std::find(flags.begin(), flags.end(), key) != flags.end();
  const std::string before = current.substr(0, current.find_last_of("=,") + 1);
  const auto given = split(std::string_view(before).substr(equals + 1), ',');
  for (Candidate& value :
       is_flag ? words_for(world, line, find_option(*line.command, key)->completes, "")
               : values_of_parameter(world, line, key)) {
    if (std::find(given.begin(), given.end(), value.word) != given.end()) continue;
    candidates.push_back({before + value.word, std::move(value.meaning)});
  }
  return candidates;
}

Completion completion_for(World& world, const Line& line, Completes kind,
                          std::string_view choices) {
  if (kind == Completes::File) return {Completion::Kind::Files, {}};
  if (kind == Completes::Directory || kind == Completes::FoundDirectory) {
    return {Completion::Kind::Directories, {}};
  }
  return {Completion::Kind::Words, words_for(world, line, kind, choices)};
}

Completion argument_completion(World& world, const Line& line) {
  const auto& specs = line.command->arguments;
  if (specs.empty()) return {};
  const std::size_t given = line.arguments.positional().size();
  const bool endless = specs.back().need == ArgumentSpec::Need::Many ||
                       specs.back().need == ArgumentSpec::Need::OneOrMore;
  if (given >= specs.size() && !endless) return {};
  const ArgumentSpec& spec = specs[std::min(given, specs.size() - 1)];
  return completion_for(world, line, spec.choices.empty() ? spec.completes : Completes::Choices,
                        spec.choices);
}

/// For "site,g" the candidates are "site,gpu" and so on.
void complete_after_comma(Completion& completion, const std::string& current) {
  const std::size_t comma = current.rfind(',');
  if (comma == std::string::npos) return;
  for (Candidate& candidate : completion.words) {
    candidate.word.insert(0, current, 0, comma + 1);
  }
}

void keep_matching(Completion& completion, const std::string& start) {
  std::erase_if(completion.words,
                [&](const Candidate& candidate) { return !candidate.word.starts_with(start); });
}

/// bash splits "--gpu=x" into "--gpu", "=" and "x", which read_line() understands. It also splits
/// the value of "--sweep n=x", which becomes one word again. Returns that start of the word, "n=",
/// which bash does not expect in the answer.
std::string join_equals(std::vector<std::string>& words, std::string& current) {
  if (current == "=") {
    current.clear();
  } else if (!words.empty() && words.back() == "=") {
    words.pop_back();
  } else {
    return "";
  }
  if (words.empty()) return "";
  if (words.back().starts_with('-')) {
    words.emplace_back("=");
    return "";
  }
  std::string start = words.back() + "=";
  words.pop_back();
  if (!words.empty() && words.back() == "=") words.pop_back();
  current = start + current;
  return start;
}

/// zsh and fish leave "--gpu=x" whole: cuts it like bash and returns "--gpu=", which the answers
/// need in front.
std::string split_option(std::vector<std::string>& words, std::string& current) {
  const std::size_t equals = current.find('=');
  if (!current.starts_with("--") || equals == std::string::npos) return "";
  std::string option = current.substr(0, equals + 1);
  words.push_back(current.substr(0, equals));
  words.emplace_back("=");
  current.erase(0, equals + 1);
  return option;
}

}  // namespace

Completion complete(World& world, std::vector<std::string> words) {
  std::string current;
  if (!words.empty()) {
    current = words.back();
    words.pop_back();
  }
  const std::string joined = split_option(words, current);
  const std::string cut = join_equals(words, current);
  const Line line = read_line(words);
  Completion completion;
  if (line.command == nullptr) {
    if (words.size() < 2) completion.words = command_words(words);
  } else if (line.open_option != nullptr && line.open_option->completes == Completes::Sweep) {
    completion.words = sweep_words(world, line, current);
  } else if (line.open_option != nullptr && line.open_option->completes == Completes::KeyAndValue &&
             current.find('=') != std::string::npos) {
    completion.words = values_of_key(world, line, current.substr(0, current.find('=')));
  } else if (line.open_option != nullptr) {
    completion =
        completion_for(world, line, line.open_option->completes, line.open_option->choice_words());
    if (line.open_option->completes == Completes::Keys) complete_after_comma(completion, current);
  } else if (current.starts_with('-')) {
    completion.words = option_words(*line.command);
  } else {
    completion = argument_completion(world, line);
  }
  keep_matching(completion, current);
  for (Candidate& candidate : completion.words) {
    candidate.word.erase(0, cut.size());
    candidate.word.insert(0, joined);
  }
  return completion;
}

}  // namespace gpujob
