// SPDX-License-Identifier: MIT
// integrate2d: the midpoint sum of sin(x + y + phase) over [0, pi] x [0, pi] on an n x n grid.
// One source for cpu, cuda and hip; `library_rows.h` and `poly_rows.h` hold the bodies.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "device/buffer.h"
#include "device/ceiling.h"
#include "device/launch.h"
#include "harness/measure.h"
#include "workloads/integrate2d/integrate2d_reference.h"
#include "workloads/integrate2d/library_rows.h"
#include "workloads/integrate2d/plan.h"
#include "workloads/integrate2d/poly_rows.h"

namespace gpujob::integrate2d {

namespace {

Spec spec() {
  Spec s;
  s.name = "integrate2d";
  s.variants = {{"naive", 'P'}, {"shared", 'P'}, {"poly", 'P'}};
  s.default_variant = "poly";
  s.precisions = {"float32", "float64", "mixed"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "102400", 1, 4194304, ""},
                  {"phase", Kind::Real, "drawn", 0, two_pi, "rad"}};
  return s;
}

/// A: type of the arithmetic; S: type of what is stored.
template <class A, class S>
class Integral : public Experiment {
 public:
  Integral(Queue& queue, const Choice& choice, Random& random)
      : precision_(choice.precision),
        n_(std::stoi(choice.parameters.at("n"))),
        phase_(draw_phase(choice.parameters.at("phase"), random)),
        points_(draw_points(n_, random)),
        rows_a_sum_(choice.variant == "shared" ? SharedBlocks<A, S>::threads : 1),
        sums_(sums_of(n_, rows_a_sum_)),
        samples_(points_.size()),
        at_(points_.size()),
        host_sums_(sums_.count()),
        host_samples_(points_.size()) {
    at_.from_host(queue, points_.data());
    queue.wait();
  }

  void poison(Queue& queue) override {
    sums_.poison(queue);
    samples_.poison(queue);
    host_sums_.assign(host_sums_.size(), std::nan(""));
  }

  void download(Queue& queue) override { sums_.to_host(queue, raw_.data()); }

  void finish() override {
    integral_ = 0;
    for (std::size_t s = 0; s < raw_.size(); ++s) {
      host_sums_[s] = static_cast<double>(raw_[s]);
      integral_ += host_sums_[s];
    }
  }

  Answer check(Queue& queue) override {
    sample_points(queue);
    std::vector<S> raw(points_.size());
    samples_.to_host(queue, raw.data());
    for (std::size_t k = 0; k < raw.size(); ++k) host_samples_[k] = static_cast<double>(raw[k]);
    return integrate2d::check({n_, phase_, rows_a_sum_, host_sums_}, {points_, host_samples_},
                              precision_);
  }

  Work work() const override {
    const double points = static_cast<double>(n_) * n_;
    return {points, 0, static_cast<double>(sums_.bytes()), points * (sizeof(A) == 4 ? 7 : 10),
            points};
  }

  /// On CPUs the addition of a point runs on adders beside the multiply-add units (Zen, Golden
  /// Cove), so only the rest is held against them; on GPUs all go through the same pipe.
  Ceiling ceiling(Queue& queue, int units) override {
    const Work w = work();
    const double reached = fma_ceiling<A>(queue, units);
    return {sizeof(A) == 4 ? "fma float32" : "fma float64", "operations/s", reached, reached,
            GPUJOB_GPU ? w.operations : w.operations - w.points};
  }

 protected:
  virtual void sample_points(Queue& queue) = 0;

  template <class Row>
  void sample(Queue& queue, const Row& row) {
    for_each<128>(queue, points_.size(), 64, PointValues<Row, S>{row, at_.data(), samples_.data()});
  }

  std::string precision_;
  int n_;
  double phase_;
  std::vector<GridPoint> points_;
  int rows_a_sum_;
  Buffer<S> sums_;
  Buffer<S> samples_;
  Buffer<GridPoint> at_;
  std::vector<S> raw_ = std::vector<S>(sums_.count());
  std::vector<double> host_sums_;
  std::vector<double> host_samples_;
  double integral_ = 0;
};

template <class A, class S>
class Naive : public Integral<A, S> {
 public:
  using Integral<A, S>::Integral;

  void launch(Queue& queue) override {
    using Body = NaiveRows<A, S>;
    for_each<Body::threads>(queue, static_cast<std::size_t>(this->n_), 4,
                            Body{row(), this->sums_.data()});
  }

 private:
  LibraryRow<A> row() const { return {this->n_, pi / this->n_, this->phase_}; }
  void sample_points(Queue& queue) override { this->sample(queue, row()); }
};

template <class A, class S>
class Shared : public Integral<A, S> {
 public:
  using Integral<A, S>::Integral;

  void launch(Queue& queue) override {
    for_each_block(queue, this->sums_.count(), SharedBlocks<A, S>{row(), this->sums_.data()});
  }

 private:
  LibraryRow<A> row() const { return {this->n_, pi / this->n_, this->phase_}; }
  void sample_points(Queue& queue) override { this->sample(queue, row()); }
};

template <class A, class S>
class Poly : public Integral<A, S> {
 public:
  Poly(Queue& queue, const Choice& choice, Random& random)
      : Integral<A, S>(queue, choice, random),
        row_(poly_row<A>(this->n_, this->phase_)),
        columns_(piece_columns(row_, native_pieces)),
        pieces_((this->n_ + columns_ - 1) / columns_),
        parts_(static_cast<std::size_t>(pieces_) * static_cast<std::size_t>(this->n_)) {}

  void launch(Queue& queue) override {
    using Pieces = PolyPieces<A>;
    using Fold = FoldPieces<A, S>;
    const auto n = static_cast<std::size_t>(this->n_);
    for_each<Pieces::threads>(queue, parts_.count(), 8, Pieces{row_, columns_, parts_.data()});
    for_each<Fold::threads>(queue, n, 1 << 16, Fold{n, pieces_, parts_.data(), this->sums_.data()});
  }

 private:
  void sample_points(Queue& queue) override { this->sample(queue, row_); }

  PolyRow<A> row_;
  int columns_;
  int pieces_;
  Buffer<A> parts_;
};

template <class A, class S>
std::unique_ptr<Experiment> make_variant(Queue& queue, const Choice& choice, Random& random) {
  if (choice.variant == "naive") return std::make_unique<Naive<A, S>>(queue, choice, random);
  if (choice.variant == "shared") return std::make_unique<Shared<A, S>>(queue, choice, random);
  return std::make_unique<Poly<A, S>>(queue, choice, random);
}

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  if (choice.precision == "float64") return make_variant<double, double>(queue, choice, random);
  if (choice.precision == "mixed") return make_variant<double, float>(queue, choice, random);
  return make_variant<float, float>(queue, choice, random);
}

}  // namespace

}  // namespace gpujob::integrate2d

int main(int argc, char** argv) {
  return gpujob::run_program(argc, argv, gpujob::integrate2d::spec(), gpujob::integrate2d::make);
}
