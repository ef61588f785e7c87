// SPDX-License-Identifier: MIT
// What a real GPU may punish: a variant each, right or wrong in numbered ways. All fill a list with
// 1, 2, 3, ...
#include <map>

#include "address.cu"
#include "aligned.cu"
#include "barrier.cu"
#include "event.cu"
#include "grid.cu"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "late_copy.cu"
#include "lesson/lesson.h"
#include "order.cu"
#include "shared_memory.cu"
#include "threads.cu"
#include "unwritten.cu"
#if defined(__HIP__)
#include "warp.hip"
#else
#include "async_copy.cu"
#include "shuffle.cu"
#endif

namespace gpujob::strict_program {

namespace {

constexpr std::size_t kResults = 64;

const std::map<std::string, void (*)(float*, int, float*, cudaStream_t)> kCases = {
#if defined(__HIP__)
    {"warp", warp},
#else
    {"async_copy", async_copy}, {"shuffle", shuffle},
#endif
    {"address", address},     {"aligned", aligned},
    {"barrier", barrier},     {"event", event},
    {"grid", grid},           {"late_copy", late_copy},
    {"order", order},         {"threads", threads},
    {"unwritten", unwritten}, {"shared_memory", shared_memory}};

Spec spec() {
  std::vector<std::string> names;
  for (const auto& [name, run] : kCases) names.push_back(name);
  Spec s = lesson_spec("strict", names, "float32", 64, {"n", Kind::Integer, "64", 1, 64, ""});
  s.parameters.push_back({"wrong", Kind::Integer, "0", 0, 999, ""});
  return s;
}

class Run : public Lesson<float> {
 public:
  explicit Run(const Choice& choice)
      : Lesson(choice, kResults),
        wrong_(std::stoi(choice.parameters.at("wrong"))),
        more_(kResults) {}

  void launch(Queue& queue) override {
    kCases.at(variant())(out(), wrong_, more_.data(), queue.stream());
    check_launch();
  }
  bool times_launches() const override { return true; }  // some wait for the device

  Answer check(Queue& /*queue*/) override {
    return judge([](std::size_t i) { return static_cast<double>(i + 1); }, {1e-10, 0, "value"});
  }
  Work work() const override { return {1.0 * kResults, 0, 4.0 * kResults, 1.0 * kResults, 0}; }
  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return memory_ceiling(queue, moved_by(work()));
  }

 private:
  int wrong_;
  Buffer<float> more_;
};

std::unique_ptr<Experiment> make(Queue& /*queue*/, const Choice& choice, Random& /*random*/) {
  return std::make_unique<Run>(choice);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::strict_program
