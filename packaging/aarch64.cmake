# Toolchain file: the command line for aarch64, by Debian's cross compiler, with the archives that
# fetch_arm64.sh unpacked in ${CMAKE_BINARY_DIR}/packages. Programs run under qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(pair yaml:yaml-cpp sqlite:sqlite3 re2:re2)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 library)
  file(GLOB archive ${CMAKE_BINARY_DIR}/packages/*/usr/lib/aarch64-linux-gnu/lib${library}.a)
  set(GPUJOB_${name}_ARCHIVE ${archive} CACHE FILEPATH "")
endforeach()
# Of these only headers are used, which are the same for every processor.
file(GLOB fmt_DIR /usr/lib/*-linux-gnu/cmake/fmt)
file(GLOB Boost_DIR /usr/lib/*-linux-gnu/cmake/Boost-*)
