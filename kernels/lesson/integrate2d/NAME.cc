// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every sum is judged, since
// the integral of wrong sums may be right.
#include <algorithm>
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
  Spec s = lesson_spec("NAME", {"naive", "shared"}, "mixed", 16,
                       {"n", Kind::Integer, "102400", 1, 409600, ""});
  s.parameters.push_back({"phase", Kind::Real, "drawn", 0, 6.283185307179586, "rad"});
  return s;
}

/// Rows that a result is the sum of.
int rows_of(const Choice& choice) {
  return choice.variant == "shared" ? std::stoi(choice.parameters.at("threads")) : 1;
}

class Run : public Lesson<float> {
 public:
  Run(const Choice& choice, double phase)
      : Lesson(choice, sums_of(std::stoi(choice.parameters.at("n")), rows_of(choice))),
        rows_(rows_of(choice)),
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
      const int first = static_cast<int>(s) * rows_, end = std::min(n(), first + rows_);
      double sum = 0;
      for (int i = first; i < end; ++i) sum += largest * std::cos(h * (i + 0.5) + phase_);
      return sum;
    };
    return judge(sum_of, {2e-7, largest * rows_, "sum"});
  }

  Work work() const override {
    const double points = 1.0 * n() * n();
    return {points, 0, 4.0 * static_cast<double>(results()), 10 * points, 0};
  }

  Ceiling ceiling(Queue& queue, int units) override {
    return lesson_ceiling(ceiling_of("fma float64", "operations/s",
                                     fma_ceiling<double>(queue, units), work().operations));
  }

 private:
  static std::size_t sums_of(int n, int rows) {
    return static_cast<std::size_t>((n + rows - 1) / rows);
  }

  int rows_;
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
