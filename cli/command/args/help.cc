// SPDX-License-Identifier: MIT
#include "command/args/help.h"

#include <algorithm>

#include "base/exit_code.h"
#include "base/format.h"
#include "base/text.h"
#include "command/args/version.h"

namespace gpujob {

namespace {

constexpr std::size_t kLineWidth = 88;

/// `text` with its paragraphs wrapped at blanks; empty lines stay.
std::string wrapped(std::string_view text) {
  std::string out;
  for (const std::string_view paragraph : lines(text)) {
    std::size_t column = 0;
    for (const std::string_view word : split(paragraph, ' ')) {
      if (column > 0 && column + 1 + word.size() > kLineWidth) {
        out += '\n';
        column = 0;
      }
      if (column > 0) out += ' ';
      out += word;
      column += word.size() + (column > 0 ? 1 : 0);
    }
    out += '\n';
  }
  return out;
}

/// Two columns under a heading, the left one as wide as its widest entry.
class OverviewList {
 public:
  void add(std::string left, std::string_view right) { rows_.emplace_back(std::move(left), right); }

  std::string text(std::string_view title) const {
    std::size_t width = 0;
    for (const auto& row : rows_) width = std::max(width, row.first.size());
    std::string out = format("{}:\n", title);
    for (const auto& [left, right] : rows_) {
      out += format("  {:<{}}  {}\n", left, width, right);
    }
    return out;
  }

 private:
  std::vector<std::pair<std::string, std::string_view>> rows_;
};

std::string example_lines(std::span<const Example> examples) {
  std::string out = "Examples:\n";
  for (const Example& example : examples) {
    out += format("  {}\n      {}\n", example.line, example.purpose);
  }
  return out;
}

std::string argument_label(const ArgumentSpec& argument) {
  switch (argument.need) {
    case ArgumentSpec::Need::One:
      return std::string(argument.name);
    case ArgumentSpec::Need::Optional:
      return format("[{}]", argument.name);
    case ArgumentSpec::Need::Many:
      return format("[{}]...", argument.name);
    case ArgumentSpec::Need::OneOrMore:
      return format("{}...", argument.name);
  }
  return {};
}

constexpr std::array<Example, 6> kSteps = {{
    {"gpujob site list", "the supported centers"},
    {"gpujob site show SITE", "one center: GPUs, partitions, rules"},
    {"gpujob submit integrate2d --site SITE --gpu GPU --dry-run",
     "show the script; nothing is sent"},
    {"gpujob submit integrate2d --site SITE --gpu GPU", "send it"},
    {"gpujob wait last", "wait until the run has finished"},
    {"gpujob report last", "show what was measured"},
}};

}  // namespace

std::span<const Example> first_steps() {
  return kSteps;
}

std::string overview_help() {
  std::string out = format(
      "gpujob {}: correct GPU job scripts for several Slurm centers, submitted once and timed with "
      "care\n\n"
      "Usage: gpujob COMMAND [ARGUMENT]... [OPTION]...\n\n",
      kProgramVersion);
  OverviewList first;
  for (const Example& example : kSteps) first.add(std::string(example.line), example.purpose);
  out += first.text("First steps");
  for (const CommandGroup& group : command_groups()) {
    OverviewList listing;
    for (const Command* command : group.commands) {
      listing.add(std::string(command->name), command->summary);
    }
    out += '\n' + listing.text(group.title);
  }
  OverviewList codes;
  for (const ExitCodeText& row : exit_codes()) {
    codes.add(std::to_string(static_cast<int>(row.code)), row.meaning);
  }
  codes.add("128+n", "ended by signal n");
  out += '\n' + codes.text("Exit codes");
  out += "\n'gpujob help COMMAND' explains one command; 'gpujob version' prints the version.\n";
  return out;
}

std::string command_help(const Command& command) {
  std::string out = format("gpujob {}: {}\n\n", command.name, command.summary);
  if (!command.examples.empty()) out += example_lines(command.examples) + '\n';
  out += format("Usage: {}\n", usage_line(command));
  if (!command.description.empty()) out += '\n' + wrapped(command.description);
  if (!command.arguments.empty()) {
    OverviewList listing;
    for (const ArgumentSpec& argument : command.arguments) {
      listing.add(std::string(argument.name), argument.help);
    }
    out += '\n' + listing.text("Arguments");
  }
  for (const std::string_view group : option_groups(command)) {
    OverviewList listing;
    for_each_option(command, [&](const OptionSpec& option) {
      if (option.group == group) listing.add(option_label(option), option.help);
    });
    out += '\n' + listing.text(group);
  }
  return out;
}

std::vector<const Command*> commands_of(std::string_view group) {
  const std::string start = format("{} ", group);
  std::vector<const Command*> found;
  for (const CommandGroup& heading : command_groups()) {
    for (const Command* command : heading.commands) {
      if (command->name.starts_with(start)) found.push_back(command);
    }
  }
  return found;
}

std::string group_help(std::string_view group) {
  OverviewList listing;
  for (const Command* command : commands_of(group)) {
    listing.add(format("gpujob {}", command->name), command->summary);
  }
  return listing.text(format("Commands of 'gpujob {}'", group));
}

std::string usage_line(const Command& command) {
  std::string out = format("gpujob {}", command.name);
  for (const ArgumentSpec& argument : command.arguments) out += ' ' + argument_label(argument);
  bool has_options = false;
  for_each_option(command, [&](const OptionSpec&) { has_options = true; });
  if (has_options) out += " [OPTION]...";
  if (command.rest == Rest::Sbatch) out += " [-- SBATCH OPTION...]";
  if (command.rest == Rest::Words) out += " -- COMMAND [ARG]...";
  return out;
}

std::string option_label(const OptionSpec& option) {
  std::string out = option.letter == '\0' ? "    " : format("-{}, ", option.letter);
  out += format("--{}", option.name);
  if (option.needs_value()) out += ' ';
  out += option.value;
  return out;
}

std::vector<std::string_view> option_groups(const Command& command) {
  std::vector<std::string_view> groups;
  for_each_option(command, [&](const OptionSpec& option) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) {
      groups.push_back(option.group);
    }
  });
  return groups;
}

}  // namespace gpujob
