// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every
// output is judged in float64.
#include <cmath>

#include "device/draw.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "fused.hip"
#include "three_kernels.hip"
#elif GPUJOB_GPU
#include "fused.cu"
#include "three_kernels.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  return lesson_spec("NAME", {"three_kernels", "fused"}, "float32", 512,
                     {"n", Kind::Integer, "100000000", 1, 2000000000, ""});
}

class Run : public Lesson<float> {
 public:
  Run(Queue& queue, const Choice& choice, Draw greys, Draw weights)
      : Lesson(choice, std::stoul(choice.parameters.at("n"))),
        greys_(values_of<float>(
            results(),
            [&](std::size_t i) { return static_cast<float>((greys.bits(i) >> 32) * 255 >> 32); })),
        weights_(values_of<float>(
            results(), [&](std::size_t i) { return weights.normal<float>(i, 0.5, 0.1); })),
        greys_there_(results()),
        weights_there_(results()) {
    greys_there_.from_host(queue, greys_.data());
    weights_there_.from_host(queue, weights_.data());
  }

  void launch([[maybe_unused]] Queue& queue) override {
#if GPUJOB_GPU
    const auto run = variant() == "fused" ? fused : three_kernels;
    run(greys_there_.data(), weights_there_.data(), out(), n(), threads(), queue.stream());
    check_launch();
#else
    serial(greys_there_.data(), weights_there_.data(), out(), n());
#endif
  }

  /// The difference of two exponentials is rounded as they are, however small it is.
  Answer check(Queue& /*queue*/) override {
    const auto output = [&](std::size_t i) {
      return std::tanh(double{greys_[i]} / 255 * double{weights_[i]});
    };
    return judge(output, {2e-6, 0.25, "output"});
  }

  double traffic() const override {
    return 12.0 * n();
  }

  Work work() const override {
    return {1.0 * n(), 8.0 * n(), 4.0 * n(), 5.0 * n(), 2.0 * n()};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return lesson_ceiling(memory_ceiling(queue, moved_by(work())));
  }

 private:
  std::vector<float> greys_, weights_;
  Buffer<float> greys_there_, weights_there_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  return std::make_unique<Run>(queue, choice, Draw{random()}, Draw{random()});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
