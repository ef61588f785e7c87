# One static library a folder of cli/, one test program a folder of tests/unit/.

find_program(GPUJOB_CCACHE ccache)
if(GPUJOB_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${GPUJOB_CCACHE})
endif()

# Two warnings of g++ 12 are false alarms once it optimises: overlaps in its own std::string (GCC bug
# 105651), and members of a std::optional or a JSON value that nobody reads while they are empty.
add_library(gpujob_warnings INTERFACE)
target_compile_options(gpujob_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Werror
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

# The build tree is laid out like an installed one, so that gpujob finds its data in both by the same
# relative paths.
set(GPUJOB_BIN_DIR ${CMAKE_BINARY_DIR}/bin)
set(GPUJOB_LIBEXEC_DIR ${CMAKE_BINARY_DIR}/libexec/gpujob)
set(GPUJOB_SHARE_DIR ${CMAKE_BINARY_DIR}/share/gpujob)
file(MAKE_DIRECTORY ${GPUJOB_SHARE_DIR})
foreach(pair profiles:profiles schema:profiles/schema templates:templates workloads:kernels/workloads
    src:kernels)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 source)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${source} ${GPUJOB_SHARE_DIR}/${name} SYMBOLIC)
endforeach()

# gpujob_library(<folder> <folder it may use>...): cli/<folder>/*.cc as gpujob_<folder>.
function(gpujob_library folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cc
    ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*/*.cc)
  add_library(gpujob_${folder} STATIC ${sources})
  target_include_directories(gpujob_${folder} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(gpujob_${folder} PRIVATE gpujob_warnings)
  foreach(used IN LISTS ARGN)
    target_link_libraries(gpujob_${folder} PUBLIC gpujob_${used})
  endforeach()
endfunction()

# gpujob_unit_tests(<folder>): tests/unit/<folder>/*.cc as one program, one ctest entry a test.
function(gpujob_unit_tests folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/unit/${folder}/*.cc)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${folder} ${sources})
  target_include_directories(test_${folder} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_definitions(test_${folder} PRIVATE GPUJOB_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(test_${folder} PRIVATE gpujob_${folder} gpujob_test_support
    gpujob_warnings GTest::gmock GTest::gtest_main)
  gtest_discover_tests(test_${folder} TEST_PREFIX unit.${folder}. DISCOVERY_MODE PRE_TEST
    PROPERTIES LABELS unit)
endfunction()
