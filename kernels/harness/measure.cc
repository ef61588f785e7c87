// SPDX-License-Identifier: MIT
#include "harness/measure.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <sys/resource.h>

#include "device/clock_watch.h"
#include "device/description.h"
#include "device/event.h"
#include "device/flush.h"
#include "harness/describe.h"
#include "harness/json.h"

namespace gpujob {

namespace {

/// Seconds of CPU that this process has used on all its threads.
double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Share of the cores' time that this process got; 1 on GPUs and for runs too short to tell.
double share_of_cores(Queue& queue, double cpu, double wall) {
#if GPUJOB_GPU
  (void)queue, (void)cpu, (void)wall;
  return 1;
#else
  return wall < 0.02 ? 1 : cpu / (wall * queue.pool().threads());
#endif
}

/// One run from poisoned outputs and empty caches to the answer where it is wanted.
Sample run_once(Queue& queue, Experiment& experiment, CacheFlush& flush) {
  experiment.poison(queue);
  flush.run(queue);
  queue.wait();
  Event uploading, launched, computed, downloaded;
  const double start = steady_seconds();
  uploading.record(queue);
  const bool has_upload = experiment.upload(queue);
  launched.record(queue);
  const double launch_start = steady_seconds(), cpu_start = cpu_seconds();
  experiment.launch(queue);
  computed.record(queue);
  const double cpu = cpu_seconds() - cpu_start, wall = steady_seconds() - launch_start;
  const bool has_download = experiment.download(queue);
  downloaded.record(queue);
  queue.wait();
  experiment.finish();
  Sample sample;
  sample.total = steady_seconds() - start;
  if (has_download) sample.d2h = downloaded.seconds_since(computed);
  sample.kernel = experiment.overlaps() ? -1 : computed.seconds_since(launched);
  if (has_upload) sample.h2d = launched.seconds_since(uploading);
  sample.share = share_of_cores(queue, cpu, wall);
  return sample;
}

/// Runs that bring clocks and caches to where they stay: a fifth of a second of them, at least one
/// and no more than samples may be taken.
/// None where one would take a tenth of the time there is.
std::vector<double> warm_up(Queue& queue, Experiment& experiment, CacheFlush& flush,
                            const Report& report) {
  std::vector<double> seconds;
  if (report.cold.sample.total > 0.1 * report.limits.seconds) return seconds;
  const auto most = static_cast<std::size_t>(std::min(50, report.limits.most));
  const double start = steady_seconds();
  while (steady_seconds() - start < 0.2 && seconds.size() < most) {
    const Sample sample = run_once(queue, experiment, flush);
    const double taken = timed(sample, report.data);
    if (taken > 0) seconds.push_back(taken);
  }
  return seconds;
}

DeviceFacts device_facts(Queue& queue) {
  const Description d = describe(queue);
  return {d.model,  d.architecture, d.units,  static_cast<double>(d.memory_bytes),
          d.driver, d.runtime,      d.bus_id, d.clocks_hz};
}

HostFacts host_facts(Queue& queue) {
  HostFacts host = read_host_facts();
#if GPUJOB_GPU
  (void)queue;
#else
  host.isa = name(queue.isa());
  host.cores_used = queue.pool().threads();
#endif
  return host;
}

/// Judges the last run. What that takes is in no time that is reported.
void check(Queue& queue, Experiment& experiment, Report& report) {
  const double before = report.answer.seconds, start = steady_seconds();
  report.answer = experiment.check(queue);
  report.answer.seconds = before + (steady_seconds() - start);
}

/// The rule that catches a right answer by less work than declared: nobody beats the ceiling.
/// Twice, because a ceiling measured while others used the machine can be low.
void refuse_impossible(Report& report) {
  if (!report.answer.valid || fraction(report) <= 2) return;
  report.answer.valid = false;
  report.answer.problem = "faster than this device can do the declared work (" +
                          number_text(fraction(report)) + " of its ceiling)";
}

void take_samples(Queue& queue, Experiment& experiment, CacheFlush& flush, double started,
                  Report& report) {
  Limits limits = report.limits;
  if (report.answer.valid) {
    report.warmup = warm_up(queue, experiment, flush, report);
  } else {
    limits.least = limits.most = 1;  // what is wrong is not worth more time
  }
  Sampler sampler(limits, report.data);
  const ClockWatch watch(report.device.bus_id);
  while (sampler.wants_more(steady_seconds() - started)) {
    Sample sample = run_once(queue, experiment, flush);
    sample.throttled = watch.throttled();
    sampler.add(sample);
  }
  watch.read(report.device.clocks_hz);
  report.samples = sampler.samples();
  report.discarded = sampler.discarded();
  report.stop_reason = sampler.stop_reason();
  report.noise = sampler.noise();
}

}  // namespace

Report measure(const Spec& spec, const Options& options, MakeExperiment make) {
  Report report;
  report.run = read_run_facts();
  report.started = utc_now();
  report.workload = spec.name;
  report.variant = options.variant;
  for (const VariantSpec& v : spec.variants) {
    if (v.name != options.variant) continue;
    report.honesty = v.honesty;
    report.data = v.data;
  }
  report.backend = GPUJOB_BACKEND;
  report.precision = options.precision;
  report.parameters = options.parameters;
  report.limits = options.limits;
  report.clock = Event::clock;

  const std::uint32_t seed = options.seed ? *options.seed : std::random_device{}();
  Random random(seed);
  const double started = steady_seconds();
  Queue queue;
  const auto experiment =
      make(queue, {options.variant, options.precision, options.parameters}, random);
  report.cold.setup = steady_seconds() - started;
  CacheFlush flush(queue, experiment->traffic());
  report.cold.sample = run_once(queue, *experiment, flush);
  check(queue, *experiment, report);
  report.work = experiment->work();
  report.device = device_facts(queue);
  report.host = host_facts(queue);
  const bool right = report.answer.valid;
  if (right) report.ceiling = experiment->ceiling(queue, report.device.units);
  take_samples(queue, *experiment, flush, started, report);
  if (right) {
    report.ceiling->after = experiment->ceiling(queue, report.device.units).before;
    check(queue, *experiment, report);
    refuse_impossible(report);
  }
  report.answer.inputs["seed"] = seed;
  return report;
}

int run_program(int argc, char** argv, const Spec& spec, MakeExperiment make) {
  const Parsed parsed = parse_options(spec, std::vector<std::string>(argv + 1, argv + argc));
  const Options& options = parsed.options;
  const auto complain = [&](const std::string& text, int status) {
    std::fprintf(stderr, "%s\n", text.c_str());
    return status;
  };
  if (!parsed.problem.empty()) return complain(parsed.problem, 2);
  if (options.action == Action::Help) return std::fputs(usage(spec).c_str(), stdout), 0;
  if (options.action == Action::Describe) {
    return std::fputs(describe_program(spec).c_str(), stdout), 0;
  }
  try {
    const Report report = measure(spec, options, make);
    if (options.report.empty()) {
      std::fputs(to_json(report).c_str(), stdout);
    } else {
      const std::string problem = write_file(options.report, to_json(report));
      if (!problem.empty()) return complain(problem, 1);
      std::printf("%s\n", headline(report).c_str());
    }
    if (!report.answer.valid) return complain(headline(report), 1);
    if (report.samples.empty()) {
      return complain(
          spec.name + ": no time was measured (every sample was zero); use a larger size", 1);
    }
    return 0;
  } catch (const NoDevice& e) {
    return complain(spec.name + ": " + e.what(), 77);
  } catch (const std::exception& e) {
    return complain(spec.name + ": " + e.what(), 1);
  }
}

}  // namespace gpujob
