// SPDX-License-Identifier: MIT
// What work on streams of values is made of: packs, stores past the caches, host memory, copies
// and drawn inputs.
#include "device/memory.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <new>
#include <sched.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "device/copy.h"
#include "device/copy_ceiling.h"
#include "device/draw.h"
#include "device/flush.h"
#include "device/last_cache.h"
#include "device/numa.h"
#include "device/pack.h"
#include "device/pinned.h"
#include "harness/elements.h"
#include "on_isa.h"

namespace gpujob {
namespace {

class MemoryOnIsa : public OnIsa {};

TEST(HostMemory, ThatIsNotGivenIsNamed) {
  try {
    host_free(host_allocate(std::size_t{1} << 60));
    FAIL() << "2^60 bytes were given";
  } catch (const std::bad_alloc& e) {
    EXPECT_STREQ(e.what(),
                 "no memory for 1152921504606846976 bytes more (all is in use, or 'ulimit -v' or "
                 "the job allows less)");
  }
}

/// Counts how often each element is worked on, in whatever packs it comes.
struct CountElement {
  int* counts;
  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    store(counts + i, load(counts + i, simd) + 1, Stores::Cached, simd);
  }
};

template <class Walk>
void expect_each_once(Queue& queue) {
  for (const std::size_t count :
       {0u, 1u, 15u, 16u, 17u, 33u, 47u, 131071u, 131072u, 131073u, 400001u}) {
    std::vector<int> counts(count, 0);
    for_each_pack<int, Walk>(queue, count, CountElement{counts.data()});
    EXPECT_EQ(counts, std::vector<int>(count, 1)) << count;
  }
}

TEST_P(MemoryOnIsa, PacksCoverEachElementOnce) {
  Queue queue;
  expect_each_once<InOrder>(queue);
  expect_each_once<OneListRead>(queue);
  expect_each_once<TwoListsRead>(queue);
}

/// Writes down which packs are worked on, in their order.
struct NoteOrder {
  std::vector<std::size_t>* order;
  template <class Simd>
  void operator()(std::size_t i, Simd /*simd*/) const {
    order->push_back(i);
  }
};

template <class T, class Walk>
void expect_no_pages_between(std::size_t count) {
  std::vector<std::size_t> order;
  PackPieces<T, Walk, NoteOrder>{{&order}, count, count}(0, Vector<16>{});
  std::size_t jumps = 0;
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::size_t bytes =
        (std::max(order[k], order[k - 1]) - std::min(order[k], order[k - 1])) * sizeof(T);
    if (bytes < 4096) continue;
    ++jumps;
    ASSERT_NE(bytes % 4096, 0u) << "pack " << k << " of " << count;
  }
  EXPECT_GT(jumps, order.size() / 4);
}

TEST(PackPieces, PlacesOfAWalkAreNotWholePagesApart) {
  for (const std::size_t count :
       {std::size_t{1} << 14, std::size_t{1} << 17, std::size_t{1} << 20}) {
    expect_no_pages_between<float, OneListRead>(count);
    expect_no_pages_between<double, OneListRead>(count);
    expect_no_pages_between<double, TwoListsRead>(count);
  }
}

template <class T>
void expect_copied(Queue& queue, std::size_t count, Stores stores) {
  Buffer<T> from(count), to(count);
  for (std::size_t i = 0; i < count; ++i) from.data()[i] = static_cast<T>(i % 30011);
  to.poison(queue);
  for_each_pack<T, OneListRead>(queue, count, CopyValues<T>{from.data(), to.data(), stores});
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(to.data()[i], static_cast<T>(i % 30011));
}

TEST_P(MemoryOnIsa, StoresOfBothKindsArrive) {
  Queue queue;
  for (const Stores stores : {Stores::Cached, Stores::Past}) {
    expect_copied<float>(queue, 100003, stores);
    expect_copied<double>(queue, 50001, stores);
    expect_copied<std::int16_t>(queue, 200005, stores);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, MemoryOnIsa, testing::Values("baseline", "avx2", "avx512"));

TEST(Stores, GoPastTheCachesOnlyForLargeAlignedResults) {
  const Queue queue;
  const std::size_t large = queue.cache_bytes();
  alignas(64) static char line[64];
  EXPECT_EQ(stores_for(queue, line, large), Stores::Past);
  EXPECT_EQ(stores_for(queue, line, 4096), Stores::Cached);
  EXPECT_EQ(stores_for(queue, line + 4, large), Stores::Cached);
}

TEST(Queue, OfAGroupOfCoresHasItsPartOfTheCaches) {
  const Queue all, quarter(Device{1, 4}), tiny(Device{0, 1 << 30});
  EXPECT_EQ(all.cache_bytes(), last_cache_bytes());
  EXPECT_EQ(quarter.cache_bytes(), last_cache_bytes() / 4);
  EXPECT_GT(tiny.cache_bytes(), 0u);
  alignas(64) static char line[64];
  EXPECT_EQ(stores_for(quarter, line, last_cache_bytes() / 8), Stores::Past);
}

TEST(HostArray, GoesToTheDeviceAndBackInPieces) {
  Queue queue;
  for (const Pages pages : {Pages::Pageable, Pages::Locked}) {
    HostArray<float> there(1000, pages), back(1000, pages);
    for (std::size_t i = 0; i < 1000; ++i) there.data()[i] = static_cast<float>(i);
    Buffer<float> buffer(500);
    for (std::size_t first = 0; first < 1000; first += 500) {
      upload(queue, there, first, 500, buffer, 0);
      download(queue, buffer, 0, 500, back, first);
    }
    queue.wait();
    for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ(back.data()[i], static_cast<float>(i));
  }
}

TEST(Queue, ForTheSameDeviceSharesItsCores) {
  Queue queue;
  Queue second{SameDevice{queue}};
  EXPECT_EQ(&queue.pool(), &second.pool());
  EXPECT_EQ(queue.isa(), second.isa());
}

TEST(CacheFlush, IsForWhatACacheCouldHold) {
  Queue queue;
  CacheFlush(queue, 0).run(queue);
  CacheFlush(queue, 1e15).run(queue);  // would need more memory than there is
  EXPECT_GT(queue.cache_bytes(), std::size_t{1} << 18);
  CacheFlush(queue, 1000).run(queue);
}

TEST(CacheFlush, OfAllCoresIsLargeEnoughBesideAGroups) {
  const Queue all, part(Device{0, 4});
  const CacheFlush small(part, 1000), large(all, 1000), again(part, 1000);
  EXPECT_EQ(small.bytes(), 2 * part.cache_bytes());
  EXPECT_EQ(large.bytes(), 2 * all.cache_bytes());
  EXPECT_EQ(again.bytes(), large.bytes());  // which is there already
}

TEST(MemoryNode, IsTheOneThatTheSystemNames) {
  const std::string devices = testing::TempDir() + "gpujob_numa_" + std::to_string(getpid());
  const auto says = [&](const std::string& text) {
    std::filesystem::create_directories(devices + "/0000:ca:00.0");
    std::ofstream(devices + "/0000:ca:00.0/numa_node") << text;
    return memory_node_of(devices, "0000:CA:00.0");  // as CUDA writes it
  };
  EXPECT_EQ(says("1\n"), 1);
  EXPECT_EQ(says("-1\n"), -1);
  EXPECT_EQ(says(""), -1);
  EXPECT_EQ(says("64\n"), -1);
  EXPECT_EQ(memory_node_of(devices, "0000:01:00.0"), -1);
  std::filesystem::remove_all(devices);
}

TEST(MemoryNode, OfItsOwnIsWrittenTo) {
  const std::size_t bytes = std::size_t{4} << 20;
  for (const int node : {-1, 0, 63}) {  // the last is not there
    auto* const block = static_cast<unsigned char*>(host_allocate(bytes));
    block[0] = block[bytes - 1] = 7;
    touch_on_node(block, bytes, node);
    EXPECT_EQ(block[0] + block[bytes - 1], 0);
    host_free(block);
  }
}

TEST(CopyCeiling, IsPlausible) {
  Queue queue;
  // No more can be asked of a machine on which other processes run too.
  EXPECT_GT(copy_ceiling(queue, 1e7).median, 1e8);
  EXPECT_LT(copy_ceiling(queue, 1e7).median, 1e13);
  EXPECT_GT(copy_ceiling(queue, 1).median, 1e6);
}

TEST(Draw, MixesAsPublished) {
  EXPECT_EQ(mix(7), 0x63cbe1e459320dd7u);
  EXPECT_FLOAT_EQ(Draw{7}.uniform<float>(0), 0.38982969f);
}

TEST(Draw, HasTheMomentsItShould) {
  const Draw draw{12345}, other{12346};
  constexpr int count = 200000;
  double sum = 0, squares = 0, normal = 0, normal_squares = 0, together = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double u = draw.uniform<double>(i), z = draw.normal<double>(i, 5, 2);
    ASSERT_TRUE(u >= 0 && u < 1);
    ASSERT_LT(std::fabs(z - 5), 2 * 3.4642);
    sum += u / count;
    squares += u * u / count;
    normal += z / count;
    normal_squares += (z - 5) * (z - 5) / count;
    together += (u - 0.5) * (other.uniform<double>(i) - 0.5) / count;
  }
  EXPECT_NEAR(sum, 0.5, 0.003);
  EXPECT_NEAR(squares, 1.0 / 3, 0.003);
  EXPECT_NEAR(normal, 5, 0.02);
  EXPECT_NEAR(normal_squares, 4, 0.05);
  EXPECT_NEAR(together, 0, 0.001);  // of 1/12
}

class LastCache : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "last_cache." + std::to_string(getpid());
    CPU_ZERO(&allowed_);
    ASSERT_EQ(sched_getaffinity(0, sizeof allowed_, &allowed_), 0);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// A cache of each core, shared with those that `shared` says.
  template <class Shared>
  std::size_t found(const std::string& size, const Shared& shared) {
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (!CPU_ISSET(cpu, &allowed_)) continue;
      const auto cache = folder_ / ("cpu" + std::to_string(cpu)) / "cache/index3";
      std::filesystem::create_directories(cache);
      std::ofstream(cache / "size") << size << "\n";
      std::ofstream(cache / "shared_cpu_list") << shared(cpu) << "\n";
    }
    return find_last_cache_bytes(folder_);
  }

  std::filesystem::path folder_;
  cpu_set_t allowed_;
};

TEST_F(LastCache, IsCountedOnceForAllCoresThatShareIt) {
  const auto cores = static_cast<std::size_t>(CPU_COUNT(&allowed_));
  EXPECT_EQ(found("32768K", [](std::size_t) { return "0-7"; }), std::size_t{32} << 20);
  EXPECT_EQ(found("16M", [](std::size_t cpu) { return std::to_string(cpu); }), cores << 24);
}

TEST_F(LastCache, IsSomeSizeWhereNobodySays) {
  EXPECT_GT(find_last_cache_bytes("/nowhere"), 0u);
  EXPECT_GT(last_cache_bytes(), 0u);
}

TEST_F(LastCache, IsBeforeAllWhatAVariableSays) {
  const char* variable = "GPUJOB_LAST_CACHE_MIB";
  const char* outer = std::getenv(variable);
  const std::string kept = outer == nullptr ? "" : outer;
  setenv(variable, "48", 1);
  EXPECT_EQ(said_last_cache_bytes(), std::size_t{48} << 20);
  setenv(variable, "", 1);
  EXPECT_EQ(said_last_cache_bytes(), 0u);
  for (const char* wrong : {"0", "-1", "1.5", "32M", "all", "1234567"}) {
    setenv(variable, wrong, 1);
    EXPECT_THROW(said_last_cache_bytes(), std::runtime_error) << wrong;
  }
  setenv(variable, kept.c_str(), 1);
}

TEST(Elements, ReportTheWorstBlockAndItsWorstElement) {
  const auto reference = [](std::size_t) { return 2.0; };
  const auto given = [](std::size_t i) { return i == 700 ? 2.5 : i == 40 ? 2.1 : 2.0; };
  const Answer answer = check_elements(1000, given, reference, {1e-3, 0, "element"});
  EXPECT_FALSE(answer.valid);
  EXPECT_EQ(answer.worst.index, 700u);
  EXPECT_NEAR(answer.worst.error, 0.5 / (2 * 16), 1e-12);
  EXPECT_EQ(answer.problem, "element 700 is off by 0.015625");
  EXPECT_DOUBLE_EQ(answer.value, 2000.6);
  EXPECT_DOUBLE_EQ(answer.reference, 2000);
}

TEST(Elements, ThatAreNoNumbersAreTheWorst) {
  const auto zero = [](std::size_t) { return 0.0; };
  const auto nothing = [](std::size_t i) { return i == 3 ? std::nan("") : 0.0; };
  EXPECT_TRUE(check_elements(300, zero, zero, {1e-6}).valid);
  EXPECT_FALSE(check_elements(300, nothing, zero, {1e-6}).valid);
  EXPECT_FALSE(check_elements(300, [](std::size_t) { return 1e-30; }, zero, {1e-6}).valid);
}

TEST(Elements, LeftOverAreJudgedWithThoseBeforeThem) {
  const auto reference = [](std::size_t) { return 2.0; };
  const auto last = [](std::size_t i) { return i == 256 ? 2.5 : 2.0; };
  const Answer answer = check_elements(257, last, reference, {1e-3});
  EXPECT_EQ(answer.worst.index, 256u);
  EXPECT_NEAR(answer.worst.error, 0.5 / (2 * 16), 1e-12);  // of 256, not of one
  EXPECT_DOUBLE_EQ(answer.value, 257 * 2 + 0.5);           // each counted once
  // The first of a part has none before it that it may look at.
  const Answer part = check_elements(Part{300, 200}, last, reference, {1e-3});
  EXPECT_TRUE(part.valid);
}

TEST(Elements, OfAListShorterThanABlockHaveATolerance) {
  const auto reference = [](std::size_t) { return 2.0; };
  const auto given = [](std::size_t) { return 2.00390625; };
  const ElementRule rule{1e-3, 0, "element", 3e-3};
  EXPECT_TRUE(check_elements(255, given, reference, rule).valid);
  EXPECT_EQ(check_elements(255, given, reference, rule).tolerance, 3e-3);
  EXPECT_FALSE(check_elements(256, given, reference, rule).valid);
  EXPECT_EQ(check_elements(256, given, reference, rule).tolerance, 1e-3);
}

TEST(Elements, OfALongListAreHeldToLessTogether) {
  const auto reference = [](std::size_t) { return 2.0; };
  const auto given = [](std::size_t) { return 2.00390625; };
  const ElementRule rule{1e-2, 0, "sample", 0, 1e-3};
  EXPECT_TRUE(check_elements(4095, given, reference, rule).valid);
  const Answer answer = check_elements(4097, given, reference, rule);
  EXPECT_FALSE(answer.valid);
  EXPECT_EQ(answer.problem, "all samples together are off by 0.001953125");
}

}  // namespace
}  // namespace gpujob
