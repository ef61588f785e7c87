// SPDX-License-Identifier: MIT
#include "harness/device_threads.h"

#include <stdexcept>
#include <string>
#include <system_error>

namespace gpujob {

DeviceThreads::DeviceThreads(int size) {
  failures_.resize(static_cast<std::size_t>(size));
  try {
    for (int k = 1; k < size; ++k) workers_.emplace_back([this, k] { work(k); });
  } catch (const std::system_error&) {
    const std::size_t given = workers_.size() + 1;
    leave();
    throw std::runtime_error(
        "only " + std::to_string(given) + " of " + std::to_string(size) +
        " threads are available, one needed per device (see 'ulimit -u' and 'ulimit -v')");
  }
}

DeviceThreads::~DeviceThreads() {
  leave();
}

void DeviceThreads::leave() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    leaving_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void DeviceThreads::each(const std::function<void(int)>& task) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    task_ = &task;
    busy_ = workers_.size();
    met_ = 0;
    ++round_;
  }
  wake_.notify_all();
  call(0);
  {
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }
  std::exception_ptr first;
  for (std::exception_ptr& failure : failures_) {
    if (failure && !first) first = failure;
    failure = nullptr;
  }
  if (first) std::rethrow_exception(first);
}

void DeviceThreads::meet() {
  ++met_;
  // The threads waited for are about to run, so sleeping would take longer; yield in case there are
  // fewer cores than threads.
  while (met_ < size()) std::this_thread::yield();
}

void DeviceThreads::call(int index) {
  try {
    (*task_)(index);
  } catch (...) {
    failures_[static_cast<std::size_t>(index)] = std::current_exception();
  }
}

void DeviceThreads::work(int index) {
  std::size_t seen = 0;
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    wake_.wait(lock, [&] { return leaving_ || round_ != seen; });
    if (leaving_) return;
    seen = round_;
    lock.unlock();
    call(index);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

}  // namespace gpujob
