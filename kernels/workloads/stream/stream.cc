// SPDX-License-Identifier: MIT
// stream: the five kernels by which memory is measured (McCalpin's STREAM, with BabelStream's dot).
#include <string>
#include <vector>

#include "device/add.h"
#include "device/copy.h"
#include "harness/element_run.h"
#include "harness/registry.h"
#include "workloads/stream/stream_kernels.h"
#include "workloads/stream/stream_reference.h"

namespace gpujob::stream {

namespace {

Spec spec() {
  Spec s;
  s.name = "stream";
  s.variants = {{"copy", 'P'}, {"scale", 'P'}, {"add", 'P'}, {"triad", 'P'}, {"dot", 'P'}};
  s.default_variant = "triad";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float64";
  s.parameters = {{"n", Kind::Integer, "100000000", 1, 4294967296.0, ""}};
  s.split = {"n", kDotChunk};
  return s;
}

Kernel kernel_of(const std::string& variant) {
  if (variant == "copy") return Kernel::Copy;
  if (variant == "scale") return Kernel::Scale;
  if (variant == "add") return Kernel::Add;
  return variant == "dot" ? Kernel::Dot : Kernel::Triad;
}

template <class T>
class Stream : public ElementRun<TwoLists<T>> {
 public:
  Stream(Queue& queue, const Choice& choice, const TwoLists<T>& lists)
      : ElementRun<TwoLists<T>>(queue, choice.share_of(std::stoull(choice.parameters.at("n"))),
                                Route::Resident, lists),
        kernel_(kernel_of(choice.variant)),
        partial_((this->count() + kDotChunk - 1) / kDotChunk) {}

  void poison(Queue& queue) override {
    ElementRun<TwoLists<T>>::poison(queue);
    partial_.poison(queue);
  }

  Answer check(Queue& queue) override {
    if (kernel_ != Kernel::Dot) {
      return stream::check(kernel_, this->inputs(), this->outputs(queue), this->part());
    }
    std::vector<T> sums(partial_.count());
    partial_.to_host(queue, sums.data());
    return stream::check(kernel_, this->inputs(), sums.data(), this->part());
  }

  /// Bytes as STREAM counts them: what has to be read and written, not what a cache adds to it.
  Work work() const override {
    const auto n = static_cast<double>(this->count());
    const double list = sizeof(T) * n;
    const bool two = kernel_ != Kernel::Copy && kernel_ != Kernel::Scale;
    return {n, two ? 2 * list : list,
            kernel_ == Kernel::Dot ? static_cast<double>(partial_.bytes()) : list,
            kernel_ == Kernel::Copy ? 0 : n, 0};
  }

 private:
  using Pointers = typename ElementRun<TwoLists<T>>::Pointers;

  void compute(Queue& queue, const Pointers& in, T* out, std::size_t n) override {
    const Arrays<T> arrays{in[0], in[1], out, stores_for(queue, out, n * sizeof(T))};
    if (kernel_ == Kernel::Copy) copy_values(queue, out, in[0], n);
    if (kernel_ == Kernel::Scale) for_each_pack<T, OneListRead>(queue, n, Scale<T>{arrays});
    if (kernel_ == Kernel::Add) add_values(queue, out, in[0], in[1], n);
    if (kernel_ == Kernel::Triad) for_each_pack<T, TwoListsRead>(queue, n, Triad<T>{arrays});
    if (kernel_ == Kernel::Dot) dot(queue, in, n);
  }

  void dot(Queue& queue, const Pointers& in, std::size_t n) {
#if GPUJOB_GPU
    for_each_block(queue, partial_.count(), DotBlock<T>{in[0], in[1], n, partial_.data()});
#else
    for_each<1>(queue, partial_.count(), 4, DotChunk<T>{in[0], in[1], n, partial_.data()});
#endif
  }

  Kernel kernel_;
  Buffer<T> partial_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  const Draw a{random()}, b{random()};
  if (choice.precision == "float32") {
    return std::make_unique<Stream<float>>(queue, choice, TwoLists<float>{a, b});
  }
  return std::make_unique<Stream<double>>(queue, choice, TwoLists<double>{a, b});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::stream
