// SPDX-License-Identifier: MIT
#include "plan/codes.h"

#include <array>

namespace gpujob {

namespace {

constexpr std::array codes{
    PlanCode{"gp201", "backend does not run on the GPU's vendor"},
    PlanCode{"gp202", "workload has no program for the GPU's vendor"},
    PlanCode{"gp203", "stack of the backend is not documented"},
    PlanCode{"gp204", "toolkit does not serve the GPU model"},
    PlanCode{"gp205", "spelling of the GPU request is not documented"},
    PlanCode{"gp206", "GPUs cannot be spread evenly over the nodes"},
    PlanCode{"gp207", "no node has that many GPUs"},
    PlanCode{"gp208", "program is missing and may not be built"},
    PlanCode{"gp209", "program at hand does not fit the node and may not be built"},
    PlanCode{"gp210", "program must be built and cannot be"},
    PlanCode{"gp211", "cluster is retired"},
    PlanCode{"gp212", "cluster is ending"},
    PlanCode{"gp213", "more GPUs than the program can use"},
    PlanCode{"gp214", "more GPUs are given than asked"},
    PlanCode{"gp215", "GPUs per task times tasks is more than was meant"},
    PlanCode{"gp216", "Slurm variables are set in the shell"},
    PlanCode{"gp217", "workload needs more memory than the GPU or this machine has"},
    PlanCode{"gp218", "no GPU of the site serves the backend"},
    PlanCode{"gp219", "partition must be named and none is known"},
    PlanCode{"gp220", "more tasks than the program can use"},
    PlanCode{"gp221", "GPU type is in no partition for batch jobs"},
    PlanCode{"gp222", "program at hand was not built with the variant"},
    PlanCode{"gp223", "program is none that a compiler makes"},
    PlanCode{"gp224", "another run is on the cores of this machine"},
    PlanCode{"gp225", "size is too small for the GPUs that it is split over"},
    PlanCode{"gp226", "option is for a scheduler, and there is none"},
    PlanCode{"gp227", "cluster has GPUs and none is asked"},
};

}  // namespace

std::span<const PlanCode> plan_codes() {
  return codes;
}

}  // namespace gpujob
