// SPDX-License-Identifier: MIT
// hidden_layer: tanh(grey / 255 * weight), the assessed exercise of the lesson: in three passes
// over memory, or in one.
#include <string>

#include "harness/element_run.h"
#include "harness/registry.h"
#include "workloads/hidden_layer/hidden_layer_reference.h"
#include "workloads/hidden_layer/layer_kernels.h"

namespace gpujob::hidden_layer {

namespace {

Spec spec() {
  Spec s;
  s.name = "hidden_layer";
  s.variants = {{"three_kernels", 'P'},
                {"fused", 'P'},
                {"fused_fast", 'P'},
                {"three_kernels_copy", 'P', Data::Host},
                {"fused_fast_overlap", 'P', Data::Host}};
  s.default_variant = "fused_fast";
  s.precisions = {"float32", "float64", "mixed"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "100000000", 1, 4294967296.0, ""}};
  s.split = {"n", 256};
  return s;
}

enum class Way { ThreeKernels, Fused, FusedFast };

Way way_of(const std::string& variant) {
  if (variant == "fused") return Way::Fused;
  return variant.rfind("three_kernels", 0) == 0 ? Way::ThreeKernels : Way::FusedFast;
}

Route route_of(const std::string& variant) {
  if (variant == "three_kernels_copy") return Route::Copy;
  return variant == "fused_fast_overlap" ? Route::Overlap : Route::Resident;
}

template <class A, class S>
class HiddenLayer : public ElementRun<Layer<S>> {
 public:
  HiddenLayer(Queue& queue, const Choice& choice, const Layer<S>& layer)
      : ElementRun<Layer<S>>(queue, choice.share_of(std::stoull(choice.parameters.at("n"))),
                             route_of(choice.variant), layer),
        way_(way_of(choice.variant)),
        precision_(choice.precision) {}

  Answer check(Queue& queue) override {
    return hidden_layer::check(this->inputs(), this->outputs(queue), this->part(), precision_);
  }

  Work work() const override {
    const auto n = static_cast<double>(this->count());
    return {n, 2 * sizeof(S) * n, sizeof(S) * n, 5 * n, 2 * n};
  }

 private:
  using Pointers = typename ElementRun<Layer<S>>::Pointers;

  int between() const override { return way_ == Way::ThreeKernels ? 4 : 0; }

  void compute(Queue& queue, const Pointers& in, S* out, std::size_t n) override {
    const Stores stores = stores_for(queue, out, n * sizeof(S));
    if (way_ == Way::ThreeKernels) {
      for_each_pack<S, OneListInOrder>(queue, n, Normalise<A, S>{in[0], out, stores});
      for_each_pack<S>(queue, n, Weigh<A, S>{in[1], out, stores});
      for_each_pack<S, OneListInOrder>(queue, n, Activate<A, S>{out, stores});
    } else if (way_ == Way::Fused) {
      for_each_pack<S>(queue, n, Fused<A, S>{in[0], in[1], out, stores});
    } else {
      for_each_pack<S>(queue, n, FusedFast<A, S>{in[0], in[1], out, stores});
    }
  }

  Way way_;
  std::string precision_;
};

template <class A, class S>
std::unique_ptr<Experiment> make_in(Queue& queue, const Choice& choice, Random& random) {
  const Layer<S> layer{{random()}, {random()}};
  return std::make_unique<HiddenLayer<A, S>>(queue, choice, layer);
}

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  if (choice.precision == "float64") return make_in<double, double>(queue, choice, random);
  if (choice.precision == "mixed") return make_in<double, float>(queue, choice, random);
  return make_in<float, float>(queue, choice, random);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::hidden_layer
