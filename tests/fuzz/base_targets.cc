// SPDX-License-Identifier: MIT
#include "base/count_range.h"
#include "base/duration.h"
#include "base/index_list.h"
#include "base/instant.h"
#include "base/json.h"
#include "base/json_value.h"
#include "base/memory_size.h"
#include "base/shebang.h"
#include "base/text.h"
#include "base/yaml.h"
#include "base/yaml_bytes.h"
#include "fuzz/target.h"

namespace gpujob {

namespace {

bool read_json(const std::string& text) {
  const auto document = parse_json(text, "x.json");
  // What was read can be written, and reads as the same.
  if (checked(document) && *checked(parse_json(dump_json(*document), "y.json")) != *document) {
    std::abort();
  }
  return bool(document);
}

bool read_yaml(const std::string& text) {
  const auto file = parse_yaml("x.yaml", text);
  const auto scalar = parse_yaml("y.yaml", "a: " + yaml_scalar(text) + "\n");
  if (scalar && text.find_first_of("\r\n") == std::string::npos &&
      scalar->root().find("a")->scalar != text) {
    std::abort();
  }
  return bool(checked(file));
}

/// A tree that was kept, of which the folder of caches may have made anything.
bool read_kept_tree(const std::string& text) {
  const auto root = yaml_from_bytes(text);
  if (root && yaml_from_bytes(yaml_bytes(*root)) == std::nullopt) std::abort();
  return bool(root);
}

/// Numbers, times, sizes and lists as they stand in options and in what Slurm prints.
bool read_value(const std::string& text) {
  bool taken = parse_integer(text) || parse_real(text) || parse_memory_mib(text) ||
               parse_interval(text) || !interpreter_of(text).empty();
  if (const auto walltime = parse_walltime(text)) {
    taken = true;
    if (parse_walltime(format_walltime(*walltime)) != walltime) std::abort();
  }
  if (const auto instant = parse_instant(text)) {
    taken = true;
    if (!parse_instant(format_instant(*instant))) std::abort();
  }
  if (const auto indices = read_index_list(text); indices && !indices->empty()) {
    taken = true;
    if (read_index_list(index_list_text(*indices)) != indices) std::abort();
  }
  if (const auto range = parse_count_range(text)) {
    taken = true;
    (void)count_range_text(*range, "nodes");
  }
  return taken;
}

}  // namespace

std::vector<FuzzTarget> base_targets() {
  return {
      {"json", read_json, source_files("profiles/schema/report.example.json")},
      {"yaml", read_yaml, source_files("tests/profiles/good/*.yaml")},
      {"kept_tree",
       read_kept_tree,
       {yaml_bytes(parse_yaml("x.yaml", "a: [1, 'b', {c: }]\nd: {e: ~}\n")->root())}},
      {"value",
       read_value,
       {"1-02:03:04", "30", "90s", "2026-11-21T09:30:00Z", "0-3,7,9-15:2", "1-91", ">4", "4608M",
        "2T", "#!/usr/bin/env -S python3 -u", "-2.5e-3"}},
  };
}

}  // namespace gpujob
