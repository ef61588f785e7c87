// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every
// density is judged in float64.
#include <cmath>

#include "device/draw.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "constant.hip"
#include "parameters.hip"
#elif GPUJOB_GPU
#include "constant.cu"
#include "parameters.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  Spec s = lesson_spec("NAME", {"parameters", "constant"}, "float32", 256,
                       {"n", Kind::Integer, "1000000", 1, 2000000000, ""});
  s.parameters.push_back({"mean", Kind::Real, "0", -3, 3, ""});
  s.parameters.push_back({"deviation", Kind::Real, "1", 0.5, 10, ""});
  return s;
}

class Run : public Lesson<float> {
 public:
  Run(Queue& queue, const Choice& choice, Draw drawn)
      : Lesson(choice, std::stoul(choice.parameters.at("n"))),
        mean_(std::stof(choice.parameters.at("mean"))),
        deviation_(std::stof(choice.parameters.at("deviation"))),
        places_(values_of<float>(results(),
                                 [&](std::size_t i) { return drawn.uniform<float>(i, -3, 6); })),
        x_(results()) {
    x_.from_host(queue, places_.data());
  }

  void launch([[maybe_unused]] Queue& queue) override {
#if GPUJOB_GPU
    const auto run = variant() == "constant" ? constant : parameters;
    run(x_.data(), out(), n(), mean_, deviation_, threads(), queue.stream());
    check_launch();
#else
    serial(x_.data(), out(), n(), mean_, deviation_);
#endif
  }

  Answer check(Queue& /*queue*/) override {
    const double highest = 0.3989422804014327 / deviation_;
    const auto density = [&](std::size_t i) {
      const double away = (places_[i] - double{mean_}) / deviation_;
      return highest * std::exp(-0.5 * away * away);
    };
    return judge(density, {2e-6, highest / 100, "density"});
  }

  double traffic() const override {
    return 8.0 * n();
  }

  Work work() const override {
    return {1.0 * n(), 4.0 * n(), 4.0 * n(), 4.0 * n(), 1.0 * n()};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return lesson_ceiling(memory_ceiling(queue, moved_by(work())));
  }

 private:
  float mean_, deviation_;
  std::vector<float> places_;
  Buffer<float> x_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  return std::make_unique<Run>(queue, choice, Draw{random()});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
