// SPDX-License-Identifier: MIT
#include "command/site/site_drafting.h"

#include "base/format.h"
#include "base/paths.h"
#include "command/args/output.h"
#include "sandbox/endpoint.h"
#include "sandbox/record.h"
#include "slurm/ask_inventory.h"
#include "slurm/ask_offers.h"
#include "slurm/find_slurm.h"

namespace gpujob {

namespace {

Result<Endpoint> slurm_to_ask(World& world, const AnswersFrom& from) {
  if (from.sandbox) {
    const auto record = find_sandbox(world, *from.sandbox, "");
    if (!record) return record.failure();
    return endpoint_of(*record);
  }
  const SlurmHere here = find_slurm(world);
  if (here.presence == SlurmPresence::Absent) {
    return Failure{
        ExitCode::Scheduler, from.command, "no Slurm on this machine", here.why,
        format("run it on a login node, or save the outputs there and use {}", from.saved_by)};
  }
  if (here.presence != SlurmPresence::Ready) {
    return Failure{ExitCode::Unknown, from.command, "Slurm could not be asked", here.why,
                   way_to_mend(here)};
  }
  return here.endpoint;
}

struct Answers {
  InventoryTexts texts;
  ClusterOffers offers;
};

Result<Answers> gather(World& world, const AnswersFrom& from) {
  if (from.directory) {
    auto texts = load_inventory(world, *from.directory, Instead::Sinfo);
    if (!texts) return texts.failure();
    auto offers = load_offers(world, *from.directory);
    if (!offers) return offers.failure();
    return Answers{*std::move(texts), *std::move(offers)};
  }
  const auto endpoint = slurm_to_ask(world, from);
  if (!endpoint) return endpoint.failure();
  auto texts = ask_inventory(world, *endpoint, Instead::Sinfo);
  if (!texts) return texts.failure();
  ClusterOffers offers = ask_offers(world, *endpoint, release_of(*texts));
  return Answers{*std::move(texts), std::move(offers)};
}

}  // namespace

std::string schema_remark(const World& world) {
  const auto data = data_directory(world);
  if (!data) return "";
  const std::string schema = join_path(*data, "profiles/schema/profile.schema.json");
  if (world.kind(schema) != FileKind::File) return "";
  return format("# yaml-language-server: $schema={}\n", schema);
}

Result<SiteDraft> draft_of_cluster(World& world, DataFiles& data_files, const AnswersFrom& from,
                                   const std::string& center) {
  const auto answers = gather(world, from);
  if (!answers) return answers.failure();
  print_diagnostics(world, answers->texts.notes);
  print_diagnostics(world, answers->offers.unknown);
  const auto inventory = read_inventory(answers->texts);
  if (!inventory) return inventory.failure();
  const auto catalogue = data_files.catalogue();
  if (!catalogue) return catalogue.failure();
  SiteDraft draft =
      draft_site(*inventory, **catalogue, format_day(world.now()), center, answers->offers);
  draft.text = schema_remark(world) + draft.text;
  return draft;
}

void print_open(World& world, const SiteDraft& draft) {
  for (const std::string& open : draft.open) world.err(format("to fill in: {}\n", open));
}

}  // namespace gpujob
