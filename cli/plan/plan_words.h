// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "plan/job_plan.h"

// The words for a plan's enums in its JSON document: one table for both directions.

namespace gpujob {

template <class Enum>
struct PlanWords;

template <>
struct PlanWords<Executor> {
  static constexpr std::array<std::pair<Executor, std::string_view>, 2> table{
      {{Executor::Slurm, "slurm"}, {Executor::Local, "local"}}};
};

template <>
struct PlanWords<PurgeModules> {
  static constexpr std::array<std::pair<PurgeModules, std::string_view>, 3> table{
      {{PurgeModules::No, "no"}, {PurgeModules::Plain, "plain"}, {PurgeModules::Force, "force"}}};
};

enum class OwnJobKind { Script, Command };

template <>
struct PlanWords<OwnJobKind> {
  static constexpr std::array<std::pair<OwnJobKind, std::string_view>, 2> table{
      {{OwnJobKind::Script, "script"}, {OwnJobKind::Command, "command"}}};
};

template <>
struct PlanWords<BuildPlan::Place> {
  static constexpr std::array<std::pair<BuildPlan::Place, std::string_view>, 2> table{
      {{BuildPlan::Place::Login, "login"}, {BuildPlan::Place::Job, "job"}}};
};

}  // namespace gpujob
