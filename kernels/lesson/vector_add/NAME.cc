// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. Every sum is judged.
#include "device/draw.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "add.hip"
#include "strided.hip"
#elif GPUJOB_GPU
#include "add.cu"
#include "strided.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  return lesson_spec("NAME", {"add", "strided"}, "float32", 256,
                     {"n", Kind::Integer, "100000000", 1, 2000000000, ""});
}

class Run : public Lesson<float> {
 public:
  Run(Queue& queue, const Choice& choice, const TwoLists<float>& lists)
      : Lesson(choice, std::stoul(choice.parameters.at("n"))),
        a_(results()),
        b_(results()),
        lists_(lists) {
    a_.from_host(queue, list(0).data());
    b_.from_host(queue, list(1).data());
  }

  void launch([[maybe_unused]] Queue& queue) override {
#if GPUJOB_GPU
    const auto run = variant() == "strided" ? strided : add;
    run(a_.data(), b_.data(), out(), n(), threads(), queue.stream());
    check_launch();
#else
    serial(a_.data(), b_.data(), out(), n());
#endif
  }

  /// A sum of two numbers is rounded in one way only.
  Answer check(Queue& /*queue*/) override {
    return judge([&](std::size_t i) { return double{lists_.at(0, i) + lists_.at(1, i)}; },
                 {1e-10, 0, "sum"});
  }

  double traffic() const override {
    return 12.0 * n();
  }

  Work work() const override {
    return {1.0 * n(), 8.0 * n(), 4.0 * n(), 1.0 * n(), 0};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return lesson_ceiling(memory_ceiling(queue, moved_by(work())));
  }

 private:
  std::vector<float> list(int which) const {
    return values_of<float>(results(), [&](std::size_t i) { return lists_.at(which, i); });
  }

  Buffer<float> a_, b_;
  TwoLists<float> lists_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  return std::make_unique<Run>(queue, choice, TwoLists<float>{{random()}, {random()}});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
