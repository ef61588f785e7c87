// SPDX-License-Identifier: MIT
// peak: how fast each part of a device is by itself. The ceilings of other workloads are measured
// the same way, in their own process.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "device/buffer.h"
#include "device/ceiling.h"
#include "device/launch.h"
#include "device/pinned.h"
#include "device/replay.h"
#include "device/sine_ceiling.h"
#include "harness/memory_ceiling.h"
#include "harness/registry.h"
#include "workloads/peak/chains.h"
#include "workloads/peak/peak_reference.h"

namespace gpujob::peak {

namespace {

Spec spec() {
  Spec s;
  s.name = "peak";
  s.variants = {{"multiply_add", 'P'},
                {"special", 'P'},
                {"launch", 'P'},
                {"replay", 'P'},
                {"upload", 'P', Data::Host},
                {"download", 'P', Data::Host}};
  s.default_variant = "multiply_add";
  s.precisions = {"float32", "float64"};
  s.default_precision = "float32";
  s.parameters = {{"steps", Kind::Integer, "2000", 10, 100000, ""},
                  {"launches", Kind::Integer, "1000", 1, 1000000, ""},
                  {"values", Kind::Integer, "67108864", 1, 4294967296.0, ""}};
  return s;
}

int whole(const Choice& choice, const char* parameter) {
  return static_cast<int>(std::stol(choice.parameters.at(parameter)));
}

/// Values that chains end with, enough for the largest device. The library's cosine, one at a time,
/// is so much slower that CPUs get fewer.
std::size_t chain_values(bool adds) {
  const bool fast = !kEmulated && (GPUJOB_GPU || adds);
  return std::size_t{1} << (fast ? 20 : 12);
}

template <class T>
class Chains : public Experiment {
 public:
  Chains(Queue& queue, const Choice& choice)
      : adds_(choice.variant == "multiply_add"),
        steps_(whole(choice, "steps")),
        width_(adds_ ? lanes_of<T>(queue) : 1),
        out_(chain_values(adds_) / static_cast<std::size_t>(width_)) {}

  void poison(Queue& queue) override { out_.poison(queue); }

  void launch(Queue& queue) override {
    if (adds_) {
      for_each<256>(queue, out_.count(), 64,
                    FmaChains<T>{out_.data(), factor_, T(kChainTerm), steps_});
    } else {
      for_each<256>(queue, out_.count(), 64, CosineChains<T>{out_.data(), steps_, T(1.0 / steps_)});
    }
  }

  Answer check(Queue& queue) override {
    std::vector<T> raw(out_.count());
    out_.to_host(queue, raw.data());
    const bool single = sizeof(T) == 4;
    const double one = adds_ ? multiply_add_chains(steps_) : cosine_chains(steps_);
    return check_chains({raw.begin(), raw.end()}, one * width_,
                        adds_ ? multiply_add_tolerance(single) : cosine_tolerance(steps_, single));
  }

  Work work() const override {
    const double points =
        static_cast<double>(out_.count()) * FmaChains<T>::chains * steps_ * width_;
    return {points, 0, 0, adds_ ? points : 0, adds_ ? 0 : points};
  }

  Ceiling ceiling(Queue& queue, int units) override {
    const std::string type = sizeof(T) == 4 ? " float32" : " float64";
    const Rate reached = adds_ ? fma_ceiling<T>(queue, units) : sine_ceiling<T>(queue, units);
    return ceiling_of((adds_ ? "fma" : "sine") + type, "operations/s", reached, work().points);
  }

 private:
  bool adds_;
  int steps_;
  volatile T factor_ = T(kChainFactor);  ///< a compiler that knew it would leave the products out
  int width_;                            ///< values side by side in an item
  Buffer<T> out_;
};

template <class T>
class Launches : public Experiment {
 public:
  Launches(Queue& queue, const Choice& choice) : launches_(whole(choice, "launches")), count_(32) {
    if (choice.variant != "replay") return;
    start(queue);
    replay_ = std::make_unique<Replay>(queue, launches_, [this, &queue] { start(queue); });
  }

  void poison(Queue& queue) override {
    const std::vector<T> zeros(count_.count());
    count_.from_host(queue, zeros.data());
  }

  void launch(Queue& queue) override {
    if (replay_) return replay_->run(queue);
    for (int k = 0; k < launches_; ++k) start(queue);
  }

  bool accumulates() const override { return true; }
  bool times_launches() const override { return true; }

  Answer check(Queue& queue) override {
    std::vector<T> raw(count_.count());
    count_.to_host(queue, raw.data());
    return check_exact({raw.begin(), raw.end()}, std::vector<double>(raw.size(), launches_),
                       "count");
  }

  Work work() const override { return {static_cast<double>(launches_), 0, 0, 0, 0}; }

  /// The same again, by itself: what varies between the two is the noise of the machine. Short runs
  /// fit between other programs' work, and so do some of many.
  Ceiling ceiling(Queue& queue, int /*units*/) override {
    const double start = steady_seconds();
    std::vector<double> taken;
    while (taken.size() < 5 || (taken.size() < 500 && steady_seconds() - start < 0.1)) {
      Event before, after;
      before.record(queue);
      launch(queue);
      after.record(queue);
      taken.push_back(after.seconds_since(before));
    }
    poison(queue);
    launch(queue);
    queue.wait();
    return ceiling_of("launches", "operations/s", rate_of(launches_, std::move(taken)), launches_);
  }

 private:
  void start(Queue& queue) {
    for_each<32>(queue, count_.count(), 1, CountLaunch<T>{count_.data()});
  }

  int launches_;
  Buffer<T> count_;
  std::unique_ptr<Replay> replay_;
};

/// A list between locked memory of the host and the device.
template <class T>
class Transfer : public Experiment {
 public:
  explicit Transfer(const Choice& choice)
      : up_(choice.variant == "upload"),
        count_(std::stoull(choice.parameters.at("values"))),
        there_(count_, Pages::Locked),
        back_(count_, Pages::Locked),
        device_(count_) {
    for (std::size_t i = 0; i < count_; ++i) there_.data()[i] = value(i);
  }

  void poison(Queue& queue) override {
    std::memset(back_.data(), 0xff, back_.bytes());
    if (up_) {
      device_.poison(queue);
    } else {
      gpujob::upload(queue, there_, 0, count_, device_, 0);
    }
  }

  bool overlaps() const override { return true; }

  void launch(Queue& queue) override {
    if (up_) {
      gpujob::upload(queue, there_, 0, count_, device_, 0);
    } else {
      gpujob::download(queue, device_, 0, count_, back_, 0);
    }
  }

  double traffic() const override { return work().bytes_read + work().bytes_written; }

  Answer check(Queue& queue) override {
    if (up_) gpujob::download(queue, device_, 0, count_, back_, 0);
    queue.wait();
    std::vector<double> given(count_), expected(count_);
    for (std::size_t i = 0; i < count_; ++i) {
      given[i] = static_cast<double>(back_.data()[i]);
      expected[i] = static_cast<double>(value(i));
    }
    return check_exact(given, expected, "value");
  }

  /// Read there, written here; on CPUs both are memory, over a bus only one of them counts.
  Work work() const override {
    const auto bytes = static_cast<double>(device_.bytes());
    return {static_cast<double>(count_), bytes, GPUJOB_GPU ? 0 : bytes, 0, 0};
  }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
#if GPUJOB_GPU
    const double bytes = work().bytes_read;
    return ceiling_of(up_ ? "locked copies up" : "locked copies down", "bytes/s",
                      transfer_ceiling(queue, up_ ? bytes : 0, up_ ? 0 : bytes), bytes);
#else
    return memory_ceiling(queue, moved_by(work()));
#endif
  }

 private:
  static T value(std::size_t i) {
    return static_cast<T>(i % 16777213);
  }

  bool up_;
  std::size_t count_;
  HostArray<T> there_, back_;
  Buffer<T> device_;
};

template <class T>
std::unique_ptr<Experiment> make_in(Queue& queue, const Choice& choice) {
  if (choice.variant == "launch" || choice.variant == "replay") {
    return std::make_unique<Launches<T>>(queue, choice);
  }
  if (choice.variant == "upload" || choice.variant == "download") {
    return std::make_unique<Transfer<T>>(choice);
  }
  return std::make_unique<Chains<T>>(queue, choice);
}

std::unique_ptr<Experiment> make(Queue& queue, const Choice& choice, Random& /*random*/) {
  return choice.precision == "float64" ? make_in<double>(queue, choice)
                                       : make_in<float>(queue, choice);
}

const Registration kRegistration(spec(), make);

}  // namespace

}  // namespace gpujob::peak
