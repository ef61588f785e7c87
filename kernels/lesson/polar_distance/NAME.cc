// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every
// distance is judged in float64.
#include <cmath>

#include "device/draw.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "float64.hip"
#include "library.hip"
#elif GPUJOB_GPU
#include "float64.cu"
#include "library.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  return lesson_spec("NAME", {"library", "float64"}, "float32", 256,
                     {"n", Kind::Integer, "1000000", 1, 500000000, ""});
}

class Run : public Lesson<float> {
 public:
  Run(Queue& queue, const Choice& choice, const std::vector<Draw>& drawn)
      : Lesson(choice, std::stoul(choice.parameters.at("n"))) {
    for (std::size_t k = 0; k < 4; ++k) {
      const bool is_angle = k % 2 == 1;
      given_.push_back(values_of<float>(results(), [&](std::size_t i) {
        return is_angle ? drawn[k].uniform<float>(i, -3.140625F, 6.28125F)
                        : drawn[k].uniform<float>(i, 0.5F, 1.0F);
      }));
      in_.emplace_back(results());
      in_.back().from_host(queue, given_.back().data());
    }
  }

  void launch([[maybe_unused]] Queue& queue) override {
    const float *radius1 = in_[0].data(), *angle1 = in_[1].data();
    const float *radius2 = in_[2].data(), *angle2 = in_[3].data();
#if GPUJOB_GPU
    const auto run = variant() == "float64" ? float64 : library;
    run(radius1, angle1, radius2, angle2, out(), n(), threads(), queue.stream());
    check_launch();
#else
    serial(radius1, angle1, radius2, angle2, out(), n());
#endif
  }

  /// Coordinates are up to 1.5 large, and their difference is rounded as they are.
  Answer check(Queue& /*queue*/) override {
    const auto distance = [&](std::size_t i) {
      const double radius1 = given_[0][i], angle1 = given_[1][i];
      const double radius2 = given_[2][i], angle2 = given_[3][i];
      return std::hypot(radius1 * std::cos(angle1) - radius2 * std::cos(angle2),
                        radius1 * std::sin(angle1) - radius2 * std::sin(angle2));
    };
    return judge(distance, {2e-6, 1, "distance"});
  }

  double traffic() const override {
    return 20.0 * n();
  }

  Work work() const override {
    return {1.0 * n(), 16.0 * n(), 4.0 * n(), 9.0 * n(), 5.0 * n()};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return lesson_ceiling(memory_ceiling(queue, moved_by(work())));
  }

 private:
  std::vector<std::vector<float>> given_;
  std::vector<Buffer<float>> in_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  std::vector<Draw> drawn;
  for (int k = 0; k < 4; ++k) drawn.push_back(Draw{random()});
  return std::make_unique<Run>(queue, choice, drawn);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
