// SPDX-License-Identifier: MIT
// Merges what the parts of a run measured, one part per device. Lists are never empty and in the
// order of the parts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/answer.h"
#include "harness/part.h"
#include "harness/report.h"
#include "harness/sampler.h"

namespace gpujob {

/// In each phase a run takes as long as its slowest part. `parts`: the timed seconds.
Sample merge_samples(const std::vector<Sample>& parts, Data data);

/// Merges each field of a part into the whole, which begins as the first part. Samples stay only
/// where all have them. False if they differ in what all parts of a launch have in common.
bool merge_into(Report& whole, const Report& part);

/// Values, references and counts add up; the worst part counts; valid if all are. All parts draw
/// the same inputs, so the first one's are taken.
Answer merge_answers(const std::vector<Answer>& parts);

Work merge_work(const std::vector<Work>& parts);

/// What the devices reach together, measured at the same time.
Ceiling merge_ceilings(const std::vector<Ceiling>& parts);

/// What is wrong with parts of `total` items: items left out or done twice; else empty.
std::string parts_problem(const std::vector<Part>& parts, std::uint64_t total);

/// A device that appears under two numbers; else empty. Devices without a bus id are not checked.
std::string devices_problem(const std::vector<DeviceShare>& shares);

}  // namespace gpujob
