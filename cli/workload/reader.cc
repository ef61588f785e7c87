// SPDX-License-Identifier: MIT
#include "workload/reader.h"

#include "base/yaml_record.h"
#include "workload/check.h"

namespace gpujob {

namespace {

Parameter read_parameter(const std::string& name, const YamlRecord& record) {
  Parameter parameter;
  parameter.name = name;
  const std::string type = record.text("type");
  if (type == "real") parameter.type = ParameterType::Real;
  if (type == "text") parameter.type = ParameterType::Text;
  parameter.default_value = record.text("default");
  parameter.minimum = record.real("min");
  parameter.maximum = record.real("max");
  parameter.unit = record.text("unit");
  parameter.help = record.text("help");
  parameter.origin = record.origin();
  return parameter;
}

WorkFormulas read_work(const YamlRecord& record) {
  return {record.text("points"), record.text("bytes_read"), record.text("bytes_written"),
          record.text("operations"), record.text("special_functions")};
}

void read_gpus(Workload& workload, const YamlRecord& gpus) {
  workload.max_gpus = gpus.small_integer("max").value_or(1);
  workload.gpu_backends = gpus.texts("backends");
  const YamlRecord split = gpus.record("split");
  if (const auto unit = split.integer("unit")) workload.split = {split.text("parameter"), *unit};
}

void read_named(Workload& workload, const YamlRecord& root) {
  for (const auto& [name, record] : root.named_records("parameters")) {
    workload.parameters.push_back(read_parameter(name, record));
  }
  for (const auto& [name, record] : root.named_records("sizes")) {
    NamedSize size{name, {}};
    for (const auto& [parameter, value] : record.values()) size.values[parameter] = value;
    workload.sizes.push_back(std::move(size));
  }
  for (const auto& [name, record] : root.named_records("variants")) {
    Variant variant{name, record.text("class").front(), record.text("summary")};
    if (record.has("data")) variant.data = record.text("data");
    variant.backends = record.texts("backends");
    variant.precisions = record.texts("precisions");
    variant.host_memory = record.text("host_memory");
    workload.variants.push_back(std::move(variant));
  }
  const YamlRecord tolerance = root.record("answer").record("tolerance");
  for (const auto& [precision, value] : tolerance.values()) {
    workload.tolerance[precision] = tolerance.real(precision).value_or(0);
  }
  const YamlRecord build = root.record("build");
  for (const auto& [backend, value] : build.values()) {
    workload.builds[backend] = build.texts(backend);
  }
}

Workload build_workload(const YamlFile& file) {
  const YamlRecord root(file, &file.root());
  Workload workload;
  workload.name = root.text("name");
  workload.summary = root.text("summary");
  workload.source = root.text("source");
  workload.default_size = root.text("default_size");
  workload.default_variant = root.text("default_variant");
  workload.backends = root.texts("backends");
  workload.precisions = root.texts("precisions");
  workload.default_precision = root.text("default_precision");
  workload.work = read_work(root.record("work"));
  workload.memory = root.text("memory");
  workload.host_memory = root.text("host_memory");
  workload.time_estimate = root.text("time_estimate");
  read_gpus(workload, root.record("gpus"));
  workload.command = root.texts("command");
  workload.stack = root.text("stack");
  workload.file = file.name();
  read_named(workload, root);
  return workload;
}

}  // namespace

Result<Workload> read_workload(const std::string& name, std::string text, DocumentCache* cache) {
  const DocumentRules rules{
      [](const YamlFile&) -> const Field& { return workload_fields(); },
      [](const YamlFile& file) { return check_workload(file, build_workload(file)); }};
  const Result<YamlFile> file = read_document("workload", rules, name, std::move(text), cache);
  if (!file) return file.failure();
  return build_workload(*file);
}

}  // namespace gpujob
