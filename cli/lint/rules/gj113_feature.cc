// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

// A warning only: a center may have features that its guide does not list.

namespace gpujob {

namespace {

/// Every feature is known, and no node of the partition has them all.
bool no_node_has_them(ResourceRequest request, const LintContext& context) {
  request.gpu_requests.clear();
  const std::vector<const NodeShape*> shapes = shapes_in_partitions(request, context.cluster);
  const bool listed = std::all_of(shapes.begin(), shapes.end(), [](const NodeShape* shape) {
    return shape->no_features || !shape->features.empty();
  });
  return listed && !shapes.empty() && matching_shapes(request, context.cluster).empty();
}

/// Shapes that are known to have the features.
std::vector<const NodeShape*> known_to_have_them(const ResourceRequest& request,
                                                 const LintContext& context) {
  std::vector<const NodeShape*> shapes = matching_shapes(request, context.cluster);
  std::erase_if(shapes, [](const NodeShape* shape) { return shape->features.empty(); });
  return shapes;
}

/// The features are those of nodes in other partitions, and what those of this one have is not
/// known.
void check_partition_of(ResourceRequest request, const LintContext& context, Diagnostics& found) {
  if (request.partitions.empty() || !known_to_have_them(request, context).empty()) return;
  const std::string partition = join(request.partitions, ",");
  const ScriptPlace place = request.lines.constraint;
  request.partitions.clear();
  std::vector<std::string> others;
  for (const NodeShape* shape : known_to_have_them(request, context)) {
    for (const std::string& name : shape->partitions) {
      if (!contains(others, name)) others.push_back(name);
    }
  }
  if (others.empty()) return;
  found.push_back(
      warning(context, place,
              format("no node of partition '{}' is known to have these features", partition),
              format("those of partition '{}' have them", join(others, "' and '")),
              format("add --partition={}", others.front())));
}

/// One of the alternatives in --batch has to be among the features that --constraint names: a
/// center's list does not matter. Tried on sbatch 22.05.8.
void check_batch(const ParsedScript& script, const ResourceRequest& request,
                 const LintContext& context, Diagnostics& found) {
  const Directive* batch = script.script.find("batch");
  if (batch == nullptr || !batch->value) return;
  const bool unread = !request.constraint && request.lines.constraint.line > 0;
  if (unread || batch->value->find('$') != std::string::npos) return;
  const std::vector<std::string> named =
      request.constraint ? request.constraint->features() : std::vector<std::string>{};
  const auto alternatives = split(*batch->value, '|');
  const bool within = std::any_of(alternatives.begin(), alternatives.end(), [&](auto alternative) {
    const auto all = split(alternative, '&');
    return std::all_of(all.begin(), all.end(), [&](auto feature) {
      return feature.empty() || contains(named, std::string(feature));
    });
  });
  if (request.constraint && within) return;
  const std::string with = request.constraint ? format("is not among {}", join(named, ", "))
                                              : "stands without --constraint";
  found.push_back(error(context, batch->place(), format("--batch '{}' {}", *batch->value, with),
                        "sbatch refuses: 'Job --batch option is invalid or not a subset of "
                        "--constraints'",
                        "name a feature of --constraint, or leave --batch out"));
}

/// Features that a job would like to have: Slurm refuses those that no node has, as it does for
/// --constraint.
void check_prefer(const ParsedScript& script, const std::vector<std::string>& known,
                  const LintContext& context, Diagnostics& found) {
  const Directive* prefer = script.script.find("prefer");
  if (prefer == nullptr || !prefer->value) return;
  const auto expression = Constraint::parse(*prefer->value);
  if (!expression) return;
  for (const std::string& feature : expression->features()) {
    if (contains(known, feature) || feature.find('$') != std::string::npos) continue;
    found.push_back(warning(context, prefer->place(), "unknown feature '" + feature + "'",
                            known.empty()
                                ? format("nodes of {} have no features", context.cluster.name)
                                : format("{} has {}", context.cluster.name, join(known, ", ")),
                            did_you_mean(feature, known)));
  }
}

}  // namespace

void check_feature(const ParsedScript& script, const ResourceRequest& request,
                   const LintContext& context, Diagnostics& found) {
  check_batch(script, request, context, found);
  std::vector<std::string> known = known_features(context.cluster);
  const auto& unplaced = context.cluster.unplaced_features;
  known.insert(known.end(), unplaced.begin(), unplaced.end());
  const auto& nodes = context.cluster.nodes;
  const bool none =
      !nodes.empty() &&
      std::all_of(nodes.begin(), nodes.end(), [](const NodeShape& one) { return one.no_features; });
  if (known.empty() && !none) return;
  std::sort(known.begin(), known.end());
  check_prefer(script, known, context, found);
  if (!request.constraint) return;
  bool all_known = true;
  for (const std::string& feature : request.constraint->features()) {
    if (contains(known, feature)) continue;
    all_known = false;
    found.push_back(warning(context, request.lines.constraint, "unknown feature '" + feature + "'",
                            known.empty()
                                ? format("nodes of {} have no features", context.cluster.name)
                                : format("{} has {}", context.cluster.name, join(known, ", ")),
                            did_you_mean(feature, known)));
    const Directive* option = script.script.find("constraint");
    const std::optional<std::string> meant = other_capitals(feature, known);
    if (option == nullptr || !meant) continue;
    found.back().edit = value_edit(*option, with_name(*option->value, feature, *meant));
  }
  const auto& named = request.constraint->features();
  const bool placed = std::none_of(named.begin(), named.end(), [&](const std::string& feature) {
    return contains(unplaced, feature);
  });
  if (!all_known || !placed || request.wants_gpus()) return;
  if (!no_node_has_them(request, context)) return check_partition_of(request, context, found);
  found.push_back(error(context, request.lines.constraint,
                        "no node has the features of --constraint", "the job would never start",
                        "join alternatives with '|'"));
}

}  // namespace gpujob
