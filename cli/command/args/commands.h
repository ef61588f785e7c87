// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/command.h"

// The rows of the table of commands, each defined in <name>_command.cc.

namespace gpujob {

extern const Command site_list_command;
extern const Command site_show_command;
extern const Command site_check_command;
extern const Command site_detect_command;
extern const Command workload_list_command;
extern const Command workload_show_command;
extern const Command workload_new_command;
extern const Command workload_check_command;

extern const Command plan_command;
extern const Command script_command;
extern const Command submit_command;
extern const Command build_command;
extern const Command shell_command;
extern const Command lint_command;

extern const Command status_command;
extern const Command wait_command;
extern const Command logs_command;
extern const Command cancel_command;
extern const Command recover_command;
extern const Command collect_command;
extern const Command runs_command;

extern const Command report_command;
extern const Command compare_command;
extern const Command export_command;
extern const Command import_command;
extern const Command reference_set_command;
extern const Command reference_show_command;
extern const Command reference_check_command;

extern const Command sandbox_up_command;
extern const Command sandbox_down_command;
extern const Command sandbox_status_command;
extern const Command sandbox_list_command;
extern const Command sandbox_env_command;
extern const Command sandbox_logs_command;
extern const Command sandbox_guard_command;

extern const Command config_show_command;
extern const Command config_set_command;
extern const Command config_unset_command;
extern const Command codes_command;
extern const Command completion_command;
extern const Command help_command;
extern const Command version_command;
extern const Command manual_command;
extern const Command complete_command;

}  // namespace gpujob
