// SPDX-License-Identifier: MIT
// l2_norm: the length of each row of a list of vectors.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "device/buffer.h"
#include "device/launch.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "workloads/l2_norm/l2_norm_reference.h"
#include "workloads/l2_norm/row_norms.h"

namespace gpujob::l2_norm {

namespace {

Spec spec() {
  Spec s;
  s.name = "l2_norm";
  s.variants = {{"thread_a_row", 'P'}, {"tuned", 'P'}};
  s.default_variant = "tuned";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float32";
  s.parameters = {{"rows", Kind::Integer, "10", 1, 1073741824.0, ""},
                  {"length", Kind::Integer, "2", 1, 1048576, ""}};
  return s;
}

template <class T>
struct Fill {
  Elements<T> elements;
  T* to;
  GPUJOB_FN void operator()(std::size_t i) const { to[i] = elements.at(i); }
};

template <class T>
class Norms : public Experiment {
 public:
  Norms(Queue& queue, const Choice& choice, Random& random)
      : shape_(shape_of<T>(std::stoull(choice.parameters.at("rows")),
                           std::stoull(choice.parameters.at("length")))),
        tuned_(choice.variant == "tuned"),
        elements_{{random()}},
        values_(shape_.rows * shape_.length),
        norms_(shape_.rows) {
    for_each<256>(queue, values_.count(), 1 << 14, Fill<T>{elements_, values_.data()});
    queue.wait();
    if (shape_.segments > 1) parts_ = std::make_unique<Buffer<T>>(shape_.rows * shape_.segments);
  }

  void poison(Queue& queue) override {
    norms_.poison(queue);
    if (parts_) parts_->poison(queue);
  }

  void launch(Queue& queue) override {
    if (!tuned_) {
      using Body = RowByThread<T>;
      for_each<Body::threads>(queue, shape_.rows, 256,
                              Body{shape_.length, values_.data(), norms_.data()});
      return;
    }
    launch_segments(queue, parts_ ? parts_->data() : norms_.data());
    if (parts_) fold_segments(queue);
  }

  double traffic() const override { return work().bytes_read + work().bytes_written; }

  Answer check(Queue& queue) override {
    std::vector<T> norms(norms_.count());
    norms_.to_host(queue, norms.data());
    return l2_norm::check(elements_, shape_.rows, shape_.length, norms.data());
  }

  Work work() const override {
    const auto elements = static_cast<double>(values_.count());
    return {elements, sizeof(T) * elements, sizeof(T) * static_cast<double>(shape_.rows), elements,
            static_cast<double>(shape_.rows)};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return memory_ceiling(queue, moved_by(work()));
  }

 private:
  void launch_segments(Queue& queue, T* results) {
#if GPUJOB_GPU
    if constexpr (Pack16::lanes<T> == 4) {
      if (shape_.length == 2) {
        for_each_pack<T, OneListInOrder>(queue, 2 * shape_.rows,
                                         PairNorms<T>{values_.data(), results});
        return;
      }
    }
    using Body = SegmentsByTeams<T>;
    for_each_block(queue, Body::blocks(shape_), Body{shape_, values_.data(), results});
#else
    if (shape_.length == 2) {
      using Body = RowsOfTwo<T>;
      for_each<1>(queue, (shape_.rows + Body::together - 1) / Body::together, 4,
                  Body{shape_.rows, values_.data(), results});
    } else {
      const std::size_t grain = std::max<std::size_t>(1, 65536 / shape_.length);
      for_each<1>(queue, shape_.rows * shape_.segments, grain,
                  SegmentByVectors<T>{shape_, values_.data(), results});
    }
#endif
  }

  void fold_segments(Queue& queue) {
#if GPUJOB_GPU
    using Body = FoldByTeams<T>;
    for_each_block(queue, Body::blocks(shape_.rows),
                   Body{shape_.rows, shape_.segments, parts_->data(), norms_.data()});
#else
    for_each<1>(queue, shape_.rows, 64,
                FoldSegments<T>{shape_.segments, parts_->data(), norms_.data()});
#endif
  }

  Shape shape_;
  bool tuned_;
  Elements<T> elements_;
  Buffer<T> values_;
  Buffer<T> norms_;
  std::unique_ptr<Buffer<T>> parts_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  if (choice.precision == "float64") return std::make_unique<Norms<double>>(queue, choice, random);
  return std::make_unique<Norms<float>>(queue, choice, random);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::l2_norm
