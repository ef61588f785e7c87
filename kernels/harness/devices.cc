// SPDX-License-Identifier: MIT
#include "harness/devices.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <sys/resource.h>

#include "device/cores.h"
#include "device/description.h"
#include "device/event.h"
#include "harness/merge_parts.h"
#if !GPUJOB_GPU
#include "device/copy_ceiling.h"
#endif

namespace gpujob {

namespace {

/// CPU seconds of this process, over all its threads.
double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Data data_of(const Spec& spec, const std::string& variant) {
  for (const VariantSpec& v : spec.variants) {
    if (v.name == variant) return v.data;
  }
  return Data::Resident;
}

}  // namespace

Devices::Devices(const Spec& spec, const Options& options, MakeExperiment make, std::uint32_t seed)
    : data_(data_of(spec, options.variant)),
      tasks_(options.tasks),
      slots_(static_cast<std::size_t>(options.gpus / tasks_.count)),
      team_(static_cast<int>(slots_.size())) {
  if (options.gpus > 1) total_ = std::stoull(options.parameters.at(spec.split.parameter));
  team_.each([&](int k) {
    DeviceSlot& own = slot(k);
    own.number = tasks_.index * team_.size() + k;
    if (options.gpus > 1) own.part = part_of(total_, spec.split.unit, own.number, options.gpus);
    own.queue = std::make_unique<Queue>(device_of(k));
    own.moments = std::make_unique<Moments>();
    Random random(seed);
    own.experiment = make(
        *own.queue, {options.variant, options.precision, options.parameters, own.part}, random);
  });
}

/// A task that sees more GPUs than its own sees those of its node's other tasks.
Device Devices::device_of(int index) const {
  const int own = team_.size();
#if GPUJOB_GPU
  const int before = tasks_.local * own;
  if (before + own <= visible_gpus()) return {before + index, own};
#endif
  return {index, own};
}

Devices::~Devices() {
  // On the thread of the device that it belongs to. Nothing in a Seat throws when it goes.
  team_.each([this](int k) {
    DeviceSlot& own = slot(k);
    own.watch.reset();
    own.management.reset();
    own.replay.reset();
    own.hold.reset();
    own.flush.reset();
    own.moments.reset();
    own.experiment.reset();
    own.queue.reset();
  });
}

void Devices::prepare(DeviceSlot& slot) {
  if (!slot.flush) {
    slot.flush = std::make_unique<CacheFlush>(*slot.queue, slot.experiment->traffic());
  }
  slot.experiment->poison(*slot.queue);
  slot.flush->run(*slot.queue);
  slot.queue->wait();
}

Sample Devices::time(DeviceSlot& slot) {
  Queue& queue = *slot.queue;
  Experiment& experiment = *slot.experiment;
  Moments& at = *slot.moments;
  team_.meet();
  at.start = steady_seconds();
  at.uploading.record(queue);
  const bool has_upload = experiment.upload(queue);
  // Asking takes as long as a short kernel: so before the mark, not behind it.
  const double launch_start = steady_seconds(), cpu_start = cpu_seconds();
  if (slot.hold) slot.hold->begin();
  at.launched.record(queue);
  if (slot.replay) {
    slot.replay->run(queue);
  } else {
    experiment.launch(queue);
  }
  at.computed.record(queue);
  if (slot.hold) slot.hold->end();
  const double cpu = cpu_seconds() - cpu_start, wall = steady_seconds() - launch_start;
  const bool has_download = experiment.download(queue);
  at.downloaded.record(queue);
  queue.wait();
  experiment.finish();
  at.end = steady_seconds();
  Sample sample;
  sample.total = at.end - at.start;
  if (has_download) sample.d2h = at.downloaded.seconds_since(at.computed);
  sample.kernel = experiment.overlaps() ? -1 : at.computed.seconds_since(at.launched);
  if (has_upload) sample.h2d = at.launched.seconds_since(at.uploading);
  sample.share = share_of_cores(cpu, wall);
  sample.throttled = slot.management && slot.management->throttled();
  return sample;
}

/// Share of the cores' time that this process got; 1 on GPUs and for runs too short to know.
double Devices::share_of_cores(double cpu, double wall) const {
#if GPUJOB_GPU
  (void)cpu, (void)wall;
  return 1;
#else
  return wall < 0.02 ? 1 : cpu / (wall * std::min(threads(), allowed_cores()));
#endif
}

/// Threads that compute, on CPUs.
int Devices::threads() const {
  int threads = 0;
#if !GPUJOB_GPU
  for (const DeviceSlot& slot : slots_) threads += slot.queue->pool().threads();
#endif
  return threads;
}

/// From the start of the first device to the end of the last.
double Devices::span(const Event Moments::*from, const Event Moments::*to) const {
  double longest = 0;
  for (const DeviceSlot& begun : slots_) {
    for (const DeviceSlot& ended : slots_) {
      longest = std::max(longest, (*ended.moments.*to).seconds_since(*begun.moments.*from));
    }
  }
  return longest;
}

/// Parts that start together do not always run together: with more groups than cores one group
/// waits for another. Groups share a clock, so a phase of the whole lasts from the first start to
/// the last end. Each GPU has its own clock, and shares nothing.
void Devices::span_all(Sample& whole) const {
  double start = slots_.front().moments->start, end = slots_.front().moments->end;
  for (const DeviceSlot& slot : slots_) {
    start = std::min(start, slot.moments->start);
    end = std::max(end, slot.moments->end);
  }
  whole.total = end - start;
#if !GPUJOB_GPU
  if (whole.h2d >= 0) whole.h2d = span(&Moments::uploading, &Moments::launched);
  if (whole.kernel >= 0) whole.kernel = span(&Moments::launched, &Moments::computed);
  if (whole.d2h >= 0) whole.d2h = span(&Moments::computed, &Moments::downloaded);
#endif
}

Sample Devices::run_once() {
  team_.each([this](int k) { prepare(slot(k)); });
  std::vector<Sample> samples(slots_.size());
  team_.each([&](int k) { samples[static_cast<std::size_t>(k)] = time(slot(k)); });
  if (gave_up()) return run_once();  // what the host measured holds the wait
  Sample whole = merge_samples(samples, data_);
  span_all(whole);
  if (whole.kernel > 0) whole.kernel /= batch_;
  whole.total /= batch_;
  for (double& part : whole.parts) part /= batch_;
  return whole;
}

/// Work from host to host is timed by the host, launches included.
void Devices::hold_launches() {
  if (data_ != Data::Resident) return;
  if (slots_.front().experiment->times_launches()) return;
  team_.each([this](int k) { slot(k).hold = std::make_unique<Hold>(*slot(k).queue); });
}

/// Did a device of the last run wait for the host in vain? It does not happen again.
bool Devices::gave_up() {
  std::vector<char> gave_up(slots_.size(), 0);
  team_.each([&](int k) {
    gave_up[static_cast<std::size_t>(k)] = slot(k).hold && slot(k).hold->gave_up() ? 1 : 0;
  });
  return std::count(gave_up.begin(), gave_up.end(), 1) > 0;
}

bool Devices::repeats_alike() const {
  const Experiment& one = *slots_.front().experiment;
  return data_ == Data::Resident && !one.overlaps() && !one.times_launches() && !one.accumulates();
}

void Devices::repeat(int count) {
  if (slots_.front().experiment->accumulates()) {
    throw std::runtime_error("a run begins with what the last one left; leave --batch out");
  }
  batch_ = count;
  team_.each([&](int k) {
    DeviceSlot& own = slot(k);
    own.queue->repeats = count;
    own.replay =
        std::make_unique<Replay>(*own.queue, count, [&own] { own.experiment->launch(*own.queue); });
  });
}

Answer Devices::check() {
  std::vector<Answer> answers(slots_.size());
  team_.each([&](int k) {
    answers[static_cast<std::size_t>(k)] = slot(k).experiment->check(*slot(k).queue);
  });
  Answer answer = merge_answers(answers);
  std::vector<Part> parts;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    slots_[k].judged = answers[k].judged;
    parts.push_back(answers[k].judged);
  }
  // The parts of other tasks are unknown here: they are checked when reports are merged.
  if (total_ == 0 || tasks_.count > 1) return answer;
  const std::string problem = parts_problem(parts, total_);
  if (!problem.empty()) {
    answer.valid = false;
    answer.problem = problem;
  }
  return answer;
}

Work Devices::work() {
  std::vector<Work> works;
  for (const DeviceSlot& slot : slots_) works.push_back(slot.experiment->work());
  return merge_work(works);
}

/// GPUs are measured at the same time, each by itself.
Ceiling Devices::ceiling() {
#if !GPUJOB_GPU
  if (slots_.size() > 1) return ceiling_of_groups();
#endif
  std::vector<Ceiling> ceilings(slots_.size());
  team_.each([&](int k) {
    team_.meet();
    ceilings[static_cast<std::size_t>(k)] =
        slot(k).experiment->ceiling(*slot(k).queue, slot(k).facts.units);
  });
  return merge_ceilings(ceilings);
}

#if !GPUJOB_GPU
/// Groups of cores share one memory, and each might measure it while the others do not use it: so
/// all cores are measured together. A copy of few bytes keeps a single core busy, though, while
/// each group has one: such bytes the groups copy as they work, each its part, all at the same
/// moment.
Ceiling Devices::ceiling_of_groups() {
  Ceiling whole;
  {
    Queue all;
    all.repeats = batch_;
    Experiment& first = *slots_.front().experiment;
    whole = first.ceiling(all, allowed_cores());
    whole.counted *= work().points / first.work().points;
  }
  if (whole.unit != "bytes/s") return whole;
  const Rate together = copied_together(whole.counted);
  whole.before = whole.after = std::max(whole.before, together.median);
  whole.best = std::max(whole.best, together.best);
  return whole;
}

/// Bytes per second that the groups copy, `bytes` in all.
Rate Devices::copied_together(double bytes) {
  std::vector<std::unique_ptr<Copying>> copies(slots_.size());
  std::vector<double> start(slots_.size()), end(slots_.size());
  const auto groups = static_cast<double>(slots_.size());
  team_.each([&](int k) {
    copies[static_cast<std::size_t>(k)] =
        std::make_unique<Copying>(*slot(k).queue, bytes / groups, kMostCopied / groups);
  });
  std::vector<double> seconds = rounds_of([&] {
    team_.each([&](int k) { copies[static_cast<std::size_t>(k)]->prepare(*slot(k).queue); });
    team_.each([&](int k) {
      const auto own = static_cast<std::size_t>(k);
      team_.meet();
      start[own] = steady_seconds();
      copies[own]->run(*slot(k).queue);
      slot(k).queue->wait();
      end[own] = steady_seconds();
    });
    return *std::max_element(end.begin(), end.end()) -
           *std::min_element(start.begin(), start.end());
  });
  return rate_of(groups * copies.front()->bytes(*slots_.front().queue), std::move(seconds));
}
#endif

void Devices::describe() {
  team_.each([this](int k) {
    const Description d = gpujob::describe(*slot(k).queue);
    slot(k).facts = {d.model,  d.architecture, d.units,  static_cast<double>(d.memory_bytes),
                     d.driver, d.runtime,      d.bus_id, d.clocks_hz,
                     {}};
  });
  // One after the other: the start of a library may not be thread-safe, as its calls are.
  for (DeviceSlot& own : slots_) own.management = std::make_unique<Management>(own.facts.bus_id);
}

DeviceFacts Devices::facts() const {
  DeviceFacts facts = slots_.front().facts;
  std::set<std::string> models = {facts.model};
  for (const DeviceSlot& slot : slots_) {
    if (models.insert(slot.facts.model).second) facts.model += ", " + slot.facts.model;
  }
  return facts;
}

std::vector<DeviceShare> Devices::shares(const std::vector<Sample>& samples) const {
  std::vector<DeviceShare> shares;
  if (total_ == 0) return shares;
  const std::string host = read_host_facts().name;
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    const DeviceFacts& facts = slots_[k].facts;
    std::vector<double> seconds;
    for (const Sample& sample : samples) seconds.push_back(sample.parts[k]);
    shares.push_back({slots_[k].number, host, facts.model, facts.architecture, facts.bus_id,
                      slots_[k].judged, seconds.empty() ? 0 : median(std::move(seconds))});
  }
  return shares;
}

void Devices::add_cores(HostFacts& host) const {
#if GPUJOB_GPU
  (void)host;
#else
  host.isa = name(slots_.front().queue->isa());
  host.cores_used = std::min(threads(), allowed_cores());
#endif
}

void Devices::begin_watch() {
  for (DeviceSlot& own : slots_) {
    if (!own.watch) own.watch = std::make_unique<ConditionsWatch>(*own.management);
    own.watch->begin();
  }
}

std::vector<Conditions> Devices::end_watch() {
  std::vector<Conditions> all;
  for (DeviceSlot& own : slots_) all.push_back(own.watch->end());
  const auto silent = [](const Conditions& one) { return one.moments == 0; };
  return std::any_of(all.begin(), all.end(), silent) ? std::vector<Conditions>{} : all;
}

void Devices::read_state(DeviceFacts& facts) const {
  const Management& first = *slots_.front().management;
  facts.state = first.state();
  const DeviceMoment now = first.now();
  if (now.core_hz) facts.clocks_hz["core"] = *now.core_hz;
  if (now.memory_hz) facts.clocks_hz["memory"] = *now.memory_hz;
}

}  // namespace gpujob
