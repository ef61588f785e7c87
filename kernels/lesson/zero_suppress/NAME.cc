// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every
// sample is judged, and some of each sign are at the threshold.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "device/draw.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "magnitude.hip"
#include "value.hip"
#elif GPUJOB_GPU
#include "magnitude.cu"
#include "value.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  Spec s = lesson_spec("NAME", {"value", "magnitude"}, "int16", 256,
                       {"n", Kind::Integer, "100000", 1, 2000000000, ""});
  s.parameters.push_back({"threshold", Kind::Integer, "15", 2, 300, ""});
  return s;
}

class Run : public Lesson<short> {
 public:
  Run(Queue& queue, const Choice& choice, Draw noise)
      : Lesson(choice, std::stoul(choice.parameters.at("n"))),
        threshold_(static_cast<short>(std::stoi(choice.parameters.at("threshold")))),
        waveform_(values_of<short>(results(), [&](std::size_t i) { return sample(noise, i); })),
        samples_(results()) {
    samples_.from_host(queue, waveform_.data());
  }

  void launch([[maybe_unused]] Queue& queue) override {
#if GPUJOB_GPU
    const auto run = variant() == "magnitude" ? magnitude : value;
    run(samples_.data(), out(), n(), threshold_, threads(), queue.stream());
    check_launch();
#else
    serial(samples_.data(), out(), n(), threshold_);
#endif
  }

  Answer check(Queue& /*queue*/) override {
    const auto right = [&](std::size_t i) {
      const int given = waveform_[i];
      const int size = variant() == "magnitude" ? std::abs(given) : given;
      return size < threshold_ ? 0.0 : 1.0 * given;
    };
    return judge(right, {1e-10, 0, "sample"});
  }

  double traffic() const override {
    return 4.0 * n();
  }

  Work work() const override {
    return {1.0 * n(), 2.0 * n(), 2.0 * n(), 1.0 * n(), 0};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return lesson_ceiling(memory_ceiling(queue, moved_by(work())));
  }

 private:
  /// 23 / (2 pi) pulses on noise. Every eighth sample is at the threshold or next to it, of either
  /// sign, where the noise hardly comes.
  short sample(Draw noise, std::size_t i) const {
    if (i % 8 == 7) {
      const int size = threshold_ - static_cast<int>(i / 8 % 2);
      return static_cast<short>(i / 16 % 2 == 0 ? size : -size);
    }
    const double pulse = std::sin(23.0 * static_cast<double>(i) / n()) - 0.3;
    return static_cast<short>(300 * std::max(pulse, 0.0) + noise.normal<double>(i, 0, 3));
  }

  short threshold_;
  std::vector<short> waveform_;
  Buffer<short> samples_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  return std::make_unique<Run>(queue, choice, Draw{random()});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
