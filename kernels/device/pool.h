// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gpujob {

/// Tells the core that this thread is only waiting.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Threads that wait for work, as many as requested or as the system allows; the caller is one of
/// them. They spin for some 20 us before they sleep, since waking a thread takes 40 us, and more if
/// its core is busy. A thread that wakes when all pieces are taken is not waited for.
class Pool {
 public:
  explicit Pool(int threads) {
    try {
      for (int t = 1; t < threads; ++t) workers_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      return;  // the system allows no more: the others do all the work
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      leaving_ = true;
      ++round_;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls `task(begin, end)` for pieces of [0, count), each of `grain` items at most, and returns
  /// when all are done. Pieces are handed out one by one, so unequal ones and slow cores even out.
  template <class Task>
  void run(std::size_t count, std::size_t grain, const Task& task) {
    Job job{count, grain < 1 ? 1 : grain, &task, [](const void* t, std::size_t b, std::size_t e) {
              (*static_cast<const Task*>(t))(b, e);
            }};
    if (workers_.empty() || count <= job.grain) {
      task(0, count);
      return;
    }
    open(job);
    take_pieces(job);
    close();
  }

 private:
  struct Job {
    std::size_t count;
    std::size_t grain;
    const void* task;
    void (*call)(const void* task, std::size_t begin, std::size_t end);
    std::atomic<std::size_t> next{0};
    Job(std::size_t c, std::size_t g, const void* t,
        void (*f)(const void*, std::size_t, std::size_t))
        : count(c), grain(g), task(t), call(f) {}
  };

  static void take_pieces(Job& job) {
    for (;;) {
      const std::size_t begin = job.next.fetch_add(job.grain);
      if (begin >= job.count) return;
      job.call(job.task, begin, begin + job.grain < job.count ? begin + job.grain : job.count);
    }
  }

  void open(Job& job) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      job_ = &job;
      ++round_;
    }
    wake_.notify_all();
  }

  /// Returns when no worker has the job any more.
  void close() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      job_ = nullptr;
    }
    await([this] { return busy_ == 0; }, done_);
  }

  /// Returns when `ready()` is true. The thread that makes it true notifies `sleepers`, holding
  /// mutex_.
  template <class Ready>
  void await(const Ready& ready, std::condition_variable& sleepers) {
    for (int look = 0; look < looks; ++look) {
      if (ready()) return;
      relax();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    sleepers.wait(lock, ready);
  }

  void work() {
    for (std::size_t seen = 0;;) {
      await([&] { return round_ != seen; }, wake_);
      Job* job = nullptr;
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (leaving_) return;
        seen = round_;
        job = job_;
        if (job != nullptr) ++busy_;
      }
      if (job == nullptr) continue;
      take_pieces(*job);
      if (--busy_ > 0) continue;
      const std::lock_guard<std::mutex> lock(mutex_);
      done_.notify_one();
    }
  }

  static constexpr int looks = 1000;

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  Job* job_ = nullptr;                 ///< the open job
  std::atomic<int> busy_{0};           ///< workers that hold the job
  std::atomic<std::size_t> round_{0};  ///< counts jobs, so that a worker takes each once at most
  bool leaving_ = false;
};

}  // namespace gpujob
