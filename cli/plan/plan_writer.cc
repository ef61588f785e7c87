// SPDX-License-Identifier: MIT
#include "base/json_value.h"
#include "plan/job_plan.h"
#include "plan/plan_fields.h"
#include "plan/plan_words.h"

// A plan as JSON. Absent values are null, never left out: every plan has the same
// keys, except those added later (plan_fields.h).

namespace gpujob {

namespace {

template <class Value>
requires std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string> Json
write(const Value& value) {
  return value;
}
Json write(char value) {
  return std::string(1, value);
}
Json write(Seconds value) {
  return value.count();
}

Json write(const NamedValues& pairs) {
  Json object = Json::object();
  for (const auto& [name, value] : pairs) object[name] = value;
  return object;
}

template <class Enum, class = decltype(PlanWords<Enum>::table)>
Json write(Enum value) {
  for (const auto& [known, word] : PlanWords<Enum>::table)
    if (known == value) return std::string(word);
  return nullptr;
}

template <Planned Struct>
Json write(const Struct& one);
Json write(const PayloadPlan& payload);

template <class Value>
Json write(const std::optional<Value>& value) {
  return value ? write(*value) : Json(nullptr);
}

template <class Value>
Json write(const std::vector<Value>& values) {
  Json array = Json::array();
  for (const Value& value : values) array.push_back(write(value));
  return array;
}

/// The visitor: puts each member under its key.
struct Writer {
  Json& object;

  template <class Member>
  void operator()(const char* key, const Member& member) const {
    object[key] = write(member);
  }

  template <class Member>
  void later(const char* key, const std::optional<Member>& member) const {
    if (member) object[key] = write(*member);
  }

  /// A workload's members are the plan's.
  void later(const char* key, const PayloadPlan& payload) const {
    if (!std::holds_alternative<WorkloadPlan>(payload)) object[key] = write(payload);
  }
};

template <Planned Struct>
Json write(const Struct& one) {
  Json object = Json::object();
  visit_members(one, Writer{object});
  return object;
}

Json write(const PayloadPlan& payload) {
  const auto* command = std::get_if<CommandPlan>(&payload);
  const ScriptPlan own = command == nullptr ? std::get<ScriptPlan>(payload) : ScriptPlan{*command};
  Json object = Json::object();
  object["kind"] = write(command == nullptr ? OwnJobKind::Script : OwnJobKind::Command);
  visit_members(own, Writer{object});
  return object;
}

}  // namespace

Json to_json(const JobPlan& plan) {
  Json document = Json::object();
  document["schema"] = "gpujob/plan/v1";
  visit_members(plan, Writer{document});
  return document;
}

}  // namespace gpujob
