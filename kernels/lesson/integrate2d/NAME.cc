// SPDX-License-Identifier: MIT
// NAME: what the lesson's kernels beside this file need to be timed and checked. Each is called as it
// stands; the answer is judged row by row, since the integral of a wrong kernel may be right.
#include <cmath>

#include "device/ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "naive.hip"
#include "shared.hip"
#elif GPUJOB_GPU
#include "naive.cu"
#include "shared.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  Spec s = lesson_spec("NAME", {"naive", "shared"}, 16);
  s.parameters.push_back({"n", Kind::Integer, "102400", 1, 409600, ""});
  s.parameters.push_back({"phase", Kind::Real, "drawn", 0, 6.283185307179586, "rad"});
  return s;
}

class Run : public Lesson<float> {
 public:
  Run(const Choice& choice, double phase)
      : Lesson(choice, "n", choice.variant == "shared" ? block_threads(choice) : 1),
        phase_(phase) {}

  void launch([[maybe_unused]] Queue& queue) override {
#if GPUJOB_GPU
    const auto run = variant() == "shared" ? shared : naive;
    run(out(), n(), phase_, threads(), queue.stream());
    check_launch();
#else
    serial(out(), n(), phase_);
#endif
  }

  /// With h = pi / n the sum of row i has a closed form: cos(h (i + 1/2) + phase) / sin(h / 2).
  Answer check(Queue& /*queue*/) override {
    const double h = 3.141592653589793 / n(), largest = 1 / std::sin(h / 2);
    const auto sum_of = [&](std::size_t s) {
      double sum = 0;
      for (std::size_t i = s * each(); i < (s + 1) * each() && i < std::size_t(n()); ++i) {
        sum += largest * std::cos(h * (static_cast<double>(i) + 0.5) + phase_);
      }
      return sum;
    };
    return judge(sum_of, {2e-7, largest * static_cast<double>(each()), "sum"});
  }

  Work work() const override {
    const double points = static_cast<double>(n()) * n();
    return {points, 0, static_cast<double>(bytes()), 10 * points, 0};
  }

  Ceiling ceiling(Queue& queue, int units) override {
    const double reached = fma_ceiling<double>(queue, units);
    return {"fma float64", "operations/s", reached, reached, work().operations};
  }

 private:
  double phase_;
};

std::unique_ptr<Experiment> make(Queue& /*queue*/, const Choice& choice, Random& random) {
  const double drawn = std::uniform_real_distribution<double>(0, 6.283185307179586)(random);
  const std::string& given = choice.parameters.at("phase");
  return std::make_unique<Run>(choice, given == "drawn" ? drawn : std::stod(given));
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
