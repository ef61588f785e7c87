// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every
// element of the product is judged.
#include <algorithm>
#include <cmath>

#include "device/ceiling.h"
#include "device/draw.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "naive.hip"
#include "tiled.hip"
#elif GPUJOB_GPU
#include "naive.cu"
#include "tiled.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  return lesson_spec("NAME", {"naive", "tiled"}, "float32", 256,
                     {"n", Kind::Integer, "1024", 1, 8192, ""});
}

class Run : public Lesson<float> {
 public:
  Run(Queue& queue, const Choice& choice, Draw a, Draw b)
      : Lesson(choice, size_t_of(choice) * size_t_of(choice)),
        first_(factor(a)),
        second_(factor(b)),
        a_(results()),
        b_(results()) {
    a_.from_host(queue, first_.data());
    b_.from_host(queue, second_.data());
  }

  void launch([[maybe_unused]] Queue& queue) override {
#if GPUJOB_GPU
    const int side = static_cast<int>(std::sqrt(threads()));  // of a square block
    const auto run = variant() == "tiled" ? tiled : naive;
    run(a_.data(), b_.data(), out(), n(), side, queue.stream());
    check_launch();
#else
    serial(a_.data(), b_.data(), out(), n());
#endif
  }

  /// Elements of the product of values in [-1, 1) are about sqrt(n) / 3 large.
  Answer check(Queue& /*queue*/) override {
    const auto size = static_cast<std::size_t>(n());
    const auto element = [&](std::size_t i) {
      double sum = 0;
      for (std::size_t k = 0; k < size; ++k) {
        sum += double{first_[i / size * size + k]} * double{second_[k * size + i % size]};
      }
      return sum;
    };
    return judge(element, {2e-5, std::sqrt(size) / 3, "element"});
  }

  Work work() const override {
    const double square = 1.0 * n() * n();
    return {square, 8 * square, 4 * square, n() * square, 0};
  }

  Ceiling ceiling(Queue& queue, int units) override {
    return lesson_ceiling(ceiling_of("fma float32", "operations/s",
                                     fma_ceiling<float>(queue, units), work().operations));
  }

 private:
  static std::size_t size_t_of(const Choice& choice) {
    return std::stoul(choice.parameters.at("n"));
  }

  std::vector<float> factor(Draw drawn) const {
    return values_of<float>(results(),
                            [&](std::size_t i) { return drawn.uniform<float>(i, -1, 2); });
  }

  std::vector<float> first_, second_;
  Buffer<float> a_, b_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  const Draw a{random()}, b{random()};
  return std::make_unique<Run>(queue, choice, a, b);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
