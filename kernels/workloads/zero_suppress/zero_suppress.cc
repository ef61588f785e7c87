// SPDX-License-Identifier: MIT
// zero_suppress: samples below a threshold become zero, on 16-bit whole numbers.
#include <string>
#include <type_traits>

#include "harness/element_run.h"
#include "harness/registry.h"
#include "workloads/zero_suppress/zero_suppress_reference.h"

namespace gpujob::zero_suppress {

namespace {

Spec spec() {
  Spec s;
  s.name = "zero_suppress";
  s.variants = {{"value", 'P'}, {"magnitude", 'P'}, {"copy", 'P', Data::Host}};
  s.default_variant = "value";
  s.precisions = {"int16"};
  s.default_precision = "int16";
  s.parameters = {{"n", Kind::Integer, "100000", 1, 4294967296.0, ""},
                  {"threshold", Kind::Integer, "15", 1, 32767, ""}};
  return s;
}

/// A value, or a vector of them: what is at or above the threshold stays.
template <Rule rule, class V>
GPUJOB_FN V suppressed(const V& v, std::int16_t threshold) {
  const auto below = static_cast<std::int16_t>(-threshold);
  if constexpr (rule == Rule::Value) {
    return v < threshold ? V{} : v;
  } else if constexpr (std::is_arithmetic_v<V>) {
    return v < threshold && v > below ? V{} : v;
  } else {
    return ((v < threshold) & (v > below)) ? V{} : v;
  }
}

template <Rule rule, int N>
GPUJOB_FN Pack<std::int16_t, N> suppressed(const Pack<std::int16_t, N>& pack,
                                           std::int16_t threshold) {
  return each(pack, [=](std::int16_t v) { return suppressed<rule>(v, threshold); });
}

template <Rule rule>
struct Suppress {
  const std::int16_t* from;
  std::int16_t* to;
  std::int16_t threshold;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    store(to + i, suppressed<rule>(load(from + i, simd), threshold), stores, simd);
  }
};

class ZeroSuppress : public ElementRun<Waveform> {
 public:
  ZeroSuppress(Queue& queue, const Choice& choice, const Waveform& waveform, std::size_t n)
      : ElementRun<Waveform>(queue, n, choice.variant == "copy" ? Route::Copy : Route::Resident,
                             waveform),
        rule_(choice.variant == "magnitude" ? Rule::Magnitude : Rule::Value) {}

  Answer check(Queue& queue) override {
    return zero_suppress::check(inputs(), rule_, outputs(queue), count());
  }

  Work work() const override {
    const auto n = static_cast<double>(count());
    return {n, 2 * n, 2 * n, n, 0};
  }

 private:
  void compute(Queue& queue, const Pointers& in, std::int16_t* out, std::size_t n) override {
    const Stores stores = stores_for(queue, out, n * sizeof(std::int16_t));
    const auto threshold = static_cast<std::int16_t>(inputs().threshold);
    if (rule_ == Rule::Value) {
      for_each_pack<std::int16_t, OneListRead>(
          queue, n, Suppress<Rule::Value>{in[0], out, threshold, stores});
    } else {
      for_each_pack<std::int16_t, OneListRead>(
          queue, n, Suppress<Rule::Magnitude>{in[0], out, threshold, stores});
    }
  }

  Rule rule_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  const std::size_t n = std::stoull(choice.parameters.at("n"));
  const int threshold = std::stoi(choice.parameters.at("threshold"));
  const Waveform waveform{{random()}, static_cast<double>(n) / 23, threshold};
  return std::make_unique<ZeroSuppress>(queue, choice, waveform, n);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::zero_suppress
