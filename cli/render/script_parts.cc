// SPDX-License-Identifier: MIT
#include "render/script_parts.h"

#include "base/format.h"
#include "base/text.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

/// No word may be one that a command would take for an option of its own.
Status check_no_dash(const std::vector<std::string>& values, const std::string& what) {
  for (const std::string& value : values) {
    if (!value.starts_with('-')) continue;
    return Failure(ExitCode::Invalid, what, "'" + visible(value) + "' begins with '-'",
                   "it would be read as an option", "correct the profile");
  }
  return {};
}

Result<std::vector<std::string>> module_lines(const ModuleSteps& steps,
                                              const TemplateSet& templates) {
  const bool purge = steps.purge == PurgeModules::Plain;
  const bool force = steps.purge == PurgeModules::Force;
  if (steps.modules.empty() && !purge && !force) return std::vector<std::string>{};
  const std::vector<std::string> use = steps.use.value_or(std::vector<std::string>{});
  if (const Status clean = check_no_dash(steps.modules, "module"); !clean) return clean.failure();
  if (const Status clean = check_no_dash(use, "module_use"); !clean) return clean.failure();
  const std::vector<std::string> word = {"purge"};
  return fill_lines(
      templates, "modules.sh",
      {{"purge", {SlotKind::ShellWord, purge ? word : std::vector<std::string>{}}},
       {"forced_purge", {SlotKind::ShellWord, force ? word : std::vector<std::string>{}}},
       {"directory", {SlotKind::ShellWord, use}},
       {"module", {SlotKind::ShellWord, steps.modules}}});
}

/// What comes after the modules: packages of Spack, an environment of Python or Conda, variables.
Result<std::vector<std::string>> environment_lines(const ModuleSteps& steps,
                                                   const TemplateSet& templates) {
  std::vector<std::string> all;
  const auto add = [&](const char* name, const char* slot, SlotKind kind,
                       const std::vector<std::string>& values) -> Status {
    if (values.empty()) return {};
    if (const Status clean = check_no_dash(values, slot); !clean) return clean;
    auto part = fill_lines(templates, name, {{slot, {kind, values}}});
    if (!part) return part.failure();
    all.insert(all.end(), part->begin(), part->end());
    return {};
  };
  std::vector<std::string> venv;
  if (!steps.venv.empty()) venv = {steps.venv + "/bin/activate"};
  std::vector<std::string> conda;
  if (steps.conda) conda = {*steps.conda};
  std::vector<std::string> variables;
  for (const auto& [name, value] : steps.variables.value_or(NamedValues{}))
    variables.push_back(format("{}={}", name, value));
  const Status added[] = {
      add("spack.sh", "spec", SlotKind::ShellWord,
          steps.spack.value_or(std::vector<std::string>{})),
      add("venv.sh", "activate", SlotKind::ShellWord, venv),
      add("conda.sh", "environment", SlotKind::ShellWord, conda),
      add("variables.sh", "variable", SlotKind::Assignment, variables),
  };
  for (const Status& one : added)
    if (!one) return one.failure();
  return all;
}

}  // namespace

Result<const Template*> find_template(const TemplateSet& templates, const std::string& name) {
  const auto found = templates.find(name);
  if (found != templates.end()) return &found->second;
  return Failure(ExitCode::Invalid, "templates", "no template '" + name + "'",
                 "a script is made of it", "install it beside the others");
}

Result<std::vector<std::string>> fill_lines(const TemplateSet& templates, const std::string& name,
                                            const Slots& slots) {
  const Result<const Template*> source = find_template(templates, name);
  if (!source) return source.failure();
  Result<std::string> text = fill(**source, slots);
  if (!text) return text.failure();
  std::vector<std::string> result;
  for (const std::string_view line : lines(*text)) result.emplace_back(line);
  return result;
}

Status add_environment_steps(const ModuleSteps& steps, const TemplateSet& templates, Slots& slots) {
  Result<std::vector<std::string>> modules = module_lines(steps, templates);
  if (!modules) return modules.failure();
  slots["module_steps"] = {SlotKind::Lines, std::move(*modules)};
  Result<std::vector<std::string>> environment = environment_lines(steps, templates);
  if (!environment) return environment.failure();
  slots["environment_steps"] = {SlotKind::Lines, std::move(*environment)};
  return {};
}

std::vector<std::string> directive_values(const std::vector<PlannedOption>& options) {
  std::vector<std::string> values;
  values.reserve(options.size());
  for (const PlannedOption& option : options) {
    values.push_back(option.value ? option.option + "=" + *option.value : option.option);
  }
  return values;
}

std::vector<std::string> shell_words_of(const std::string& shebang) {
  std::vector<std::string> words;
  for (const std::string_view word : split(trim(std::string_view(shebang).substr(2)), ' ')) {
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

Status check_shell(const std::string& shebang) {
  if (shebang.starts_with("#!")) {
    for (const std::string& word : shell_words_of(shebang)) {
      if (word == "bash" || word.ends_with("/bash")) return {};
    }
  }
  return Failure(ExitCode::Invalid, "shell", "'" + visible(shebang) + "' does not start bash",
                 "the scripts are written for it", "use '#!/bin/bash' or '#!/bin/bash -l'");
}

}  // namespace gpujob
