// SPDX-License-Identifier: MIT
// A stand-in for the runtimes of CUDA and HIP that executes kernels on CPUs, for tests only. The
// names of either come from include/, and the same sources are compiled with them.
//
// It is as unkind as the real runtimes may be:
// - Nothing given to a stream happens before somebody waits for it: kernels, copies, events.
// - The threads of a block run as fibres, in random order between two barriers, blocks in any
// order.
//   A barrier that some threads of a block do not reach is an error, and it stays (sticky).
// - Memory of the device and shared memory begin as bytes of ones: NaN for floating point.
// - HIP's copies of pageable memory read their source late, as that runtime may.
//
// $GPUJOB_EMULATED sets what is emulated, as words KEY=VALUE:
//   gpu=h100      a row of gpus.cc                  devices=3    GPUs that are visible
//   memory=BYTES  of each, instead of the row's     seed=7       of all random orders
//   fail=12       the 12th call fails, and          error=719    with this number; numbers from
//                 standard error names it                        700 to 899 stay (sticky)
#pragma once

#include <cstddef>
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
  LaunchFailure = 719,
  CaptureUnsupported = 900,
  CaptureInvalidated = 901,
  Unknown = 999,
};

enum class CopyKind { HostToDevice = 1, DeviceToHost = 2 };
enum class CaptureMode { ThreadLocal = 1 };
enum class Attribute { ClockRate, MemoryClockRate, L2CacheSize };

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
Error MemcpyAsync(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream* stream);
Error MemsetAsync(void* to, int value, std::size_t bytes, Stream* stream);

Error StreamCreate(Stream** stream);
Error StreamDestroy(Stream* stream);
Error StreamSynchronize(Stream* stream);
Error StreamBeginCapture(Stream* stream, CaptureMode mode);
Error StreamEndCapture(Stream* stream, Graph** graph);
Error GraphInstantiateWithFlags(GraphExec** exec, Graph* graph, unsigned long long flags);
Error GraphLaunch(GraphExec* exec, Stream* stream);
Error GraphExecDestroy(GraphExec* exec);
Error GraphDestroy(Graph* graph);

Error EventCreate(Event** event);
Error EventDestroy(Event* event);
Error EventRecord(Event* event, Stream* stream);
Error EventSynchronize(Event* event);
Error EventElapsedTime(float* milliseconds, Event* start, Event* end);

#define EMULATED_CALLS(X)                                                                          \
  X(GetDeviceCount)                                                                                \
  X(SetDevice)                                                                                     \
  X(GetDevice) X(GetDeviceProperties) X(DeviceGetAttribute) X(DeviceGetPCIBusId)                   \
      X(DriverGetVersion) X(RuntimeGetVersion) X(GetLastError) X(GetErrorString) X(Malloc) X(Free) \
          X(HostRegister) X(HostUnregister) X(MemcpyAsync) X(MemsetAsync) X(StreamCreate)          \
              X(StreamDestroy) X(StreamSynchronize) X(StreamBeginCapture) X(StreamEndCapture)      \
                  X(GraphInstantiateWithFlags) X(GraphLaunch) X(GraphExecDestroy) X(GraphDestroy)  \
                      X(EventCreate) X(EventDestroy) X(EventRecord) X(EventSynchronize)            \
                          X(EventElapsedTime)

/// Gives a kernel to a stream. An error is that of GetLastError.
void launch(std::size_t blocks, unsigned threads, Stream* stream, std::function<void()> kernel);

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), std::size_t blocks, unsigned threads, Stream* stream,
            Arguments... arguments) {
  static_assert((sizeof(Parameters) + ...) <= 4096, "a kernel takes at most 4 KiB of arguments");
  launch(blocks, threads, stream, [=] { kernel(arguments...); });
}

/// In a kernel: waits for the other threads of the block.
void barrier();

/// In a kernel: the shared memory that `key` names, the same for all threads of the block.
void* shared_memory(const void* key, std::size_t bytes);

template <class T, int Line>
T& shared() {
  static_assert(sizeof(T) <= std::size_t{48} << 10, "a block has 48 KiB of shared memory");
  static const char key = 0;
  return *static_cast<T*>(shared_memory(&key, sizeof(T)));
}

struct Index {
  unsigned x = 0;
};

}  // namespace emulated

inline thread_local emulated::Index threadIdx, blockIdx;

#define __host__
#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __syncthreads() ::emulated::barrier()

#include <cmath>

#define __sinf(x) ::sinf(x)
#define __cosf(x) ::cosf(x)
#define __expf(x) ::expf(x)
