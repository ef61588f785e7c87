// SPDX-License-Identifier: MIT
#include "harness/measure.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>
#include <random>

#include "device/error.h"
#include "device/event.h"
#include "device/memory.h"
#include "harness/describe.h"
#include "harness/devices.h"
#include "harness/json.h"
#include "harness/merge_parts.h"
#include "harness/report_file.h"
#include "harness/restart.h"
#include "harness/task_report.h"

namespace gpujob {

namespace {

/// Warm-up runs, until clocks and caches are steady: a fifth of a second of them, at least one and
/// no more than samples may be taken. None if one would take a tenth of the time limit.
std::vector<double> warm_up(Devices& devices, const Report& report) {
  std::vector<double> seconds;
  const double once = report.cold.sample.total - report.cold.setup;
  if (once > 0.1 * report.limits.seconds) return seconds;
  const auto most = static_cast<std::size_t>(std::min(50, report.limits.most));
  const double start = steady_seconds();
  while (steady_seconds() - start < 0.2 && seconds.size() < most) {
    const Sample sample = devices.run_once();
    const double taken = timed(sample, report.data);
    if (taken > 0) seconds.push_back(taken);
  }
  return seconds;
}

/// Judges the last run, outside all reported times.
void check(Devices& devices, Report& report) {
  const double before = report.answer.seconds, start = steady_seconds();
  report.answer = devices.check();
  report.answer.seconds = before + (steady_seconds() - start);
}

/// What share of its ceiling less work than declared shows by, such as "2.5 of its ceiling";
/// nothing if none does.
std::string impossible_fraction(const Report& report) {
  if (kEmulated || !report.ceiling) return "";  // times of a CPU prove nothing of a GPU
  const double most = impossible_share(*report.ceiling);
  if (is_provable(report) && fraction_of_best(report) > most) {
    return number_text(fraction_of_best(report)) + " of its ceiling";
  }
  if (report.batched && is_provable_in_batches(report) && batched_fraction_of_best(report) > most) {
    return number_text(batched_fraction_of_best(report)) + " of its ceiling in batches";
  }
  return "";
}

bool is_impossible(const Report& report) {
  return !impossible_fraction(report).empty();
}

/// The ceiling after the samples. Other programs may have lowered it: if the samples look
/// impossible beside it, it is measured again.
void measure_after(Devices& devices, Report& report) {
  for (int again = 0; again < 6; ++again) {
    const Ceiling now = devices.ceiling();
    report.ceiling->after = std::max(report.ceiling->after, now.before);
    report.ceiling->best = std::max(report.ceiling->best, now.best);
    if (!is_impossible(report)) return;
  }
}

/// The rule that catches a right answer by less work than declared: no run beats the ceiling.
void refuse_impossible(Report& report) {
  const std::string share = impossible_fraction(report);
  if (!report.answer.valid || share.empty()) return;
  report.answer.valid = false;
  report.answer.problem = "faster than this device can do the declared work (" + share + ")";
}

/// Two parts on one device would otherwise look like two devices.
void refuse_twice(Report& report) {
  const std::string problem = devices_problem(report.devices);
  if (problem.empty()) return;
  report.answer.valid = false;
  report.answer.problem = problem;
}

/// New samples in place of those that were too fast to be true.
void take_samples(Devices& devices, double started, Report& report) {
  Limits limits = report.limits;
  limits.timed /= report.batch;  // a sample is the average of so many runs
  if (!report.answer.valid)
    limits.least = limits.most = 1;  // a wrong answer is not worth more time
  for (const Sample& sample : report.samples) {
    report.discarded.push_back({timed(sample, report.data), "impossible"});
  }
  Sampler sampler(limits, report.data);
  devices.begin_watch();
  while (sampler.wants_more(steady_seconds() - started)) {
    sampler.add(devices.run_once());
  }
  devices.read_state(report.device);
  report.conditions = devices.end_watch();
  report.samples = sampler.samples();
  report.discarded.insert(report.discarded.end(), sampler.discarded().begin(),
                          sampler.discarded().end());
  report.stop_reason = sampler.stop_reason();
}

/// Plausible samples. Other programs may have disturbed both measurements of the ceiling: samples
/// that look impossible are taken again, up to twice; one sample each when time is up.
void take_possible_samples(Devices& devices, double started, Report& report) {
  for (int round = 0; round < 3; ++round) {
    take_samples(devices, started, report);
    if (!report.ceiling) return;
    measure_after(devices, report);
    if (!is_impossible(report)) return;
  }
}

constexpr double kShortestBatch = 0.01;  ///< seconds: starts and marks are lost in them
constexpr int kMostRuns = 20000;         ///< that a graph has to hold

/// Makes further runs batches that last long enough. Returns how many runs each has; 1: one is long
/// enough.
int make_batches(Devices& devices, double seconds) {
  int runs = 1;
  for (int again = 0; again < 4 && runs * seconds < kShortestBatch && runs < kMostRuns; ++again) {
    runs = static_cast<int>(std::min<double>(kMostRuns, 1 + 1.1 * kShortestBatch / seconds));
    devices.repeat(runs);
    seconds = std::max(devices.run_once().kernel, 1e-9);  // the caches are warm then, too
  }
  return runs;
}

/// Work of short runs, behind isolated ones that make up too little of a GPU's time: batches make
/// up the rest. Not where the number of samples was chosen, nor the time is over.
void take_batches(Devices& devices, double started, Report& report) {
  Limits limits = report.limits;
  for (const Sample& sample : report.samples) limits.timed -= timed(sample, report.data);
  const bool enough = limits.timed <= 0 || !limits.batches || report.stop_reason == "timeout";
  if (enough || report.samples.empty() || report.batch > 1 || !devices.repeats_alike()) return;
  const int runs = make_batches(devices, timed_seconds(report));
  if (runs == 1) return;
  limits.timed /= runs;
  limits.most = std::min(limits.most, 200);
  Sampler sampler(limits, report.data);
  devices.begin_watch();
  while (sampler.wants_more(steady_seconds() - started)) sampler.add(devices.run_once());
  report.conditions = devices.end_watch();
  report.discarded.insert(report.discarded.end(), sampler.discarded().begin(),
                          sampler.discarded().end());
  if (sampler.samples().empty()) return;
  report.batched = Batched{runs, sampler.samples(), {}};
  Rate& reached = report.batched->ceiling;
  for (int again = 0; again < 6 && (again == 0 || is_impossible(report)); ++again) {
    const Ceiling now = devices.ceiling();
    reached = {std::max(reached.median, now.before), std::max(reached.best, now.best)};
  }
}

/// The same where it can be: what a library starts may be no part of a graph. Other failures stay,
/// and the check finds them.
void try_batches(Devices& devices, double started, Report& report) {
  try {
    take_batches(devices, started, report);
  } catch (const DeviceError& e) {
    std::fprintf(stderr, "%s: no times in batches (%s)\n", report.workload.c_str(), e.what());
  }
}

/// The size, of which half is tried: the largest whole parameter. None if half would be too few.
const ParameterSpec* size_of(const Spec& spec, const Options& options) {
  const ParameterSpec* size = nullptr;
  const auto value = [&](const ParameterSpec& p) {
    return std::stod(options.parameters.at(p.name));
  };
  for (const ParameterSpec& p : spec.parameters) {
    if (p.kind == Kind::Integer && (size == nullptr || value(p) > value(*size))) size = &p;
  }
  return size != nullptr && value(*size) >= 2 * std::max(size->minimum, 512.0) ? size : nullptr;
}

constexpr double kUndisturbed = 0.01;  ///< seconds: a few times that of a scheduler's turn

std::string two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

/// The rule that catches a right answer by less work and a delay: half the size takes less time. By
/// how much is left open, since a device may be too large for either, but where so many items fill
/// any device it is the fourth root of what is declared. A delay in proportion to the size passes
/// that. Work that grows with the square of the size or faster takes a quarter of the time or less
/// where it fills the device, and has to take less than 2^-1.25 of it: more is refused where the
/// work comes to half of its ceiling, which much less than fills a device cannot, and lasts longer
/// than other programs take a core away for; else it is not provable. Each try is a new chance for
/// a right program on a busy machine, and the size was timed by its median; where work grows so
/// fast, by its fastest sample.
void check_growth(const Spec& spec, Options options, MakeExperiment make, std::uint32_t seed,
                  Report& report) {
  const double whole = timed_seconds(report);
  const bool alone = options.gpus == 1 && options.batch == 1 && report.data == Data::Resident;
  const ParameterSpec* size = size_of(spec, options);
  if (kEmulated || !report.answer.valid || !alone || whole < 1e-3 || size == nullptr) return;
  if (4 * report.cold.sample.total > report.limits.seconds) return;
  std::string& value = options.parameters[size->name];
  const double items = std::stod(value);
  value = std::to_string(static_cast<std::uint64_t>(items / 2));
  Devices devices(spec, options, make, seed);
  const auto declared = [](const Work& work) {
    return work.operations > 0 ? work.operations : work.bytes_read + work.bytes_written;
  };
  const double growth = declared(report.work) / declared(devices.work());
  if (!(growth > 1.8) || (growth < 3 && items < 1 << 20)) return;
  double fastest = whole;
  for (const Sample& sample : report.samples) fastest = std::min(fastest, sample.kernel);
  const double shorter = std::pow(growth, -0.25),
               as_declared = growth < 3 ? shorter : std::pow(2, -1.25) * fastest / whole;
  double least = 1e9;  // of the whole's time
  const double start = steady_seconds();
  for (int run = 0; run < 20 && !(least < as_declared); ++run) {
    least = std::min(least, devices.run_once().kernel / whole);
    if (steady_seconds() - start > report.limits.seconds / 2 && !(least < as_declared)) return;
  }
  if (least < as_declared) {
    report.answer.growth = "as declared";
  } else if (least < shorter && (fraction(report) < 0.5 || whole < kUndisturbed)) {
    report.answer.growth = "not provable";
  } else {
    report.answer.growth = "less";
    report.answer.valid = false;
    report.answer.problem =
        "half the size (" + size->name + " " + value + ") takes " +
        (least < shorter ? two_digits(least) + " of the time: it grows less than the declared work"
                         : "as long: the time does not grow with the declared work");
  }
}

/// All but the growth of the time.
Report measure_size(const Spec& spec, const Options& options, MakeExperiment make,
                    std::uint32_t seed) {
  Report report;
  report.run = read_run_facts();
  report.started = utc_now();
  report.workload = spec.name;
  report.variant = options.variant;
  for (const VariantSpec& v : spec.variants) {
    if (v.name != options.variant) continue;
    report.algorithm_class = v.algorithm_class;
    report.data = v.data;
    if (v.library) report.library = v.library();
  }
  report.backend = GPUJOB_BACKEND_NAME;
  report.precision = options.precision;
  report.parameters = options.parameters;
  report.limits = options.limits;
  report.batch = options.batch;
  report.clock = Event::clock;

  report.tasks = options.tasks;

  const double started = steady_seconds();
  Devices devices(spec, options, make, seed);
  report.cold.setup = steady_seconds() - started;
  report.cold.sample = devices.run_once();
  report.cold.sample.total += report.cold.setup;
  check(devices, report);
  report.work = devices.work();
  devices.describe();
  report.device = devices.facts();
  report.host = read_host_facts();
  devices.add_cores(report.host);
  const bool right = report.answer.valid;
  if (right) {
    if (options.batch > 1) devices.repeat(options.batch);
    report.ceiling = devices.ceiling();
    report.ceiling->after = 0;
    devices.hold_launches();
    report.warmup = warm_up(devices, report);
  }
  take_possible_samples(devices, started, report);
  report.devices = devices.shares(report.samples);
  if (!Hold::works()) {
    std::fprintf(
        stderr, "%s: the time of each kernel contains its launch (a launch waits for the device)\n",
        spec.name.c_str());
  }
  if (right) {
    try_batches(devices, started, report);
    check(devices, report);
    refuse_impossible(report);
    refuse_twice(report);
  }
  report.answer.inputs["seed"] = seed;
  return report;
}

}  // namespace

Report measure(const Spec& spec, const Options& options, MakeExperiment make) {
  const std::uint32_t seed = options.seed              ? *options.seed
                             : options.tasks.count > 1 ? seed_of_tasks()
                                                       : std::random_device{}();
  Report report = measure_size(spec, options, make, seed);
  check_growth(spec, options, make, seed, report);
  return report;
}

namespace {

int complain(const std::string& text, int status) {
  std::fprintf(stderr, "%s\n", text.c_str());
  return status;
}

/// Writes the report to its file or to standard output. Returns the exit status.
int deliver(const Report& report, const std::string& path) {
  if (path.empty()) {
    std::fputs(to_json(report).c_str(), stdout);
    if (std::fflush(stdout) != 0) {
      return complain(report.workload + ": standard output: cannot write the report (" +
                          std::strerror(errno) + ")",
                      1);
    }
  } else {
    const std::string problem = write_file(path, to_json(report));
    if (!problem.empty()) return complain(problem, 1);
    std::printf("%s\n", headline(report).c_str());
  }
  if (!report.answer.valid) return complain(headline(report), 1);
  if (report.samples.empty()) {
    return complain(
        report.workload + ": no time was measured (every sample was zero); use a larger size", 1);
  }
  return 0;
}

/// One of several tasks writes its part of the report, right or wrong, to be judged with the
/// others.
int run_task(const Spec& spec, Options options, MakeExperiment make) {
  const std::string problem = find_task(options.tasks, options.gpus);
  if (!problem.empty()) return complain(spec.name + ": " + problem, 2);
  const Report report = measure(spec, options, make);
  const std::string failed =
      write_file(task_path(options.report, options.tasks.index), to_json(report));
  return failed.empty() ? 0 : complain(failed, 1);
}

int merge(const Spec& spec, const Options& options) {
  Report report = read_and_merge(options.report, options.tasks.count, spec);
  refuse_impossible(report);
  return deliver(report, options.report);
}

}  // namespace

int run_program(int argc, char** argv, const Spec& spec, MakeExperiment make) {
  const Parsed parsed = parse_options(spec, std::vector<std::string>(argv + 1, argv + argc));
  const Options& options = parsed.options;
  if (!parsed.problem.empty()) return complain(parsed.problem, 2);
  if (options.action == Action::Help) return std::fputs(usage(spec).c_str(), stdout), 0;
  if (options.action == Action::Describe) {
    return std::fputs(describe_program(spec).c_str(), stdout), 0;
  }
  for (const VariantSpec& v : spec.variants) {
    const bool is_to_run = options.action == Action::Measure && v.name == options.variant;
    if (is_to_run && v.setting) restart_with(v.setting(), argv);
  }
  if (!options.report.empty()) {
    const std::string problem = cannot_write(options.report);
    if (!problem.empty()) return complain(problem, 1);
  }
  try {
    if (options.action == Action::Merge) return merge(spec, options);
    if (options.tasks.count > 1) return run_task(spec, options, make);
    return deliver(measure(spec, options, make), options.report);
  } catch (const NoDevice& e) {
    return complain(spec.name + ": " + e.what(), 77);
  } catch (const NoMemory& e) {
    return complain(spec.name + ": " + e.what(), 1);
  } catch (const std::bad_alloc&) {
    return complain(spec.name + ": no memory " + NoMemory::reasons, 1);
  } catch (const std::exception& e) {
    return complain(spec.name + ": " + e.what(), 1);
  }
}

}  // namespace gpujob
