#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
set -euo pipefail
cmake ${CMAKE_ARGS:-} -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PREFIX" \
  -DGPUJOB_CUDA=OFF -DGPUJOB_HIP=OFF
cmake --build build -j "${CPU_COUNT:-2}"
cmake --install build
