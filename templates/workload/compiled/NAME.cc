// NAME: square roots of drawn numbers. One source for cpu, cuda and hip; what is marked with
// "yours" is to be replaced. The harness takes the options, measures, and gives no rate for a wrong
// answer.
#include <cmath>
#include <string>

#include "device/draw.h"
#include "harness/element_run.h"
#include "harness/elements.h"
#include "harness/registry.h"

namespace gpujob::NAME_program {

namespace {

/// The same as the manifest says.
Spec spec() {
  Spec s;
  s.name = "NAME";
  s.variants = {{"plain", 'P'}};
  s.default_variant = "plain";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "10000000", 1, 4294967296.0, ""}};
  return s;
}

/// Yours: the input arrays, made of what was drawn; element i of array `which`.
template <class T>
struct Numbers {
  using Value = T;
  static constexpr int count = 1;
  Draw drawn;

  GPUJOB_FN T at(int /*which*/, std::size_t i) const { return drawn.uniform<T>(i); }
};

/// Yours: the kernel, one element of it.
template <class T>
struct Root {
  const T* in;
  T* out;

  GPUJOB_FN void operator()(std::size_t i) const { out[i] = std::sqrt(in[i]); }
};

template <class T>
class Run : public ElementRun<Numbers<T>> {
 public:
  using ElementRun<Numbers<T>>::ElementRun;

  /// Yours: the right values, made in another way, and how far from them is right.
  Answer check(Queue& queue) override {
    const T* roots = this->outputs(queue);
    return check_elements(
        this->count(), [&](std::size_t i) { return static_cast<double>(roots[i]); },
        [&](std::size_t i) { return std::sqrt(static_cast<double>(this->inputs().at(0, i))); },
        {sizeof(T) == 4 ? 1e-6 : 1e-14});
  }

  /// Yours: points, bytes read and written, operations, special functions.
  Work work() const override {
    const auto n = static_cast<double>(this->count());
    return {n, sizeof(T) * n, sizeof(T) * n, 0, n};
  }

 private:
  using Pointers = typename ElementRun<Numbers<T>>::Pointers;

  void compute(Queue& queue, const Pointers& in, T* out, std::size_t count) override {
    for_each<256>(queue, count, 1 << 16, Root<T>{in[0], out});
  }
};

template <class T>
std::unique_ptr<Experiment> make_in(Queue& queue, const Choice& choice, Random& random) {
  return std::make_unique<Run<T>>(queue, std::stoull(choice.parameters.at("n")), Route::Resident,
                                  Numbers<T>{{random()}});
}

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  if (choice.precision == "float64") return make_in<double>(queue, choice, random);
  return make_in<float>(queue, choice, random);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::NAME_program
