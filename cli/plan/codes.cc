// SPDX-License-Identifier: MIT
#include "plan/codes.h"

#include <array>

namespace gpujob {

namespace {

constexpr std::array kCodes{
    PlanCode{"gp201", "backend does not run on the GPU's vendor"},
    PlanCode{"gp202", "workload has no program for the GPU's vendor"},
    PlanCode{"gp203", "stack of the backend is not documented"},
    PlanCode{"gp204", "toolkit does not support the GPU model"},
    PlanCode{"gp205", "spelling of the GPU request is not documented"},
    PlanCode{"gp206", "GPUs cannot be spread evenly over the nodes"},
    PlanCode{"gp207", "no node has that many GPUs"},
    PlanCode{"gp208", "program is missing, and building is off"},
    PlanCode{"gp209", "installed program does not fit the node, and building is off"},
    PlanCode{"gp210", "program is missing and cannot be built"},
    PlanCode{"gp211", "cluster is retired"},
    PlanCode{"gp212", "cluster is ending"},
    PlanCode{"gp213", "more GPUs than the program can use"},
    PlanCode{"gp214", "whole nodes bring more GPUs than requested"},
    PlanCode{"gp215", "tasks times GPUs per task is more than requested"},
    PlanCode{"gp216", "Slurm variables are set in the shell"},
    PlanCode{"gp217", "workload needs more memory than the GPU or this machine has"},
    PlanCode{"gp218", "site has no GPU that the backend runs on"},
    PlanCode{"gp219", "partition must be named and none is known"},
    PlanCode{"gp220", "more tasks than the program can use"},
    PlanCode{"gp221", "GPU type is in no partition for batch jobs"},
    PlanCode{"gp222", "installed program was built without the variant"},
    PlanCode{"gp223", "workload has no program to compile"},
    PlanCode{"gp224", "another run uses the cores of this machine"},
    PlanCode{"gp225", "size is too small to be split over the GPUs"},
    PlanCode{"gp226", "option needs a scheduler, and the machine has none"},
    PlanCode{"gp227", "cluster has GPUs and the job requests none"},
    PlanCode{"gp228", "time limit is below the workload's estimate"},
    PlanCode{"gp229", "workload needs more memory than the job gets by default"},
    PlanCode{"gp230", "job array is larger than the cluster allows"},
    PlanCode{"gp231", "facts about the cluster are more than a year old"},
    PlanCode{"gp232", "partition has GPUs of other types only"},
    PlanCode{"gp233", "facts about the cluster are copied from another site and not confirmed"},
    PlanCode{"gp234", "more slices of GPUs than tasks"},
};

}  // namespace

std::span<const PlanCode> plan_codes() {
  return kCodes;
}

}  // namespace gpujob
