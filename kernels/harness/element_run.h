// SPDX-License-Identifier: MIT
// A run of a workload that gives one value per element: where its arrays are and how they get
// there.
//
// `Inputs` says what the inputs are: `count` arrays of `Value`, element i of array k being
// `at(k, i)`, a function of what was drawn. Arrays on the device are filled there; arrays on the
// host, by its cores; the check makes the same values again. A workload adds compute(): its
// kernels, on `count` elements of device memory, into `out`. A run of a part has arrays of its
// elements alone: element `first` of the whole is their first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include "device/buffer.h"
#include "device/cores.h"
#include "device/launch.h"
#include "device/pinned.h"
#include "device/pool.h"
#include "harness/experiment.h"
#include "harness/memory_ceiling.h"
#include "harness/part.h"

namespace gpujob {

/// How the data gets to the kernel and back. `Copy`: whole arrays from pageable memory, one after
/// the other. `Pinned`: the same from locked memory. `Overlap`: from locked memory in pieces, so
/// that pieces go up, are worked on and come down at the same time; on CPUs a piece stays in the
/// cache meanwhile.
enum class Route { Resident, Copy, Pinned, Overlap };

inline Data data_of(Route route) {
  return route == Route::Resident ? Data::Resident : Data::Host;
}

template <class Inputs>
struct FillArray {
  using Value = typename Inputs::Value;
  Inputs inputs;
  int which;
  Value* to;
  std::size_t first;

  GPUJOB_FN void operator()(std::size_t i) const { to[i] = inputs.at(which, first + i); }
};

/// A piece that goes up, is worked on and comes down while other pieces do the same.
template <class Value>
struct Lane {
  Queue queue;
  std::vector<Buffer<Value>> in;
  Buffer<Value> out;

  Lane(SameDevice other, int inputs, std::size_t piece) : queue(other), out(piece) {
    for (int k = 0; k < inputs; ++k) in.emplace_back(piece);
  }
};

template <class Inputs>
class ElementRun : public Experiment {
 public:
  using Value = typename Inputs::Value;

  ElementRun(Queue& queue, std::size_t count, Route route, const Inputs& inputs)
      : ElementRun(queue, Part{0, count}, route, inputs) {}

  ElementRun(Queue& queue, Part part, Route route, const Inputs& inputs)
      : part_(part), count_(part.count), route_(route), inputs_(inputs) {
    if (route_ != Route::Resident) prepare_host();
    if (route_ == Route::Overlap) {
      for (int k = 0; k < lanes; ++k) {
        lanes_.push_back(std::make_unique<Lane<Value>>(SameDevice{queue}, Inputs::count, piece()));
      }
      return;
    }
    for (int k = 0; k < Inputs::count; ++k) in_.emplace_back(count_);
    out_ = std::make_unique<Buffer<Value>>(count_);
    if (route_ == Route::Resident) fill_device(queue);
  }

  /// Inputs that each run has to bring to the device are treated like outputs: a run must not find
  /// those of the run before.
  void poison(Queue& queue) override {
    // Not where the check alone brings outputs to the host: writing a long list there takes longer
    // than all else of a sample.
    if (route_ != Route::Resident) std::memset(host_out_->data(), 0xff, host_out_->bytes());
    for (const auto& lane : lanes_) {
      for (Buffer<Value>& in : lane->in) in.poison(lane->queue);
      lane->out.poison(lane->queue);
      lane->queue.wait();
    }
    if (route_ != Route::Resident) {
      for (Buffer<Value>& in : in_) in.poison(queue);
    }
    if (out_) out_->poison(queue);
  }

  bool upload(Queue& queue) override {
    if (route_ != Route::Copy && route_ != Route::Pinned) return false;
    for (std::size_t k = 0; k < in_.size(); ++k) {
      gpujob::upload(queue, host_in_[k], 0, count_, in_[k], 0);
    }
    return true;
  }

  void launch(Queue& queue) override {
    if (route_ == Route::Overlap) {
      launch_pieces();
    } else {
      compute(queue, pointers(in_), out_->data(), count_);
    }
  }

  bool download(Queue& queue) override {
    if (route_ != Route::Copy && route_ != Route::Pinned) return false;
    gpujob::download(queue, *out_, 0, count_, *host_out_, 0);
    return true;
  }

  bool overlaps() const override { return route_ == Route::Overlap; }

  double traffic() const override { return work().bytes_read + work().bytes_written; }

  Ceiling ceiling(Queue& queue, int /*units*/) override {
    return memory_ceiling(queue, moved(queue));
  }

 protected:
  using Pointers = std::vector<const Value*>;

  /// Values per element that one kernel leaves for the next, each written and read, beyond what
  /// every variant reads and writes.
  virtual int between() const { return 0; }

  /// Times that the outputs go to the host and back between two kernels.
  virtual int round_trips() const { return 0; }

  /// The kernels, on elements [0, count) of the arrays given.
  virtual void compute(Queue& queue, const Pointers& in, Value* out, std::size_t count) = 0;

  /// What lists between kernels cost is counted where no cache could hold them.
  Moved moved(const Queue& queue) const {
    const double list = static_cast<double>(sizeof(Value)) * static_cast<double>(count_);
    const bool copied = route_ == Route::Copy || route_ == Route::Pinned;
    Moved all = moved_by(work());
    if (empties_cache(queue, list)) all.inside += between() * list;
    if (route_ == Route::Resident) return all;
    const double up = (Inputs::count + round_trips()) * list, down = (1 + round_trips()) * list;
    if (GPUJOB_GPU) return {all.inside, up, down};
    if (copied && empties_cache(queue, list)) all.inside += 2 * (up + down);
    return all;
  }

  Part part() const { return part_; }
  std::size_t count() const { return count_; }
  const Inputs& inputs() const { return inputs_; }
  Buffer<Value>& in(int k) { return in_[static_cast<std::size_t>(k)]; }
  Buffer<Value>& out() { return *out_; }
  const HostArray<Value>& host_in(int k) const { return host_in_[static_cast<std::size_t>(k)]; }
  HostArray<Value>& host_out() { return *host_out_; }

  /// The outputs of the last run, on the host.
  const Value* outputs(Queue& queue) {
    if (route_ != Route::Resident) return host_out_->data();
#if GPUJOB_GPU
    if (!host_out_) host_out_ = std::make_unique<HostArray<Value>>(count_, Pages::Pageable);
    out_->to_host(queue, host_out_->data());
    return host_out_->data();
#else
    (void)queue;
    return out_->data();
#endif
  }

 private:
  static constexpr int lanes = GPUJOB_GPU ? 3 : 1;

  /// Values of a piece: on GPUs enough to make the cost of starting a copy negligible.
  std::size_t piece() const {
    return std::min(count_, (std::size_t{GPUJOB_GPU ? 16 : 4} << 20) / sizeof(Value));
  }

  static Pointers pointers(const std::vector<Buffer<Value>>& buffers) {
    Pointers list;
    for (const Buffer<Value>& buffer : buffers) list.push_back(buffer.data());
    return list;
  }

  void prepare_host() {
    const Pages pages = route_ == Route::Copy ? Pages::Pageable : Pages::Locked;
    Pool pool(allowed_cores());
    for (int k = 0; k < Inputs::count; ++k) {
      host_in_.emplace_back(count_, pages);
      const FillArray<Inputs> fill{inputs_, k, host_in_.back().data(), part_.first};
      pool.run(count_, 1 << 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) fill(i);
      });
    }
    host_out_ = std::make_unique<HostArray<Value>>(count_, pages);
  }

  void fill_device(Queue& queue) {
    for (int k = 0; k < Inputs::count; ++k) {
      for_each<256>(
          queue, count_, 1 << 16,
          FillArray<Inputs>{inputs_, k, in_[static_cast<std::size_t>(k)].data(), part_.first});
    }
    queue.wait();
  }

  void launch_pieces() {
    std::size_t next = 0;
    for (std::size_t first = 0; first < count_; first += piece()) {
      Lane<Value>& lane = *lanes_[next++ % lanes_.size()];
      const std::size_t values = std::min(piece(), count_ - first);
      for (std::size_t k = 0; k < lane.in.size(); ++k) {
        gpujob::upload(lane.queue, host_in_[k], first, values, lane.in[k], 0);
      }
      compute(lane.queue, pointers(lane.in), lane.out.data(), values);
      gpujob::download(lane.queue, lane.out, 0, values, *host_out_, first);
    }
    for (const auto& lane : lanes_) lane->queue.wait();
  }

  Part part_;
  std::size_t count_;
  Route route_;
  Inputs inputs_;
  std::vector<Buffer<Value>> in_;
  std::unique_ptr<Buffer<Value>> out_;
  std::vector<HostArray<Value>> host_in_;
  std::unique_ptr<HostArray<Value>> host_out_;
  std::vector<std::unique_ptr<Lane<Value>>> lanes_;
};

}  // namespace gpujob
