// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every
// sample is judged in float64.
#include <algorithm>
#include <cmath>

#include "device/draw.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "resident.hip"
#include "round_trip.hip"
#elif GPUJOB_GPU
#include "resident.cu"
#include "round_trip.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  Spec s = lesson_spec("NAME", {"resident", "round_trip"}, "float32", 256,
                       {"n", Kind::Integer, "100000", 1, 16000000, ""});
  for (VariantSpec& v : s.variants) {
    if (v.name == "round_trip") v.data = Data::Host;
  }
  return s;
}

class Run : public Lesson<float> {
 public:
  Run(Queue& queue, const Choice& choice, Draw drawn)
      : Lesson(choice, std::stoul(choice.parameters.at("n"))),
        noise_(values_of<float>(results(),
                                [&](std::size_t i) { return drawn.normal<float>(i, 0, 3); })),
        host_(results()),
        noise_there_(results()) {
    noise_there_.from_host(queue, noise_.data());
  }

  void poison(Queue& queue) override {
    Lesson::poison(queue);
    std::memset(host_.data(), 0xff, host_.size() * sizeof(float));
  }

  void launch([[maybe_unused]] Queue& queue) override {
    const float period = static_cast<float>(n()) / 23;
#if GPUJOB_GPU
    if (variant() == "round_trip") {
      round_trip(noise_there_.data(), out(), host_.data(), n(), period, threads(), queue.stream());
    } else {
      resident(noise_there_.data(), out(), n(), period, threads(), queue.stream());
    }
    check_launch();
#else
    serial(noise_there_.data(), out(), n(), period);
#endif
  }

  /// The copies are between the kernels: no kernel can be timed by itself.
  bool overlaps() const override {
    return variant() == "round_trip";
  }

  /// The sine of a number of up to 23 is rounded as that number is.
  Answer check(Queue& /*queue*/) override {
    const auto sample = [&](std::size_t i) {
      const double height = std::sin(23.0 * static_cast<double>(i) / n()) - 0.3;
      return 100 * std::max(height, 0.0) + double{noise_[i]};
    };
    return judge(sample, {1e-5, 100, "sample"});
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
  std::vector<float> noise_, host_;
  Buffer<float> noise_there_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  return std::make_unique<Run>(queue, choice, Draw{random()});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
