// SPDX-License-Identifier: MIT
// Wrong kernels of the workloads that give a value an element: faults that real kernels have, and
// ways to cheat. The check has to catch each of them, and to pass the right answer.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "workloads/add_one/add_one_reference.h"
#include "workloads/elementwise/elementwise_reference.h"
#include "workloads/gaussian_pdf/gaussian_pdf_reference.h"
#include "workloads/hidden_layer/hidden_layer_reference.h"
#include "workloads/polar_distance/polar_distance_reference.h"
#include "workloads/pulses/pulses_reference.h"
#include "workloads/stream/stream_reference.h"
#include "workloads/vector_add/vector_add_reference.h"
#include "workloads/zero_suppress/zero_suppress_reference.h"

namespace gpujob {
namespace {

constexpr std::size_t kCount = 100003;
constexpr Part kWhole{0, kCount};

/// A formula for the element, and what is wrong with it; "" for the right one.
struct Kernel {
  std::string fault;
  std::function<double(std::size_t)> element;
};

/// `value` as T; whole numbers have no room for some, and none for infinity.
template <class T>
T stored(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    return std::isfinite(value) ? static_cast<T>(std::fmod(value, 32768)) : T{32767};
  }
}

template <class T>
std::vector<T> run(const Kernel& kernel) {
  std::vector<T> values(kCount);
  for (std::size_t i = 0; i < kCount; ++i) values[i] = static_cast<T>(kernel.element(i));
  return values;
}

/// Faults in what is stored, whatever was computed.
struct Fault {
  const char* what;
  void (*spoil)(std::vector<double>& values);
};

const Fault kFaults[] = {
    {"nothing computed", [](std::vector<double>& v) { std::fill(v.begin(), v.end(), 0.0); }},
    {"the last element never written",
     [](std::vector<double>& v) { v.back() = std::numeric_limits<double>::quiet_NaN(); }},
    {"the last block missing",
     [](std::vector<double>& v) { std::fill(v.end() - 35, v.end(), -1.0); }},
    {"every second half of a warp missing",
     [](std::vector<double>& v) {
       for (std::size_t i = 0; i < v.size(); ++i) v[i] *= i % 32 < 16 ? 1 : 0;
     }},
    {"shifted by one",
     [](std::vector<double>& v) { std::rotate(v.begin(), v.begin() + 1, v.end()); }},
    {"two neighbours swapped",
     [](std::vector<double>& v) {
       for (std::size_t i = 0; i + 1 < v.size(); ++i) {
         if (std::fabs(v[i] - v[i + 1]) > 1) return std::swap(v[i], v[i + 1]);
       }
       std::swap(v[0], v[1]);
     }},
    {"reversed", [](std::vector<double>& v) { std::reverse(v.begin(), v.end()); }},
    {"the first block twice",
     [](std::vector<double>& v) { std::copy(v.begin(), v.begin() + 256, v.begin() + 256); }},
    {"one element infinite", [](std::vector<double>& v) { v[777] = INFINITY; }},
    {"a thousand times too large",
     [](std::vector<double>& v) {
       for (double& x : v) x *= 1000;
     }},
};

/// One workload under test: its right kernel, wrong ones, and the check.
template <class T>
struct Subject {
  const char* name;
  std::vector<Kernel> kernels;  ///< the first is right
  std::function<Answer(const T*)> check;
};

template <class T>
void expect_all_caught(const Subject<T>& subject) {
  const std::vector<T> right = run<T>(subject.kernels.front());
  const Answer good = subject.check(right.data());
  EXPECT_TRUE(good.valid) << subject.name << ": " << good.problem;
  for (std::size_t k = 1; k < subject.kernels.size(); ++k) {
    EXPECT_FALSE(subject.check(run<T>(subject.kernels[k]).data()).valid)
        << subject.name << ": " << subject.kernels[k].fault;
  }
  for (const Fault& fault : kFaults) {
    std::vector<double> spoilt(right.begin(), right.end());
    fault.spoil(spoilt);
    std::vector<T> values(kCount);
    std::transform(spoilt.begin(), spoilt.end(), values.begin(), stored<T>);
    EXPECT_FALSE(subject.check(values.data()).valid) << subject.name << ": " << fault.what;
  }
}

TEST(ElementMutants, OfVectorAdd) {
  const TwoLists<float> lists{{1}, {2}};
  const auto a = [=](std::size_t i) { return double{lists.at(0, i)}; };
  const auto b = [=](std::size_t i) { return double{lists.at(1, i)}; };
  expect_all_caught<float>(
      {"vector_add",
       {{"", [=](std::size_t i) { return a(i) + b(i); }},
        {"only a", a},
        {"difference", [=](std::size_t i) { return a(i) - b(i); }},
        {"a twice", [=](std::size_t i) { return 2 * a(i); }},
        {"the neighbour's b", [=](std::size_t i) { return a(i) + b(i + 1); }},
        {"the lists of ones that were not drawn", [](std::size_t) { return 2.0; }},
        {"in half precision",
         [=](std::size_t i) { return std::round((a(i) + b(i)) * 1024) / 1024; }},
        {"the last digit of one element",
         [=](std::size_t i) { return a(i) + b(i) + (i == 4711 ? 1.2e-7 : 0); }}},
       [=](const float* sums) { return vector_add::check(lists, sums, kWhole); }});
}

TEST(ElementMutants, OfHiddenLayer) {
  const hidden_layer::Layer<float> layer{{3}, {4}};
  const auto v = [=](std::size_t i) {
    return double{layer.at(0, i)} / 255 * double{layer.at(1, i)};
  };
  expect_all_caught<float>(
      {"hidden_layer",
       {{"", [=](std::size_t i) { return std::tanh(v(i)); }},
        {"divided by 256", [=](std::size_t i) { return std::tanh(v(i) * 255 / 256); }},
        {"not activated", v},
        {"not weighed", [=](std::size_t i) { return std::tanh(double{layer.at(0, i)} / 255); }},
        {"logistic", [=](std::size_t i) { return 1 / (1 + std::exp(-v(i))); }},
        {"the series to v^3", [=](std::size_t i) { return v(i) - v(i) * v(i) * v(i) / 3; }},
        {"a float16 tangent",
         [=](std::size_t i) { return std::round(std::tanh(v(i)) * 2048) / 2048; }},
        {"the sign lost in cosh", [=](std::size_t i) { return 1 / std::cosh(v(i)); }},
        {"a hundred-thousandth too large",
         [=](std::size_t i) { return std::tanh(v(i)) * 1.00001; }}},
       [=](const float* out) { return hidden_layer::check(layer, out, kWhole, "float32"); }});
}

TEST(ElementMutants, OfStream) {
  const TwoLists<double> lists{{5}, {6}};
  const auto a = [=](std::size_t i) { return lists.at(0, i); };
  const auto b = [=](std::size_t i) { return lists.at(1, i); };
  expect_all_caught<double>(
      {"stream triad",
       {{"", [=](std::size_t i) { return a(i) + stream::kScalar * b(i); }},
        {"scalar on the wrong list", [=](std::size_t i) { return stream::kScalar * a(i) + b(i); }},
        {"no scalar", [=](std::size_t i) { return a(i) + b(i); }},
        {"copy", a},
        {"in float32",
         [=](std::size_t i) {
           return double{static_cast<float>(a(i)) + 0.375f * static_cast<float>(b(i))};
         }}},
       [=](const double* out) {
         return stream::check(stream::Kernel::Triad, lists, out, kWhole);
       }});
}

TEST(ElementMutants, OfDot) {
  const TwoLists<double> lists{{7}, {8}};
  constexpr std::size_t chunks = (kCount + stream::kDotChunk - 1) / stream::kDotChunk;
  const auto sums = [&](std::size_t left_out, bool neighbour) {
    std::vector<double> partial(chunks, 0.0);
    for (std::size_t i = 0; i < kCount; ++i) {
      const double product = lists.at(0, i) * lists.at(1, neighbour ? i + 1 : i);
      partial[i / stream::kDotChunk] += i == left_out ? 0 : product;
    }
    return partial;
  };
  const auto valid = [&](const std::vector<double>& partial) {
    return stream::check(stream::Kernel::Dot, lists, partial.data(), kWhole).valid;
  };
  EXPECT_TRUE(valid(sums(kCount, false)));
  EXPECT_FALSE(valid(sums(kCount - 1, false))) << "the last product missing";
  EXPECT_FALSE(valid(sums(40000, false))) << "one product missing";
  EXPECT_FALSE(valid(sums(kCount, true))) << "the neighbour's factor";
  std::vector<double> moved = sums(kCount, false);
  moved[1] += moved[2], moved[2] = 0;
  EXPECT_FALSE(valid(moved)) << "the total right, its parts wrong";
}

TEST(ElementMutants, OfGaussianPdf) {
  const gaussian_pdf::Places<float> places{{9}};
  const gaussian_pdf::Curve curve{0.5, 1.25};
  const double root = std::sqrt(2 * std::acos(-1.0));
  const auto z = [=](std::size_t i) { return (double{places.at(0, i)} - 0.5) / 1.25; };
  expect_all_caught<float>(
      {"gaussian_pdf",
       {{"", [=](std::size_t i) { return std::exp(-0.5 * z(i) * z(i)) / (1.25 * root); }},
        {"no half", [=](std::size_t i) { return std::exp(-z(i) * z(i)) / (1.25 * root); }},
        {"deviation left out of the peak",
         [=](std::size_t i) { return std::exp(-0.5 * z(i) * z(i)) / root; }},
        {"deviation squared",
         [=](std::size_t i) { return std::exp(-0.5 * z(i) * z(i)) / (1.25 * 1.25 * root); }},
        {"mean left out",
         [=](std::size_t i) {
           const double x = double{places.at(0, i)} / 1.25;
           return std::exp(-0.5 * x * x) / (1.25 * root);
         }},
        {"not normalised", [=](std::size_t i) { return std::exp(-0.5 * z(i) * z(i)); }},
        {"pi to three digits",
         [=](std::size_t i) {
           return std::exp(-0.5 * z(i) * z(i)) / (1.25 * std::sqrt(2 * 3.14));
         }}},
       [=](const float* out) {
         return gaussian_pdf::check(places, curve, out, kCount, "float32");
       }});
}

TEST(ElementMutants, OfPolarDistance) {
  const polar_distance::Pairs<float> pairs{{{10}, {11}, {12}, {13}}};
  const auto part = [=](int which, std::size_t i) { return double{pairs.at(which, i)}; };
  const auto squared = [=](std::size_t i, double cosine) {
    const double a = part(0, i), b = part(2, i);
    return a * a + b * b - 2 * a * b * cosine;
  };
  const auto angle = [=](std::size_t i) { return part(1, i) - part(3, i); };
  expect_all_caught<float>(
      {"polar_distance",
       {{"", [=](std::size_t i) { return std::sqrt(squared(i, std::cos(angle(i)))); }},
        {"not rooted", [=](std::size_t i) { return squared(i, std::cos(angle(i))); }},
        {"sine for cosine",
         [=](std::size_t i) { return std::sqrt(squared(i, std::sin(angle(i)))); }},
        {"angles added",
         [=](std::size_t i) { return std::sqrt(squared(i, std::cos(part(1, i) + part(3, i)))); }},
        {"angle in degrees",
         [=](std::size_t i) { return std::sqrt(squared(i, std::cos(angle(i) / 57.29578))); }},
        {"difference of the radii alone",
         [=](std::size_t i) { return std::fabs(part(0, i) - part(2, i)); }},
        {"a coarse sine",
         [=](std::size_t i) { return std::sqrt(squared(i, std::cos(angle(i))) + 1e-4); }}},
       [=](const float* out) { return polar_distance::check(pairs, out, kCount); }});
}

/// At the default threshold, which noise alone does not reach below zero, and at one in the noise.
void expect_wrong_suppression_caught(int threshold) {
  using zero_suppress::Rule;
  const zero_suppress::Waveform waveform{{16}, kCount / 23.0, threshold};
  const auto v = [=](std::size_t i) { return static_cast<double>(waveform.at(0, i)); };
  const auto by = [=](double least) {
    return [=](std::size_t i) { return v(i) < least ? 0 : v(i); };
  };
  const auto magnitude = [=](double least) {
    return [=](std::size_t i) { return std::fabs(v(i)) < least ? 0 : v(i); };
  };
  const auto instead = [=](std::size_t i) { return v(i) < threshold ? threshold : v(i); };
  const auto above = [=](std::size_t i) { return v(i) < threshold ? v(i) : 0; };
  const auto check = [=](Rule rule) {
    return
        [=](const std::int16_t* out) { return zero_suppress::check(waveform, rule, out, kCount); };
  };
  expect_all_caught<std::int16_t>({"zero_suppress value",
                                   {{"", by(threshold)},
                                    {"the magnitude instead", magnitude(threshold)},
                                    {"at the threshold too", by(threshold + 1)},
                                    {"not just below the threshold", by(threshold - 1)},
                                    {"nothing suppressed", v},
                                    {"the threshold instead of zero", instead},
                                    {"zero above instead of below", above}},
                                   check(Rule::Value)});
  expect_all_caught<std::int16_t>({"zero_suppress magnitude",
                                   {{"", magnitude(threshold)},
                                    {"the value instead", by(threshold)},
                                    {"at the threshold too", magnitude(threshold + 1)},
                                    {"not just below the threshold", magnitude(threshold - 1)}},
                                   check(Rule::Magnitude)});
}

TEST(ElementMutants, OfZeroSuppress) {
  expect_wrong_suppression_caught(15);
  expect_wrong_suppression_caught(5);
}

/// Any 256 samples in a row have each edge of the rule once, drawn anew.
TEST(ZeroSuppressWaveform, HasTheEdgesOfTheRule) {
  const zero_suppress::Waveform waveform{{14}, 1e7 / 23.0, 32767}, other{{15}, 1e7 / 23.0, 32767};
  std::vector<int> found;
  std::size_t same = 0;
  for (std::size_t i = std::size_t{256} * 39; i < std::size_t{256} * 40; ++i) {
    if (std::abs(waveform.at(0, i)) < 32766) continue;
    found.push_back(waveform.at(0, i));
    same += std::abs(other.at(0, i)) >= 32766;
  }
  EXPECT_EQ(found, (std::vector<int>{32767, 32766, -32767, -32766}));
  EXPECT_LT(same, found.size());
}

TEST(ElementMutants, OfPulses) {
  const pulses::Signal<float> signal{{15}};
  const auto angle = [](std::size_t i) { return static_cast<double>(i) * 23 / kCount; };
  const auto noise = [=](std::size_t i) { return double{signal.at(1, i)}; };
  const auto pulse = [](double height) { return std::max(height, 0.0) * 100; };
  expect_all_caught<float>(
      {"pulses",
       {{"", [=](std::size_t i) { return pulse(std::sin(angle(i)) - 0.3) + noise(i); }},
        {"no noise", [=](std::size_t i) { return pulse(std::sin(angle(i)) - 0.3); }},
        {"noise alone", noise},
        {"no floor", [=](std::size_t i) { return (std::sin(angle(i)) - 0.3) * 100 + noise(i); }},
        {"floor after the noise",
         [=](std::size_t i) { return std::max((std::sin(angle(i)) - 0.3) * 100 + noise(i), 0.0); }},
        {"period off by one sample",
         [=](std::size_t i) { return pulse(std::sin(angle(i + 1)) - 0.3) + noise(i); }},
        {"noise twice",
         [=](std::size_t i) { return pulse(std::sin(angle(i)) - 0.3) + 2 * noise(i); }}},
       [=](const float* out) { return pulses::check(signal, out, kCount); }});
}

TEST(ElementMutants, OfElementwise) {
  const elementwise::Square<float> square{{16}};
  const auto x = [=](std::size_t i) { return double{square.at(0, i)}; };
  expect_all_caught<float>(
      {"elementwise",
       {{"", [=](std::size_t i) { return 2 * std::sin(x(i)) + std::sqrt(x(i)); }},
        {"sine of the double", [=](std::size_t i) { return std::sin(2 * x(i)) + std::sqrt(x(i)); }},
        {"no factor", [=](std::size_t i) { return std::sin(x(i)) + std::sqrt(x(i)); }},
        {"no root", [=](std::size_t i) { return 2 * std::sin(x(i)) + x(i); }},
        {"a sine without reduction of its argument",
         [=](std::size_t i) { return 2 * (x(i) - x(i) * x(i) * x(i) / 6) + std::sqrt(x(i)); }},
        {"a sine of too few digits",
         [=](std::size_t i) { return 2 * std::sin(x(i) * 1.000001) + std::sqrt(x(i)); }}},
       [=](const float* out) { return elementwise::check(square, out, kCount); }});
}

TEST(ElementMutants, OfAddOne) {
  const add_one::Matrix<float> matrix{{17}};
  const auto before = [=](std::size_t i) { return double{matrix.at(i)}; };
  expect_all_caught<float>(
      {"add_one",
       {{"", [=](std::size_t i) { return before(i) + 1; }},
        {"nothing added", before},
        {"added twice", [=](std::size_t i) { return before(i) + 2; }},
        {"one left out", [=](std::size_t i) { return before(i) + (i == 31000 ? 0 : 1); }},
        {"rows and columns mixed up",
         [=](std::size_t i) { return before(i / 317 + i % 317 * 315) + 1; }}},
       [=](const float* after) { return add_one::check(matrix, after, kCount); }});
}

TEST(Elements, OneWrongAmongAHundredMillionWouldNotHide) {
  const TwoLists<float> lists{{18}, {19}};
  std::vector<float> sums(kCount);
  for (std::size_t i = 0; i < kCount; ++i) sums[i] = lists.at(0, i) + lists.at(1, i);
  sums[5000] *= 1.001f;
  const Answer answer = vector_add::check(lists, sums.data(), kWhole);
  EXPECT_FALSE(answer.valid);
  EXPECT_EQ(answer.worst.index, 5000u);
  EXPECT_NEAR(answer.worst.error, 6e-5, 5e-5);  // 0.001 of one among 256
  EXPECT_EQ(answer.problem.substr(0, 23), "element 5000 is off by ");
}

TEST(Elements, OfNothingAreNotRight) {
  const TwoLists<float> lists{{20}, {21}};
  EXPECT_FALSE(vector_add::check(lists, static_cast<const float*>(nullptr), Part{}).valid);
}

}  // namespace
}  // namespace gpujob
