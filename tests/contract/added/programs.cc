// SPDX-License-Identifier: MIT
// What the workload programs make of a field that is in the contract alone: two parts are written,
// read back and merged, and the whole is written.
#include <cstdio>

#include "harness/merge_parts.h"
#include "harness/task_report.h"

namespace gpujob {
namespace {

Report part(int index, int most) {
  Report report;
  report.run.executor = "local";
  report.started = "2026-11-21T10:15:30Z";
  report.workload = "w";
  report.variant = "v";
  report.backend = "sycl";
  report.precision = "float32";
  report.limits.most = most;
  report.clock = "steady";
  report.samples.resize(2);
  for (Sample& sample : report.samples) sample.kernel = sample.total = 1;
  report.answer.tolerance = 1;
  report.answer.worst.what = "row";
  report.answer.valid = true;
  report.device.model = report.device.architecture = "d";
  report.host.name = report.host.processor = "h";
  report.host.isa = "baseline";
  report.tasks = {2, index, index};
  return report;
}

}  // namespace
}  // namespace gpujob

int main() {
  using namespace gpujob;
  Report whole = read_task_report(to_json(part(0, 7)), "part 0");
  if (!merge_into(whole, read_task_report(to_json(part(1, 9)), "part 1"))) return 1;
  whole.tasks = {};
  std::fputs(to_json(whole).c_str(), stdout);
  return 0;
}
