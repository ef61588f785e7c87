// SPDX-License-Identifier: MIT
// What the lessons share. A lesson is a folder with kernels as a student writes them, a list of
// results that they fill, and a right value for each result.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "device/buffer.h"
#include "device/error.h"
#include "harness/elements.h"
#include "harness/experiment.h"
#include "harness/spec.h"

namespace gpujob {

/// A lesson with these kernels and `threads` per block unless told. On CPUs there is one variant,
/// `serial`, without blocks.
inline Spec lesson_spec(const std::string& name, const std::vector<std::string>& kernels,
                        const std::string& precision, int threads, const ParameterSpec& n) {
  Spec s;
  s.name = name;
  if (GPUJOB_GPU) {
    for (const std::string& kernel : kernels) s.variants.push_back({kernel, 'P'});
  } else {
    s.variants = {{"serial", 'P'}};
  }
  s.default_variant = s.variants.front().name;
  s.precisions = {precision};
  s.default_precision = precision;
  s.parameters = {{"threads", Kind::Integer, std::to_string(threads), 1, 1024, ""}, n};
  return s;
}

/// A lesson whose size is the parameter `n`; T: the type of its results.
template <class T>
class Lesson : public Experiment {
 public:
  Lesson(const Choice& choice, std::size_t results)
      : variant_(choice.variant),
        threads_(std::stoi(choice.parameters.at("threads"))),
        n_(std::stoi(choice.parameters.at("n"))),
        results_(results),
        on_host_(results) {}

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
  T* out() { return results_.data(); }
  std::size_t results() const { return on_host_.size(); }

  /// For kernels that change in place what a run begins with.
  void begin_with(Queue& queue, const std::vector<T>& values) {
    results_.from_host(queue, values.data());
  }

  /// Each result against right(its number), by itself.
  template <class Right>
  Answer judge(const Right& right, ElementRule rule) const {
    rule.block = 1;
    return check_elements(
        results(), [&](std::size_t i) { return static_cast<double>(on_host_[i]); }, right, rule);
  }

 private:
  std::string variant_;
  int threads_;
  int n_;
  Buffer<T> results_;
  std::vector<T> on_host_;
};

/// An input: `count` values of the device, value(i) each.
template <class T, class Value>
std::vector<T> values_of(std::size_t count, const Value& value) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = value(i);
  return values;
}

/// The ceiling of a lesson. On CPUs it is measured with all cores at once, which says little about
/// one core in its nearest cache, where `serial` works at small sizes.
inline Ceiling lesson_ceiling(Ceiling ceiling) {
  if (!GPUJOB_GPU) ceiling.other_units = 1000;
  return ceiling;
}

/// A launch that the runtime refuses says so only when it is asked.
inline void check_launch() {
#if GPUJOB_GPU
  GPUJOB_CHECK(GPUJOB_API(GetLastError)());
#endif
}

}  // namespace gpujob
