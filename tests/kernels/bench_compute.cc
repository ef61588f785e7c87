// SPDX-License-Identifier: MIT
// How fast are monte_carlo_pi, l2_norm, matmul and fft2d on this machine, beside their goals?
// Sides take turns, so that a change of clock or of load meets all of them; ratios of medians are
// printed.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "device/ceiling.h"
#include "device/description.h"
#include "device/event.h"
#include "harness/registry.h"
#include "harness/restart.h"
#include "harness/sampler.h"

namespace {

using namespace gpujob;

constexpr int kRounds = 9;

/// A workload at a size, and its goal: the share of its ceiling, 0 for none.
struct Subject {
  const char* workload;
  const char* variant;
  const char* precision;
  std::map<std::string, std::string> parameters;
  double goal;
};

const Subject kSubjects[] = {
    {"matmul", "library", "float32", {{"n", "4096"}}, 0.90},
    {"matmul", "library", "float64", {{"n", "4096"}}, 0.90},
    {"matmul", "tuned", "float32", {{"n", "2048"}}, 0},
    {"matmul", "tiled", "float32", {{"n", "1024"}}, 0},
    {"l2_norm", "tuned", "float32", {{"rows", "50000000"}, {"length", "2"}}, 0},
    {"l2_norm", "tuned", "float32", {{"rows", "3125000"}, {"length", "32"}}, 0},
    {"l2_norm", "tuned", "float32", {{"rows", "97656"}, {"length", "1024"}}, 0},
    {"l2_norm", "tuned", "float32", {{"rows", "100"}, {"length", "1000000"}}, 0},
    {"fft2d", "library", "float32", {{"n", "2000"}}, 0},
    {"fft2d", "library", "float64", {{"n", "2000"}}, 0},
};

const Registered& workload(const Subject& subject) {
  for (const Registered& workload : registered()) {
    if (workload.spec.name == subject.workload) return workload;
  }
  std::abort();  // all are part of this program
}

const VariantSpec& variant(const Subject& subject) {
  for (const VariantSpec& v : workload(subject).spec.variants) {
    if (v.name == subject.variant) return v;
  }
  std::abort();
}

std::unique_ptr<Experiment> make(Queue& queue, const Subject& subject) {
  if (!variant(subject).not_built().empty()) return nullptr;
  Random random(1);
  return workload(subject).make(queue, {subject.variant, subject.precision, subject.parameters},
                                random);
}

template <class Work>
double seconds(const Work& work) {
  const double start = steady_seconds();
  work();
  return steady_seconds() - start;
}

std::string label(const Subject& subject) {
  std::string text =
      std::string(subject.workload) + " " + subject.variant + " " + subject.precision;
  for (const auto& [name, value] : subject.parameters) text += " " + name + "=" + value;
  return text;
}

/// What a workload reaches, as a share of the ceilings that were measured beside it. Is the answer
/// right?
bool bench(Queue& queue, const Subject& subject) {
  const auto experiment = make(queue, subject);
  if (!experiment) {
    std::printf("%-52s not built\n", label(subject).c_str());
    return true;
  }
  std::vector<double> times, ceilings;
  double counted = 0;
  experiment->poison(queue);
  experiment->launch(queue);  // warm
  for (int round = 0; round < kRounds; ++round) {
    const Ceiling ceiling = experiment->ceiling(queue, queue.pool().threads());
    counted = ceiling.counted;
    ceilings.push_back(ceiling.before);
    times.push_back(seconds([&] { experiment->launch(queue); }));
  }
  experiment->download(queue);
  experiment->finish();
  const bool right = experiment->check(queue).valid;
  const double share = counted / median(times) / median(ceilings);
  std::printf("%-52s %9.5f s  %5.3f of its ceiling", label(subject).c_str(), median(times), share);
  if (subject.goal > 0) {
    std::printf(" (goal %.2f: %s)", subject.goal, share >= subject.goal ? "met" : "MISSED");
  }
  std::printf("%s\n", right ? "" : "  WRONG ANSWER");
  return right;
}

/// What anyone would write first: one thread, the standard library's generator, float64.
__attribute__((noinline)) double plain_hits(std::mt19937_64& random, long points) {
  std::uniform_real_distribution<double> coordinate(0, 1);
  long hits = 0;
  for (long k = 0; k < points; ++k) {
    const double x = coordinate(random), y = coordinate(random);
    if (x * x + y * y < 1) ++hits;
  }
  return static_cast<double>(hits);
}

bool bench_pi(Queue& queue) {
  constexpr long points = 100000000, plain_points = points / 20;
  const auto experiment =
      make(queue, {"monte_carlo_pi", "philox", "float64", {{"n", std::to_string(points)}}, 0});
  std::mt19937_64 random(1);
  std::vector<double> plain, ours;
  double sink = 0;
  experiment->poison(queue);
  experiment->launch(queue);  // warm
  for (int round = 0; round < kRounds; ++round) {
    plain.push_back(seconds([&] { sink += plain_hits(random, plain_points); }) / plain_points);
    ours.push_back(seconds([&] { experiment->launch(queue); }) / points);
  }
  const double ratio = median(plain) / median(ours);
  std::printf(
      "monte_carlo_pi %.3f ns/point, plain loop with mt19937_64 on 1 thread %.3f ns/point: ",
      median(ours) * 1e9, median(plain) * 1e9);
  experiment->download(queue);
  experiment->finish();
  const bool right = sink > 0 && experiment->check(queue).valid;
  std::printf("%.1f x (goal 6: %s)%s\n", ratio, ratio >= 6 ? "met" : "MISSED",
              right ? "" : "  WRONG ANSWER");
  return right;
}

}  // namespace

int main(int /*argc*/, char** argv) {
  // As the programs themselves do where a library would not know this processor.
  for (const Subject& subject : kSubjects) {
    if (variant(subject).setting) restart_with(variant(subject).setting(), argv);
  }
  Queue queue;
  const Description device = describe(queue);
  std::printf(
      "compute-bound and other, all of class P, %s, %d cores, instruction set %s, medians of %d "
      "rounds\n",
      device.model.c_str(), device.units, name(queue.isa()), kRounds);
  const char* const core = std::getenv("OPENBLAS_CORETYPE");
  if (core != nullptr) std::printf("OpenBLAS is asked for its kernels for %s\n", core);
  bool right = bench_pi(queue);
  for (const Subject& subject : kSubjects) right = bench(queue, subject) && right;
  return right ? 0 : 1;
}
