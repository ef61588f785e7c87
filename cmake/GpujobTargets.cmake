# One static library per folder of cli/, one test program per folder of tests/unit/.

set(GPUJOB_UNITY LIBRARY CACHE STRING "Compile as one unit: each LIBRARY of cli/, a quarter of the time; each FOLDER of a \
library, a third, for those who build again and again; OFF: each file by itself")
string(COMPARE NOTEQUAL "${GPUJOB_UNITY}" OFF gpujob_unity)
option(GPUJOB_WERROR "Warnings are errors" OFF)

find_program(GPUJOB_CCACHE ccache)
if(GPUJOB_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${GPUJOB_CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${GPUJOB_CCACHE})
endif()

# Two warnings of g++ 12 are false alarms once it optimises: overlaps in its own std::string (GCC bug
# 105651), and members of a std::optional or a JSON value that are not read while they are empty.
add_library(gpujob_warnings INTERFACE)
target_compile_options(gpujob_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${GPUJOB_WERROR}>:-Werror>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

# A command is over in milliseconds, most of which go into loading its pages: small code is fast.
set(GPUJOB_OPTIMIZATION -Os CACHE STRING "The compiler's option for the command line, in Release")
set(GPUJOB_SMALL $<$<CONFIG:Release>:${GPUJOB_OPTIMIZATION}> -ffunction-sections -fdata-sections)
# A test is compiled far more often than it runs.
add_library(gpujob_quick INTERFACE)
target_compile_options(gpujob_quick INTERFACE $<$<CONFIG:Release>:-O0>)

# gpujob_find_library(<variable> <name>): a library by its name, with GPUJOB_STATIC its archive.
function(gpujob_find_library variable name)
  if(GPUJOB_STATIC)
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  endif()
  find_library(${variable} ${name})
endfunction()

# The build tree is laid out like an installed one, so that gpujob finds its data in both by the same
# relative paths.
set(GPUJOB_BIN_DIR ${CMAKE_BINARY_DIR}/bin)
set(GPUJOB_LIBEXEC_DIR ${CMAKE_BINARY_DIR}/libexec/gpujob)
set(GPUJOB_SHARE_DIR ${CMAKE_BINARY_DIR}/share/gpujob)
if(IS_SYMLINK ${GPUJOB_SHARE_DIR}/src)  # from before only some folders were linked
  file(REMOVE ${GPUJOB_SHARE_DIR}/src)
endif()
file(MAKE_DIRECTORY ${GPUJOB_SHARE_DIR}/src/backend)
foreach(pair profiles:profiles templates:templates workloads:kernels/workloads
    src/contract:kernels/contract src/device:kernels/device src/harness:kernels/harness src/workloads:kernels/workloads
    src/lesson:kernels/lesson src/backend/emulated:kernels/backend/emulated codes:tests/lint)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 source)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${source} ${GPUJOB_SHARE_DIR}/${name} SYMBOLIC)
endforeach()

# gpujob_library(<folder> <folder it may use>...): cli/<folder>/*.cc as gpujob_<folder>. Names private
# to a file are unique in a library.
function(gpujob_library folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cc
    ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*/*.cc)
  add_library(gpujob_${folder} STATIC ${sources})
  target_include_directories(gpujob_${folder} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}
    ${PROJECT_SOURCE_DIR}/kernels)  # for its contract/ alone
  target_link_libraries(gpujob_${folder} PRIVATE gpujob_warnings)
  target_compile_options(gpujob_${folder} PRIVATE ${GPUJOB_SMALL})
  foreach(used IN LISTS ARGN)
    target_link_libraries(gpujob_${folder} PUBLIC gpujob_${used})
  endforeach()
  set_target_properties(gpujob_${folder} PROPERTIES UNITY_BUILD ${gpujob_unity}
    UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS sources)
    set(group ${folder})
    if(GPUJOB_UNITY STREQUAL FOLDER)
      cmake_path(GET source PARENT_PATH group)
      cmake_path(GET group FILENAME group)
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# gpujob_test_program(<target> <source>...): a program of tests. All of them share one precompiled
# header, that of gpujob_test_support.
function(gpujob_test_program target)
  add_executable(${target} ${ARGN})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${target} PRIVATE GPUJOB_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE gpujob_test_support gpujob_warnings gpujob_quick
    GTest::gmock GTest::gtest_main)
  target_precompile_headers(${target} REUSE_FROM gpujob_test_support)
endfunction()

# gpujob_unit_tests(<folder>): tests/unit/<folder>/*.cc as one program, one ctest entry per test. Names
# private to a file are unique in the folder.
function(gpujob_unit_tests folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/unit/${folder}/*.cc)
  if(NOT sources)
    return()
  endif()
  gpujob_test_program(test_${folder} ${sources})
  set_target_properties(test_${folder} PROPERTIES UNITY_BUILD ${gpujob_unity}
    UNITY_BUILD_BATCH_SIZE 16)
  target_link_libraries(test_${folder} PRIVATE gpujob_${folder})
  add_dependencies(unit_tests test_${folder})
  gtest_discover_tests(test_${folder} TEST_PREFIX unit.${folder}. DISCOVERY_MODE PRE_TEST
    NO_PRETTY_VALUES PROPERTIES LABELS unit)
endfunction()
