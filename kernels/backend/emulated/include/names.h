// SPDX-License-Identifier: MIT
// What both runtimes name alike but for the prefix.
#pragma once

#include <cstddef>

#include "backend/emulated/runtime.h"

#define EMULATED_NAME(call) inline constexpr auto& EMULATED(call) = ::emulated::call;
EMULATED_CALLS(EMULATED_NAME)
#undef EMULATED_NAME

template <class T>
emulated::Error EMULATED(MemcpyToSymbol)(T& symbol, const void* from, std::size_t bytes) {
  return emulated::MemcpyToSymbol(&symbol, from, bytes);
}

using EMULATED(Error_t) = emulated::Error;
using EMULATED(Stream_t) = emulated::Stream*;
using EMULATED(Event_t) = emulated::Event*;
using EMULATED(Graph_t) = emulated::Graph*;
using EMULATED(GraphExec_t) = emulated::GraphExec*;

inline constexpr auto EMULATED(Success) = emulated::Error::Success;
inline constexpr unsigned EMULATED(EventDefault) = 0;
inline constexpr unsigned EMULATED(HostRegisterMapped) = emulated::kMapped;
inline constexpr unsigned EMULATED(EventDisableTiming) = emulated::kNoTime;
inline constexpr auto EMULATED(ErrorInsufficientDriver) = emulated::Error::InsufficientDriver;
inline constexpr auto EMULATED(MemcpyHostToDevice) = emulated::CopyKind::HostToDevice;
inline constexpr auto EMULATED(MemcpyDeviceToHost) = emulated::CopyKind::DeviceToHost;
inline constexpr auto EMULATED(StreamCaptureModeThreadLocal) = emulated::CaptureMode::ThreadLocal;
inline constexpr auto EMULATED(FuncAttributeMaxDynamicSharedMemorySize) =
    emulated::FuncAttribute::MaxDynamicSharedMemorySize;
