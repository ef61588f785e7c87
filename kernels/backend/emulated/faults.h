// SPDX-License-Identifier: MIT
#pragma once

// What a program does if a call fails is tried in child processes, one after the other. Their
// output, their exit status and all files that they write by relative names are in the folder
// NUMBER, by the number of the call.

namespace emulated {

/// The number of the call that fails, 0 for none. With fail_every it comes back from here in child
/// processes alone, with a number each, the first time: before there are other threads.
long call_to_fail();

/// With fail_each: is this the child that tries what the program does if this call fails? The
/// program goes on once that has ended. Calls from the same place in the program are tried as often
/// as the setting says. For a single device and on one core: a child has no other threads.
bool is_child_to_fail(long number);

/// Says so on standard error.
void tell_failure(long number, const char* name);

}  // namespace emulated
