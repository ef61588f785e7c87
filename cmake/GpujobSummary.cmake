# The last words of the configure step.

message(STATUS "gpujob ${PROJECT_VERSION} (${CMAKE_BUILD_TYPE}, ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION})")
message(STATUS "  cpu:     ${GPUJOB_CPU_SUMMARY}")
message(STATUS "  cuda:    ${GPUJOB_CUDA_SUMMARY}")
message(STATUS "  hip:     ${GPUJOB_HIP_SUMMARY}")
message(STATUS "  install: ${CMAKE_INSTALL_PREFIX}")
