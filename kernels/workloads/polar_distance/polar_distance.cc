// SPDX-License-Identifier: MIT
// polar_distance: how far apart two points are, given in polar coordinates: the lesson's ufunc that
// calls a function of its own on the device.
#include <string>
#include <type_traits>

#include "device/fast_sine.h"
#include "harness/element_run.h"
#include "harness/registry.h"
#include "workloads/polar_distance/polar_distance_reference.h"

namespace gpujob::polar_distance {

namespace {

Spec spec() {
  Spec s;
  s.name = "polar_distance";
  s.variants = {{"cartesian", 'P'}, {"half_angle", 'P'}, {"copy", 'P', Data::Host}};
  s.default_variant = "half_angle";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "1000000", 1, 4294967296.0, ""}};
  return s;
}

template <class W>
struct Point {
  W x, y;
};

/// The device function of the lesson.
template <class W>
GPUJOB_FN Point<W> to_cartesian(const W& rho, const W& theta) {
  return {rho * fast_cosine(theta), rho * fast_sine(theta)};
}

/// As the lesson has it: both points to Cartesian coordinates.
struct Cartesian {
  template <class W>
  GPUJOB_FN W operator()(const W& rho1, const W& theta1, const W& rho2, const W& theta2) const {
    const Point<W> a = to_cartesian(rho1, theta1), b = to_cartesian(rho2, theta2);
    const W x = a.x - b.x, y = a.y - b.y;
    return root(W(x * x + y * y));
  }
};

/// The law of cosines without its cancellation for points that are near to each other:
/// d^2 = (rho1 - rho2)^2 + 4 rho1 rho2 sin^2((theta1 - theta2) / 2). One sine instead of four.
struct HalfAngle {
  template <class W>
  GPUJOB_FN static W sine(const W& angle) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    if constexpr (std::is_same_v<W, float>) return __sinf(angle);
#endif
    return fast_sine(angle);
  }

  template <class W>
  GPUJOB_FN W operator()(const W& rho1, const W& theta1, const W& rho2, const W& theta2) const {
    const W half = (theta1 - theta2) / 2;
    const W s = sine(half), r = rho1 - rho2;
    return root(W(r * r + 4 * rho1 * rho2 * s * s));
  }
};

template <class T, class Formula>
struct Distances {
  const T* rho1;
  const T* theta1;
  const T* rho2;
  const T* theta2;
  T* out;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    const auto a = load(rho1 + i, simd), b = load(theta1 + i, simd);
    const auto c = load(rho2 + i, simd), d = load(theta2 + i, simd);
    store(out + i, apply(Formula(), a, b, c, d), stores, simd);
  }
};

template <class T>
class PolarDistance : public ElementRun<Pairs<T>> {
 public:
  PolarDistance(Queue& queue, const Choice& choice, const Pairs<T>& pairs)
      : ElementRun<Pairs<T>>(queue, std::stoull(choice.parameters.at("n")),
                             choice.variant == "copy" ? Route::Copy : Route::Resident, pairs),
        half_angle_(choice.variant == "half_angle") {}

  Answer check(Queue& queue) override {
    return polar_distance::check(this->inputs(), this->outputs(queue), this->count());
  }

  Work work() const override {
    const auto n = static_cast<double>(this->count());
    return {n, 4 * sizeof(T) * n, sizeof(T) * n, 7 * n, 2 * n};
  }

 private:
  using Pointers = typename ElementRun<Pairs<T>>::Pointers;

  template <class Formula>
  void run(Queue& queue, const Pointers& in, T* out, std::size_t n) {
    for_each_pack<T>(queue, n,
                     Distances<T, Formula>{in[0], in[1], in[2], in[3], out,
                                           stores_for(queue, out, n * sizeof(T))});
  }

  void compute(Queue& queue, const Pointers& in, T* out, std::size_t n) override {
    half_angle_ ? run<HalfAngle>(queue, in, out, n) : run<Cartesian>(queue, in, out, n);
  }

  bool half_angle_;
};

template <class T>
std::unique_ptr<Experiment> make_in(Queue& queue, const Choice& choice, Random& random) {
  const Pairs<T> pairs{{{random()}, {random()}, {random()}, {random()}}};
  return std::make_unique<PolarDistance<T>>(queue, choice, pairs);
}

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  if (choice.precision == "float64") return make_in<double>(queue, choice, random);
  return make_in<float>(queue, choice, random);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::polar_distance
