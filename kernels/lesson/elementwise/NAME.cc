// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every
// value is judged in float64.
#include <cmath>

#include "device/draw.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "fused.hip"
#include "passes.hip"
#elif GPUJOB_GPU
#include "fused.cu"
#include "passes.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  return lesson_spec("NAME", {"passes", "fused"}, "float32", 256,
                     {"n", Kind::Integer, "2000", 1, 32768, ""});
}

class Run : public Lesson<float> {
 public:
  Run(Queue& queue, const Choice& choice, Draw drawn)
      : Lesson(choice, size_t_of(choice) * size_t_of(choice)),
        given_(values_of<float>(results(),
                                [&](std::size_t i) {
                                  const auto whole = (drawn.bits(i) >> 32) * 255 >> 32;
                                  return (i % 2 == 0 ? 1.0F : -1.0F) * static_cast<float>(whole);
                                })),
        x_(results()),
        between_(variant() == "passes" ? results() : 1) {
    x_.from_host(queue, given_.data());
  }

  void poison(Queue& queue) override {
    Lesson::poison(queue);
    between_.poison(queue);
  }

  void launch([[maybe_unused]] Queue& queue) override {
    const int count = n() * n();
#if GPUJOB_GPU
    if (variant() == "passes") {
      passes(x_.data(), between_.data(), out(), count, threads(), queue.stream());
    } else {
      fused(x_.data(), out(), count, threads(), queue.stream());
    }
    check_launch();
#else
    serial(x_.data(), out(), count);
#endif
  }

  Answer check(Queue& /*queue*/) override {
    const auto value = [&](std::size_t i) {
      return 2 * std::sin(double{given_[i]}) + std::sqrt(std::fabs(double{given_[i]}));
    };
    return judge(value, {2e-6, 1, "value"});
  }

  double traffic() const override {
    return 8.0 * n() * n();
  }

  Work work() const override {
    const double square = 1.0 * n() * n();
    return {square, 4 * square, 4 * square, 2 * square, 2 * square};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return lesson_ceiling(memory_ceiling(queue, moved_by(work())));
  }

 private:
  static std::size_t size_t_of(const Choice& choice) {
    return std::stoul(choice.parameters.at("n"));
  }

  std::vector<float> given_;
  Buffer<float> x_, between_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  return std::make_unique<Run>(queue, choice, Draw{random()});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
