// SPDX-License-Identifier: MIT
#include "command/submit/planned_text.h"

#include "base/format.h"
#include "base/json_value.h"
#include "command/args/output.h"

namespace gpujob {

Json points_json(std::string_view kind, const PlannedSweep& planned, std::vector<Json> documents) {
  if (planned.sweep.is_one_job()) return std::move(documents.front());
  Json all = json_document(format("sweep-{}", kind));
  all["points"] = Json::array();
  for (std::size_t i = 0; i < documents.size(); ++i) {
    Json entry = {{"point", to_json(planned.sweep.point_at(i))}};
    entry.update(documents[i]);
    all["points"].push_back(std::move(entry));
  }
  return all;
}

void print_remarks(World& world, const PlannedSweep& planned, Explain explain) {
  print_diagnostics(world, remarks_of(planned));
  if (explain == Explain::No) return;
  for (std::size_t i = 0; i < planned.jobs.size(); ++i) {
    world.err(planned.heading(i));
    world.err(explanation_text(planned.jobs.at(i).resolution.explanation, world.err_screen()));
  }
}

}  // namespace gpujob
