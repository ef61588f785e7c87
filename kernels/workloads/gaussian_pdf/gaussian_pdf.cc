// SPDX-License-Identifier: MIT
// gaussian_pdf: the normal density at many places, the lesson's second ufunc.
#include <cmath>
#include <cstdlib>
#include <string>
#include <type_traits>

#include "device/fast_exp.h"
#include "harness/element_run.h"
#include "harness/registry.h"
#include "workloads/gaussian_pdf/gaussian_pdf_reference.h"

namespace gpujob::gaussian_pdf {

namespace {

Spec spec() {
  Spec s;
  s.name = "gaussian_pdf";
  s.variants = {{"library", 'P'}, {"fast", 'P'}, {"copy", 'P', Data::Host}};
  s.default_variant = "fast";
  s.precisions = {"float32", "float64", "mixed"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "1000000", 1, 4294967296.0, ""},
                  {"mean", Kind::Real, "0", -3, 3, ""},
                  {"deviation", Kind::Real, "1", 0.5, 10, ""}};
  return s;
}

/// The library's exponential, one value at a time, in arithmetic of type A.
template <class A, class S>
struct Library {
  const S* x;
  S* out;
  A mean, over_deviation, peak;
  Stores stores;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    const auto density = [this](S one) {
      const A z = (static_cast<A>(one) - mean) * over_deviation;
      return static_cast<S>(peak * std::exp(A(-0.5) * z * z));
    };
    store(out + i, each(load(x + i, simd), density), stores, simd);
  }
};

/// fast_exp, a vector of values at a time.
template <class A, class S>
struct Fast : Library<A, S> {
  template <class W>
  GPUJOB_FN W density(const W& place) const {
    const W z = (place - this->mean) * this->over_deviation;
    return fast_exp(W(z * z * A(-0.5))) * this->peak;
  }

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    const auto places = load(this->x + i, simd);
    if constexpr (std::is_same_v<A, S>) {
      store(this->out + i, density(places), this->stores, simd);
    } else {
      const auto one = [this](S value) { return static_cast<S>(density(static_cast<A>(value))); };
      store(this->out + i, each(places, one), this->stores, simd);
    }
  }
};

template <class A, class S>
class GaussianPdf : public ElementRun<Places<S>> {
 public:
  GaussianPdf(Queue& queue, const Choice& choice, const Places<S>& places)
      : ElementRun<Places<S>>(queue, std::stoull(choice.parameters.at("n")),
                              choice.variant == "copy" ? Route::Copy : Route::Resident, places),
        choice_(choice),
        curve_{std::strtod(choice.parameters.at("mean").c_str(), nullptr),
               std::strtod(choice.parameters.at("deviation").c_str(), nullptr)} {}

  Answer check(Queue& queue) override {
    return gaussian_pdf::check(this->inputs(), curve_, this->outputs(queue), this->count(),
                               choice_.precision);
  }

  Work work() const override {
    const auto n = static_cast<double>(this->count());
    return {n, sizeof(S) * n, sizeof(S) * n, 4 * n, n};
  }

 private:
  using Pointers = typename ElementRun<Places<S>>::Pointers;

  void compute(Queue& queue, const Pointers& in, S* out, std::size_t n) override {
    const double peak = 1 / (curve_.deviation * std::sqrt(2 * std::acos(-1.0)));
    const Library<A, S> library{in[0],
                                out,
                                static_cast<A>(curve_.mean),
                                static_cast<A>(1 / curve_.deviation),
                                static_cast<A>(peak),
                                stores_for(queue, out, n * sizeof(S))};
    if (choice_.variant == "fast") {
      for_each_pack<S, OneListInOrder>(queue, n, Fast<A, S>{library});
    } else {
      for_each_pack<S, OneListInOrder>(queue, n, library);
    }
  }

  Choice choice_;
  Curve curve_;
};

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& random) {
  const Draw x{random()};
  if (choice.precision == "float64") {
    return std::make_unique<GaussianPdf<double, double>>(queue, choice, Places<double>{x});
  }
  if (choice.precision == "mixed") {
    return std::make_unique<GaussianPdf<double, float>>(queue, choice, Places<float>{x});
  }
  return std::make_unique<GaussianPdf<float, float>>(queue, choice, Places<float>{x});
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::gaussian_pdf
