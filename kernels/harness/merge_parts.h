// SPDX-License-Identifier: MIT
// A whole run from what its parts measured, one a device. Lists are never empty, and in the order
// of the parts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/answer.h"
#include "harness/part.h"
#include "harness/report.h"
#include "harness/sampler.h"

namespace gpujob {

/// A run is over when its slowest part is, in each of its phases. `parts`: the timed seconds.
Sample merge_samples(const std::vector<Sample>& parts, Data data);

/// Values, references and counts add up; the worst part counts; valid if all are. Inputs are drawn
/// alike, so they are those of the first.
Answer merge_answers(const std::vector<Answer>& parts);

Work merge_work(const std::vector<Work>& parts);

/// What the devices reach together, measured at the same time.
Ceiling merge_ceilings(const std::vector<Ceiling>& parts);

/// What is wrong with parts of `total` items: something left out, or done twice; else empty.
std::string parts_problem(const std::vector<Part>& parts, std::uint64_t total);

/// The same device twice under two numbers; else empty. Devices without a bus id are not looked at.
std::string devices_problem(const std::vector<DeviceShare>& shares);

}  // namespace gpujob
