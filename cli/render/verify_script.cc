// SPDX-License-Identifier: MIT
#include "render/verify_script.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "render/render.h"
#include "script/parse.h"
#include "script/quoting.h"

// A check of every rendered script. Rendering quotes values; this reads the script as sbatch reads
// directives and as bash reads words, and compares with the plan. So a value that escapes a
// template's quoting, or a template that forgets a slot, ends as a message and not as a job.
// Example of what is read back:
//
//     export GPUJOB_SITE='a b'                                  environment
//     module load CUDA/12.9.1 || stop "…:" CUDA/12.9.1          modules
//     program="${GPUJOB_LIBEXEC:-$libexec}"/integrate2d.cuda    program
//     GPUJOB_LAUNCH=$launch srun "$program" … --report "$report" &     command
//     GPUJOB_LAUNCH=$launch "$program" --merge 2 --report "$report"    its second line

namespace gpujob {

namespace {

using Words = std::vector<std::string>;

Failure differs(const std::string& file, const std::string& what, const Words& wanted,
                const Words& found) {
  return {ExitCode::Invalid, file,
          format("the {} of the rendered script differ from the plan's", what),
          visible(format("'{}' instead of '{}'", join(found, "', '"), join(wanted, "', '"))),
          "correct the template or the value"};
}

Words texts(const std::vector<Directive>& directives) {
  Words found;
  for (const Directive& directive : directives) found.push_back(directive_text(directive));
  return found;
}

Words texts(const std::vector<PlannedOption>& options) {
  Words wanted;
  for (const PlannedOption& option : options) {
    wanted.push_back(directive_text({option.option, option.value, 0}));
  }
  return wanted;
}

/// Those that Slurm does not have are a plug-in's.
KnownOptions options_of(const std::vector<PlannedOption>& options) {
  KnownOptions known;
  for (const PlannedOption& one : options) {
    if (find_option(one.option) != nullptr) continue;
    SbatchOption& plugin = known.plugins.emplace_back();
    plugin.name = one.option;
    plugin.argument = Argument::Optional;
  }
  return known;
}

/// The body's lines as words: those that begin with one of `keys`. A line that cannot be split (an
/// open quote) is left out.
class ScriptWords {
 public:
  ScriptWords(std::string file, const std::string& script,
              const std::vector<PlannedOption>& options,
              std::initializer_list<std::string_view> keys)
      : file_(std::move(file)), parsed_(parse_script(file_, script, options_of(options))) {
    for (const std::string_view line : lines(parsed_.script.body)) {
      const std::string_view text = trim(line);
      const bool matters = std::any_of(keys.begin(), keys.end(),
                                       [&](std::string_view key) { return text.starts_with(key); });
      if (!matters) continue;
      Result<Words> words = split_words(line);
      if (words && !words->empty()) lines_.push_back(std::move(*words));
    }
  }

  Status check_head(const std::string& shell, const std::vector<PlannedOption>& options) const {
    for (const Diagnostic& diagnostic : parsed_.diagnostics) {
      return Failure(ExitCode::Invalid, diagnostic);
    }
    if (parsed_.script.shebang != shell) {
      return differs(file_, "shells", {shell}, {parsed_.script.shebang});
    }
    const Words wanted = texts(options);
    const Words found = texts(parsed_.script.directives);
    return wanted == found ? Status{} : differs(file_, "directives", wanted, found);
  }

  Status check_modules(const ModuleSteps& steps) const {
    const auto check = [&](const char* what, const char* command, const char* verb,
                           const Words& wanted) -> Status {
      Words found;
      for (const Words& line : lines_) {
        if (line.size() > 3 && line[0] == command && line[1] == verb) found.push_back(line[2]);
      }
      return found == wanted ? Status{} : differs(file_, what, wanted, found);
    };
    const Status checks[] = {
        check("module directories", "module", "use", steps.use.value_or(Words{})),
        check("modules", "module", "load", steps.modules),
        check("packages of Spack", "spack", "load", steps.spack.value_or(Words{})),
        check("environments", "conda", "activate", steps.conda ? Words{*steps.conda} : Words{})};
    for (const Status& one : checks)
      if (!one) return one;
    return {};
  }

  /// The words after `keyword` on every line that begins with it.
  Words after(const std::string& keyword) const {
    Words found;
    for (const Words& line : lines_) {
      if (line.front() == keyword) found.insert(found.end(), line.begin() + 1, line.end());
    }
    return found;
  }

  /// The words of the lines that have `word` somewhere.
  Words containing(const std::string& word) const {
    Words found;
    for (const Words& line : lines_) {
      if (contains(line, word)) {
        found.insert(found.end(), line.begin(), line.end());
      }
    }
    return found;
  }

  bool has_line(const Words& words) const { return contains(lines_, words); }

  bool has_line_from(const Words& words) const {
    return std::any_of(lines_.begin(), lines_.end(), [&](const Words& line) {
      return line.size() >= words.size() && std::equal(words.begin(), words.end(), line.begin());
    });
  }

  ParsedScript parsed() && { return std::move(parsed_); }

  Status check(const std::string& what, const Words& wanted, const Words& found) const {
    return wanted == found ? Status{} : differs(file_, what, wanted, found);
  }

 private:
  std::string file_;
  ParsedScript parsed_;
  std::vector<Words> lines_;
};

Words wanted_environment(const JobPlan& plan) {
  Words wanted;
  const auto add = [&](const NamedValues& variables) {
    for (const auto& [name, value] : variables) wanted.push_back(format("{}={}", name, value));
  };
  add(plan.environment);
  add(plan.modules.variables.value_or(NamedValues{}));
  const OwnJobPlan* own = own_job_of(plan);
  if (own == nullptr)
    wanted.emplace_back("SLURM_EXPORT_ENV=ALL");
  else if (own->environment)
    add(*own->environment);
  return wanted;
}

/// The line that starts a user's own job.
Status check_own_line(const ScriptWords& script, const JobPlan& plan) {
  Words wanted = {"exec", "--"};
  for (std::string& word : payload_command(plan)) wanted.push_back(std::move(word));
  const Words start = {"cd", "--", own_job_of(plan)->directory};
  if (!script.has_line_from(start)) return differs("job.sh", "directories", start, {});
  return script.has_line(wanted) ? Status{} : differs("job.sh", "command words", wanted, {});
}

Words wanted_command(const WorkloadPlan& work) {
  Words wanted = work.launcher;
  wanted.emplace_back("$program");
  for (const std::string& word : work.arguments) {
    wanted.push_back(replace_all(word, kReportSlot, "$report"));
  }
  if (!places_report(work)) wanted.insert(wanted.end(), {"--report", "$report"});
  wanted.emplace_back("&");
  if (is_in_parts(work)) {
    for (std::string& word : container_words(work)) wanted.push_back(std::move(word));
    wanted.insert(wanted.end(), {"$program", "--merge", format("{}", work.split->processes),
                                 "--report", "$report"});
  }
  return wanted;
}

Status first_failure(std::initializer_list<Status> checks) {
  for (const Status& check : checks) {
    if (!check) return check;
  }
  return {};
}

/// The lines that find a workload's program and start it.
Status check_launch(const ScriptWords& script, const WorkloadPlan& work) {
  const bool own = places_report(work);
  const std::string slash = work.libexec.ends_with('/') ? "" : "/";
  const Words program = {own ? "program=" + work.libexec + slash + work.program
                             : "program=${GPUJOB_LIBEXEC:-$libexec}/" + work.program};
  return first_failure({
      script.check("settings", own ? Words{} : Words{"libexec=" + work.libexec},
                   script.containing("libexec=" + work.libexec)),
      script.check("programs", program, script.containing(program.front())),
      script.check("command words", wanted_command(work), script.after("GPUJOB_LAUNCH=$launch")),
  });
}

}  // namespace

Result<ParsedScript> check_job_script(const std::string& text, const JobPlan& plan) {
  ScriptWords script("job.sh", text, plan.options,
                     {"export", "module", "spack", "conda", "libexec=", "program=", "GPUJOB_LAUNCH",
                      "cd -- ", "exec -- "});
  std::vector<PlannedOption> options;
  if (plan.executor == Executor::Slurm && !plan.array_task) {
    options = plan.options;
    for (PlannedOption& option : output_options(plan)) options.push_back(std::move(option));
  }
  const Status same = first_failure({
      script.check_head(plan.shell, options),
      script.check("variables", wanted_environment(plan), script.after("export")),
      script.check_modules(plan.modules),
  });
  if (!same) return same.failure();
  const WorkloadPlan* work = workload_of(plan);
  const Status line = work == nullptr ? check_own_line(script, plan) : check_launch(script, *work);
  if (!line) return line.failure();
  return std::move(script).parsed();
}

Result<ParsedScript> check_array_script(const std::string& text, const JobPlan& first,
                                        const std::vector<PlannedOption>& options) {
  ScriptWords script("job.sh", text, options, {"run=", ". "});
  const Words task = {"run=" + array_directory(first.run_directory, *first.array_task) +
                      "/task-$SLURM_ARRAY_TASK_ID"};
  const Status same = first_failure({
      script.check_head(first.shell, options),
      script.check("directories", task, script.containing(task.front())),
      script.has_line({".", "$run/job.sh"}) ? Status{} : differs("job.sh", "tasks", task, {}),
  });
  if (!same) return same.failure();
  return std::move(script).parsed();
}

Status check_build_script(const std::string& text, const BuildPlan& build) {
  const ScriptWords script("build.sh", text, build.options,
                           {"module", "spack", "conda", "directory=", build.command.front()});
  Words command = build.command;
  std::replace(command.begin(), command.end(), build.output, std::string("$directory/$output"));
  const Words directory = {"directory=" + build.program_directory};
  return first_failure({
      script.check_head(build.shell, build_options(build)),
      script.check_modules(build.modules),
      script.check("settings", directory, script.containing(directory.front())),
      script.has_line(command)
          ? Status{}
          : differs("build.sh", "compiler words", command, script.containing("$directory/$output")),
  });
}

}  // namespace gpujob
