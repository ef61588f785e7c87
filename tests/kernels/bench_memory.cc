// SPDX-License-Identifier: MIT
// How close do the workloads that are all reading and writing come to what this machine copies, and
// how much faster is the hidden layer than the plain loops? Sides take turns, so that a change of
// clock or of load meets all of them; ratios of medians are printed beside the goals, and the
// lowest and highest ratio of a round.
//
// Two copies are yardsticks, both with stores past the caches, and goals are held against either.
// The plain one walks through its lists in order, as STREAM does, and stays the same whatever
// becomes of the workloads. The fastest known here is the ceiling of the reports. It lives of
// reading as much as it writes, which a sum of two lists does not.
//
// A virtual machine's cores may sit behind one link to memory or behind one each, and are moved
// from the one to the other within minutes. Behind one link copies are at the limit of its writes,
// and sums, which have two reads a write, at that of its reads. Rounds of both kinds are told apart
// by what all cores write together, and shown apart; those in which that changed are left out.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "device/buffer.h"
#include "device/copy.h"
#include "device/description.h"
#include "device/event.h"
#include "harness/registry.h"
#include "harness/sampler.h"

namespace {

using namespace gpujob;

constexpr int kRounds = 21;
constexpr int kRoundsPerPlacement = 3;  ///< with the same memory; divides the others
constexpr int kRoundsForAGoal = 3 * kRounds;
constexpr std::size_t kSide = 10000, kElements = kSide * kSide;
constexpr std::size_t kNaiveElements = kElements / 25;

struct Subject {
  const char* workload;
  const char* variant;
  const char* precision;
  double goal;  ///< share of a copy's rate; 0: none

  int rounds() const { return goal > 0 ? kRoundsForAGoal : ::kRounds; }
};

/// All of class P: each value from its own input.
constexpr Subject kSubjects[] = {
    {"vector_add", "resident", "float32", 0.93},
    {"stream", "copy", "float64", 0},
    {"stream", "triad", "float64", 0},
    {"stream", "dot", "float64", 0},
    {"hidden_layer", "fused_fast", "float32", 0},
    {"gaussian_pdf", "fast", "float32", 0},
    {"polar_distance", "half_angle", "float32", 0},
    {"pulses", "fused", "float32", 0},
    {"elementwise", "fused", "float32", 0},
    {"zero_suppress", "value", "int16", 0},
};

template <class Work>
double seconds(const Work& work) {
  const double start = steady_seconds();
  work();
  return steady_seconds() - start;
}

std::unique_ptr<Experiment> make(Queue& queue, const Subject& subject) {
  for (const Registered& workload : registered()) {
    if (workload.spec.name != subject.workload) continue;
    std::map<std::string, std::string> parameters;
    for (const ParameterSpec& p : workload.spec.parameters) parameters[p.name] = p.default_value;
    parameters["n"] = std::to_string(workload.spec.name == "elementwise" ? kSide : kElements);
    Random random(1);
    return workload.make(queue, {subject.variant, subject.precision, parameters}, random);
  }
  return nullptr;
}

struct PlainCopy {
  static constexpr std::size_t piece = std::size_t{1} << 20;
  const float* from;
  float* to;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t item, Simd simd) const {
    for (std::size_t i = item * piece; i < (item + 1) * piece; i += Simd::template lanes<float>) {
      store(to + i, load(from + i, simd), Stores::Past, simd);
    }
    order_stores();
  }
};

struct Fill {
  static constexpr std::size_t piece = PlainCopy::piece;
  float* to;
  std::size_t pieces;  ///< an item

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t item, Simd simd) const {
    const auto value = load(to, simd);
    const std::size_t all = pieces * piece;
    for (std::size_t i = item * all; i < (item + 1) * all; i += Simd::template lanes<float>) {
      store(to + i, value, Stores::Past, simd);
    }
    order_stores();
  }
};

/// Whether all cores together write no more than a third faster than one of them.
bool behind_one_link(Queue& queue, Buffer<float>& to) {
  const std::size_t pieces = std::min<std::size_t>(to.count() / Fill::piece, 128);
  double one = HUGE_VAL, all = HUGE_VAL;
  for (int round = 0; round < 3; ++round) {
    one = std::min(one, seconds([&] { for_each<1>(queue, 1, 1, Fill{to.data(), pieces}); }));
    all = std::min(all, seconds([&] { for_each<1>(queue, pieces, 1, Fill{to.data(), 1}); }));
  }
  return one < 4 * all / 3;
}

/// Bytes a second, round by round.
struct Rates {
  std::vector<double> workload, plain, fastest;

  void add(const Rates& more) {
    workload.insert(workload.end(), more.workload.begin(), more.workload.end());
    plain.insert(plain.end(), more.plain.begin(), more.plain.end());
    fastest.insert(fastest.end(), more.fastest.begin(), more.fastest.end());
  }
};

struct Found {
  Rates apart, together;  ///< with a link to memory for each core, and behind one
  bool right = true;
};

/// Some rounds with memory got anew: which pages the system gives changes the rate of the same loop
/// by a tenth. The workload between copies of as many bytes, so that a drift of the memory's speed
/// meets all sides alike.
void add_rounds(Queue& queue, const Subject& subject, Found& found) {
  const auto experiment = make(queue, subject);
  const Work work = experiment->work();
  const double bytes = work.bytes_read + work.bytes_written;
  const std::size_t pieces = static_cast<std::size_t>(bytes / 8) / PlainCopy::piece;
  Buffer<float> from(pieces * PlainCopy::piece), to(from.count());
  from.poison(queue);
  to.poison(queue);
  experiment->poison(queue);
  const double copied = 2.0 * static_cast<double>(from.bytes());
  const auto plain = [&] { for_each<1>(queue, pieces, 1, PlainCopy{from.data(), to.data()}); };
  const auto fastest = [&] { copy_values(queue, to.data(), from.data(), from.count()); };
  const bool together = behind_one_link(queue, to);
  Rates rates;
  for (int round = -1; round < kRoundsPerPlacement; ++round) {
    const double plain_before = seconds(plain), fastest_before = seconds(fastest);
    const double working = seconds([&] { experiment->launch(queue); });
    const double fastest_after = seconds(fastest), plain_after = seconds(plain);
    if (round < 0) continue;  // warms up
    rates.workload.push_back(bytes / working);
    rates.plain.push_back(2 * copied / (plain_before + plain_after));
    rates.fastest.push_back(2 * copied / (fastest_before + fastest_after));
  }
  if (behind_one_link(queue, to) == together) (together ? found.together : found.apart).add(rates);
  experiment->download(queue);
  experiment->finish();
  found.right = found.right && experiment->check(queue).valid;
}

Found rounds_of(Queue& queue, const Subject& subject) {
  Found found;
  for (int r = 0; r < subject.rounds(); r += kRoundsPerPlacement) add_rounds(queue, subject, found);
  return found;
}

/// What anyone would write first: three loops over the list, one thread, the lesson's tangent.
__attribute__((noinline)) void naive_layer(const std::vector<float>& greys,
                                           const std::vector<float>& weights,
                                           std::vector<float>& out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = greys[i] / 255.0f;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] *= weights[i];
  for (float& v : out) {
    v = (std::exp(v) - std::exp(-v)) / (std::exp(v) + std::exp(-v));
  }
}

struct LayerTimes {
  std::vector<double> plain, working, adding;  ///< seconds, round by round
};

/// The plain loops are run on a part of the list. `sum` is a vector_add, which reads and writes as
/// many bytes as the layer.
LayerTimes layer_times(Queue& queue, Experiment& layer, Experiment& sum) {
  const std::vector<float> greys(kNaiveElements, 100.0f), weights(kNaiveElements, 0.5f);
  std::vector<float> out(kNaiveElements);
  LayerTimes times;
  for (int round = -1; round < kRounds; ++round) {
    const double plain = seconds([&] { naive_layer(greys, weights, out); }) *
                         (static_cast<double>(kElements) / kNaiveElements);
    const double working = seconds([&] { layer.launch(queue); });
    const double adding = seconds([&] { sum.launch(queue); });
    if (round < 0) continue;
    times.plain.push_back(plain);
    times.working.push_back(working);
    times.adding.push_back(adding);
  }
  return times;
}

/// The median of `above` over that of `below`, and the range of their ratios.
void print(const std::string& what, const std::string& figure, const std::vector<double>& above,
           const std::vector<double>& below, double goal) {
  std::vector<double> ratios;
  for (std::size_t k = 0; k < above.size(); ++k) ratios.push_back(above[k] / below[k]);
  const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
  const double middle = median(above) / median(below);
  std::printf("%-38s %7.3f %-19s (%.3f to %.3f)", what.c_str(), middle, figure.c_str(), *least,
              *most);
  if (goal > 0) std::printf("  goal %g: %s", goal, middle >= goal ? "met" : "MISSED");
  std::printf("\n");
}

void print(const std::string& what, const Rates& rates, const char* links, double goal) {
  if (rates.workload.empty()) return;
  print(what, "of a plain copy", rates.workload, rates.plain, goal);
  print("", "of the fastest copy", rates.workload, rates.fastest, goal);
  std::printf("%-38s %7.1f GB/s (copies: plain %.1f, fastest %.1f), %zu rounds, %s\n", "",
              median(rates.workload) / 1e9, median(rates.plain) / 1e9, median(rates.fastest) / 1e9,
              rates.workload.size(), links);
}

}  // namespace

int main() {
  Queue queue;
  const Description device = describe(queue);
  std::printf(
      "memory, n = %zu, %s, %d cores, instruction set %s\n"
      "medians of %d rounds, of %d where there is a goal\n",
      kElements, device.model.c_str(), device.units, name(queue.isa()), kRounds, kRoundsForAGoal);
  bool right = true;
  for (const Subject& subject : kSubjects) {
    const std::string what =
        std::string(subject.workload) + " " + subject.variant + " " + subject.precision + " (P)";
    const Found found = rounds_of(queue, subject);
    print(what, found.apart, "a link to memory for each core", subject.goal);
    print(what, found.together, "one link to memory for all cores", subject.goal);
    if (!found.right) std::printf("%-38s WRONG ANSWER\n", "");
    right = right && found.right;
  }
  const auto layer = make(queue, {"hidden_layer", "fused_fast", "float32", 0});
  const auto sum = make(queue, {"vector_add", "resident", "float32", 0});
  layer->poison(queue);
  sum->poison(queue);
  const LayerTimes times = layer_times(queue, *layer, *sum);
  print("hidden_layer fused_fast float32 (P)", "x three plain loops", times.plain, times.working,
        40);
  print("", "x, the most: its reads and writes alone, as vector_add", times.plain, times.adding, 0);
  return right ? 0 : 1;
}
