// SPDX-License-Identifier: MIT
#include <algorithm>
#include <unordered_set>

#include "run/index.h"

namespace gpujob {

namespace {

/// Trust a directory's mtime only after it has been quiet this long: runs may be half-created and
/// file-server clocks drift.
constexpr Seconds kSettled{60};

}  // namespace

/// Stores that changed since they were read, as far as there is something to take in or to note.
Result<std::vector<RunIndex::Unread>> RunIndex::unread() {
  std::vector<Unread> stores;
  std::unordered_set<std::string> known;  // one question for all: each would lock the file again
  for (const RunStore* store : stores_) {
    const auto told = world().changed(store->directory());
    const auto changed = told ? *told : std::nullopt;  // unknown: what is there is read
    const auto read = read_at(store->directory());
    if (!read) return read.failure();
    if (changed && *read == changed) continue;
    const bool settled = changed && world().now() - *changed >= kSettled;
    auto ids_there = store->ids();
    if (!ids_there) return ids_there.failure();
    Unread one{store, settled ? changed : std::nullopt, *std::move(ids_there)};
    if (!one.missing.empty() && known.empty()) {
      auto ids = known_ids();
      if (!ids) return ids.failure();
      known = *std::move(ids);
    }
    std::erase_if(one.missing,
                  [&](const std::string& id) { return known.count(id) != 0 || !store->holds(id); });
    if (!one.missing.empty() || one.settled) stores.push_back(std::move(one));
  }
  return stores;
}

/// The runs that are missing and, if none was left out, a note of when the store was read.
Status RunIndex::take_in(MeasurementStore& measured, const Unread& unread) {
  bool all = true;
  for (const std::string& id : unread.missing) {
    const Result<RunRecord> run = unread.store->load(id);
    all = all && run;
    if (!run) {
      const bool gone = run.failure().exit == ExitCode::Usage;
      if (!gone) append(unreadable_, run.failure().diagnostics);
      continue;
    }
    const Result<Collected> collected = collect(world(), *run);
    const IndexedRun indexed = indexed_run(world(), *run, collected ? *collected : Collected{});
    if (const Status put = put_one(measured, indexed); !put) return put;
  }
  if (!all || !unread.settled) return {};
  return note_read(unread.store->directory(), *unread.settled);
}

Status RunIndex::add_missing() {
  const auto stores = unread();
  if (!stores) return stores.failure();
  if (stores->empty()) return {};
  const Status done = in_transaction([&](MeasurementStore& measured) -> Status {
    for (const Unread& one : *stores) {
      if (const Status taken = take_in(measured, one); !taken) return taken;
    }
    return {};
  });
  // A note that could not be written costs another read and nothing else.
  const bool complete = std::all_of(stores->begin(), stores->end(),
                                    [](const Unread& one) { return one.missing.empty(); });
  return complete ? Status{} : done;
}

}  // namespace gpujob
