# The last words of the configure step.

message(STATUS "gpujob ${PROJECT_VERSION} (${CMAKE_BUILD_TYPE}, ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION})")
foreach(backend IN LISTS GPUJOB_BACKENDS)
  string(TOUPPER GPUJOB_${backend}_SUMMARY summary)
  if(${summary})
    string(SUBSTRING "${backend}:         " 0 8 label)
    message(STATUS "  ${label} ${${summary}}")
  endif()
endforeach()
message(STATUS "  install: ${CMAKE_INSTALL_PREFIX}")
