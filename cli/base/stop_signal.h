// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

// The user's wish to stop. The first SIGINT or SIGTERM is only remembered, so that waiting ends in
// good order; a second one within two seconds ends the process at once. What comes within a tenth
// of a second of the first is the same wish sent twice.

namespace gpujob::stop_signal {

/// From now on SIGINT and SIGTERM are caught; calling it again changes nothing.
void listen();

/// The signal that came, or 0.
int received();

/// The signal was dealt with; the next one is a first one.
void forget();

/// Ends the process by the signal that came, if one came. A shell stops its own loop only for a
/// child that died of the signal, not for one that exited with 128+n.
void pass_on();

/// Waits; false if a signal came before or meanwhile.
bool sleep(std::chrono::milliseconds duration);

}  // namespace gpujob::stop_signal
