// SPDX-License-Identifier: MIT
#pragma once

namespace emulated {

/// With fail_each: tries in a child process what the program does if this call fails, once that
/// child has ended goes on here. Is this the child? Its output, its status and all files that it
/// writes by relative names are in the folder NUMBER. Calls from the same place in the program are
/// tried as often as the setting says. For a single device and on one core: a
/// child has no other threads.
bool is_child_to_fail(const char* name, long number);

}  // namespace emulated
