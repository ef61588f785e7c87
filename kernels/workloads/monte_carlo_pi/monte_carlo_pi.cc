// SPDX-License-Identifier: MIT
// monte_carlo_pi: 4 times the share of random points of a square that lie in a quarter of a circle.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "device/buffer.h"
#include "device/ceiling.h"
#include "device/launch.h"
#include "harness/registry.h"
#include "workloads/monte_carlo_pi/count_hits.h"
#include "workloads/monte_carlo_pi/monte_carlo_pi_reference.h"

namespace gpujob::monte_carlo_pi {

namespace {

/// Chunks short enough to fill a large device and long enough to make storing a count negligible.
constexpr std::uint32_t kChunk = 1024;

Spec spec() {
  Spec s;
  s.name = "monte_carlo_pi";
  s.variants = {{"philox", 'P'}};
  s.default_variant = "philox";
  s.precisions = {"float64"};
  s.default_precision = "float64";
  s.parameters = {{"n", Kind::Integer, "1000000", 1, 68719476736.0, ""}};
  s.split = {"n", kChunk};
  return s;
}

Layout layout_of(const Choice& choice) {
  const Part part = choice.share_of(std::stoull(choice.parameters.at("n")));
  return {part.count, kChunk, part.first};
}

class Pi : public Experiment {
 public:
  Pi(const Choice& choice, Random& random)
      : layout_(layout_of(choice)),
        share_(static_cast<double>(layout_.points) / std::stod(choice.parameters.at("n"))),
        key_{static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())},
        seed_(random()),
        hits_(layout_.chunks()),
        host_hits_(layout_.chunks()) {}

  void poison(Queue& queue) override {
    hits_.poison(queue);
    std::fill(host_hits_.begin(), host_hits_.end(), ~std::uint32_t{0});
  }

  void launch(Queue& queue) override {
    for_each<ChunkHits::threads>(queue, hits_.count(), 8,
                                 ChunkHits{layout_, round_keys(key_), hits_.data()});
  }

  bool download(Queue& queue) override {
    hits_.to_host(queue, host_hits_.data());
    return true;
  }

  /// The sum of the chunks.
  void finish() override {
    total_ = 0;
    for (const std::uint32_t hits : host_hits_) total_ += hits;
  }

  Answer check(Queue& /*queue*/) override {
    Answer answer = monte_carlo_pi::check({layout_, key_, host_hits_}, seed_);
    answer.counts["hits"] = static_cast<double>(total_);
    for (double* term : {&answer.value, &answer.reference, &answer.error}) *term *= share_;
    return answer;
  }

  /// What the algorithm asks for a point, which is half of a counter: 10 whole products of the
  /// rounds and 2 squares, 10 exclusive ors of three numbers, 2 shifts, a comparison and an
  /// addition, 26 instructions where a GPU has one for each. Counting the counters is not in it:
  /// machine code takes 32 to 33 in all on NVIDIA's, and 36 on AMD's, which take two for such an
  /// exclusive or.
  Work work() const override {
    const auto points = static_cast<double>(layout_.points);
    return {points, 0, static_cast<double>(hits_.bytes()), 26 * points, 0};
  }

  /// A bound that no GPU comes near to, as its name says. One with 64 lanes in a multiprocessor
  /// (sm_75, sm_80) issues two instructions for each multiply-add, so half of them count; one with
  /// 128 issues one. And a whole product keeps the unit of the multiply-adds busy for several of
  /// them, for how many NVIDIA does not say. CPUs compute products of 32 bits in lanes of 64 bits,
  /// in the units of the multiply-adds.
  Ceiling ceiling(Queue& queue, int units) override {
    const auto points = static_cast<double>(layout_.points);
    const Rate reached =
        GPUJOB_GPU ? fma_ceiling<float>(queue, units) : fma_ceiling<double>(queue, units);
    return ceiling_of(GPUJOB_GPU ? "fma float32, two instructions counted as one"
                                 : "fma float64, products alone counted",
                      "operations/s", reached, (GPUJOB_GPU ? 13 : 12) * points);
  }

 private:
  Layout layout_;
  double share_;  ///< of all points: the estimates of parts, each times its share, add up
  Key key_;
  std::uint64_t seed_;
  Buffer<std::uint32_t> hits_;
  std::vector<std::uint32_t> host_hits_;
  std::uint64_t total_ = 0;
};

std::unique_ptr<Experiment> make(Queue& /*queue*/, const Choice& choice, Random& random) {
  return std::make_unique<Pi>(choice, random);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::monte_carlo_pi
