// SPDX-License-Identifier: MIT
#include "script/option_reader.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/suggest.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

constexpr const char* kRefused = "sbatch refuses the script";
constexpr const char* kReleasesRead = "2026-11-25";

using Options = std::vector<const SbatchOption*>;

/// The options that `name` may stand for: the exact one, else all with that prefix. Where the
/// release is unknown, options of later ones make no abbreviation ambiguous.
Options candidates(std::string_view name, const KnownOptions& known) {
  const std::string_view release = known.release;
  if (const SbatchOption* exact = find_option(name, release)) return {exact};
  Options found;
  for (const SbatchOption& option : known.plugins) {
    if (option.name == name) return {&option};
    if (option.name.starts_with(name)) found.push_back(&option);
  }
  for (const SbatchOption& option : sbatch_options()) {
    const bool again = !found.empty() && found.back()->name == option.name;
    if (option.name.starts_with(name) && option.is_in(release) && !again) found.push_back(&option);
  }
  if (found.size() < 2 || !release.empty()) return found;
  std::string_view first = found.front()->since;
  for (const SbatchOption* option : found) first = std::min(first, option->since);
  Options oldest;
  std::copy_if(found.begin(), found.end(), std::back_inserter(oldest),
               [&](const SbatchOption* option) { return option->since == first; });
  return oldest.size() == 1 ? oldest : found;
}

/// The branch of Slurm's source that has, or lacks, an option.
std::string source_of(std::string_view release) {
  return format("https://github.com/SchedMD/slurm/blob/slurm-{}/src/common/slurm_opt.c, read {}",
                release, kReleasesRead);
}

class OptionReader {
 public:
  OptionReader(const std::vector<DirectiveWord>& words, const KnownOptions& known)
      : words_(words), known_(known), release_(known.release) {}

  OptionsRead read() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      const std::string& text = words_[at_].text;
      if (text == "--" && !over_) {
        over_ = true;
      } else if (!over_ && text.starts_with("--")) {
        read_long(std::string_view(text).substr(2));
      } else if (!over_ && text.starts_with("-") && text.size() > 1) {
        read_letters(std::string_view(text).substr(1));
      } else {
        report("unexpected word '" + visible(text) + "'",
               "sbatch refuses: \"Invalid directive found in batch script\"",
               "quote a value that has blanks, or remove the word");
      }
    }
    return std::move(result_);
  }

 private:
  void read_long(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    const Options options = candidates(name, known_);
    if (options.size() != 1) {
      options.empty() ? report_unknown(name) : report_ambiguous(name, options);
      return equals == std::string_view::npos ? skip_value() : void();
    }
    const SbatchOption& option = *options.front();
    if (equals == std::string_view::npos) {
      option.argument == Argument::Required ? take_next(option) : add(option, std::nullopt);
    } else if (option.argument == Argument::None) {
      report("option '--" + std::string(option.name) + "' takes no value", kRefused,
             "write '--" + std::string(option.name) + "'");
    } else {
      add(option, std::string(text.substr(equals + 1)), equals + 3);
    }
  }

  /// The word after an option that sbatch does not know is the value of that option, not a second
  /// fault.
  void skip_value() {
    if (at_ + 1 < words_.size() && !words_[at_ + 1].text.starts_with('-')) ++at_;
  }

  /// `-Hn4`: letters without a value may be joined; after the first letter that takes a value, the
  /// rest of the word is that value.
  void read_letters(std::string_view letters) {
    for (std::size_t i = 0; i < letters.size(); ++i) {
      const SbatchOption* option = find_option(letters[i]);
      if (option == nullptr) {
        return report("unknown option '-" + visible(letters.substr(i, 1)) + "'", kRefused, "");
      }
      if (option->argument == Argument::None) {
        add(*option, std::nullopt);
        continue;
      }
      if (i + 1 < letters.size()) return add(*option, std::string(letters.substr(i + 1)), i + 2);
      return option->argument == Argument::Required ? take_next(*option)
                                                    : add(*option, std::nullopt);
    }
  }

  void take_next(const SbatchOption& option) {
    if (at_ + 1 == words_.size()) {
      return report("option '--" + std::string(option.name) + "' has no value", kRefused,
                    "give it one");
    }
    Directive directive{name_of(option), words_[at_ + 1].text, words_[at_].line,
                        column_of(words_[at_].column)};
    const DirectiveWord& value = words_[++at_];
    if (value.line == directive.line) {
      directive.value_column = column_of(value.column);
      directive.value_length = column_of(value.length);
    }
    result_.directives.push_back(std::move(directive));
  }

  /// `before`: the bytes of the word before the value.
  void add(const SbatchOption& option, std::optional<std::string> value, std::size_t before = 0) {
    const DirectiveWord& word = words_[at_];
    Directive directive{name_of(option), std::move(value), word.line, column_of(word.column)};
    if (directive.value && word.plain >= before && word.length > before) {
      directive.value_column = column_of(word.column + before);
      directive.value_length = column_of(word.length - before);
    }
    result_.directives.push_back(std::move(directive));
  }

  static int column_of(std::size_t bytes) { return static_cast<int>(bytes); }

  static std::string name_of(const SbatchOption& option) {
    return std::string(option.same_as.empty() ? option.name : option.same_as);
  }

  void report_unknown(std::string_view name) {
    const std::string written = "--" + std::string(name);
    const Options elsewhere = candidates(name, "");
    if (elsewhere.size() == 1) return report_other_release(written, *elsewhere.front());
    std::vector<std::string> names;
    for (const SbatchOption& option : sbatch_options()) {
      if (option.is_in(release_)) names.push_back("--" + std::string(option.name));
    }
    for (const SbatchOption& option : known_.plugins)
      names.push_back("--" + std::string(option.name));
    report("unknown option '" + visible(written) + "'", kRefused, did_you_mean(written, names));
  }

  void report_other_release(const std::string& written, const SbatchOption& option) {
    const bool gone = !option.until.empty() && option.until <= release_;
    const std::string_view change = gone ? option.until : option.since;
    report(
        format("Slurm {} does not know option '{}'", release_, visible(written)),
        format("Slurm {} {} {}", change, gone ? "removed" : "added",
               written == "--" + std::string(option.name) ? "it" : format("'--{}'", option.name)),
        "remove it");
    result_.problems.back().source = source_of(change);
  }

  void report_ambiguous(std::string_view name, const Options& options) {
    std::vector<std::string> names;
    names.reserve(options.size());
    for (const SbatchOption* option : options) names.push_back("--" + std::string(option->name));
    report("option '--" + visible(name) + "' is ambiguous", kRefused,
           format("write one of {}", join(names, ", ")));
  }

  void report(std::string problem, std::string why, std::string fix) {
    result_.problems.push_back({at_, std::move(problem), std::move(why), std::move(fix)});
  }

  const std::vector<DirectiveWord>& words_;
  const KnownOptions& known_;
  std::string_view release_;
  std::size_t at_ = 0;
  bool over_ = false;  ///< after `--`, which ends the options
  OptionsRead result_;
};

}  // namespace

OptionsRead read_options(const std::vector<DirectiveWord>& words, const KnownOptions& known) {
  return OptionReader(words, known).read();
}

}  // namespace gpujob
