// SPDX-License-Identifier: MIT
// The one definition of a timing report, `gpujob/report/v1`: a visitor over its fields, in the
// order in which they are written. From it come
//   - in the workload programs the writer, the reader of other tasks' reports and the merger,
//   - in gpujob the checks of a report that is read, the CSV columns and the facts of a comparison,
//   - profiles/schema/report.schema.json and the Python twins' table.
//
// A new field is one call here; its value is a member of Report (harness/report.h) or computed from
// it. Example: `visit(text("host.cpu", "…").or_null().as_fact("cpu"), GPUJOB_AT(host.cpu));`
// Nothing is known here of class Report: the accessors are generic, and who needs no values, such
// as gpujob, never calls them. An accessor that gives no reference is of a value that is computed:
// it is written and never read back.
#pragma once

#include <string>

#include "contract/backends.h"
#include "contract/report_field.h"
#include "contract/report_places.h"

namespace gpujob {

namespace report_contract {

template <class Visit>
void visit_run(Visit& visit) {
  visit(object("run",
               "From GPUJOB_* and SLURM_* in the job's environment; null where the program "
               "was started without them."));
  visit(text("run.id", "GPUJOB_RUN_ID").or_null().as_column("run"), GPUJOB_AT(run.id));
  visit(integer("run.launch", "GPUJOB_LAUNCH, counted from 1").at_least(1).as_column("launch"),
        GPUJOB_AT(run.launch));
  visit(text("run.site").or_null().as_column("site"), GPUJOB_AT(run.site));
  visit(text("run.cluster").or_null().as_column("cluster"), GPUJOB_AT(run.cluster));
  visit(text("run.partition").or_null().as_column("partition"), GPUJOB_AT(run.partition));
  visit(text("run.gpu_key", "the site's own spelling").or_null().as_column("gpu_key"),
        GPUJOB_AT(run.gpu_key));
  visit(text("run.gpu_model", "a row of gpus.yaml").or_null().as_column("gpu_model"),
        GPUJOB_AT(run.gpu_model));
  visit(text("run.executor").one_of("slurm|local").as_column("executor"), GPUJOB_AT(run.executor));
  visit(text("run.sandbox").or_null().as_column("sandbox"), GPUJOB_AT(run.sandbox));
  static const std::string kGpuBackends =
      backend_names("|", [](const Backend& backend) { return !backend.vendor.empty(); });
  visit(text("run.stand_in_for", "the backend this program only stood in for")
            .or_null()
            .one_of(kGpuBackends)
            .as_column("stand_in_for"),
        GPUJOB_AT(run.stand_in_for));
  visit(text("run.job_id", "SLURM_JOB_ID").or_null().as_column("job"), GPUJOB_AT(run.job_id));
  visit(texts("run.nodes", "SLURM_JOB_NODELIST expanded; empty without a job"),
        GPUJOB_AT(run.nodes));
}

/// What was measured.
template <class Visit>
void visit_subject(Visit& visit) {
  using Merge = ReportMerge;
  visit(of_shape(ReportShape::Time, "started", "UTC").merged(Merge::Least).as_column("started"),
        GPUJOB_AT(started));
  visit(text("workload").merged(Merge::Same).as_column("workload"), GPUJOB_AT(workload));
  visit(text("variant").merged(Merge::Same).as_column("variant"), GPUJOB_AT(variant));
  visit(text("class", "P: each value from its own input; R: by a recurrence")
            .one_of("P|R")
            .as_column("class"),
        GPUJOB_AT(algorithm_class));
  visit(
      text("data",
           "where inputs and outputs are: on the device, or on the host, so that the time has the "
           "copies in it")
          .one_of("resident|host")
          .else_is("resident")
          .as_column("data"),
      GPUJOB_AT(data));
  static const std::string kAllBackends = backend_names("|");
  visit(text("backend").one_of(kAllBackends).merged(Merge::Same).as_column("backend"),
        GPUJOB_AT(backend));
  visit(text("precision")
            .one_of("float32|float64|mixed|int16")
            .merged(Merge::Same)
            .as_column("precision"),
        GPUJOB_AT(precision));
  visit(
      scalars("parameters", "as given or defaulted; reports with equal parameters can be compared")
          .merged(Merge::Same)
          .as_column("parameters"),
      GPUJOB_AT(parameters));
}

template <class Visit>
void visit_cold(Visit& visit) {
  using Merge = ReportMerge;
  visit(object("samples.cold"));
  visit(number("samples.cold.setup", "device context, memory, thread pool").merged(Merge::Most),
        GPUJOB_AT(cold.setup));
  visit(number("samples.cold.h2d").optional().merged(Merge::Most), GPUJOB_AT(cold.sample.h2d));
  visit(number("samples.cold.kernel", "the first launch; absent where copies overlap with it")
            .optional()
            .merged(Merge::Most),
        GPUJOB_AT(cold.sample.kernel));
  visit(number("samples.cold.d2h").optional().merged(Merge::Most), GPUJOB_AT(cold.sample.d2h));
  visit(number("samples.cold.total", "from before the setup to the answer on the host")
            .merged(Merge::Most)
            .as_column("cold_seconds"),
        GPUJOB_AT(cold.sample.total));
}

template <class Visit>
void visit_samples(Visit& visit) {
  using Merge = ReportMerge;
  visit(object("samples",
               "Raw, in the order they were taken. A phase that the workload does not "
               "have is an empty list."));
  visit_cold(visit);
  visit(samples("samples.warmup", "seconds as rates are made of, not used"), GPUJOB_AT(warmup));
  visit(samples("samples.h2d").merged(Merge::Most), GPUJOB_PHASE(samples, h2d));
  visit(samples("samples.kernel", "empty only where copies overlap with it").merged(Merge::Most),
        GPUJOB_PHASE(samples, kernel));
  visit(samples("samples.d2h").merged(Merge::Most), GPUJOB_PHASE(samples, d2h));
  visit(samples("samples.total", "copies, kernel and the host's share, by the steady clock")
            .at_least(1)
            .merged(Merge::Most),
        GPUJOB_PHASE(samples, total));
  visit(
      list("samples.discarded", "of batches too, by the seconds of one run").merged(Merge::Append),
      GPUJOB_AT(discarded), [](auto&& item) {
        item(number("seconds").any_number(), GPUJOB_AT(seconds));
        item(text("reason").one_of("zero_time|throttled|impossible|cpu_taken"), GPUJOB_AT(reason));
      });
  visit(text("samples.stop_reason").one_of("noise|count|timeout").as_column("stop_reason"),
        GPUJOB_AT(stop_reason));
  visit(number("samples.noise_target", "relative standard error of the mean to reach"),
        GPUJOB_AT(limits.noise));
  visit(number("samples.noise", "what was reached; null with fewer than two samples").or_null(),
        GPUJOB_COMPUTED(noise_of(of.samples, of.data)));
  visit(number("samples.drift",
               "how much longer the last third of the samples took than the first, by their "
               "medians; null with fewer than six samples")
            .or_null()
            .optional()
            .any_number(),
        GPUJOB_COMPUTED(drift_of(of.samples, of.data)));
  visit(integer("samples.throttled", "kept though the clock was held down").at_least(1).optional(),
        GPUJOB_COMPUTED(throttled_of(of.samples)));
  visit(number("samples.time_limit"), GPUJOB_AT(limits.seconds));
  visit(text("samples.clock", "what timed h2d, kernel and d2h")
            .one_of("event|steady")
            .as_column("clock"),
        GPUJOB_AT(clock));
  visit(integer("samples.batch",
                "runs in a row that kernel and total are the average of; absent: each was timed by "
                "itself")
            .at_least(2)
            .optional(),
        GPUJOB_AT(batch));
}

template <class Visit>
void visit_answer(Visit& visit) {
  using Merge = ReportMerge;
  visit(object("answer"));
  visit(number("answer.value", "null when it is not finite")
            .or_null()
            .any_number()
            .merged(Merge::Sum),
        GPUJOB_AT(answer.value));
  visit(number("answer.reference").any_number().merged(Merge::Sum), GPUJOB_AT(answer.reference));
  visit(number("answer.error", "absolute, of value").or_null(), GPUJOB_AT(answer.error));
  visit(object("answer.worst",
               "The worst of the parts the check looked at, in the units of the tolerance.")
            .merged(Merge::Most),
        GPUJOB_AT(answer.worst));
  visit(number("answer.worst.error").or_null().as_column("worst_error"),
        GPUJOB_AT(answer.worst.error));
  visit(integer("answer.worst.index"), GPUJOB_AT(answer.worst.index));
  visit(text("answer.worst.what"), GPUJOB_AT(answer.worst.what));
  visit(object("answer.pointwise", "Values at random points from the same device function.")
            .optional(),
        GPUJOB_COMPUTED(of.answer.pointwise.points > 0));
  visit(number("answer.pointwise.error").or_null().merged(Merge::Most),
        GPUJOB_AT(answer.pointwise.error));
  visit(integer("answer.pointwise.points").at_least(1).merged(Merge::Sum),
        GPUJOB_AT(answer.pointwise.points));
  visit(
      object("answer.weighed",
             "Sums with a drawn weight for each of their terms, which no closed form gives, by the "
             "code of the timed sums.")
          .optional(),
      GPUJOB_COMPUTED(of.answer.weighed.sums > 0));
  visit(
      number("answer.weighed.error", "in the units of the tolerance").or_null().merged(Merge::Most),
      GPUJOB_AT(answer.weighed.error));
  visit(integer("answer.weighed.sums").at_least(1).merged(Merge::Sum),
        GPUJOB_AT(answer.weighed.sums));
  visit(above_zero("answer.tolerance").as_column("tolerance"), GPUJOB_AT(answer.tolerance));
  visit(text("answer.growth",
             "of the time from half the size; not told of short or split runs, not provable where "
             "a delay that grows with the size would take as long")
            .one_of("as declared|less|not provable|not told")
            .optional(),
        GPUJOB_AT(answer.growth));
  visit(number("answer.seconds", "that the check took; in no sample")
            .optional()
            .merged(Merge::Most)
            .as_column("answer_check_seconds"),
        GPUJOB_AT(answer.seconds));
  visit(of_shape(ReportShape::Boolean, "answer.valid", "").merged(Merge::Every).as_column("valid"),
        GPUJOB_AT(answer.valid));
  visit(text("answer.problem", "why it is not valid").or_null().merged(Merge::Filled),
        GPUJOB_AT(answer.problem));
  visit(scalars("answer.inputs", "what was drawn at run time").merged(Merge::Same),
        GPUJOB_AT(answer.inputs));
}

template <class Visit>
void visit_work(Visit& visit) {
  using Merge = ReportMerge;
  visit(object("work"));
  visit(number("work.points").merged(Merge::Sum), GPUJOB_AT(work.points));
  visit(number("work.bytes_read").merged(Merge::Sum), GPUJOB_AT(work.bytes_read));
  visit(number("work.bytes_written").merged(Merge::Sum), GPUJOB_AT(work.bytes_written));
  visit(number("work.operations", "add, multiply or fused multiply-add, each counted once")
            .merged(Merge::Sum),
        GPUJOB_AT(work.operations));
  visit(number("work.special_functions").merged(Merge::Sum), GPUJOB_AT(work.special_functions));
  visit(object("rates",
               "Declared work over the median of the kernel seconds, or of the total seconds where "
               "the data is on the host; absent when the answer is not valid.")
            .optional(),
        GPUJOB_COMPUTED(is_rated(of)));
  visit(
      above_zero("rates.seconds", "median of samples.kernel; of samples.total where data is host"),
      GPUJOB_COMPUTED(timed_seconds(of)));
  visit(number("rates.points_per_second").as_column("points_per_second"),
        GPUJOB_COMPUTED(of.work.points / timed_seconds(of)));
  visit(number("rates.operations_per_second").as_column("operations_per_second"),
        GPUJOB_COMPUTED(of.work.operations / timed_seconds(of)));
  visit(number("rates.bytes_per_second").as_column("bytes_per_second"),
        GPUJOB_COMPUTED((of.work.bytes_read + of.work.bytes_written) / timed_seconds(of)));
}

template <class Visit>
void visit_ceiling(Visit& visit) {
  using Merge = ReportMerge;
  visit(object("ceiling",
               "The most this device did in the same process, before and after the samples.")
            .optional(),
        GPUJOB_AT(ceiling));
  visit(text("ceiling.what").as_column("ceiling"), GPUJOB_AT(ceiling->what));
  visit(text("ceiling.unit").one_of("operations/s|bytes/s"), GPUJOB_AT(ceiling->unit));
  visit(above_zero("ceiling.value", "the larger of before and after"),
        GPUJOB_COMPUTED(of.ceiling->before < of.ceiling->after ? of.ceiling->after
                                                               : of.ceiling->before));
  visit(above_zero("ceiling.before").merged(Merge::Sum), GPUJOB_AT(ceiling->before));
  visit(above_zero("ceiling.after").merged(Merge::Sum), GPUJOB_AT(ceiling->after));
  visit(above_zero("ceiling.best", "of all rounds, of which before and after are the medians")
            .optional()
            .merged(Merge::Sum),
        GPUJOB_AT(ceiling->best));
  visit(number("ceiling.counted", "the part of the work that needs this unit").merged(Merge::Sum),
        GPUJOB_AT(ceiling->counted));
  visit(
      of_shape(ReportShape::Boolean, "ceiling.provable",
               "false: so little work that the time of a kernel that left it out would be as long")
          .optional(),
      GPUJOB_COMPUTED(is_provable(of)));
  visit(above_zero("fraction",
                   "counted / rates.seconds / ceiling.value; absent when the answer is not valid")
            .optional()
            .as_column("fraction"),
        GPUJOB_COMPUTED(is_rated(of) ? fraction(of) : 0));
  visit(above_zero("best_fraction", "the same of the fastest sample and ceiling.best")
            .optional()
            .as_column("best_fraction"),
        GPUJOB_COMPUTED(is_rated(of) ? best_fraction(of) : 0));
}

template <class Visit>
void visit_batched(Visit& visit) {
  using Merge = ReportMerge;
  visit(object("batched",
               "Several runs in a row, timed as one, behind the samples where these make up less "
               "than half a second of a GPU. Such runs find their data in the caches, and only the "
               "first of them waits for its start.")
            .optional(),
        GPUJOB_AT(batched));
  visit(integer("batched.runs", "of a batch, which takes 10 ms or more")
            .at_least(2)
            .merged(Merge::Least),
        GPUJOB_AT(batched->runs));
  visit(samples("batched.kernel", "seconds of one run, by batches").at_least(1).merged(Merge::Most),
        GPUJOB_PHASE(batched->samples, kernel));
  visit(integer("batched.throttled", "as samples.throttled, of batches").at_least(1).optional(),
        GPUJOB_COMPUTED(throttled_of(of.batched->samples)));
  visit(above_zero("batched.seconds", "their median").as_column("batched_seconds"),
        GPUJOB_COMPUTED(timed_seconds(*of.batched)));
  visit(above_zero("batched.ceiling", "median of what as many runs in a row reach of ceiling.what")
            .merged(Merge::Sum),
        GPUJOB_AT(batched->ceiling.median));
  visit(above_zero("batched.best_ceiling").merged(Merge::Sum), GPUJOB_AT(batched->ceiling.best));
  visit(
      of_shape(ReportShape::Boolean, "batched.provable", "as ceiling.provable, of one run of many")
          .optional(),
      GPUJOB_COMPUTED(is_provable_in_batches(of)));
  visit(above_zero("batched.fraction", "ceiling.counted / batched.seconds / batched.ceiling")
            .as_column("batched_fraction"),
        GPUJOB_COMPUTED(fractions_of_batches(of).median));
  visit(above_zero("batched.best_fraction", "the same of the fastest batch and the best ceiling"),
        GPUJOB_COMPUTED(fractions_of_batches(of).best));
}

/// What distinguishes the report of a task from a whole one, and what merging needs.
template <class Visit>
void visit_task(Visit& visit) {
  const auto in_tasks = [](ReportField field) {
    return field.with(&ReportField::need, ReportNeed::InTasks);
  };
  visit(in_tasks(object("task")), GPUJOB_COMPUTED(of.tasks.count > 1));
  visit(in_tasks(integer("task.index")), GPUJOB_AT(tasks.index));
  visit(in_tasks(integer("task.of")), GPUJOB_AT(tasks.count));
  visit(in_tasks(scalars("task.counts")).merged(ReportMerge::Sum), GPUJOB_AT(answer.counts));
}

}  // namespace report_contract

/// Calls `visit(field)` for an object that is always there, `visit(field, accessor)` for a value or
/// an object that may be absent, and `visit(field, accessor, items)` for a list; `items` calls its
/// argument for each field of an item.
template <class Visit>
void visit_report(Visit&& visit) {
  using namespace report_contract;
  visit(text("schema").one_of(kReportSchema),
        GPUJOB_COMPUTED((void(of), std::string(kReportSchema))));
  visit_run(visit);
  visit_subject(visit);
  visit_samples(visit);
  visit_answer(visit);
  visit_work(visit);
  visit_ceiling(visit);
  visit_batched(visit);
  visit_devices(visit);
  visit_host(visit);
  visit_task(visit);
  visit(object("versions"));
  visit(text("versions.gpujob").as_fact("gpujob"), GPUJOB_COMPUTED(versions_of(of).gpujob));
  visit(text("versions.compiler").as_fact("compiler"), GPUJOB_COMPUTED(versions_of(of).compiler));
  visit(texts("versions.architectures"), GPUJOB_COMPUTED(versions_of(of).architectures));
  visit(text("versions.library", "the one that computed, and the kernels that it chose")
            .optional()
            .merged(ReportMerge::Filled)
            .as_fact("library"),
        GPUJOB_AT(library));
}

#undef GPUJOB_AT
#undef GPUJOB_COMPUTED
#undef GPUJOB_PHASE

}  // namespace gpujob
