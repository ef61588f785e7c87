// SPDX-License-Identifier: MIT
#include "harness/describe.h"

#include <cstdlib>

#include "device/macros.h"
#include "harness/json.h"
#include "harness/report.h"

namespace gpujob {

namespace {

/// The processor this binary was compiled for, as `uname -m` would name it.
const char* target_processor() {
#if defined(__x86_64__)
  return "x86_64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "unknown";
#endif
}

void put_parameter(Json& json, const ParameterSpec& parameter) {
  json.begin();
  json.put("name", parameter.name);
  json.put("type", parameter.kind == Kind::Integer ? "integer" : "real");
  char* end = nullptr;
  const double value = std::strtod(parameter.default_value.c_str(), &end);
  *end == '\0' ? json.put("default", value) : json.put("default", parameter.default_value);
  json.put("min", parameter.minimum);
  json.put("max", parameter.maximum);
  if (!parameter.unit.empty()) json.put("unit", parameter.unit);
  json.end();
}

}  // namespace

std::string describe_program(const Spec& spec) {
  Json json;
  json.begin();
  json.put("schema", "gpujob/describe/v1");
  json.put("name", spec.name);
  json.put("version", version_of_gpujob());
  json.put("compiler", compiler_text());
  json.put("backend", GPUJOB_BACKEND_NAME);
  json.put("architectures", architectures());
  json.put("processor", target_processor());
  json.begin_list("variants");
  for (const VariantSpec& variant : spec.variants) {
    json.begin();
    json.put("name", variant.name);
    json.put("class", std::string(1, variant.algorithm_class));
    json.put("data", name(variant.data));
    const std::string why = variant.not_built();
    if (!why.empty()) json.put("not_built", why);
    json.end();
  }
  json.end_list();
  json.put("default_variant", spec.default_variant);
  json.put("precisions", spec.precisions);
  json.put("default_precision", spec.default_precision);
  json.put("max_gpus", spec.split.unit == 0 ? 1 : Split::most);
  if (spec.split.unit != 0) {
    json.begin("split");
    json.put("parameter", spec.split.parameter);
    json.put("unit", static_cast<double>(spec.split.unit));
    json.end();
  }
  json.begin_list("parameters");
  for (const ParameterSpec& parameter : spec.parameters) put_parameter(json, parameter);
  json.end_list();
  json.end();
  return json.text();
}

}  // namespace gpujob
