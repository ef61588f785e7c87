// SPDX-License-Identifier: MIT
// What the lessons share. A lesson is a folder with kernels as a student writes them, a list of
// results that they fill, and a right value for each result.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "device/buffer.h"
#include "device/error.h"
#include "harness/elements.h"
#include "harness/experiment.h"
#include "harness/spec.h"

namespace gpujob {

/// Of a lesson whose kernels are `variants`, with the lesson's threads of a block. On CPUs there is
/// one variant, `serial`, and no blocks.
inline Spec lesson_spec(const std::string& name, const std::vector<std::string>& variants,
                        int threads) {
  Spec s;
  s.name = name;
  if (GPUJOB_GPU) {
    for (const std::string& variant : variants) s.variants.push_back({variant, 'P'});
  } else {
    s.variants = {{"serial", 'P'}};
  }
  s.default_variant = s.variants.front().name;
  s.precisions = {"mixed"};
  s.default_precision = "mixed";
  s.parameters = {{"threads", Kind::Integer, std::to_string(threads), 1, 1024, ""}};
  return s;
}

inline std::size_t block_threads(const Choice& choice) {
  return std::stoul(choice.parameters.at("threads"));
}

/// `each` items of the size that `count` names give one result.
template <class T>
class Lesson : public Experiment {
 public:
  Lesson(const Choice& choice, const std::string& count, std::size_t each = 1)
      : variant_(choice.variant),
        threads_(static_cast<int>(block_threads(choice))),
        n_(std::stoi(choice.parameters.at(count))),
        each_(each),
        results_((static_cast<std::size_t>(n_) + each - 1) / each),
        on_host_(results_.count()) {}

  void poison(Queue& queue) override {
    results_.poison(queue);
    std::memset(on_host_.data(), 0xff, results_.bytes());
  }

  bool download(Queue& queue) override {
    results_.to_host(queue, on_host_.data());
    return true;
  }

 protected:
  const std::string& variant() const { return variant_; }
  int threads() const { return threads_; }
  int n() const { return n_; }
  std::size_t each() const { return each_; }
  T* out() { return results_.data(); }
  std::size_t bytes() const { return results_.bytes(); }

  /// A launch says nothing of its own when it is refused.
  static void check_launch() {
#if GPUJOB_GPU
    GPUJOB_CHECK(GPUJOB_API(GetLastError)());
#endif
  }

  /// Each result against right(its number).
  template <class Right>
  Answer judge(const Right& right, ElementRule rule) const {
    rule.block = 1;
    return check_elements(
        on_host_.size(), [&](std::size_t i) { return static_cast<double>(on_host_[i]); }, right,
        rule);
  }

 private:
  std::string variant_;
  int threads_;
  int n_;
  std::size_t each_;
  Buffer<T> results_;
  std::vector<T> on_host_;
};

}  // namespace gpujob
