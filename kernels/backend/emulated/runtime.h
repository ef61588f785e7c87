// SPDX-License-Identifier: MIT
// A stand-in for the runtimes of CUDA and HIP that executes kernels on CPUs, for tests only. The
// names of either come from include/, and the same sources are compiled with them.
//
// It is as unkind as the real runtimes may be:
// - Nothing given to a stream happens before the program waits for it: kernels, copies, events.
//   Work of other streams happens before it or not, in random order.
// - The threads of a block run as fibres, in random order between two barriers, and the blocks in
//   random order. A barrier or a shuffle that some threads do not reach is an error, and it stays
//   (sticky).
// - Copies that a GPU from sm_80 on makes while a thread goes on happen at once or when they are
//   waited for. One without alignment is an error, which stays.
// - Memory of the device and shared memory begin as bytes of ones: NaN for floating point.
// - HIP's copies of pageable memory read their source late, as that runtime may.
// - Limits are those of the GPU: memory, shared memory, threads and blocks of a launch.
// - HIP's events tell no time unless they were made without a fence that the time would contain.
//
// $GPUJOB_EMULATED sets what is emulated, as words KEY=VALUE:
//   gpu=KEY       a row of gpus.txt                 devices=3    GPUs that are visible
//   memory=BYTES  of each, instead of the row's     seed=7       of all random orders
//   driver=12080  the newest toolkit that the driver supports, as the runtime counts; 0: no driver
//   fail=12       the 12th call fails, and          error=719    with this number; numbers from
//                 standard error names it                        700 to 899 stay (sticky)
//   fail_each=2   each call fails, in a child process of its own: see faults.h
//   fail_every=5  with fail=12: the 12th, 17th, 22nd, ... call fails, in a process of its own each
//   skip=12       the 12th call does nothing        skip_barrier=2  nor the 2nd barrier of a thread
//   skip_wait=2   nor its 2nd wait for copies
//   dry=1         nothing given to a stream runs, so that any size can be launched; asking for a
//                 time is the end
//   early=1       what is given to a stream runs at once, unless it waits for the host; events do
//                 not tell the time but count calls of the program and kernels, 1 ms each
//   early=10      the same, 0.1 ms each
//   libraries=FOLDER  where libraries that come with a driver are looked for; else nowhere
//   sys=FOLDER  stands for /sys where files of a GPU or its driver are read; else none is there
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace emulated {

enum class Error {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  InvalidConfiguration = 9,
  InsufficientDriver = 35,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidHandle = 400,
  IllegalState = 401,
  NotReady = 600,
  HostMemoryAlreadyRegistered = 712,
  HostMemoryNotRegistered = 713,
  MisalignedAddress = 716,
  LaunchFailure = 719,
  CaptureUnsupported = 900,
  CaptureInvalidated = 901,
  Unknown = 999,
};

enum class CopyKind { HostToDevice = 1, DeviceToHost = 2 };
enum class CaptureMode { ThreadLocal = 1 };
enum class Attribute {
  ClockRate,
  MemoryClockRate,
  L2CacheSize,
  WarpSize,
  MaxSharedMemoryPerBlock,
  MaxSharedMemoryPerBlockOptin
};
enum class FuncAttribute { MaxDynamicSharedMemorySize };

/// Both runtimes' properties in one.
struct Properties {
  char name[256];
  char gcnArchName[256];
  int major, minor, multiProcessorCount;
  std::size_t totalGlobalMem;
};

struct Stream;
struct Event;
struct Graph;
struct GraphExec;

Error GetDeviceCount(int* count);
Error SetDevice(int device);
Error GetDevice(int* device);
Error GetDeviceProperties(Properties* properties, int device);
Error DeviceGetAttribute(int* value, Attribute which, int device);
Error DeviceGetPCIBusId(char* text, int size, int device);
Error DriverGetVersion(int* version);
Error RuntimeGetVersion(int* version);
Error GetLastError();
const char* GetErrorString(Error error);

Error Malloc(void** address, std::size_t bytes);
Error Free(void* address);
Error HostRegister(void* address, std::size_t bytes, unsigned flags);
Error HostUnregister(void* address);
/// The address by which kernels reach locked memory of the host that was registered as mapped.
constexpr unsigned kMapped = 2;
Error HostGetDevicePointer(void** on_device, void* address, unsigned flags);
Error MemcpyAsync(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream* stream);
Error MemsetAsync(void* to, int value, std::size_t bytes, Stream* stream);
/// Copies to a `__constant__` variable, after all that was given to the device.
Error MemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes);

Error StreamCreate(Stream** stream);
Error StreamDestroy(Stream* stream);
Error StreamSynchronize(Stream* stream);
Error StreamBeginCapture(Stream* stream, CaptureMode mode);
Error StreamEndCapture(Stream* stream, Graph** graph);
Error GraphInstantiateWithFlags(GraphExec** exec, Graph* graph, unsigned long long flags);
Error GraphLaunch(GraphExec* exec, Stream* stream);
Error GraphExecDestroy(GraphExec* exec);
Error GraphDestroy(Graph* graph);

/// Of events: without a time; without making all that was written visible to the host before, which
/// CUDA does not do.
constexpr unsigned kNoTime = 2;
#if defined(__HIP__)
constexpr unsigned kNoFence = 0x20000000;
#else
constexpr unsigned kNoFence = 0;
#endif
Error EventCreateWithFlags(Event** event, unsigned flags);
Error EventDestroy(Event* event);
Error EventRecord(Event* event, Stream* stream);
Error EventSynchronize(Event* event);
Error EventElapsedTime(float* milliseconds, Event* start, Event* end);

Error FuncSetAttribute(const void* kernel, FuncAttribute which, int value);

// clang-format off
#define EMULATED_CALLS(X) \
  X(GetDeviceCount) X(SetDevice) X(GetDevice) X(GetDeviceProperties) X(DeviceGetAttribute) \
  X(DeviceGetPCIBusId) X(DriverGetVersion) X(RuntimeGetVersion) X(GetLastError) \
  X(GetErrorString) X(Malloc) X(Free) X(HostRegister) X(HostUnregister) X(HostGetDevicePointer) \
  X(MemcpyAsync) X(MemsetAsync) X(StreamCreate) X(StreamDestroy) X(StreamSynchronize) \
  X(StreamBeginCapture) X(StreamEndCapture) X(GraphInstantiateWithFlags) X(GraphLaunch) \
  X(GraphExecDestroy) X(GraphDestroy) X(EventCreateWithFlags) X(EventDestroy) \
  X(EventRecord) X(EventSynchronize) X(EventElapsedTime) X(FuncSetAttribute)
// clang-format on

}  // namespace emulated

/// Threads of a block or blocks of a grid, in up to three dimensions.
struct dim3 {  // NOLINT(readability-identifier-naming): as in CUDA and HIP
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3(unsigned along_x = 1, unsigned along_y = 1, unsigned along_z = 1)
      : x(along_x), y(along_y), z(along_z) {}
};

namespace emulated {

/// What a launch says besides its arguments.
struct Launch {
  std::size_t blocks = 0;         ///< in all
  unsigned threads = 0;           ///< of a block, in all
  std::size_t dynamic_bytes = 0;  ///< of shared memory
  Stream* stream = nullptr;       ///< none: the default stream
  dim3 grid{0}, block{0};         ///< their shapes; 0: all of them along x
};

/// What a launch with these in CUDA's angle brackets says.
inline Launch launch_of(dim3 grid, dim3 block, std::size_t dynamic_bytes = 0,
                        Stream* stream = nullptr) {
  return {std::size_t{grid.x} * grid.y * grid.z,
          block.x * block.y * block.z,
          dynamic_bytes,
          stream,
          grid,
          block};
}

/// Gives a kernel to a stream. An error is that of GetLastError.
void launch(const void* kernel, const Launch& how, std::function<void()> run);

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), const Launch& how, Arguments... arguments) {
  static_assert((std::size_t{0} + ... + sizeof(Parameters)) <= 4096,
                "a kernel takes at most 4 KiB of arguments");
  launch(reinterpret_cast<const void*>(kernel), how, [=] { kernel(arguments...); });
}

// What follows is called in kernels. `line` is that of the source.

/// Waits for the other threads of the block.
void barrier(int line);

/// In a loop that ends when the host says so, in a kernel of one thread: while the program gives
/// the device work, the kernel is left and begins anew later; while it waits for the device, a
/// millisecond passes.
void let_host_go_on();

/// The shared memory that `key` names, the same for all threads of the block; the dynamic one
/// without a key.
void* shared_memory(const void* key, std::size_t bytes);

#if defined(__HIP__)
constexpr std::size_t kStaticSharedBytes = std::size_t{64} << 10;
#else
constexpr std::size_t kStaticSharedBytes = std::size_t{48} << 10;
#endif

template <class T, int Line>
T& shared() {
  static_assert(sizeof(T) <= kStaticSharedBytes, "too much shared memory for a block");
  static const char key = 0;
  return *static_cast<T*>(shared_memory(&key, sizeof(T)));
}

/// Of this thread in its warp.
unsigned lane();

constexpr std::uint64_t kWholeWarp = ~std::uint64_t{0};

/// Waits for the lanes of `mask`.
void wait_for_warp(std::uint64_t mask, int line);

/// Gives `value` to the other lanes of `mask` and takes that of lane `from`.
void exchange(void* value, std::size_t bytes, unsigned from, std::uint64_t mask, int line);

/// A bit for each lane of `mask` that says yes.
std::uint64_t vote(bool yes, std::uint64_t mask, int line);

/// Does the GPU copy from global to shared memory while a thread goes on? Others do it at once.
bool has_async_copies();

/// Copies 4, 8 or 16 bytes between multiples of as many, or zeros in place of the last ones.
void begin_copy(void* to, const void* from, std::size_t bytes, std::size_t zeros, int line);

/// Makes a group of what the thread has begun to copy since the last one.
void commit_copies();

/// Waits for all groups but the newest ones.
void await_copies(std::size_t newest);

enum class Shuffle { Index, Up, Down, Xor };

/// The value of another lane, in a part of the warp of `width` lanes; the own one where that lane
/// is beyond the part.
template <class T>
T shuffle(Shuffle how, T value, unsigned by, unsigned width, std::uint64_t mask, int line) {
  const unsigned own = lane(), first = own / width * width;
  unsigned from = own;
  if (how == Shuffle::Index) from = first + by % width;
  if (how == Shuffle::Up && own >= first + by) from = own - by;
  if (how == Shuffle::Down && own + by < first + width) from = own + by;
  if (how == Shuffle::Xor && (own ^ by) < first + width) from = own ^ by;
  static_assert(sizeof(T) <= 16);
  exchange(&value, sizeof value, from, mask, line);
  return value;
}

struct Index {
  unsigned x = 0, y = 0, z = 0;
};

/// Place number `place` of a shape: x is the fastest.
inline Index index_of(std::size_t place, dim3 shape) {
  const std::size_t row = place / shape.x;
  return {static_cast<unsigned>(place % shape.x), static_cast<unsigned>(row % shape.y),
          static_cast<unsigned>(row / shape.y)};
}

/// Threads take turns only where they wait, so that nothing comes between.
template <class T, class F>
T replace(T* at, const F& f) {
  const T before = *at;
  *at = f(before);
  return before;
}

}  // namespace emulated

inline thread_local emulated::Index threadIdx, blockIdx;
inline thread_local dim3 blockDim, gridDim;

#define __host__
#define __device__
#define __global__
#define __constant__
#define __forceinline__ inline
#define __launch_bounds__(...)

// The line of a call of these is the caller's.
inline void __syncthreads(int line = __builtin_LINE()) {
  emulated::barrier(line);
}

template <class T, class V>
T atomicAdd(T* at, V value) {
  return emulated::replace(at, [&](T before) { return static_cast<T>(before + value); });
}
template <class T, class V>
T atomicMax(T* at, V value) {
  return emulated::replace(at, [&](T before) { return before < value ? T(value) : before; });
}
template <class T, class V>
T atomicMin(T* at, V value) {
  return emulated::replace(at, [&](T before) { return value < before ? T(value) : before; });
}

#include <cmath>

#define __sinf(x) ::sinf(x)
#define __cosf(x) ::cosf(x)
#define __expf(x) ::expf(x)
