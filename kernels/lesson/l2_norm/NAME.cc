// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every norm is judged in
// float64.
#include <cmath>

#include "device/draw.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "block_a_row.hip"
#include "thread_a_row.hip"
#elif GPUJOB_GPU
#include "block_a_row.cu"
#include "thread_a_row.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  Spec s = lesson_spec("NAME", {"thread_a_row", "block_a_row"}, "float32", 64,
                       {"n", Kind::Integer, "10", 1, 1000000, ""});
  s.parameters.push_back({"length", Kind::Integer, "2", 1, 2000, ""});
  return s;
}

class Run : public Lesson<float> {
 public:
  Run(Queue& queue, const Choice& choice, Draw drawn)
      : Lesson(choice, std::stoul(choice.parameters.at("n"))),
        length_(std::stoi(choice.parameters.at("length"))),
        values_(values_of<float>(results() * static_cast<std::size_t>(length_),
                                 [&](std::size_t i) { return drawn.uniform<float>(i, 0.5F, 1); })),
        rows_(values_.size()) {
    rows_.from_host(queue, values_.data());
  }

  void launch([[maybe_unused]] Queue& queue) override {
#if GPUJOB_GPU
    const auto run = variant() == "block_a_row" ? block_a_row : thread_a_row;
    run(rows_.data(), out(), n(), length_, threads(), queue.stream());
    check_launch();
#else
    serial(rows_.data(), out(), n(), length_);
#endif
  }

  /// One thread adds up to 2000 squares in float32, of which each addition is rounded.
  Answer check(Queue& /*queue*/) override {
    const auto norm = [&](std::size_t row) {
      const auto length = static_cast<std::size_t>(length_);
      double sum = 0;
      for (std::size_t k = row * length; k < (row + 1) * length; ++k) {
        sum += double{values_[k]} * double{values_[k]};
      }
      return std::sqrt(sum);
    };
    return judge(norm, {1e-5, 0, "norm"});
  }

  double traffic() const override {
    return work().bytes_read + work().bytes_written;
  }

  Work work() const override {
    const double elements = 1.0 * n() * length_;
    return {elements, 4 * elements, 4.0 * n(), elements, 1.0 * n()};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return lesson_ceiling(memory_ceiling(queue, moved_by(work())));
  }

 private:
  int length_;
  std::vector<float> values_;
  Buffer<float> rows_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  return std::make_unique<Run>(queue, choice, Draw{random()});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
