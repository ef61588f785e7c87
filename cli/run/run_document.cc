// SPDX-License-Identifier: MIT
#include "run/run_document.h"

#include <array>
#include <utility>

#include "base/json_value.h"
#include "run/json_fields.h"

namespace gpujob {

namespace {

const std::string kSchema = "gpujob/run/v1";

constexpr std::array<std::pair<EndpointKind, const char*>, 4> kKinds{{
    {EndpointKind::Slurm, "slurm"},
    {EndpointKind::Sandbox, "sandbox"},
    {EndpointKind::Local, "local"},
    {EndpointKind::Ssh, "ssh"},
}};

Json to_json(const Diagnostics& diagnostics) {
  Json rows = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    rows.push_back({{"code", diagnostic.code},
                    {"severity", to_string(diagnostic.severity)},
                    {"where", diagnostic.where},
                    {"problem", diagnostic.problem},
                    {"why", diagnostic.why},
                    {"fix", diagnostic.fix}});
  }
  return rows;
}

Json to_json(const Endpoint& endpoint) {
  Json document = Json::object();
  for (const auto& [kind, word] : kKinds) {
    if (kind == endpoint.kind) document["kind"] = word;
  }
  document["sbatch"] = endpoint.sbatch;
  document["slurm_conf"] = endpoint.slurm_conf;
  document["clusters_option"] = endpoint.clusters_option;
  if (!endpoint.cluster_name.empty()) document["cluster_name"] = endpoint.cluster_name;
  document["sandbox"] = endpoint.sandbox;
  document["host"] = endpoint.host;
  if (endpoint.named_here) document["here"] = true;
  document["polling_floor_seconds"] = endpoint.polling_floor.count();
  document["added"] = endpoint.added;
  return document;
}

Result<Endpoint> endpoint_from(const Json& document, const std::string& where) {
  const Failure damaged(ExitCode::Invalid, where, "'endpoint' is damaged");
  if (!document.is_object()) return damaged;
  Endpoint endpoint;
  bool known = false;
  for (const auto& [kind, word] : kKinds) {
    if (text_field_of(document, "kind") != word) continue;
    endpoint.kind = kind;
    known = true;
  }
  const std::optional<long long> floor = integer_field_of(document, "polling_floor_seconds");
  if (!known || !floor || !document.contains("added") || !document["added"].is_object()) {
    return damaged;
  }
  endpoint.sbatch = text_field_of(document, "sbatch");
  endpoint.slurm_conf = text_field_of(document, "slurm_conf");
  endpoint.clusters_option = text_field_of(document, "clusters_option");
  if (document.contains("cluster_name"))
    endpoint.cluster_name = text_field_of(document, "cluster_name");
  endpoint.sandbox = text_field_of(document, "sandbox");
  endpoint.host = text_field_of(document, "host");
  endpoint.named_here = document.contains("here") && document["here"] == true;
  endpoint.polling_floor = Seconds(*floor);
  for (const auto& [name, value] : document["added"].items()) {
    if (!value.is_string()) return damaged;
    endpoint.added[name] = value.get<std::string>();
  }
  return endpoint;
}

}  // namespace

std::string run_document(const Resolution& resolution, const Endpoint& endpoint) {
  return dump_json(
      {{"schema", kSchema},
       {"plan", to_json(resolution.plan)},
       {"explanation", to_json(resolution.explanation)},
       {"diagnostics", to_json(resolution.diagnostics)},
       {"profile",
        {{"sha256", resolution.profile.sha256}, {"checked", resolution.profile.checked}}},
       {"endpoint", to_json(endpoint)}});
}

Result<RunFacts> read_run_document(const std::string& where, const std::string& text) {
  const Result<Json> document = parse_document(where, text, kSchema);
  if (!document) return document.failure();
  for (const char* key : {"plan", "endpoint"}) {
    if (!document->contains(key)) {
      return Failure(ExitCode::Invalid, where, std::string("'") + key + "' is missing");
    }
  }
  Result<JobPlan> plan = plan_from_json((*document)["plan"], where);
  if (!plan) return plan.failure();
  Result<Endpoint> endpoint = endpoint_from((*document)["endpoint"], where);
  if (!endpoint) return endpoint.failure();
  RunFacts facts{*std::move(plan), *std::move(endpoint), {}};
  // Runs of before have none.
  if (document->contains("profile") && (*document)["profile"].is_object()) {
    facts.profile = {text_field_of((*document)["profile"], "sha256"),
                     text_field_of((*document)["profile"], "checked")};
  }
  return facts;
}

}  // namespace gpujob
