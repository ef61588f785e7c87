// SPDX-License-Identifier: MIT
#include "jobs/port/carried.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "base/pattern.h"
#include "base/text.h"
#include "plan/gpu_choice.h"
#include "script/gpu_count.h"
#include "script/port_mark.h"

namespace gpujob {

namespace {

constexpr auto kSubjects = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"account", "account"},
    {"partition", "partition"},
    {"gpus", "gpus"},
    {"gpus-per-node", "gpus"},
    {"gpus-per-task", "gpus"},
    {"gpus-per-socket", "gpus"},
    {"gres", "gpus"},
    {"constraint", "gpus"},
    {"nodes", "tasks"},
    {"ntasks", "tasks"},
    {"ntasks-per-node", "tasks"},
    {"cpus-per-task", "cpus"},
    {"cpus-per-gpu", "cpus"},
    {"mem", "memory"},
    {"mem-per-cpu", "memory"},
    {"mem-per-gpu", "memory"},
    {"time", "time"},
    {"qos", "qos"},
    {"reservation", "reservation"},
    {"clusters", "clusters"},
});

/// What names something that only one center has.
constexpr std::array<std::string_view, 22> kCenterBound = {"prefer",
                                                           "cluster-constraint",
                                                           "nodelist",
                                                           "exclude",
                                                           "nodefile",
                                                           "licenses",
                                                           "wckey",
                                                           "bb",
                                                           "bbf",
                                                           "network",
                                                           "switches",
                                                           "mcs-label",
                                                           "tres-per-task",
                                                           "priority",
                                                           "gres-flags",
                                                           "container",
                                                           "container-id",
                                                           "core-spec",
                                                           "thread-spec",
                                                           "sockets-per-node",
                                                           "cores-per-socket",
                                                           "extra-node-info"};

/// Items of --gres that are not GPUs, and features that do not stand for the GPU type.
std::string without_gpus(const Directive& directive, const GpuType* gpu) {
  const std::string value = directive.value.value_or("");
  std::string rest;
  const bool gres = directive.option == "gres";
  for (const std::string_view item : split(value, gres ? ',' : '&')) {
    if (gres && gpu_count_of(item)) continue;
    const bool of_type =
        !gres && gpu != nullptr &&
        (item == gpu->feature || names_gpu(std::string(item), *gpu) ||
         std::any_of(gpu->request.begin(), gpu->request.end(), [&](const PlacedText& line) {
           return line.value == "--constraint=" + std::string(item);
         }));
    if (of_type) continue;
    rest += (rest.empty() ? "" : gres ? "," : "&") + std::string(item);
  }
  return rest;
}

/// The one option whose values add up.
std::optional<std::string> all_mail_types(const std::vector<Directive>& directives) {
  std::string all;
  for (const Directive& directive : directives) {
    if (directive.option != "mail-type") continue;
    all += (all.empty() ? "" : ",") + directive.value.value_or("");
  }
  return all;
}

/// The script's own account is kept where it has the new center's form.
void choose_account(const PortInput& input, Request& request) {
  const Directive* own = input.script.script.find("account");
  const DirectiveRule* rule = input.to.cluster.find_rule("account");
  if (request.account || own == nullptr || rule == nullptr || rule->pattern.empty()) return;
  const std::string value = own->value.value_or("");
  if (!matches(rule->pattern, value)) return;
  request.account = SourcedValue{value, From::Script, format("{}:{}", input.file, own->line)};
}

bool is_of_plugin(const Cluster& cluster, const std::string& option) {
  const DirectiveRule* rule = cluster.find_rule(option);
  return rule != nullptr && rule->plugin;
}

}  // namespace

void Carried::leave_open(const Directive& directive, std::string why) {
  const std::string text = directive_text(directive);
  rows.push_back({directive.line, text, Fate::NoCounterpart, "", std::move(why), ""});
  left[directive.line].push_back(port_comment(text));
  settled.insert(&directive);
}

std::string_view subject_of(std::string_view option) {
  for (const auto& [name, subject] : kSubjects)
    if (name == option) return subject;
  return {};
}

Status check_directive_lines(const PortInput& input) {
  int number = 0;
  const auto& directives = input.script.script.directives;
  for (const std::string_view line : lines(input.text)) {
    ++number;
    const std::string where = format("{}:{}", input.file, number);
    const bool read = std::any_of(directives.begin(), directives.end(),
                                  [&](const Directive& one) { return one.line == number; });
    if (line.starts_with("#PBS") && read) {
      return Failure{ExitCode::Invalid, where, "an option of PBS", "sbatch reads it too",
                     "write it as '#SBATCH'"};
    }
    if (number >= input.script.script.body_line || !line.starts_with("#SBATCH")) continue;
    const std::string_view rest = trim(line.substr(7));
    if (rest == "hetjob" || rest == "packjob") {
      return Failure{ExitCode::Invalid, where, "a job of several components cannot be ported",
                     "what they get together depends on the center", "port each by itself"};
    }
    if (!read && !rest.empty() && rest.front() != '#') {
      return Failure{ExitCode::Invalid, where, "an option and its value are on two lines", "",
                     "write them on one"};
    }
  }
  return {};
}

Carried carry_directives(const PortInput& input, const HomeJob& home, Request& request) {
  Carried carried;
  const std::string here = site_name(input.from.profile, input.from.cluster);
  const auto drop = [&](const Directive& directive, std::string why) {
    carried.rows.push_back(
        {directive.line, directive_text(directive), Fate::Dropped, "", std::move(why), ""});
    carried.settled.insert(&directive);
  };
  for (const Directive& directive : input.script.script.directives) {
    const std::string& option = directive.option;
    if (input.script.script.find(option) != &directive) {
      drop(directive, option == "mail-type" ? "joined to the last one" : "given again below");
    } else if (contains(kCenterBound, option)) {
      carried.leave_open(directive, format("it names something of {}", here));
    } else if (is_of_plugin(input.from.cluster, option) &&
               !is_of_plugin(input.to.cluster, option)) {
      carried.leave_open(directive, format("a plug-in of {} has it", here));
    } else if (option == "clusters") {
      drop(directive, format("it names clusters of {}", here));
    } else if (option == "qos" || option == "reservation") {
      const auto& flag = option == "qos" ? request.qos : request.reservation;
      if (!flag)
        carried.leave_open(directive, format("only {} has it; choose with --{}", here, option));
    } else if (option == "gres" || option == "constraint") {
      const std::string rest = without_gpus(directive, home.gpu);
      if (!rest.empty())
        carried.leave_open(directive, format("nothing documented stands for '{}'", rest));
    } else if (subject_of(option).empty()) {
      const auto value =
          option == "mail-type" ? all_mail_types(input.script.script.directives) : directive.value;
      request.script_directives.push_back(
          {{option, value}, format("{}:{}", input.file, directive.line)});
    }
  }
  choose_account(input, request);
  return carried;
}

}  // namespace gpujob
