// SPDX-License-Identifier: MIT
#include "workloads/stream/stream_reference.h"

#include <algorithm>

#include "harness/elements.h"

namespace gpujob::stream {

namespace {

/// One result of copy, scale, add or triad.
double result(Kernel kernel, double a, double b) {
  switch (kernel) {
    case Kernel::Scale:
      return kScalar * a;
    case Kernel::Add:
      return a + b;
    case Kernel::Triad:
      return a + kScalar * b;
    case Kernel::Copy:
    case Kernel::Dot:
      break;
  }
  return a;
}

}  // namespace

// A result of copy, scale or add rounds once, one of triad at most twice: 2 u of itself, and u is
// 2^-24 or 2^-53. A partial sum of dot adds some hundred products with care and 256 of those sums
// as a tree: 10 u. An element that is missing is 2^-15 of its partial sum.
template <class T>
Answer check(Kernel kernel, const TwoLists<T>& lists, const T* results, Part part) {
  const ElementRule rule{sizeof(T) == 4 ? 1e-6 : 1e-14, 0,
                         kernel == Kernel::Dot ? "partial sum" : "element"};
  const Part chunks{part.first / kDotChunk, (part.count + kDotChunk - 1) / kDotChunk};
  const std::uint64_t begin = kernel == Kernel::Dot ? chunks.first : part.first;
  const auto given = [&](std::size_t i) { return static_cast<double>(results[i - begin]); };
  const auto a = [&](std::size_t i) { return static_cast<double>(lists.at(0, i)); };
  const auto b = [&](std::size_t i) { return static_cast<double>(lists.at(1, i)); };
  if (kernel != Kernel::Dot) {
    return check_elements(
        part, given, [&](std::size_t i) { return result(kernel, a(i), b(i)); }, rule);
  }
  const auto chunk_sum = [&](std::size_t chunk) {
    const std::size_t first = chunk * kDotChunk,
                      end = std::min<std::size_t>(part.end(), first + kDotChunk);
    Sum<double> sum;
    for (std::size_t i = first; i < end; ++i) sum.add(a(i) * b(i));
    return sum.value;
  };
  Answer answer = check_elements(chunks, given, chunk_sum, rule);
  answer.judged = part;
  return answer;
}

template Answer check(Kernel, const TwoLists<float>&, const float*, Part);
template Answer check(Kernel, const TwoLists<double>&, const double*, Part);

}  // namespace gpujob::stream
