// SPDX-License-Identifier: MIT
// elementwise: 2 sin x + sqrt |x|, pass by pass as an array library does it, or in one.
#include <cmath>
#include <string>
#include <type_traits>

#include "device/add.h"
#include "device/fast_sine.h"
#include "harness/element_run.h"
#include "harness/registry.h"
#include "workloads/elementwise/elementwise_reference.h"

namespace gpujob::elementwise {

namespace {

Spec spec() {
  Spec s;
  s.name = "elementwise";
  s.variants = {{"unfused", 'P'}, {"fused", 'P'}};
  s.default_variant = "fused";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "2000", 1, 65536, ""}};
  return s;
}

struct Sine {
  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    return fast_sine(x);
  }
};
struct Twice {
  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    return x + x;
  }
};
struct Magnitude {
  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    if constexpr (std::is_arithmetic_v<W>) {
      return std::fabs(x);
    } else {
      return x < 0 ? -x : x;
    }
  }
};
struct Root {
  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    return root(x);
  }
};
struct Whole {
  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    return Twice()(fast_sine(x)) + root(Magnitude()(x));
  }
};

/// to = F(from), one pass over memory.
template <class T, class F>
struct Pass {
  const T* from;
  T* to;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    store(to + i, apply(F(), load(from + i, simd)), stores, simd);
  }
};

template <class T>
class Elementwise : public ElementRun<Square<T>> {
 public:
  Elementwise(Queue& queue, const Choice& choice, const Square<T>& square, std::size_t side)
      : ElementRun<Square<T>>(queue, side * side, Route::Resident, square),
        fused_(choice.variant == "fused"),
        roots_(fused_ ? 0 : this->count()) {}

  /// The roots too: a run whose passes write none must not find those of the run before.
  void poison(Queue& queue) override {
    ElementRun<Square<T>>::poison(queue);
    if (!fused_) roots_.poison(queue);
  }

  Answer check(Queue& queue) override {
    return elementwise::check(this->inputs(), this->outputs(queue), this->count());
  }

  Work work() const override {
    const auto n = static_cast<double>(this->count());
    return {n, sizeof(T) * n, sizeof(T) * n, 2 * n, 2 * n};
  }

 private:
  using Pointers = typename ElementRun<Square<T>>::Pointers;

  /// Five passes, the last of two lists, move eleven values; one pass moves two.
  int between() const override { return fused_ ? 0 : 9; }

  template <class F>
  void pass(Queue& queue, const T* from, T* to, std::size_t n) {
    for_each_pack<T, OneListInOrder>(queue, n,
                                     Pass<T, F>{from, to, stores_for(queue, to, n * sizeof(T))});
  }

  void compute(Queue& queue, const Pointers& in, T* out, std::size_t n) override {
    if (fused_) {
      pass<Whole>(queue, in[0], out, n);
      return;
    }
    pass<Sine>(queue, in[0], out, n);
    pass<Twice>(queue, out, out, n);
    pass<Magnitude>(queue, in[0], roots_.data(), n);
    pass<Root>(queue, roots_.data(), roots_.data(), n);
    add_values(queue, out, out, roots_.data(), n);
  }

  bool fused_;
  Buffer<T> roots_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  const Draw numbers{random()};
  const std::size_t side = std::stoull(choice.parameters.at("n"));
  if (choice.precision == "float64") {
    return std::make_unique<Elementwise<double>>(queue, choice, Square<double>{numbers}, side);
  }
  return std::make_unique<Elementwise<float>>(queue, choice, Square<float>{numbers}, side);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::elementwise
