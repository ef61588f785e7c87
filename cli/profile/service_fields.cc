// SPDX-License-Identifier: MIT
#include "profile/field_parts.h"

// What a center offers beside nodes and software: options of Slurm's plug-ins, storage, billing.

namespace gpujob {

namespace {

constexpr std::string_view kDirectory =
    "/([A-Za-z0-9_.+@/-]|\\{\\{(account|project|user)\\}\\})*"
    "|\\$[A-Z_][A-Z0-9_]*(/([A-Za-z0-9_.+@/-]|\\{\\{(account|project|user)\\}\\})*)?";
constexpr std::string_view kDirectoryForm =
    "an absolute path or one that begins with a variable, with {{account}}, {{project}}, {{user}}";

Field rate_field(std::string_view name, std::string_view doc) {
  return record_field(
      name, "rate", doc,
      {text_field("unit", "what the center counts, as it calls it")
           .like("[ -~]+", "printable ASCII characters")
           .needed(),
       make_field(FieldType::Real, "rate", "units of one hour").at_least(0.000001).needed()});
}

}  // namespace

Field plugins_field() {
  const Field plugin =
      record_field("", "plug-in option", "an option that a plug-in of the center adds to sbatch",
                   sourced({
                       text_field("value", "whether it takes a value")
                           .one_of({"required", "optional", "none"})
                           .needed(),
                       text_field("pattern", "regular expression (ECMAScript) for the whole value")
                           .like("[ -~]+", "printable ASCII characters"),
                   }));
  return map_field("plugins", "options of Slurm's plug-ins (SPANK) by long name", plugin)
      .like(kOption, kOptionForm)
      .filled();
}

Field storage_field() {
  return record_field(
      "storage", "storage", "directories for the files of jobs",
      sourced({
          text_field("scratch", "fast storage for the time of a job or a project's")
              .like(kDirectory, kDirectoryForm),
          text_field("project", "storage that lasts as long as the project")
              .like(kDirectory, kDirectoryForm),
          integer_field("purged_after_days",
                        "files in scratch are deleted when not read for so many days")
              .at_least(1),
      }));
}

Field billing_field() {
  return record_field(
      "billing", "billing", "what jobs are charged, in the center's own units",
      sourced({
          rate_field("gpu", "for each GPU of a job, as Slurm counts them"),
          rate_field("cpu", "for each CPU of a job without GPUs, as Slurm counts them"),
          rate_field("node", "for each node of a job, where GPUs or CPUs are not counted"),
      }));
}

}  // namespace gpujob
