// SPDX-License-Identifier: MIT
// The whole harness as one source, so that a workload is one compiler call at a center:
//     nvcc -std=c++17 -O3 -arch=sm_80 -I. -x cu workloads/W/W.cc … harness/all.cc -o W.cuda
// NOLINTBEGIN(bugprone-suspicious-include)
#include "harness/build_facts.cc"
#include "harness/conditions.cc"
#include "harness/describe.cc"
#include "harness/device_threads.cc"
#include "harness/devices.cc"
#include "harness/flat_json.cc"
#include "harness/host.cc"
#include "harness/json.cc"
#include "harness/main.cc"
#include "harness/measure.cc"
#include "harness/merge_parts.cc"
#include "harness/options.cc"
#include "harness/report.cc"
#include "harness/report_file.cc"
#include "harness/sampler.cc"
#include "harness/task_report.cc"
// NOLINTEND(bugprone-suspicious-include)
