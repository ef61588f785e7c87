// SPDX-License-Identifier: MIT
// pulses: a train of pulses, then noise on it: the lesson's two ufuncs, between which the array
// goes to the host and back, or stays on the device, or never exists.
#include <string>

#include "device/add.h"
#include "device/fast_sine.h"
#include "harness/element_run.h"
#include "harness/registry.h"
#include "workloads/pulses/pulses_reference.h"

namespace gpujob::pulses {

namespace {

Spec spec() {
  Spec s;
  s.name = "pulses";
  s.variants = {{"round_trip", 'P', Data::Host}, {"resident", 'P'}, {"fused", 'P'}};
  s.default_variant = "fused";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "100000", 1, 4294967296.0, ""}};
  return s;
}

/// The signal without noise, from the number of a sample.
template <class T>
struct Pulse {
  T over_period;

  template <class W>
  GPUJOB_FN W operator()(const W& number) const {
    const W height = fast_sine(W(number * over_period)) - T(0.3);
    return (height > 0 ? height : W{}) * T(kAmplitude);
  }
};

/// The numbers of the samples from i on.
template <class T, class Simd>
GPUJOB_FN auto numbers_from(std::size_t i, Simd simd) {
  typename Simd::template Wide<T> numbers{};
  GPUJOB_UNROLL(16)
  for (int l = 0; l < Simd::template lanes<T>; ++l) set_lane(numbers, l, T(place<T>(l, simd)));
  return numbers + static_cast<T>(i);
}

/// The first ufunc, over the numbers of the samples.
template <class T>
struct MakePulses {
  const T* numbers;
  T* out;
  Pulse<T> pulse;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    store(out + i, apply(pulse, load(numbers + i, simd)), stores, simd);
  }
};

/// Both in one; the number of a sample is its index, and need not be read.
template <class T>
struct Fused {
  const T* noise;
  T* out;
  Pulse<T> pulse;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    const auto pulses = apply(pulse, numbers_from<T>(i, simd));
    store(out + i, pulses + load(noise + i, simd), stores, simd);
  }
};

template <class T>
class Pulses : public ElementRun<Signal<T>> {
 public:
  Pulses(Queue& queue, const Choice& choice, const Signal<T>& signal, std::size_t n)
      : ElementRun<Signal<T>>(
            queue, n, choice.variant == "round_trip" ? Route::Copy : Route::Resident, signal),
        variant_(choice.variant),
        over_period_(static_cast<T>(23 / static_cast<double>(n))) {}

  // The round trip has no phases: its copies are between the kernels, not before and after them.
  bool upload(Queue& /*queue*/) override { return false; }
  bool download(Queue& /*queue*/) override { return false; }
  bool overlaps() const override { return variant_ == "round_trip"; }

  void launch(Queue& queue) override {
    if (variant_ != "round_trip") {
      ElementRun<Signal<T>>::launch(queue);
      return;
    }
    const std::size_t n = this->count();
    gpujob::upload(queue, this->host_in(0), 0, n, this->in(0), 0);
    make_pulses(queue, this->in(0).data(), this->out().data(), n);
    gpujob::download(queue, this->out(), 0, n, this->host_out(), 0);
    queue.wait();
    gpujob::upload(queue, this->host_out(), 0, n, this->out(), 0);
    gpujob::upload(queue, this->host_in(1), 0, n, this->in(1), 0);
    add_values(queue, this->out().data(), this->out().data(), this->in(1).data(), n);
    gpujob::download(queue, this->out(), 0, n, this->host_out(), 0);
    queue.wait();
  }

  Answer check(Queue& queue) override {
    return pulses::check(this->inputs(), this->outputs(queue), this->count());
  }

  Work work() const override {
    const auto n = static_cast<double>(this->count());
    return {n, sizeof(T) * n, sizeof(T) * n, 4 * n, n};
  }

 private:
  using Pointers = typename ElementRun<Signal<T>>::Pointers;

  /// The numbers of the samples are read, and the pulses written and read.
  int between() const override { return variant_ == "fused" ? 0 : 3; }
  int round_trips() const override { return variant_ == "round_trip" ? 1 : 0; }

  void make_pulses(Queue& queue, const T* numbers, T* out, std::size_t n) {
    for_each_pack<T, OneListInOrder>(
        queue, n,
        MakePulses<T>{numbers, out, {over_period_}, stores_for(queue, out, n * sizeof(T))});
  }

  void compute(Queue& queue, const Pointers& in, T* out, std::size_t n) override {
    if (variant_ == "fused") {
      for_each_pack<T, OneListInOrder>(
          queue, n, Fused<T>{in[1], out, {over_period_}, stores_for(queue, out, n * sizeof(T))});
    } else {
      make_pulses(queue, in[0], out, n);
      add_values(queue, out, out, in[1], n);
    }
  }

  std::string variant_;
  T over_period_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  const Draw noise{random()};
  const std::size_t n = std::stoull(choice.parameters.at("n"));
  if (choice.precision == "float64") {
    return std::make_unique<Pulses<double>>(queue, choice, Signal<double>{noise}, n);
  }
  return std::make_unique<Pulses<float>>(queue, choice, Signal<float>{noise}, n);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::pulses
