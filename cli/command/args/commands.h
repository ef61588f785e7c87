// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/run_command.h"

// The rows of the table of commands, each defined in <name>_command.cc with its two functions.

namespace gpujob {

extern const Command kSiteListCommand;
extern const Command kSiteShowCommand;
extern const Command kSiteCheckCommand;
extern const Command kSiteDetectCommand;
extern const Command kSiteDiscoverCommand;
extern const Command kSiteDriftCommand;
extern const Command kSiteExportCommand;
extern const Command kSiteNewCommand;
extern const Command kWorkloadListCommand;
extern const Command kWorkloadShowCommand;
extern const Command kWorkloadNewCommand;
extern const Command kWorkloadCheckCommand;

extern const Command kStackListCommand;
extern const Command kStackShowCommand;
extern const Command kStackBuildCommand;

extern const Command kPlanCommand;
extern const Command kScriptCommand;
extern const Command kSubmitCommand;
extern const Command kRunCommand;
extern const Command kBuildCommand;
extern const Command kShellCommand;
extern const Command kLintCommand;
extern const Command kPortCommand;
extern const Command kWhereCommand;
extern const Command kGpusCommand;

extern const Command kStatusCommand;
extern const Command kWaitCommand;
extern const Command kLogsCommand;
extern const Command kCancelCommand;
extern const Command kRecoverCommand;
extern const Command kRetryCommand;
extern const Command kTagCommand;
extern const Command kCollectCommand;
extern const Command kRunsCommand;
extern const Command kRunsGcCommand;
extern const Command kRunsForgetCommand;
extern const Command kDoctorCommand;

extern const Command kReportCommand;
extern const Command kCompareCommand;
extern const Command kExportCommand;
extern const Command kImportCommand;
extern const Command kReferenceSetCommand;
extern const Command kReferenceShowCommand;
extern const Command kReferenceCheckCommand;

extern const Command kSandboxUpCommand;
extern const Command kSandboxDownCommand;
extern const Command kSandboxStatusCommand;
extern const Command kSandboxListCommand;
extern const Command kSandboxEnvCommand;
extern const Command kSandboxLogsCommand;
extern const Command kSandboxGuardCommand;

extern const Command kConnectCommand;
extern const Command kConnectionsCommand;
extern const Command kDisconnectCommand;
extern const Command kPullCommand;
extern const Command kServeCommand;
extern const Command kSubmitAsCommand;

extern const Command kConfigShowCommand;
extern const Command kConfigSetCommand;
extern const Command kConfigUnsetCommand;
extern const Command kCodesCommand;
extern const Command kCompletionCommand;
extern const Command kHelpCommand;
extern const Command kVersionCommand;
extern const Command kManualCommand;
extern const Command kCompleteCommand;

}  // namespace gpujob
