// SPDX-License-Identifier: MIT
#include "script/parse.h"

#include <algorithm>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "script/directive_words.h"
#include "script/logical_lines.h"
#include "script/option_reader.h"
#include "script/option_value.h"

// How sbatch reads a script. It takes the words of every `#SBATCH` line up to the first line that
// is neither blank nor a comment, puts them one after the other, and reads the whole as its own
// command line. `#SBATCH` must stand at the very beginning of the line, in capitals. So
//
//     #!/bin/bash
//     #SBATCH -A proj -n        # two options and a remark
//     #SBATCH 4                 # the value of -n
//     ##SBATCH --time=1:00      # a comment
//     echo start
//     #SBATCH --time=2:00       # never read, without a warning
//
// gives account=proj, ntasks=4. Source: src/sbatch/opt.c of Slurm, and sbatch 22.05.8 itself.

namespace gpujob {

namespace {

constexpr std::string_view kMagic = "#SBATCH";
constexpr std::string_view kPbs = "#PBS ";
constexpr const char* kFormCode = "gj100";

bool is_comment_or_blank(std::string_view line) {
  const std::string_view text = trim(line);
  return text.empty() || text.front() == '#';
}

/// ` #SBATCH -n 1`, `# SBATCH -n 1`, `#sbatch -n 1`, `#SBTACH -n 1`: intended as a directive, read
/// as a comment. `##SBATCH` is the usual way to switch one off.
bool looks_like_directive(std::string_view line) {
  if (line.starts_with(kMagic)) return false;
  std::string_view text = trim(line);
  if (!text.starts_with('#')) return false;
  text = trim(text.substr(1));
  const std::string word = to_lower(text.substr(0, text.find_first_of(" \t")));
  const std::string_view rest = trim(text.substr(word.size()));
  const std::string sbatch = "sbatch";
  const bool has_its_letters = word.find_first_not_of(sbatch) == std::string::npos;
  return has_its_letters && rest.starts_with('-') && nearest(word, {&sbatch, 1}) == sbatch;
}

/// A line that ends the first component of a heterogeneous job.
bool starts_component(std::string_view line) {
  const std::string_view rest = trim(line.substr(kMagic.size()));
  return rest == "hetjob" || rest == "packjob";
}

class ScriptReader {
 public:
  ScriptReader(const std::string& name, std::string_view text, const KnownOptions& known)
      : name_(name), text_(text), known_(known), lines_(lines(text)) {}

  ParsedScript read() {
    check_file();
    result_.marks = port_marks(text_);
    const std::size_t command = find_first_command();
    const std::size_t body = read_directives(command);
    if (body < lines_.size()) {
      result_.script.body =
          text_.substr(static_cast<std::size_t>(lines_[body].data() - text_.data()));
    }
    result_.script.body_line = static_cast<int>(body) + 1;
    result_.script.command_lines = logical_lines(result_.script.body, result_.script.body_line);
    report_late_directives(command);
    std::stable_sort(places_.begin(), places_.end(), [](const Placed& left, const Placed& right) {
      return left.line < right.line;
    });
    for (Placed& placed : places_) result_.diagnostics.push_back(std::move(placed.diagnostic));
    return std::move(result_);
  }

 private:
  struct Placed {
    int line = 0;
    Diagnostic diagnostic;
  };

  /// What sbatch refuses before it reads any directive.
  void check_file() {
    if (trim(text_).empty()) {
      report(Severity::Error, 0, "the script is empty", "sbatch refuses it", "");
      return;
    }
    if (text_.starts_with("#!")) {
      result_.script.shebang = std::string(lines_.front());
    } else {
      report(Severity::Error, 1, "the first line does not begin with '#!'",
             "sbatch refuses: \"This does not look like a batch script\"",
             "begin with '#!/bin/bash'");
    }
    const std::size_t dos = text_.find("\r\n");
    if (dos != std::string_view::npos) {
      report(Severity::Error, line_of(dos), "DOS line breaks",
             "sbatch refuses: \"Batch script contains DOS line breaks\"",
             "convert the file with 'dos2unix'");
    }
    const std::size_t nul = text_.find('\0');
    if (nul != std::string_view::npos) {
      report(Severity::Error, line_of(nul), "a NUL character", "sbatch refuses the script",
             "remove it");
    }
  }

  std::size_t find_first_command() const {
    const auto found = std::find_if(lines_.begin(), lines_.end(), [](std::string_view line) {
      return !is_comment_or_blank(line);
    });
    return static_cast<std::size_t>(found - lines_.begin());
  }

  /// Reads lines before `command`; returns the index of the first line after the directives.
  std::size_t read_directives(std::size_t command) {
    std::vector<DirectiveWord> words;
    std::size_t body = lines_.empty() || result_.script.shebang.empty() ? 0 : 1;
    for (std::size_t i = 0; i < command; ++i) {
      if (looks_like_directive(lines_[i])) {
        report(Severity::Warning, number(i), "sbatch reads this line as a comment",
               "a directive begins with '#SBATCH' in the first column", "write '#SBATCH'");
      }
      if (!lines_[i].starts_with(kMagic)) continue;
      body = i + 1;
      if (starts_component(lines_[i])) {
        report(Severity::Note, number(i), "only the first component of this job is checked",
               "a heterogeneous job has several", "");
        break;
      }
      DirectiveWords found = directive_words(lines_[i], kMagic.size(), number(i));
      if (found.open_quote != '\0') {
        report(Severity::Error, number(i), format("unmatched {} in a directive", found.open_quote),
               "sbatch refuses the script", "close the quotes");
      }
      words.insert(words.end(), found.words.begin(), found.words.end());
    }
    OptionsRead read = read_options(words, known_);
    for (const OptionProblem& problem : read.problems) report(words[problem.word], problem);
    result_.script.directives = std::move(read.directives);
    if (result_.script.find("ignore-pbs") == nullptr) read_pbs();
    return body;
  }

  /// `#PBS -A x` and `#PBS -l walltime=t`, anywhere in the script: sbatch reads them too, after its
  /// own. Its other options of PBS are left out.
  void read_pbs() {
    constexpr std::string_view kWalltime = "walltime=";
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!lines_[i].starts_with(kPbs)) continue;
      const DirectiveWords found = directive_words(lines_[i], kPbs.size(), number(i));
      for (std::size_t word = 0; word + 1 < found.words.size(); ++word) {
        const std::string& value = found.words[word + 1].text;
        if (found.words[word].text == "-A") add_pbs("account", value, i);
        if (found.words[word].text != "-l") continue;
        for (const std::string_view item : split(value, ',')) {
          if (item.starts_with(kWalltime)) add_pbs("time", item.substr(kWalltime.size()), i);
        }
      }
    }
  }

  void add_pbs(const char* option, std::string_view value, std::size_t index) {
    result_.script.directives.push_back({option, std::string(value), number(index)});
  }

  /// A script that this one writes has directives of its own.
  void report_late_directives(std::size_t command) {
    std::vector<std::size_t> late;
    for (std::size_t i = command; i < lines_.size(); ++i) {
      if (lines_[i].starts_with(kMagic)) late.push_back(i);
    }
    if (late.empty()) return;
    const BatchScript& script = result_.script;
    const std::vector<int> written = here_document_lines(script.body, script.body_line);
    for (const std::size_t i : late) {
      if (std::binary_search(written.begin(), written.end(), number(i))) continue;
      report(Severity::Warning, number(i), "this '#SBATCH' line is never read",
             format("it comes after the first command, on line {}", number(command)), "move it up");
    }
  }

  static int number(std::size_t index) { return static_cast<int>(index) + 1; }

  int line_of(std::size_t offset) const {
    return 1 + static_cast<int>(std::count(
                   text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
  }

  void report(Severity severity, int line, std::string problem, std::string why, std::string fix) {
    std::string where = line == 0 ? name_ : format("{}:{}", name_, line);
    places_.push_back({line,
                       {kFormCode, severity, std::move(where), std::move(problem), std::move(why),
                        std::move(fix), ""}});
    places_.back().diagnostic.column = line == 0 ? 0 : 1;
  }

  void report(const DirectiveWord& word, const OptionProblem& problem) {
    report(Severity::Error, word.line, problem.problem, problem.why, problem.fix);
    places_.back().diagnostic.column = static_cast<int>(word.column);
    places_.back().diagnostic.source = problem.source;
    const std::string_view line = lines_[static_cast<std::size_t>(word.line) - 1];
    places_.back().diagnostic.excerpt =
        printable(line) + "\n" + std::string(word.column - 1, ' ') + "^";
  }

  const std::string& name_;
  std::string_view text_;
  const KnownOptions& known_;
  std::vector<std::string_view> lines_;
  ParsedScript result_;
  std::vector<Placed> places_;
};

}  // namespace

ParsedScript parse_script(const std::string& name, std::string_view text,
                          const KnownOptions& known) {
  return ScriptReader(name, text, known).read();
}

Result<std::vector<Directive>> parse_options(const std::vector<std::string>& arguments,
                                             const KnownOptions& known) {
  std::vector<DirectiveWord> words;
  words.reserve(arguments.size());
  for (const std::string& argument : arguments) words.push_back({argument, 0, 0, 0, 0});
  OptionsRead read = read_options(words, known);
  Diagnostics diagnostics;
  for (OptionProblem& problem : read.problems) {
    // Without a source the reason is about scripts and does not fit a command line.
    std::string why = problem.source.empty() ? "" : std::move(problem.why);
    diagnostics.push_back({"", Severity::Error, "after '--'", std::move(problem.problem),
                           std::move(why), std::move(problem.fix), ""});
    diagnostics.back().source = std::move(problem.source);
  }
  for (const Directive& option : read.directives) {
    const std::optional<ValueProblem> problem = value_problem(option);
    if (!problem || problem->kind == ValueProblem::Kind::ShellVariable) continue;
    diagnostics.push_back(
        {"", Severity::Error, "after '--'", problem->problem, problem->why, problem->fix, ""});
  }
  if (diagnostics.empty()) return std::move(read.directives);
  return Failure(ExitCode::Usage, std::move(diagnostics));
}

}  // namespace gpujob
