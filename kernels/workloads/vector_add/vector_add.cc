// SPDX-License-Identifier: MIT
// vector_add: c = a + b, the lesson's first kernel. What varies is where the lists are.
#include <string>

#include "device/add.h"
#include "harness/element_run.h"
#include "harness/registry.h"
#include "workloads/vector_add/vector_add_reference.h"

namespace gpujob::vector_add {

namespace {

Spec spec() {
  Spec s;
  s.name = "vector_add";
  s.variants = {{"resident", 'P'},
                {"copy", 'P', Data::Host},
                {"pinned", 'P', Data::Host},
                {"overlap", 'P', Data::Host}};
  s.default_variant = "resident";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "100000000", 1, 4294967296.0, ""}};
  s.split = {"n", 256};
  return s;
}

Route route_of(const std::string& variant) {
  if (variant == "copy") return Route::Copy;
  if (variant == "pinned") return Route::Pinned;
  return variant == "overlap" ? Route::Overlap : Route::Resident;
}

template <class T>
class VectorAdd : public ElementRun<TwoLists<T>> {
 public:
  using ElementRun<TwoLists<T>>::ElementRun;

  Answer check(Queue& queue) override {
    return vector_add::check(this->inputs(), this->outputs(queue), this->part());
  }

  Work work() const override {
    const auto n = static_cast<double>(this->count());
    return {n, 2 * sizeof(T) * n, sizeof(T) * n, n, 0};
  }

 private:
  using Pointers = typename ElementRun<TwoLists<T>>::Pointers;

  void compute(Queue& queue, const Pointers& in, T* out, std::size_t count) override {
    add_values(queue, out, in[0], in[1], count);
  }
};

template <class T>
std::unique_ptr<Experiment> make_in(Queue& queue, const Choice& choice, Random& random) {
  const TwoLists<T> lists{{random()}, {random()}};
  return std::make_unique<VectorAdd<T>>(queue,
                                        choice.share_of(std::stoull(choice.parameters.at("n"))),
                                        route_of(choice.variant), lists);
}

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  if (choice.precision == "float64") return make_in<double>(queue, choice, random);
  return make_in<float>(queue, choice, random);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::vector_add
