// SPDX-License-Identifier: MIT
// integrate2d: the midpoint sum of sin(x + y + phase) over [0, width pi]^2 on an n x n grid.
// One source for cpu, cuda and hip; the files that end in _rows.h hold the bodies.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "device/buffer.h"
#include "device/ceiling.h"
#include "device/launch.h"
#include "device/sine_ceiling.h"
#include "harness/registry.h"
#include "workloads/integrate2d/integrate2d_reference.h"
#include "workloads/integrate2d/pieces.h"
#include "workloads/integrate2d/plan.h"

namespace gpujob::integrate2d {

namespace {

Spec spec() {
  Spec s;
  s.name = "integrate2d";
  s.variants = {{"naive", 'P'}, {"shared", 'P'}, {"libm", 'P'},   {"poly", 'P'},
                {"sfu", 'P'},   {"hybrid", 'P'}, {"rotate", 'R'}, {"recurrence", 'R'}};
  s.default_variant = "poly";
  s.precisions = {"float32", "float64", "mixed"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "102400", 1, 409600, ""},
                  {"phase", Kind::Real, "drawn", 0, kTwoPi, "rad"},
                  {"width", Kind::Real, "1", 0.01, 1, "pi"}};
  s.split = {"n", 16};  // the rows of a block of `shared`
  return s;
}

/// Operations per point: additions, multiplications and fused multiply-adds, each one operation.
struct Cost {
  double operations;
  double counted;  ///< those that need the units whose rate is the ceiling
  double sines =
      0;  ///< special functions: of the GPU's special function unit, which works beside the others
};

/// Of a GPU all operations go through the same pipe. On CPUs additions run on adders beside the
/// multiply-add units (Zen, Golden Cove), so the larger of the two shares is held against either's
/// rate. A library sine is counted as the polynomial, as its ceiling's name says: it spends more,
/// and its lower fraction shows it. `polynomials`: of 16 vectors of `hybrid`.
Cost cost_of(const std::string& variant, bool single, int polynomials) {
  if (variant == "rotate") return {5, GPUJOB_GPU ? 5 : 4};
  if (variant == "recurrence") return {3, GPUJOB_GPU ? 3 : 2};
  const double polynomial = single ? 7 : 10;
  if (single && variant == "sfu") return GPUJOB_GPU ? Cost{3, 3, 1} : Cost{6, 5};
  if (single && variant == "hybrid") {
    const double plain = polynomials / 16.0, mixed = 7 * plain + 3 * (1 - plain);
    return GPUJOB_GPU ? Cost{mixed, mixed, 1 - plain} : Cost{6.25, 5.25};
  }
  return {polynomial, GPUJOB_GPU ? polynomial : polynomial - 1};
}

/// What the work of a variant is held against.
std::string multiply_adds(const std::string& variant, bool single) {
  const std::string fma = single ? "fma float32" : "fma float64";
  const bool has_library_sine = variant == "naive" || variant == "shared" || variant == "libm";
  return has_library_sine ? fma + ", work counted as poly" : fma;
}

/// Of the GPU that calls of this thread go to: 75 for sm_75. 0 of other devices.
int architecture() {
#if GPUJOB_GPU && !defined(__HIP__)
  cudaDeviceProp properties{};
  GPUJOB_CHECK(GPUJOB_API(GetDeviceProperties)(&properties, current_gpu()));
  return 10 * properties.major + properties.minor;
#else
  return 0;
#endif
}

/// A: type of the arithmetic; S: type of what is stored.
template <class A, class S>
class Integral : public Experiment {
 public:
  Integral(Queue& queue, const Choice& choice, Random& random)
      : choice_(choice),
        n_(std::stoi(choice.parameters.at("n"))),
        rows_(choice.share_of(static_cast<std::uint64_t>(n_))),
        phase_(draw_phase(choice.parameters.at("phase"), random)),
        width_(std::stod(choice.parameters.at("width"))),
        points_(draw_points(n_, rows_, random)),
        weights_(draw_weights<A>(n_, random)),
        polynomials_(polynomials_of_16(architecture())),
        rows_a_sum_(choice.variant == "shared" ? SharedBlocks<A, S>::threads : 1),
        weighed_rows_(draw_sums(rows_, rows_a_sum_, random)),
        sums_(sums_of(static_cast<int>(rows_.count), rows_a_sum_)),
        weighed_(weighed_rows_.size()),
        weights_at_(weights_.size()),
        samples_(points_.size()),
        at_(points_.size()),
        host_sums_(sums_.count()),
        host_samples_(points_.size()) {
    at_.from_host(queue, points_.data());
    weights_at_.from_host(queue, weights_.data());
  }

  void poison(Queue& queue) override {
    sums_.poison(queue);
    samples_.poison(queue);
    weighed_.poison(queue);
    host_sums_.assign(host_sums_.size(), std::nan(""));
  }

  bool download(Queue& queue) override {
    sums_.to_host(queue, raw_.data());
    return true;
  }

  void finish() override {
    integral_ = 0;
    for (std::size_t s = 0; s < raw_.size(); ++s) {
      host_sums_[s] = static_cast<double>(raw_[s]);
      integral_ += host_sums_[s];
    }
  }

  Answer check(Queue& queue) override {
    sample_points(queue);
    std::vector<A> values(points_.size());
    samples_.to_host(queue, values.data());
    for (std::size_t k = 0; k < values.size(); ++k) {
      host_samples_[k] = static_cast<double>(static_cast<S>(values[k]));
    }
    return integrate2d::check({n_, phase_, width_, rows_a_sum_, host_sums_, rows_},
                              {points_, host_samples_}, choice_.variant, choice_.precision,
                              weigh(queue));
  }

  Work work() const override {
    const double points = static_cast<double>(rows_.count) * n_;
    const Cost cost = cost_of(choice_.variant, sizeof(A) == 4, polynomials_);
    return {points, 0, static_cast<double>(sums_.bytes()), points * cost.operations,
            points * cost.sines};
  }

  Ceiling ceiling(Queue& queue, int units) override {
    const double points = work().points;
    const Cost cost = cost_of(choice_.variant, sizeof(A) == 4, polynomials_);
    const Rate reached = fma_ceiling<A>(queue, units);
    if (cost.sines > 0) {
      const Rate sines = sine_ceiling<float>(queue, units);
      if (cost.sines / sines.median > cost.counted / reached.median) {
        return ceiling_of("sine float32", "operations/s", sines, points * cost.sines);
      }
    }
    return ceiling_of(multiply_adds(choice_.variant, sizeof(A) == 4), "operations/s", reached,
                      points * cost.counted);
  }

 protected:
  virtual void sample_points(Queue& queue) = 0;

  /// The sum of the rows [first, end), those of one sum, by the code of `launch` but with weights.
  virtual void weigh_rows(Queue& queue, std::size_t first, std::size_t end, S* sum) = 0;

  WeighedSums weigh(Queue& queue) {
    for (std::size_t k = 0; k < weighed_rows_.size(); ++k) {
      const auto first = static_cast<std::size_t>(weighed_rows_[k]);
      const std::size_t end =
          std::min<std::size_t>(rows_.end(), first + static_cast<std::size_t>(rows_a_sum_));
      weigh_rows(queue, first, end, weighed_.data() + k);
    }
    std::vector<S> sums(weighed_.count());
    weighed_.to_host(queue, sums.data());
    return {{weights_.begin(), weights_.end()}, weighed_rows_, {sums.begin(), sums.end()}};
  }

  template <class Row>
  void sample(Queue& queue, const Row& row) {
    for_each<128>(queue, points_.size(), 64, PointValues<A, Row>{row, at_.data(), samples_.data()});
  }

  Choice choice_;
  int n_;
  Part rows_;
  double phase_;
  double width_;
  std::vector<GridPoint> points_;
  std::vector<A> weights_;
  int polynomials_;
  int rows_a_sum_;
  std::vector<int> weighed_rows_;
  Buffer<S> sums_, weighed_;
  Buffer<A> weights_at_;
  Buffer<A> samples_;
  Buffer<GridPoint> at_;
  std::vector<S> raw_ = std::vector<S>(sums_.count());
  std::vector<double> host_sums_;
  std::vector<double> host_samples_;
  double integral_ = 0;
};

/// The lesson's two variants: one thread per row.
template <class A, class S>
class Lesson : public Integral<A, S> {
 public:
  using Integral<A, S>::Integral;

  void launch(Queue& queue) override {
    if (this->choice_.variant == "shared") {
      for_each_block(
          queue, this->sums_.count(),
          SharedBlocks<A, S>{row(), this->sums_.data(), this->rows_.first, this->rows_.end()});
    } else {
      using Body = NaiveRows<A, S>;
      for_each<Body::threads>(queue, this->rows_.count, 4,
                              Body{row(), this->sums_.data(), this->rows_.first});
    }
  }

 private:
  LibraryRow<A> row() const { return library_row<A>(this->n_, this->phase_, this->width_); }
  void sample_points(Queue& queue) override { this->sample(queue, row()); }

  void weigh_rows(Queue& queue, std::size_t first, std::size_t end, S* sum) override {
    const ColumnWeights<A> weights{this->weights_at_.data()};
    if (this->choice_.variant == "shared") {
      using Blocks = SharedBlocks<A, S>;
      for_each_block(queue, 1, WeighedBlocks<A, Blocks>{Blocks{row(), sum, first, end}, weights});
    } else {
      using Body = NaiveRows<A, S>;
      for_each<Body::threads>(queue, 1, 4, WeighedBody<A, Body>{Body{row(), sum, first}, weights});
    }
  }
};

/// All others: pieces of rows, then the pieces of a row together.
template <class A, class S, class Row>
class InPieces : public Integral<A, S> {
 public:
  /// make_row(n, phase, width, columns) prepares the bodies; pieces are multiples of `strip`.
  template <class MakeRow>
  InPieces(Queue& queue, const Choice& choice, Random& random, int strip, const MakeRow& make_row)
      : Integral<A, S>(queue, choice, random),
        columns_(piece_columns(this->n_, strip, kNativePieces)),
        row_(make_row(this->n_, this->phase_, this->width_, columns_)),
        pieces_((this->n_ + columns_ - 1) / columns_),
        parts_(static_cast<std::size_t>(pieces_) * this->rows_.count) {}

  /// The pieces too: a kernel that writes none must not find those of the run before.
  void poison(Queue& queue) override {
    Integral<A, S>::poison(queue);
    parts_.poison(queue);
  }

  void launch(Queue& queue) override {
    using Pieces = RowPieces<A, Row>;
    using Fold = FoldPieces<A, S>;
    const std::size_t rows = this->rows_.count;
    for_each<Pieces::threads>(queue, parts_.count(), 8,
                              Pieces{row_, columns_, parts_.data(), this->rows_.first, rows});
    for_each<Fold::threads>(queue, rows, 1 << 16,
                            Fold{rows, pieces_, parts_.data(), this->sums_.data()});
  }

 private:
  void sample_points(Queue& queue) override { this->sample(queue, row_); }

  void weigh_rows(Queue& queue, std::size_t first, std::size_t /*end*/, S* sum) override {
    using Pieces = RowPieces<A, Row>;
    using Fold = FoldPieces<A, S>;
    const ColumnWeights<A> weights{this->weights_at_.data()};
    for_each<Pieces::threads>(
        queue, static_cast<std::size_t>(pieces_), 8,
        WeighedBody<A, Pieces>{Pieces{row_, columns_, parts_.data(), first, 1}, weights});
    for_each<Fold::threads>(queue, 1, 1 << 16, Fold{1, pieces_, parts_.data(), sum});
  }

  int columns_;
  Row row_;
  int pieces_;
  Buffer<A> parts_;
};

template <class A, class S, class Sine>
std::unique_ptr<Experiment> make_strips(Queue& queue, const Choice& choice, Random& random) {
  using Row = PolyRow<A, NativeStrips, Sine>;
  return std::make_unique<InPieces<A, S, Row>>(
      queue, choice, random, Row::longest, [](int n, double phase, double width, int) {
        return poly_row<A, NativeStrips, Sine>(n, phase, width);
      });
}

template <class A, class S, class Step>
std::unique_ptr<Experiment> make_chains(Queue& queue, const Choice& choice, Random& random) {
  using Row = RecurrenceRow<A, Step>;
  return std::make_unique<InPieces<A, S, Row>>(queue, choice, random, Row::stride,
                                               recurrence_row<A, Step>);
}

template <class A, class S>
std::unique_ptr<Experiment> make_variant(Queue& queue, const Choice& choice, Random& random) {
  const std::string& variant = choice.variant;
  if (variant == "naive" || variant == "shared") {
    return std::make_unique<Lesson<A, S>>(queue, choice, random);
  }
  if (variant == "libm") {
    return std::make_unique<InPieces<A, S, LibmRow<A>>>(
        queue, choice, random, 64,
        [](int n, double phase, double width, int) { return libm_row<A>(n, phase, width); });
  }
  if (variant == "rotate") return make_chains<A, S, Rotation<A>>(queue, choice, random);
  if (variant == "recurrence") return make_chains<A, S, Reinsch<A>>(queue, choice, random);
  if constexpr (sizeof(A) == 4) {  // no special function unit computes in float64
    if (variant == "sfu") return make_strips<A, S, HardwareSine>(queue, choice, random);
    if (variant == "hybrid") return make_strips<A, S, HybridSine>(queue, choice, random);
  }
  return make_strips<A, S, Polynomial<A>>(queue, choice, random);
}

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  if (choice.precision == "float64") return make_variant<double, double>(queue, choice, random);
  if (choice.precision == "mixed") return make_variant<double, float>(queue, choice, random);
  return make_variant<float, float>(queue, choice, random);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::integrate2d
