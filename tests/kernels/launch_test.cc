// SPDX-License-Identifier: MIT
#include "device/launch.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

#include "device/buffer.h"
#include "device/ceiling.h"
#include "device/description.h"
#include "device/sum.h"

namespace gpujob {
namespace {

struct CountItem {
  int* counts;
  GPUJOB_FN void operator()(std::size_t i) const { counts[i] += static_cast<int>(i) + 1; }
};

struct LanesOfItem {
  int* lanes;
  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd /*simd*/) const {
    lanes[i] = Simd::template lanes<float>;
  }
};

/// Reverses the values of a block through shared memory: wrong if a phase starts too early.
struct ReverseBlock {
  static constexpr int threads = 8, phases = 2;
  struct Shared {
    int values[threads];
  };
  struct Private {
    int mine;
  };
  int* values;
  GPUJOB_FN void phase(int p, std::size_t block, int thread, Shared& shared, Private& own) const {
    int& value = values[block * threads + static_cast<std::size_t>(thread)];
    if (p == 0) {
      own.mine = value;
      shared.values[thread] = value;
    } else {
      value = 100 * own.mine + shared.values[threads - 1 - thread];
    }
  }
};

class LaunchesOnIsa : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { setenv("GPUJOB_ISA", GetParam(), 1); }
  void TearDown() override { unsetenv("GPUJOB_ISA"); }
};

TEST_P(LaunchesOnIsa, EachItemIsDoneOnce) {
  Queue queue;
  for (const std::size_t count : {0u, 1u, 2u, 31u, 1000u, 4097u}) {
    for (const std::size_t grain : {0u, 1u, 7u, 5000u}) {
      std::vector<int> counts(count, 0);
      for_each<64>(queue, count, grain, CountItem{counts.data()});
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(counts[i], static_cast<int>(i) + 1);
    }
  }
}

TEST_P(LaunchesOnIsa, BodiesGetTheWidthOfTheQueue) {
  Queue queue;
  std::vector<int> lanes(100, 0);
  for_each<64>(queue, lanes.size(), 10, LanesOfItem{lanes.data()});
  EXPECT_EQ(lanes, std::vector<int>(100, lanes_of<float>(queue)));
}

TEST_P(LaunchesOnIsa, PhasesOfABlockWaitForEachOther) {
  Queue queue;
  std::vector<int> values(80);
  std::iota(values.begin(), values.end(), 0);
  for_each_block(queue, 10, ReverseBlock{values.data()});
  for (int block = 0; block < 10; ++block) {
    for (int t = 0; t < 8; ++t) {
      ASSERT_EQ(values[static_cast<std::size_t>(8 * block + t)],
                100 * (8 * block + t) + 8 * block + 7 - t);
    }
  }
}

TEST_P(LaunchesOnIsa, CeilingIsPlausible) {
  Queue queue;
  // No more can be asked of a machine on which other processes run too.
  EXPECT_GT(fma_ceiling<float>(queue, queue.pool().threads()).median, 1e7);
  EXPECT_GT(fma_ceiling<double>(queue, queue.pool().threads()).median, 1e7);
}

INSTANTIATE_TEST_SUITE_P(Kernels, LaunchesOnIsa, testing::Values("baseline", "avx2", "avx512"));

TEST(Isa, WishIsOnlyEverLess) {
  const Isa best = choose_isa();
  setenv("GPUJOB_ISA", "avx512", 1);
  EXPECT_EQ(choose_isa(), best);
  setenv("GPUJOB_ISA", "baseline", 1);
  EXPECT_EQ(choose_isa(), Isa::Baseline);
  setenv("GPUJOB_ISA", "no such thing", 1);
  EXPECT_EQ(choose_isa(), best);
  unsetenv("GPUJOB_ISA");
}

TEST(Cores, AreNoMoreThanTheJobAskedFor) {
  const int allowed = allowed_cores();
  EXPECT_GE(allowed, 1);
  setenv("SLURM_CPUS_PER_TASK", "1", 1);
  EXPECT_EQ(allowed_cores(), 1);
  EXPECT_EQ(Queue().pool().threads(), 1);
  setenv("SLURM_CPUS_PER_TASK", "100000", 1);
  EXPECT_EQ(allowed_cores(), allowed);
  setenv("SLURM_CPUS_PER_TASK", "junk", 1);
  EXPECT_EQ(allowed_cores(), allowed);
  unsetenv("SLURM_CPUS_PER_TASK");
}

TEST(Cores, AreNoMoreThanTheAffinityLeaves) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &before) != 0 && CPU_COUNT(&one) == 0) CPU_SET(cpu, &one);
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(allowed_cores(), 1);
  sched_setaffinity(0, sizeof before, &before);
}

TEST(Pool, RunsManySmallJobsWithoutLosingOne) {
  Pool pool(4);
  EXPECT_EQ(pool.threads(), 4);
  std::atomic<long> total{0};
  for (int round = 0; round < 2000; ++round) {
    pool.run(10, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) total += static_cast<long>(i);
    });
  }
  EXPECT_EQ(total, 2000L * 45);
}

// Workers wait awake for a while, then asleep; so does the caller for one that takes long.
TEST(Pool, WakesWhoeverFellAsleep) {
  Pool pool(4);
  std::atomic<int> pieces{0};
  for (int round = 0; round < 50; ++round) {
    const auto pause = std::chrono::microseconds(100 * (round % 10));
    std::this_thread::sleep_for(pause);
    pool.run(8, 1, [&](std::size_t, std::size_t) {
      std::this_thread::sleep_for(pause);
      ++pieces;
    });
  }
  EXPECT_EQ(pieces, 50 * 8);
}

// The caller would do all pieces alone if no worker came.
TEST(Pool, AllTakePartInWhatIsLong) {
  using std::chrono::milliseconds;
  Pool pool(4);
  std::mutex mutex;
  std::set<std::thread::id> came;
  std::this_thread::sleep_for(milliseconds(20));  // they have fallen asleep
  pool.run(80, 1, [&](std::size_t, std::size_t) {
    std::this_thread::sleep_for(milliseconds(5));
    const std::lock_guard<std::mutex> lock(mutex);
    came.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(came.size(), 4U);
}

TEST(Buffer, PoisonIsNoNumber) {
  Queue queue;
  Buffer<float> buffer(5);
  buffer.poison(queue);
  for (int k = 0; k < 5; ++k) EXPECT_NE(buffer.data()[k], buffer.data()[k]);
  const float values[] = {1, 2, 3, 4, 5};
  buffer.from_host(queue, values);
  float back[5];
  buffer.to_host(queue, back);
  EXPECT_EQ(back[4], 5);
}

TEST(Description, SaysWhatMachineThisIs) {
  Queue queue;
  const Description device = describe(queue);
  EXPECT_FALSE(device.model.empty());
  EXPECT_EQ(device.architecture, processor_architecture());
  EXPECT_EQ(device.units, allowed_cores());
  EXPECT_GT(device.memory_bytes, 1u << 28);
}

TEST(Sum, KeepsWhatAPlainSumLoses) {
  Sum<float> careful;
  float plain = 0;
  for (int k = 0; k < 1000000; ++k) {
    careful.add(0.1f);
    plain += 0.1f;
  }
  EXPECT_NEAR(careful.value, 100000, 0.01);
  EXPECT_GT(std::abs(plain - 100000), 100);
}

}  // namespace
}  // namespace gpujob
