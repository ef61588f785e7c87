// SPDX-License-Identifier: MIT
#include "command/args/command.h"
#include "command/args/commands.h"

namespace gpujob {

namespace {

constexpr std::array kSiteRows = {
    &kSiteListCommand,     &kSiteShowCommand,     &kSiteCheckCommand,   &kSiteDetectCommand,
    &kSiteNewCommand,      &kSiteDiscoverCommand, &kSiteDriftCommand,   &kSiteExportCommand,
    &kWorkloadListCommand, &kWorkloadShowCommand, &kWorkloadNewCommand, &kWorkloadCheckCommand,
    &kStackListCommand,    &kStackShowCommand,    &kStackBuildCommand};
constexpr std::array kJobRows = {&kPlanCommand,  &kScriptCommand, &kSubmitCommand, &kRunCommand,
                                 &kBuildCommand, &kShellCommand,  &kLintCommand,   &kPortCommand,
                                 &kWhereCommand, &kGpusCommand};
constexpr std::array kRunRows = {&kStatusCommand,  &kWaitCommand,      &kLogsCommand,
                                 &kCancelCommand,  &kRecoverCommand,   &kRetryCommand,
                                 &kCollectCommand, &kTagCommand,       &kRunsCommand,
                                 &kRunsGcCommand,  &kRunsForgetCommand};
constexpr std::array kResultRows = {
    &kReportCommand,       &kCompareCommand,       &kExportCommand,        &kImportCommand,
    &kReferenceSetCommand, &kReferenceShowCommand, &kReferenceCheckCommand};
constexpr std::array kSandboxRows = {&kSandboxUpCommand,     &kSandboxDownCommand,
                                     &kSandboxStatusCommand, &kSandboxListCommand,
                                     &kSandboxEnvCommand,    &kSandboxLogsCommand};
constexpr std::array kConnectionRows = {&kConnectCommand, &kConnectionsCommand, &kPullCommand,
                                        &kDisconnectCommand};
constexpr std::array kOtherRows = {&kConfigShowCommand, &kConfigSetCommand, &kConfigUnsetCommand,
                                   &kDoctorCommand,     &kCodesCommand,     &kCompletionCommand,
                                   &kHelpCommand,       &kVersionCommand};
constexpr std::array kInnerRows = {&kServeCommand, &kSubmitAsCommand, &kSandboxGuardCommand,
                                   &kManualCommand, &kCompleteCommand};

constexpr std::array<CommandGroup, 7> kGroups = {{{"Sites and workloads", kSiteRows},
                                                  {"Jobs", kJobRows},
                                                  {"Runs", kRunRows},
                                                  {"Results", kResultRows},
                                                  {"Sandboxes", kSandboxRows},
                                                  {"Centers over ssh", kConnectionRows},
                                                  {"Setup and help", kOtherRows}}};

}  // namespace

std::span<const CommandGroup> command_groups() {
  return kGroups;
}

std::span<const Command* const> inner_commands() {
  return kInnerRows;
}

const Command* find_command(std::string_view name) {
  for (const CommandGroup& group : kGroups) {
    for (const Command* command : group.commands) {
      if (command->name == name) return command;
    }
  }
  for (const Command* command : kInnerRows) {
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
