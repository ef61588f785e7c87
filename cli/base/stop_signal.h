// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

// Requests to stop. The first SIGINT or SIGTERM is only remembered, so that waiting ends in good
// order; a second one within two seconds ends the process at once. A signal within a tenth of a
// second of the first counts as the same request.

namespace gpujob::stop_signal {

/// From now on SIGINT and SIGTERM are caught; calling it again changes nothing.
void listen();

/// The signal received, or 0.
int received();

/// The signal was dealt with; the next one is a first one.
void forget();

/// From now on this thread gets SIGTERM once the reader of standard output has gone.
void stop_without_reader();

/// Ends the process by the signal received, if any. A shell stops its own loop only for a child
/// that died of the signal, not for one that exited with 128+n.
void pass_on();

/// Sleeps; false if a signal arrived before or meanwhile.
bool sleep(std::chrono::milliseconds duration);

}  // namespace gpujob::stop_signal
