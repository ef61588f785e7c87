// SPDX-License-Identifier: MIT
#include "profile/block_readers.h"

#include "base/format.h"

namespace gpujob {

namespace {

std::optional<HourlyRate> read_rate(const YamlRecord& billing, const char* key) {
  if (!billing.has(key)) return std::nullopt;
  const YamlRecord record = billing.record(key);
  return HourlyRate{record.text("unit"), record.real("rate").value_or(0)};
}

}  // namespace

Stack read_stack(const std::string& name, const YamlRecord& record) {
  Stack stack;
  stack.name = record.has("purpose") ? record.text("purpose") : name;
  stack.purge =
      choice<Purge>(record.text("purge"),
                    {{"false", Purge::None}, {"true", Purge::Plain}, {"force", Purge::Force}});
  stack.no_modules = record.text("modules") == kNone;
  if (!stack.no_modules) stack.modules = record.placed_texts("modules");
  stack.module_use = record.placed_texts("module_use");
  stack.spack = record.placed_texts("spack");
  stack.conda = record.placed_text("conda");
  stack.container = record.placed_text("container");
  stack.environment = record.record("environment").values();
  stack.venv = record.placed_text("venv");
  if (record.has("recipe")) {
    const YamlRecord recipe = record.record("recipe");
    stack.recipe = Recipe{recipe.texts("packages"), recipe.texts("upgrade"),
                          recipe.text("system_packages") == "yes"};
  }
  if (record.has("launcher"))
    stack.launcher = PlacedText{join(record.texts("launcher"), " "), record.origin("launcher")};
  stack.toolkit = record.text("toolkit");
  stack.compiler = record.text("compiler");
  if (record.has("build")) {
    stack.build = record.text("build") == "job" ? BuildPlace::Job : BuildPlace::Login;
  }
  stack.gpus = record.texts("gpus");
  stack.origin = record.origin();
  return stack;
}

Storage read_storage(const YamlRecord& record) {
  Storage storage;
  storage.scratch = record.text("scratch");
  storage.project = record.text("project");
  storage.purged_after_days = record.small_integer("purged_after_days");
  storage.note = record.text("note");
  return storage;
}

Billing read_billing(const YamlRecord& record) {
  Billing billing;
  billing.gpu = read_rate(record, "gpu");
  billing.cpu = read_rate(record, "cpu");
  billing.node = read_rate(record, "node");
  billing.note = record.text("note");
  billing.origin = record.origin();
  return billing;
}

}  // namespace gpujob
