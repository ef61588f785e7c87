// SPDX-License-Identifier: MIT
#include "command/args/listing.h"

#include "base/paths.h"
#include "command/args/output.h"

namespace gpujob {

CommandResult print_listing(Listing listing, const CommonOptions& options, World& world) {
  if (listing.entries.empty() && listing.problems.empty()) {
    if (const auto data = data_directory(world); !data) return data.failure();
  }
  if (options.json) {
    Json document = json_document(listing.kind);
    document[listing.kind] = std::move(listing.entries);
    if (!listing.problems.empty()) document["diagnostics"] = to_json(listing.problems);
    world.out(dump_json(document));
  } else {
    world.out(listing.table.text(world.out_screen()));
  }
  print_diagnostics(world, listing.problems);
  return status_of(has_errors(listing.problems) ? ExitCode::Invalid : ExitCode::Done);
}

}  // namespace gpujob
