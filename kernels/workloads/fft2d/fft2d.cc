// SPDX-License-Identifier: MIT
// fft2d: the discrete Fourier transform of a square of complex values.
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "device/buffer.h"
#include "device/ceiling.h"
#include "device/launch.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "workloads/fft2d/direct.h"
#include "workloads/fft2d/fft2d_reference.h"
#include "workloads/fft2d/library_transform.h"

namespace gpujob::fft2d {

namespace {

Spec spec() {
  Spec s;
  s.name = "fft2d";
  s.variants = {{"direct", 'P'},
                {"library",
                 'P',
                 Data::Resident,
                 LibraryTransform<float>::missing,
                 {},
                 LibraryTransform<float>::version}};
  s.default_variant = "library";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float64";
  s.parameters = {{"n", Kind::Integer, "2000", 1, 16384, ""}};
  return s;
}

/// Writes value i of the signal to real[i * step] and imaginary[i * step].
template <class T>
struct FillSignal {
  Signal<T> signal;
  Planes<T> to;
  std::size_t step;

  GPUJOB_FN void operator()(std::size_t i) const {
    to.real[i * step] = signal.real(i);
    to.imaginary[i * step] = signal.imaginary(i);
  }
};

template <class T>
class Library : public Experiment {
 public:
  Library(Queue& queue, const Choice& choice, Random& random)
      : n_(std::stoi(choice.parameters.at("n"))),
        signal_{{random()}},
        seed_(random()),
        from_(2 * values()),
        to_(2 * values()),
        transform_(queue, n_, from_.data(), to_.data()) {
    for_each<256>(queue, values(), 1 << 14,
                  FillSignal<T>{signal_, {from_.data(), from_.data() + 1}, 2});
    queue.wait();
  }

  void poison(Queue& queue) override { to_.poison(queue); }

  void launch(Queue& /*queue*/) override { transform_.run(from_.data(), to_.data()); }

  double traffic() const override { return work().bytes_read + work().bytes_written; }

  Answer check(Queue& queue) override {
    std::vector<T> given(to_.count());
    to_.to_host(queue, given.data());
    return fft2d::check(
        signal_, Transform<T>{n_, given.data(), given.data() + 1, 2, growth_of_fast(n_)}, seed_);
  }

  /// 5 N log2 N operations is what fast transforms are counted by; the bytes are those of two
  /// passes over all values, along rows and along columns.
  Work work() const override {
    const double n = n_, count = n * n, bytes = 4.0 * sizeof(T) * count;
    return {count, bytes, bytes, 10 * count * std::log2(n), 0};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return memory_ceiling(queue, moved_by(work()));
  }

 private:
  std::size_t values() const { return static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_); }

  int n_;
  Signal<T> signal_;
  std::uint64_t seed_;
  Buffer<T> from_, to_;
  LibraryTransform<T> transform_;
};

/// Two arrays for the parts of n x n complex values.
template <class T>
struct Pair {
  Buffer<T> real, imaginary;
  explicit Pair(std::size_t count) : real(count), imaginary(count) {}

  Planes<T> planes() { return {real.data(), imaginary.data()}; }
  Planes<const T> values() const { return {real.data(), imaginary.data()}; }
  void poison(Queue& queue) {
    real.poison(queue);
    imaginary.poison(queue);
  }
};

template <class T>
class Direct : public Experiment {
 public:
  Direct(Queue& queue, const Choice& choice, Random& random)
      : n_(std::stoull(choice.parameters.at("n"))),
        signal_{{random()}},
        seed_(random()),
        roots_(n_ * n_),
        from_(n_ * n_),
        between_(n_ * n_),
        to_(n_ * n_) {
    fill_roots(queue);
    for_each<256>(queue, n_ * n_, 1 << 14, FillSignal<T>{signal_, from_.planes(), 1});
    queue.wait();
  }

  void poison(Queue& queue) override {
    between_.poison(queue);
    to_.poison(queue);
  }

  void launch(Queue& queue) override {
    multiply(queue, roots_, from_, between_);
    multiply(queue, between_, roots_, to_);
  }

  Answer check(Queue& queue) override {
    std::vector<T> real(n_ * n_), imaginary(n_ * n_);
    to_.real.to_host(queue, real.data());
    to_.imaginary.to_host(queue, imaginary.data());
    const auto n = static_cast<int>(n_);
    return fft2d::check(
        signal_, Transform<T>{n, real.data(), imaginary.data(), 1, growth_of_direct(n)}, seed_);
  }

  Work work() const override {
    const auto n = static_cast<double>(n_);
    return {n * n, 6 * sizeof(T) * n * n, 4 * sizeof(T) * n * n, 8 * n * n * n, 0};
  }

  Ceiling ceiling(Queue& queue, int units) override {
    return ceiling_of(sizeof(T) == 4 ? "fma float32" : "fma float64", "operations/s",
                      fma_ceiling<T>(queue, units), work().operations);
  }

 private:
  /// W[j][k] = exp(-2 pi i j k / n), from exact j k modulo n.
  void fill_roots(Queue& queue) {
    std::vector<T> real(n_ * n_), imaginary(n_ * n_);
    const double turn = 2 * std::acos(-1.0) / static_cast<double>(n_);
    std::vector<double> cosine(n_), sine(n_);
    for (std::size_t k = 0; k < n_; ++k) {
      cosine[k] = std::cos(turn * static_cast<double>(k));
      sine[k] = std::sin(turn * static_cast<double>(k));
    }
    for (std::size_t i = 0; i < n_ * n_; ++i) {
      const std::size_t k = i / n_ * (i % n_) % n_;
      real[i] = static_cast<T>(cosine[k]);
      imaginary[i] = static_cast<T>(-sine[k]);
    }
    roots_.real.from_host(queue, real.data());
    roots_.imaginary.from_host(queue, imaginary.data());
  }

  void multiply(Queue& queue, const Pair<T>& left, const Pair<T>& right, Pair<T>& result) {
    using Body = ComplexProduct<T>;
    for_each<Body::threads>(queue, Body::items(n_), 1,
                            Body{n_, left.values(), right.values(), result.planes()});
  }

  std::size_t n_;
  Signal<T> signal_;
  std::uint64_t seed_;
  Pair<T> roots_, from_, between_, to_;
};

template <class T>
std::unique_ptr<Experiment> make_in(Queue& queue, const Choice& choice, Random& random) {
  if (choice.variant == "direct") return std::make_unique<Direct<T>>(queue, choice, random);
  return std::make_unique<Library<T>>(queue, choice, random);
}

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  return choice.precision == "float32" ? make_in<float>(queue, choice, random)
                                       : make_in<double>(queue, choice, random);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::fft2d
