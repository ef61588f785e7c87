// SPDX-License-Identifier: MIT
#include "report/report_fields.h"

#include <limits>

namespace gpujob {

namespace {

using enum ReportShape;
using enum ReportNeed;

constexpr double kUnbounded = -std::numeric_limits<double>::infinity();

constexpr ReportField kReportFields[] = {
    {"run", Object},
    {"run.id", TextOrNull},
    {"run.launch", Integer, Always, "", 1},
    {"run.site", TextOrNull},
    {"run.cluster", TextOrNull},
    {"run.partition", TextOrNull},
    {"run.gpu_key", TextOrNull},
    {"run.gpu_model", TextOrNull},
    {"run.executor", Text, Always, "slurm|local"},
    {"run.sandbox", TextOrNull},
    {"run.stand_in_for", TextOrNull, Always, "cuda|hip|numba|cupy"},
    {"run.job_id", TextOrNull},
    {"run.nodes", TextList},
    {"started", Time},
    {"workload", Text},
    {"variant", Text},
    {"class", Text, Always, "P|R"},
    {"data", Text, Optional, "resident|host"},
    {"backend", Text, Always, "cpu|cuda|hip|numba|cupy|emulated"},
    {"precision", Text, Always, "float32|float64|mixed|int16"},
    {"parameters", ScalarMap},
    {"samples", Object},
    {"samples.cold", Object},
    {"samples.cold.setup", Number},
    {"samples.cold.h2d", Number, Optional},
    {"samples.cold.kernel", Number, Optional},
    {"samples.cold.d2h", Number, Optional},
    {"samples.cold.total", Number},
    {"samples.warmup", Samples},
    {"samples.h2d", Samples},
    {"samples.kernel", Samples},
    {"samples.d2h", Samples},
    {"samples.total", SomeSamples},
    {"samples.discarded", Discarded},
    {"samples.stop_reason", Text, Always, "noise|count|timeout"},
    {"samples.noise_target", Number},
    {"samples.noise", NumberOrNull},
    {"samples.drift", NumberOrNull, Optional, "", kUnbounded},
    {"samples.time_limit", Number},
    {"samples.clock", Text, Always, "event|steady"},
    {"samples.batch", Integer, Optional, "", 2},
    {"answer", Object},
    {"answer.value", NumberOrNull},
    {"answer.reference", Number, Always, "", kUnbounded},
    {"answer.error", NumberOrNull},
    {"answer.worst", Object},
    {"answer.worst.error", NumberOrNull},
    {"answer.worst.index", Integer},
    {"answer.worst.what", Text},
    {"answer.pointwise", Object, Optional},
    {"answer.pointwise.error", NumberOrNull},
    {"answer.pointwise.points", Integer, Always, "", 1},
    {"answer.tolerance", Positive},
    {"answer.seconds", Number, Optional},
    {"answer.valid", Boolean},
    {"answer.problem", TextOrNull},
    {"answer.inputs", ScalarMap},
    {"work", Object},
    {"work.points", Number},
    {"work.bytes_read", Number},
    {"work.bytes_written", Number},
    {"work.operations", Number},
    {"work.special_functions", Number},
    {"rates", Object, Optional},
    {"rates.seconds", Positive},
    {"rates.points_per_second", Number},
    {"rates.operations_per_second", Number},
    {"rates.bytes_per_second", Number},
    {"ceiling", Object, Optional},
    {"ceiling.what", Text},
    {"ceiling.unit", Text, Always, "operations/s|bytes/s"},
    {"ceiling.value", Positive},
    {"ceiling.before", Positive},
    {"ceiling.after", Positive},
    {"ceiling.counted", Number},
    {"fraction", Positive, Optional},
    {"device", Object},
    {"device.model", Text},
    {"device.architecture", Text},
    {"device.units", Integer, Always, "", 1},
    {"device.memory_bytes", Number},
    {"device.driver", TextOrNull},
    {"device.runtime", TextOrNull},
    {"device.bus_id", TextOrNull},
    {"device.clocks_hz", PositiveMap},
    {"devices", Devices, Optional},
    {"host", Object},
    {"host.name", Text},
    {"host.cpu", TextOrNull},
    {"host.processor", Text},
    {"host.isa", Text, Always, "avx512|avx2|baseline"},
    {"host.cores_used", Integer, Always, "", 1},
    {"host.cores_allowed", Integer, Always, "", 1},
    {"host.affinity", Text, Optional},
    {"versions", Object},
    {"versions.gpujob", Text},
    {"versions.compiler", Text},
    {"versions.architectures", TextList},
};

}  // namespace

std::span<const ReportField> report_fields() {
  return kReportFields;
}

}  // namespace gpujob
