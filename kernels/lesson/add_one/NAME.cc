// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every
// element is judged; each run begins from the matrix as it was drawn.
#include <cmath>

#include "device/draw.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "columns.hip"
#include "rows.hip"
#elif GPUJOB_GPU
#include "columns.cu"
#include "rows.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  return lesson_spec("NAME", {"rows", "columns"}, "float32", 256,
                     {"n", Kind::Integer, "8192", 1, 32768, ""});
}

class Run : public Lesson<float> {
 public:
  Run(const Choice& choice, Draw drawn)
      : Lesson(choice, size_t_of(choice) * size_t_of(choice)),
        before_(values_of<float>(results(), [&](std::size_t i) {
          return static_cast<float>(drawn.bits(i) >> 48);  // whole, so that one more is exact
        })) {}

  void poison(Queue& queue) override {
    Lesson::poison(queue);
    begin_with(queue, before_);
  }

  void launch([[maybe_unused]] Queue& queue) override {
#if GPUJOB_GPU
    const int side = static_cast<int>(std::sqrt(threads()));  // of a square block
    const auto run = variant() == "columns" ? columns : rows;
    run(out(), n(), side, queue.stream());
    check_launch();
#else
    serial(out(), n());
#endif
  }

  bool accumulates() const override {
    return true;
  }

  Answer check(Queue& /*queue*/) override {
    return judge([&](std::size_t i) { return double{before_[i]} + 1; }, {1e-10, 0, "element"});
  }

  double traffic() const override {
    return 8.0 * n() * n();
  }

  Work work() const override {
    const double square = 1.0 * n() * n();
    return {square, 4 * square, 4 * square, square, 0};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return lesson_ceiling(memory_ceiling(queue, moved_by(work())));
  }

 private:
  static std::size_t size_t_of(const Choice& choice) {
    return std::stoul(choice.parameters.at("n"));
  }

  std::vector<float> before_;
};

std::unique_ptr<Experiment> make(Queue& /*queue*/, const Choice& choice, Random& random) {
  return std::make_unique<Run>(choice, Draw{random()});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
