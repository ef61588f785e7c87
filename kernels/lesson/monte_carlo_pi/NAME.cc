// SPDX-License-Identifier: MIT
// NAME: what the kernels beside this file need to be timed and checked. The
// points are counted again: one hit too few is wrong.
#include "device/ceiling.h"
#include "harness/registry.h"
#include "lesson/lesson.h"

#if defined(__HIP__)
#include "atomic.hip"
#include "shared.hip"
#elif GPUJOB_GPU
#include "atomic.cu"
#include "shared.cu"
#else
#include "serial.h"
#endif

namespace gpujob::NAME_program {

namespace {

Spec spec() {
  return lesson_spec("NAME", {"atomic", "shared"}, "float64", 256,
                     {"n", Kind::Integer, "1000000", 1, 2000000000, ""});
}

class Run : public Lesson<unsigned> {
 public:
  Run(const Choice& choice, unsigned key) : Lesson(choice, 1), key_(key) {}

  void launch([[maybe_unused]] Queue& queue) override {
#if GPUJOB_GPU
    const auto run = variant() == "shared" ? shared : atomic;
    run(out(), n(), key_, threads(), queue.stream());
    check_launch();
#else
    serial(out(), n(), key_);
#endif
  }

  Answer check(Queue& /*queue*/) override {
    unsigned hits = 0;
    for (unsigned i = 0; i < static_cast<unsigned>(n()); ++i) hits += is_hit(i, key_) ? 1 : 0;
    Answer answer = judge([&](std::size_t) { return double{1} * hits; }, {1e-10, 0, "count"});
    answer.counts["hits"] = hits;
    return answer;
  }

  Work work() const override {
    return {1.0 * n(), 0, 4, 12.0 * n(), 0};
  }

  /// Integer work: the multiply-adds of floats stand for it, of which a device does more.
  Ceiling ceiling(Queue& queue, int units) override {
    return lesson_ceiling(ceiling_of("fma float32", "operations/s",
                                     fma_ceiling<float>(queue, units), work().operations));
  }

 private:
  unsigned key_;
};

std::unique_ptr<Experiment> make(Queue& /*queue*/, const Choice& choice, Random& random) {
  return std::make_unique<Run>(choice, static_cast<unsigned>(random()));
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
