// SPDX-License-Identifier: MIT
// add_one: A[x, y] += 1 over a grid of blocks in two dimensions. The lesson's kernel takes the
// thread's fast index as the row, so that the threads of a warp touch as many rows; `rows` has it
// the other way round. Both do the same additions: what differs is how much of each line is used.
#include <string>
#include <vector>

#include "device/buffer.h"
#include "device/launch.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "workloads/add_one/add_one_reference.h"

namespace gpujob::add_one {

namespace {

Spec spec() {
  Spec s;
  s.name = "add_one";
  s.variants = {{"columns", 'P'}, {"rows", 'P'}};
  s.default_variant = "rows";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "8192", 1, 65536, ""}};
  return s;
}

template <class T>
struct Fill {
  Matrix<T> matrix;
  T* values;
  GPUJOB_FN void operator()(std::size_t i) const { values[i] = matrix.at(i); }
};

/// Which index of the matrix follows the thread's fast one.
enum class Fast { Row, Column };

/// A block of 16 x 16 threads, one element each.
template <class T, Fast fast>
struct AddOne {
  static constexpr int side = 16, threads = side * side, phases = 1;
  struct Shared {};
  struct Private {};

  T* values;
  std::size_t n;
  std::size_t blocks_a_row;

  GPUJOB_FN void phase(int, std::size_t block, int thread, Shared&, Private&) const {
    const auto near = static_cast<std::size_t>(thread % side);
    const auto far = static_cast<std::size_t>(thread / side);
    const std::size_t row = block / blocks_a_row * side + (fast == Fast::Row ? near : far);
    const std::size_t column = block % blocks_a_row * side + (fast == Fast::Row ? far : near);
    if (row < n && column < n) values[row * n + column] += T(1);
  }
};

template <class T>
class AddOneRun : public Experiment {
 public:
  AddOneRun(const Choice& choice, const Matrix<T>& matrix)
      : n_(std::stoull(choice.parameters.at("n"))),
        fast_(choice.variant == "columns" ? Fast::Row : Fast::Column),
        matrix_(matrix),
        values_(n_ * n_) {}

  /// The matrix as it was drawn, which is what no run leaves behind.
  void poison(Queue& queue) override {
    for_each<256>(queue, values_.count(), 1 << 16, Fill<T>{matrix_, values_.data()});
  }

  void launch(Queue& queue) override {
    fast_ == Fast::Row ? run<Fast::Row>(queue) : run<Fast::Column>(queue);
  }

  Answer check(Queue& queue) override {
    std::vector<T> after(values_.count());
    values_.to_host(queue, after.data());
    return add_one::check(matrix_, after.data(), after.size());
  }

  Work work() const override {
    const auto values = static_cast<double>(values_.count());
    return {values, sizeof(T) * values, sizeof(T) * values, values, 0};
  }

  bool accumulates() const override { return true; }

  double traffic() const override { return 2.0 * static_cast<double>(values_.bytes()); }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return memory_ceiling(queue, moved_by(work()));
  }

 private:
  template <Fast fast>
  void run(Queue& queue) {
    using Body = AddOne<T, fast>;
    const std::size_t blocks = (n_ + Body::side - 1) / Body::side;
    for_each_block(queue, blocks * blocks, Body{values_.data(), n_, blocks});
  }

  std::size_t n_;
  Fast fast_;
  Matrix<T> matrix_;
  Buffer<T> values_;
};

std::unique_ptr<Experiment> make(Queue& /*queue*/, const Choice& choice, Random& random) {
  const Draw drawn{random()};
  if (choice.precision == "float64") {
    return std::make_unique<AddOneRun<double>>(choice, Matrix<double>{drawn});
  }
  return std::make_unique<AddOneRun<float>>(choice, Matrix<float>{drawn});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::add_one
