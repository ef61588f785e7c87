// SPDX-License-Identifier: MIT
// matmul: C = A B, square matrices of drawn values.
#include <memory>
#include <string>
#include <vector>

#include "device/buffer.h"
#include "device/ceiling.h"
#include "device/launch.h"
#include "harness/registry.h"
#include "workloads/matmul/lesson_tiles.h"
#include "workloads/matmul/library_product.h"
#include "workloads/matmul/matmul_reference.h"
#if GPUJOB_GPU
#include "device/matrix_ceiling.h"
#include "workloads/matmul/tuned_gpu.h"
#else
#include "workloads/matmul/tuned_cpu.h"
#endif

namespace gpujob::matmul {

namespace {

Spec spec() {
  Spec s;
  s.name = "matmul";
  s.variants = {{"naive", 'P'},
                {"tiled", 'P'},
                {"tuned", 'P'},
                {"library", 'P', Data::Resident, LibraryProduct::missing, LibraryProduct::setting,
                 LibraryProduct::version}};
  s.default_variant = "tuned";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "1024", 1, 46340, ""}};
  return s;
}

template <class T>
struct FillFactors {
  Factors<T> factors;
  Square<T> square;
  T* a;
  T* b;

  GPUJOB_FN void operator()(std::size_t i) const {
    const std::size_t to = square.place(i);
    a[to] = factors.a(i);
    b[to] = factors.b(i);
  }
};

template <class T>
class Product : public Experiment {
 public:
  Product(Queue& queue, const Choice& choice, Random& random)
      : square_{std::stoi(choice.parameters.at("n"))},
        variant_(choice.variant),
        factors_{{random()}, {random()}},
        seed_(random()),
        a_(square_.stored()),
        b_(square_.stored()),
        c_(square_.stored()) {
    for_each<256>(queue, square_.elements(), 1 << 14,
                  FillFactors<T>{factors_, square_, a_.data(), b_.data()});
    queue.wait();
    if (variant_ == "library") library_ = std::make_unique<LibraryProduct>(queue);
#if !GPUJOB_GPU
    if (variant_ == "tuned") {
      constexpr int columns = kPanelColumns<T>;
      const auto panels = static_cast<std::size_t>(panels_of(square_.n, columns));
      const auto rows = static_cast<std::size_t>(square_.n);
      panels_ = std::make_unique<Buffer<T>>(panels * rows * columns);
    }
#endif
  }

  void poison(Queue& queue) override {
    c_.poison(queue);
#if !GPUJOB_GPU
    if (panels_) panels_->poison(queue);
#endif
  }

  void launch(Queue& queue) override {
    const Matrices<T> m{square_, a_.data(), b_.data(), c_.data()};
    if (variant_ == "naive") {
      for_each_block(queue, lesson_blocks(m.n), NaiveProduct<T>{m});
    } else if (variant_ == "tiled") {
      for_each_block(queue, lesson_blocks(m.n), TiledProduct<T>{m, tiled_phases(m.n)});
    } else if (variant_ == "library") {
      library_->multiply(queue, m);
    } else {
      launch_tuned(queue, m);
    }
  }

  Answer check(Queue& queue) override {
    std::vector<T> product(square_.stored());
    c_.to_host(queue, product.data());
    for (std::size_t i = 0; i < square_.elements(); ++i) product[i] = product[square_.place(i)];
    return matmul::check(square_.n, factors_, product.data(), seed_);
  }

  Work work() const override {
    const double n = square_.n, square = n * n;
    return {square, 2 * sizeof(T) * square, sizeof(T) * square, n * square, 0};
  }

  Ceiling ceiling(Queue& queue, int units) override {
    const std::string type = sizeof(T) == 4 ? "float32" : "float64";
    const Rate reached = fma_ceiling<T>(queue, units);
    Ceiling ceiling = ceiling_of("fma " + type, "operations/s", reached, work().operations);
#if GPUJOB_GPU
    if (!library_) return ceiling;
    const Rate by_matrices = matrix_ceiling<T>(queue, units);
    if (by_matrices.median > 1.1 * reached.median) {
      ceiling = ceiling_of("matrix units " + type, "operations/s", by_matrices, work().operations);
    }
    ceiling.other_units = 4;  // less exact ones, should the library take them
#endif
    return ceiling;
  }

 private:
#if GPUJOB_GPU
  template <bool Whole>
  void launch_tuned_of(Queue& queue, const Matrices<T>& m) {
    using Body = TunedProduct<T, Whole>;
    for_each_block(queue, Body::blocks_of(m.n), Body{m, Body::phases_of(m.n)});
  }
  void launch_tuned(Queue& queue, const Matrices<T>& m) {
    TunedProduct<T, true>::is_whole(m.n) ? launch_tuned_of<true>(queue, m)
                                         : launch_tuned_of<false>(queue, m);
  }
#else
  /// Packing is part of the multiplication.
  void launch_tuned(Queue& queue, const Matrices<T>& m) {
    const int panels = panels_of(m.n, kPanelColumns<T>);
    const auto count = static_cast<std::size_t>(panels);
    for_each<1>(queue, count, 1, PackPanel<T>{m, panels_->data()});
    const auto groups = static_cast<std::size_t>(panels_of(m.n, PanelProduct<T>::rows));
    for_each<1>(queue, groups * count, 1, PanelProduct<T>{m, panels_->data(), panels});
  }
  std::unique_ptr<Buffer<T>> panels_;
#endif

  Square<T> square_;
  std::string variant_;
  Factors<T> factors_;
  std::uint64_t seed_;
  Buffer<T> a_, b_, c_;
  std::unique_ptr<LibraryProduct> library_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  if (choice.precision == "float64")
    return std::make_unique<Product<double>>(queue, choice, random);
  return std::make_unique<Product<float>>(queue, choice, random);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::matmul
