// SPDX-License-Identifier: MIT
#include "command/args/parser.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "script/sbatch_options.h"

// The one file that uses CLI11. It splits words into options and values. Its error messages are
// replaced: they have no suggestions, print extra words in reverse order and come with exit
// statuses of their own. Arguments are the words that it leaves over.

namespace gpujob {

namespace {

std::string calling(const Command& command) {
  return format("gpujob {}", command.name);
}

std::string see_help(const Command& command) {
  return format("see 'gpujob {} --help'", command.name);
}

std::string library_name(const OptionSpec& option) {
  return option.letter == '\0' ? format("--{}", option.name)
                               : format("-{},--{}", option.letter, option.name);
}

/// The row that a word like "--gpu", "--gpu=x", "-G" or "-G2" means, or nullptr.
const OptionSpec* option_of(const Command& command, std::string_view word) {
  if (word.starts_with("--")) return find_option(command, word.substr(2, word.find('=') - 2));
  const OptionSpec* found = nullptr;
  for_each_option(command, [&](const OptionSpec& option) {
    if (word.size() > 1 && option.letter == word[1]) found = &option;
  });
  return found;
}

Failure unknown_option(const Command& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const SbatchOption* sbatchs =
      name.starts_with("--") ? find_option(name.substr(2)) : find_option(name[1]);
  std::vector<std::string> known = {"--help"};
  for_each_option(command,
                  [&](const OptionSpec& option) { known.push_back(format("--{}", option.name)); });
  std::string fix = name.starts_with("--") ? did_you_mean(name, known) : "";
  if (sbatchs != nullptr && command.rest == Rest::Sbatch) {
    fix = format("options for sbatch go last, after '--': -- {}", printable(word));
  }
  if (fix.empty()) fix = see_help(command);
  return {ExitCode::Usage, calling(command), format("unknown option '{}'", printable(name)), "",
          fix};
}

Status check_choice(const std::string& where, std::string_view choices, const std::string& given) {
  const auto known = choices_of(choices);
  for (const std::string& choice : known) {
    if (choice == given) return Status{};
  }
  return Failure{ExitCode::Usage, where, format("unknown value '{}'", printable(given)),
                 format("it takes {}", join(known, ", ")), did_you_mean(given, known)};
}

Failure no_value(const OptionSpec& spec) {
  return {ExitCode::Usage, format("option '--{}'", spec.name), "no value given",
          format("it takes {}", spec.value)};
}

Status add_values(const OptionSpec& spec, const std::vector<std::string>& values,
                  Arguments& arguments) {
  const std::string where = format("option '--{}'", spec.name);
  if (values.size() > 1 && spec.repeat == Repeat::No) {
    return Failure{
        ExitCode::Usage, where,
        format("given twice ('{}' and '{}')", printable(values[0]), printable(values[1]))};
  }
  for (const std::string& value : values) {
    if (value.empty() && spec.needs_value()) return no_value(spec);
    if (auto text = is_utf8(value); !text) {
      return Failure{ExitCode::Usage, where, format("'{}' is not UTF-8", printable(value))};
    }
    if (spec.completes == Completes::Choices) {
      if (auto known = check_choice(where, spec.choice_words(), value); !known) return known;
    }
    arguments.add_option(std::string(spec.name), value);
  }
  return Status{};
}

/// Reads the options of one command with the library.
class OptionReader {
 public:
  /// The library holds each option against all before it, so it gets those that a word may mean.
  OptionReader(const Command& command, const std::vector<std::string>& words)
      : command_(command), app_("gpujob") {
    app_.set_help_flag();
    app_.allow_extras();
    for_each_option(command, [&](const OptionSpec& spec) {
      const bool wanted = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        if (word.starts_with("--")) return word.substr(2).starts_with(spec.name);
        return word.starts_with('-') && spec.letter != '\0' &&
               word.find(spec.letter) != std::string_view::npos;
      });
      if (wanted) add(spec);
    });
  }

  Status read(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (auto right = check_value(words, i); !right) return right;
    }
    std::vector<std::string> backwards;
    for (const std::string& word : words) {
      if (!take_optional(word)) backwards.push_back(word);
    }
    std::reverse(backwards.begin(), backwards.end());
    try {
      app_.parse(std::move(backwards));
    } catch (const CLI::ParseError& error) {
      return missing_value(error.what());
    }
    return Status{};
  }

  /// Words that are neither an option nor its value, in order.
  std::vector<std::string> left_over() const { return app_.remaining(); }

  Status fill(Arguments& arguments) const {
    for (const Entry& entry : entries_) {
      if (entry.option != nullptr && entry.spec->value.empty()) {
        if (entry.option->count() > 0) arguments.add_option(std::string(entry.spec->name), "");
        continue;
      }
      if (auto added = add_values(*entry.spec, entry.values, arguments); !added) return added;
    }
    return Status{};
  }

 private:
  /// Refuses a value for a switch, and an option in place of a value: the library takes both.
  Status check_value(const std::vector<std::string>& words, std::size_t at) const {
    const std::string& word = words[at];
    if (!word.starts_with('-')) return Status{};
    const OptionSpec* spec = option_of(command_, word);
    if (spec == nullptr) return Status{};
    const bool joined =
        word.starts_with("--") ? word.find('=') != std::string::npos : word.size() > 2;
    if (spec->value.empty()) {
      if (!joined || !word.starts_with("--")) return Status{};
      return Failure{ExitCode::Usage, format("option '--{}'", spec->name), "takes no value"};
    }
    if (joined || spec->value_is_optional() || at + 1 >= words.size()) return Status{};
    const std::string& next = words[at + 1];
    if (!next.starts_with('-') || option_of(command_, next) == nullptr) return Status{};
    return missing_value(word);
  }

  struct Entry {
    const OptionSpec* spec = nullptr;
    CLI::Option* option = nullptr;  ///< nullptr: its value is optional, and take_optional reads it
    std::vector<std::string> values;
  };

  /// Takes "--sandbox" or "--sandbox=NAME"; false for any other word.
  bool take_optional(const std::string& word) {
    for (Entry& entry : entries_) {
      const std::string name = format("--{}", entry.spec->name);
      if (entry.option != nullptr || !word.starts_with(name)) continue;
      if (word.size() > name.size() && word[name.size()] != '=') continue;
      entry.values.push_back(word.substr(std::min(word.size(), name.size() + 1)));
      return true;
    }
    return false;
  }

  void add(const OptionSpec& spec) {
    Entry& entry = entries_.emplace_back();
    entry.spec = &spec;
    if (spec.value_is_optional()) return;  // the library would take the next word as its value
    if (spec.value.empty()) {
      entry.option = app_.add_flag(library_name(spec));
      return;
    }
    entry.option = app_.add_option(library_name(spec), entry.values)
                       ->type_size(1)
                       ->allow_extra_args(false)
                       ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }

  /// Uses only the option's name, with which the library's text starts.
  Failure missing_value(const std::string& library_text) const {
    const std::string word = library_text.substr(0, library_text.find(':'));
    const OptionSpec* spec = option_of(command_, word);
    if (spec == nullptr) return {ExitCode::Usage, calling(command_), library_text};
    return no_value(*spec);
  }

  const Command& command_;
  CLI::App app_;
  std::deque<Entry> entries_;  ///< a deque: the library keeps references to `values`
};

/// Advice for a word after an option that takes its value only after '='.
std::string meant_for_option(const Command& command, const CommandLine& line) {
  std::string fix;
  for (std::size_t i = 1; i < line.words.size(); ++i) {
    const std::string &option = line.words[i - 1], &word = line.words[i];
    if (word.starts_with('-')) continue;
    for_each_option(command, [&](const OptionSpec& spec) {
      if (spec.value_is_optional() && option == format("--{}", spec.name)) {
        fix = format("write '{}={}'", option, printable(word));
      }
    });
  }
  return fix;
}

Status check_arguments(const Command& command, const CommandLine& line,
                       const std::vector<std::string>& words) {
  std::size_t taken = 0;
  bool takes_more = false;
  for (const ArgumentSpec& spec : command.arguments) {
    const bool needed =
        spec.need == ArgumentSpec::Need::One || spec.need == ArgumentSpec::Need::OneOrMore;
    if (needed && taken >= words.size()) {
      return Failure{ExitCode::Usage, calling(command), format("no {} given", spec.name), "",
                     see_help(command)};
    }
    if (taken < words.size() && !spec.choices.empty()) {
      const std::string where = format("gpujob {} {}", command.name, spec.name);
      if (auto known = check_choice(where, spec.choices, words[taken]); !known) return known;
    }
    takes_more =
        spec.need == ArgumentSpec::Need::Many || spec.need == ArgumentSpec::Need::OneOrMore;
    ++taken;
  }
  if (!takes_more && words.size() > taken) {
    const std::string fix = meant_for_option(command, line);
    return Failure{ExitCode::Usage, calling(command),
                   format("unexpected word '{}'", printable(words[taken])), "",
                   fix.empty() ? see_help(command) : fix};
  }
  return Status{};
}

}  // namespace

CommandLine split_at_dashes(const std::vector<std::string>& argv) {
  CommandLine line;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (line.has_rest) {
      line.rest.push_back(argv[i]);
    } else if (argv[i] == "--") {
      line.has_rest = true;
    } else {
      line.words.push_back(argv[i]);
    }
  }
  return line;
}

Result<Arguments> parse_arguments(const Command& command, const CommandLine& line) {
  if (line.has_rest && command.rest == Rest::No) {
    return Failure{ExitCode::Usage, calling(command), "unexpected '--'",
                   "this command passes nothing to sbatch", see_help(command)};
  }
  OptionReader reader(command, line.words);
  if (auto read = reader.read(line.words); !read) return read.failure();

  const auto words = reader.left_over();
  for (const std::string& word : words) {
    if (word.size() > 1 && word.front() == '-') return unknown_option(command, word);
  }
  Arguments arguments;
  if (auto filled = reader.fill(arguments); !filled) return filled.failure();
  if (auto right = check_arguments(command, line, words); !right) return right.failure();
  for (const std::string& word : words) arguments.add_positional(word);
  arguments.set_rest(line.rest);
  return arguments;
}

std::vector<std::string> words_of(const Command& command, const Arguments& arguments) {
  std::vector<std::string> words = {"gpujob"};
  for (const std::string_view word : split(command.name, ' ')) words.emplace_back(word);
  for (const std::string& word : arguments.positional()) words.push_back(word);
  for (const auto& [name, value] : arguments.options()) {
    const OptionSpec* spec = find_option(command, name);
    const bool apart = spec != nullptr && spec->needs_value() && !value.starts_with('-');
    words.push_back(apart || value.empty() ? format("--{}", name) : format("--{}={}", name, value));
    if (apart) words.push_back(value);
  }
  if (!arguments.rest().empty()) words.emplace_back("--");
  for (const std::string& word : arguments.rest()) words.push_back(word);
  return words;
}

std::vector<std::string> choices_of(std::string_view text) {
  std::vector<std::string> choices;
  for (const std::string_view choice : split(text, '|')) choices.emplace_back(choice);
  return choices;
}

}  // namespace gpujob
