// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace gpujob {

/// The index, as it lies in `<cache>/runs.sqlite`: a SQLite file with a rollback journal, mode
/// 0600. A test holds the lines "table.column" against a real file.
///
/// Everything in it is derived, from the directories of runs and from the files of imported
/// measurements (`<data>/imported/*.jsonl`). It may be deleted at any time; the next command, or
/// `gpujob runs --rebuild`, makes it anew. `PRAGMA user_version` is its version: a file of another
/// version, or one that is not a database, is replaced, never migrated. gpujob alone writes it,
/// each change in one transaction; whatever sends, watches, collects, tags, imports or forgets a
/// run does. Other programs may read it, but its version changes without notice: `gpujob runs
/// --format json` and `gpujob export` are what stays. Text is UTF-8, "" is unknown or none. Bytes
/// are in the byte order of the machine.
inline constexpr std::string_view kIndexFormat = R"(version 15

runs: one row per run, for lists and filters
runs.id              id of the run
runs.submitted       time, UTC, "2026-11-21T09:30:00Z"
runs.workload        name of the workload
runs.variant         of the workload
runs.backend         cpu, cuda, hip, numba, cupy
runs.precision       float32, float64, mixed, int16
runs.center          site, as its profile is called
runs.cluster         of the site
runs.gpu_key         GPU type, in the site's words
runs.gpu_model       GPU model, a row of gpus.yaml
runs.sandbox         name of the sandbox that stood in for the site
runs.state           as state.json has it
runs.job_id          Slurm's, or "local"
runs.directory       path of the run's directory
runs.parameters      of the workload: names and values
runs.class           class of the algorithm, by its reports
runs.data            where the data lay, by its reports
runs.name            the user's word for it
runs.tags            the user's: keys and values
runs.note            the user's
runs.unread_tags     why the user's words could not be read
runs.median_seconds  seconds, of the phase that counts; NULL without a report
runs.missing         number of launches without a report
runs.why_missing     the reason

tags: those of runs.tags once more, one row per key, to search for
tags.run             id of the run
tags.key             the user's
tags.value           the user's

stores: directories of runs that were taken in whole
stores.directory     path
stores.changed       when the directory had changed last, milliseconds since 1970

settings: what launches have in common, each once
settings.id          number of the setting
settings.workload    name of the workload
settings.text        the setting as text (launch_config_text.h)

blocks: launches of a setting, 118 a block, by columns
blocks.id            setting, number of the block, column (block_key.h)
blocks.data          heads, or samples of one part of the pass in seconds (launch_block.h)

launches: where a launch lies, by a hash of run and number
launches.bucket      upper 12 bits of the hash
launches.places      hash, setting, number of the block: 16 bytes per launch

recent: the same for launches that came last, before they go to their buckets
recent.key           the hash
recent.setting       number of the setting
recent.number        number of the block
)";

}  // namespace gpujob
