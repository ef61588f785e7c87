# Prints what CMake takes from the table of backends.
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/GpujobBackends.cmake)
gpujob_read_backends(${TABLE} all python)
message(STATUS "${all}, of Python ${python}")
