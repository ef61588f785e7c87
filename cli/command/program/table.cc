// SPDX-License-Identifier: MIT
#include "command/args/command.h"
#include "command/args/commands.h"

namespace gpujob {

namespace {

constexpr std::array site_rows = {
    &site_list_command,     &site_show_command,     &site_check_command,   &site_detect_command,
    &workload_list_command, &workload_show_command, &workload_new_command, &workload_check_command};
constexpr std::array job_rows = {&plan_command,  &script_command, &submit_command,
                                 &build_command, &shell_command,  &lint_command};
constexpr std::array run_rows = {&status_command,  &wait_command,    &logs_command, &cancel_command,
                                 &recover_command, &collect_command, &runs_command};
constexpr std::array result_rows = {
    &report_command,        &compare_command,        &export_command,         &import_command,
    &reference_set_command, &reference_show_command, &reference_check_command};
constexpr std::array sandbox_rows = {&sandbox_up_command,     &sandbox_down_command,
                                     &sandbox_status_command, &sandbox_list_command,
                                     &sandbox_env_command,    &sandbox_logs_command};
constexpr std::array other_rows = {&config_show_command, &config_set_command, &config_unset_command,
                                   &codes_command,       &completion_command, &help_command,
                                   &version_command};
constexpr std::array inner_rows = {&sandbox_guard_command, &manual_command, &complete_command};

constexpr std::array<CommandGroup, 6> groups = {{{"Sites and workloads", site_rows},
                                                 {"Jobs", job_rows},
                                                 {"Runs", run_rows},
                                                 {"Results", result_rows},
                                                 {"Sandboxes", sandbox_rows},
                                                 {"Setup and help", other_rows}}};

}  // namespace

std::span<const CommandGroup> command_groups() {
  return groups;
}

std::span<const Command* const> inner_commands() {
  return inner_rows;
}

const Command* find_command(std::string_view name) {
  for (const CommandGroup& group : groups) {
    for (const Command* command : group.commands) {
      if (command->name == name) return command;
    }
  }
  for (const Command* command : inner_rows) {
    if (command->name == name) return command;
  }
  return nullptr;
}

const OptionSpec* find_option(const Command& command, std::string_view name) {
  for (const auto& set : command.option_sets) {
    for (const OptionSpec& option : set) {
      if (option.name == name) return &option;
    }
  }
  return nullptr;
}

}  // namespace gpujob
