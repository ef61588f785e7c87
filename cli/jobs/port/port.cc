// SPDX-License-Identifier: MIT
#include "jobs/port/port.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "jobs/port/carried.h"
#include "jobs/port/home_job.h"
#include "jobs/port/port_body.h"
#include "lint/matching_nodes.h"
#include "plan/resolve.h"

// How the lines of a script and the options of the new plan find each other. Options of one subject
// belong together: `--gpus=1` and `-C KEY` at home may be `--gpus=KEY:1` there. An option of the
// plan goes to the line that had the same option, else to the first line of its subject, else below
// the last directive. A line whose options all stay is not touched.

namespace gpujob {

namespace {

std::string planned_text(const PlannedOption& option) {
  return directive_text({option.option, option.value, 0});
}

constexpr const char* kThreadsDiffer = "as many cores; the centers count threads differently";

class Porter {
 public:
  Porter(const PortInput& input, Request flags) : input_(input), request_(std::move(flags)) {}

  Result<Ported> port() {
    if (const Status fit = check_directive_lines(input_); !fit) return fit.failure();
    auto home = read_home_job(input_, request_.gpu.has_value());
    if (!home) return home.failure();
    home_ = *std::move(home);
    if (home_.gpus == 0) request_.gpu.reset();
    if (const Status same = ask_for_the_same(input_, home_, request_); !same) return same.failure();
    carried_ = carry_directives(input_, home_, request_);
    const bool same_cluster = here() == there();
    if (const Directive* partition = own("partition");
        same_cluster && partition != nullptr && !request_.partition)
      request_.partition = SourcedValue{partition->value.value_or(""), From::Script, input_.file};
    request_.missing_account = MissingAccount::Warning;
    const Payload script = ScriptPlan{{input_.file}};
    auto resolution = resolve(
        request_, ResolveInput{input_.to.profile, input_.to.cluster, input_.catalogue, script});
    if (!resolution) return resolution.failure();
    result_.resolution = *std::move(resolution);
    place_options();
    const GpuType* there = planned_gpu();
    port_body(input_, home_.gpu, there, carried_.rows, replacements_);
    write();
    sum_up(there);
    return std::move(result_);
  }

 private:
  const std::vector<Directive>& directives() const { return input_.script.script.directives; }
  std::string here() const { return site_name(input_.from.profile, input_.from.cluster); }
  std::string there() const { return site_name(input_.to.profile, input_.to.cluster); }

  const GpuType* planned_gpu() const {
    const auto& gpu = result_.resolution.plan.gpu;
    return gpu ? input_.to.cluster.find_gpu(gpu->key) : nullptr;
  }

  void row(const Directive& directive, Fate fate, std::string becomes, std::string why,
           std::string source = "") {
    carried_.rows.push_back({directive.line, directive_text(directive), fate, std::move(becomes),
                             std::move(why), std::move(source)});
  }

  /// The line that an option of the plan belongs on; 0: below the last directive.
  int line_for(const PlannedOption& option) const {
    const Directive* same = own(option.option);
    if (same != nullptr && carried_.settled.count(same) == 0) return same->line;
    const std::string_view subject = subject_of(option.option);
    if (subject.empty()) return 0;
    for (const Directive& directive : directives())
      if (subject_of(directive.option) == subject && carried_.settled.count(&directive) == 0)
        return directive.line;
    return 0;
  }

  const Choice* choice_of(const std::string& option) const {
    for (const Choice& choice : result_.resolution.explanation)
      if (choice.subject == "--" + option) return &choice;
    return nullptr;
  }

  const Directive* own(std::string_view option) const { return input_.script.script.find(option); }

  bool has_home_nodes() const { return result_.resolution.plan.nodes == home_.asked.nodes; }

  /// The same, in the script's own words: `-t 1-0` need not become 1-00:00:00.
  void keep_spelling(PlannedOption& option) const {
    const Directive* each = own("ntasks-per-node");
    if (option.option == "ntasks" && own("ntasks") == nullptr && each != nullptr &&
        has_home_nodes()) {
      option = {each->option, each->value};
    }
    const Directive* words = own(option.option);
    if (words == nullptr || !words->value || !option.value) return;
    const std::string& value = *words->value;
    const bool same =
        (option.option == "time" && parse_walltime(value) == parse_walltime(*option.value)) ||
        (option.option == "mem" && parse_memory_mib(value) == parse_memory_mib(*option.value)) ||
        (option.option == "nodes" && value.starts_with(*option.value + "-"));
    if (same) option.value = value;
  }

  /// Options of one line in the order that they had there.
  void order_lines() {
    const auto place = [&](const PlannedOption& option) {
      const auto found = std::find_if(
          directives().begin(), directives().end(),
          [&](const Directive& directive) { return directive.option == option.option; });
      return found - directives().begin();
    };
    for (auto& [line, options] : placed_) {
      if (line == 0) continue;
      std::stable_sort(options.begin(), options.end(),
                       [&](const PlannedOption& left, const PlannedOption& right) {
                         return place(left) < place(right);
                       });
    }
  }

  void place_options() {
    for (PlannedOption option : result_.resolution.plan.options) {
      keep_spelling(option);
      const bool own_name = option.option == "job-name";
      if (own_name && own("job-name") == nullptr) continue;
      placed_[line_for(option)].push_back(option);
    }
    const Directive* each = own("ntasks-per-node");
    if (each != nullptr && own("ntasks") != nullptr && has_home_nodes())
      placed_[each->line].push_back({each->option, each->value});
    order_lines();
    for (const Directive& directive : directives())
      if (carried_.settled.count(&directive) == 0) explain(directive);
    for (const PlannedOption& option : placed_[0])
      carried_.rows.push_back({0, "", Fate::Added, planned_text(option), why_added(option),
                               profile_line(choice_of(option.option))});
    if (result_.resolution.plan.missing_account) missing_account();
  }

  static std::string profile_line(const Choice* choice) {
    return choice != nullptr && choice->from == From::Profile ? choice->origin : "";
  }

  std::string why_added(const PlannedOption& option) const {
    const Choice* choice = choice_of(option.option);
    if (option.option == "cpus-per-task") return kThreadsDiffer;
    if (option.option == "time") return format("what {} gives without it", here());
    if (choice == nullptr || choice->from == From::Profile || choice->from == From::Script)
      return format("{} asks for it", there());
    return choice->origin;
  }

  void missing_account() {
    const Directive* account = own("account");
    const std::string why = format(
        "no account for {} is known; give --account, or 'gpujob config "
        "set sites.{}.account ACCOUNT'",
        there(), there());
    if (account == nullptr) {
      carried_.rows.push_back({0, "", Fate::NoCounterpart, "", why, ""});
      return;
    }
    std::erase_if(carried_.rows,
                  [&](const PortRow& one) { return one.was == directive_text(*account); });
    carried_.leave_open(*account, why);
  }

  /// One row for a directive that the planner had a say in.
  void explain(const Directive& directive) {
    const std::string_view subject = subject_of(directive.option);
    std::vector<std::string> becomes;
    const Choice* because = nullptr;
    bool kept = false;
    for (const auto& [line, options] : placed_) {
      for (const PlannedOption& option : options) {
        const bool same = option.option == directive.option;
        kept = kept || (same && option.value == directive.value);
        if (!same && (subject.empty() || subject_of(option.option) != subject)) continue;
        if (line != directive.line && !same && becomes.empty() && line == 0) continue;
        becomes.push_back(planned_text(option));
        if (because == nullptr || same) because = choice_of(option.option);
      }
    }
    if (kept) {
      const bool account = directive.option == "account" && request_.account &&
                           request_.account->from == From::Script;
      if (account) {
        row(directive, Fate::Yours, "", format("has this project time at {}?", there()));
      } else if (directive.option == "partition" && because != nullptr &&
                 because->from == From::Profile) {
        row(directive, Fate::Kept, "", format("{} has one of this name", there()), because->origin);
      } else {
        row(directive, Fate::Kept, "", "");
      }
      return;
    }
    if (becomes.empty()) {
      row(directive, Fate::Dropped, "", why_dropped(directive));
      return;
    }
    if (placed_[directive.line].empty() && subject == "gpus") {
      row(directive, Fate::Dropped, "", format("'{}' says it", join_words(becomes)));
      return;
    }
    row(directive, Fate::Respelt, join_words(becomes), why_respelt(directive, because),
        profile_line(because));
  }

  std::string why_dropped(const Directive& directive) const {
    const std::string_view subject = subject_of(directive.option);
    if (subject == "gpus") return format("{} gives the GPUs without it", there());
    if (subject == "partition") return format("it is a partition of {}", here());
    if (subject == "memory") return format("{} takes no --{}", there(), directive.option);
    return format("not needed at {}", there());
  }

  std::string why_respelt(const Directive& directive, const Choice* because) const {
    const std::string_view subject = subject_of(directive.option);
    if (subject == "gpus") return format("{} asks for its GPUs so", there());
    if (subject == "cpus" && directive.option == "cpus-per-task") return kThreadsDiffer;
    if (subject == "account" || subject == "qos" || subject == "reservation")
      return because == nullptr ? "" : because->origin;
    if (subject == "memory") return "the same memory per node";
    if (subject == "time") return "the same time";
    if (subject == "partition") return format("the partition for it at {}", there());
    return because != nullptr && because->from != From::Profile && because->from != From::Script
               ? because->origin
               : "the same number";
  }

  static std::string join_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
  }

  /// The new text of each line with directives.
  void replace_directives() {
    std::map<int, std::vector<const Directive*>> by_line;
    int last = 1;
    for (const Directive& directive : directives()) {
      by_line[directive.line].push_back(&directive);
      last = std::max(last, directive.line);
    }
    for (const auto& [line, given] : by_line) {
      std::vector<std::string> text = carried_.left[line];
      const std::vector<PlannedOption>& options = placed_[line];
      const bool same = text.empty() && options.size() == given.size() &&
                        std::equal(options.begin(), options.end(), given.begin(),
                                   [](const PlannedOption& option, const Directive* directive) {
                                     return option.option == directive->option &&
                                            option.value == directive->value;
                                   });
      if (same) continue;
      for (const PlannedOption& option : options) text.push_back("#SBATCH " + planned_text(option));
      replacements_[line] = std::move(text);
    }
    std::vector<std::string> added;
    for (const PlannedOption& option : placed_[0])
      added.push_back("#SBATCH " + planned_text(option));
    if (added.empty()) return;
    const auto found = replacements_.find(last);
    std::vector<std::string> text;
    if (found != replacements_.end()) {
      text = found->second;
    } else {
      text = {std::string(lines(input_.text)[static_cast<std::size_t>(last) - 1])};
    }
    text.insert(text.end(), added.begin(), added.end());
    replacements_[last] = std::move(text);
  }

  void write() {
    replace_directives();
    std::string& script = result_.script;
    int number = 0;
    const bool ends = input_.text.ends_with('\n');
    const auto all = lines(input_.text);
    for (const std::string_view line : all) {
      ++number;
      const bool final = number == static_cast<int>(all.size()) && !ends;
      const auto found = replacements_.find(number);
      if (found == replacements_.end()) {
        script += std::string(line) + (final ? "" : "\n");
        continue;
      }
      for (const std::string& text : found->second) script += text + "\n";
    }
    result_.rows = std::move(carried_.rows);
    std::stable_sort(result_.rows.begin(), result_.rows.end(),
                     [](const PortRow& left, const PortRow& right) {
                       const auto place = [](const PortRow& one) {
                         return one.line == 0 ? 1'000'000 : one.line;
                       };
                       return place(left) < place(right);
                     });
  }

  void sum_up(const GpuType* gpu) {
    result_.before =
        amounts(home_.asked, home_.asked.shapes, nodes_on(home_.asked.shapes, home_.asked));
    result_.before.gpus = home_.gpus;
    if (home_.gpu != nullptr) result_.before.gpu_model = home_.gpu->model;
    const ParsedScript parsed = parse_script(input_.file, result_.script);
    const ResourceRequest asked = requested_resources(parsed.script, input_.to.cluster);
    result_.after =
        amounts(asked, asked.shapes.empty() ? shapes_for(input_.to.cluster, gpu) : asked.shapes,
                std::max<long long>(asked.nodes, nodes_on(asked.shapes, asked)));
    const auto& planned = result_.resolution.plan.gpu;
    if (planned) {
      result_.after.gpu_model = planned->model;
      if (result_.after.gpus == 0) result_.after.gpus = planned->total;
    }
    tell_differences();
  }

  /// What did not stay the same is for the user to judge, whatever made it so.
  void tell_differences() {
    const auto tell = [&](long long before, long long after, const char* what) {
      if (before == after || (before == 0 && after == 0)) return;
      const auto text = [&](long long number) {
        return number == 0 ? std::string("left open") : count_of(number, what);
      };
      result_.rows.push_back({0, text(before), Fate::Yours, text(after),
                              format("{} and {} differ", here(), there()), ""});
    };
    if (!request_.time && here() != there()) {
      result_.rows.push_back(
          {0, "no --time", Fate::Yours, "",
           format("{} and {} have time limits of their own for a job without one", here(), there()),
           ""});
    }
    const PortedAmounts& was = result_.before;
    const PortedAmounts& is = result_.after;
    tell(was.gpus, is.gpus, "GPU");
    tell(was.nodes, is.nodes, "node");
    tell(was.tasks, is.tasks, "task");
    tell(was.cores_per_node, is.cores_per_node, "core per node");
    tell(was.memory_mib, is.memory_mib, "mebibyte per node");
    tell(was.seconds, is.seconds, "second");
    if (was.gpu_model != is.gpu_model) {
      result_.rows.push_back(
          {0, was.gpu_model, Fate::Yours, is.gpu_model, "another model, by --gpu", ""});
    }
  }

  const PortInput& input_;
  Request request_;
  HomeJob home_;
  Carried carried_;
  Ported result_;
  Replacements replacements_;
  std::map<int, std::vector<PlannedOption>> placed_;  ///< by line
};

}  // namespace

std::string_view to_string(Fate fate) {
  switch (fate) {
    case Fate::Kept:
      return "kept";
    case Fate::Respelt:
      return "respelt";
    case Fate::Dropped:
      return "dropped";
    case Fate::Added:
      return "added";
    case Fate::Yours:
      return "yours to decide";
    case Fate::NoCounterpart:
      return "no counterpart";
  }
  return "";
}

bool Ported::is_complete() const {
  return std::none_of(rows.begin(), rows.end(),
                      [](const PortRow& row) { return row.fate == Fate::NoCounterpart; });
}

Result<Ported> port_script(const PortInput& input, Request flags) {
  return Porter(input, std::move(flags)).port();
}

}  // namespace gpujob
