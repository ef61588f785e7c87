// SPDX-License-Identifier: MIT
#include "base/json_value.h"
#include "plan/job_plan.h"
#include "plan/plan_fields.h"
#include "plan/plan_words.h"

// A plan as JSON. Absent values are null, never left out: every plan has the same
// keys, except those added later (plan_fields.h).

namespace gpujob {

namespace {

Json write(const std::string& value) {
  return value;
}
Json write(int value) {
  return value;
}
Json write(long long value) {
  return value;
}
Json write(double value) {
  return value;
}
Json write(char value) {
  return std::string(1, value);
}
Json write(Seconds value) {
  return value.count();
}
Json write(const std::vector<std::string>& values) {
  return Json(values);
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

Json write(const PlannedOption& option);
Json write(const ModuleSteps& steps);
Json write(const PlannedGpu& gpu);
Json write(const LaunchSplit& split);
Json write(const ArrayTask& task);
Json write(const PlannedPayload& payload);
Json write(const BuildPlan& build);

template <class Value>
Json write(const std::optional<Value>& value) {
  return value ? write(*value) : Json(nullptr);
}

Json write(const std::vector<PlannedOption>& options) {
  Json array = Json::array();
  for (const PlannedOption& option : options) array.push_back(write(option));
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
};

Json write(const PlannedOption& option) {
  Json object = Json::object();
  visit_option(option, Writer{object});
  return object;
}

Json write(const ModuleSteps& steps) {
  Json object = Json::object();
  visit_modules(steps, Writer{object});
  return object;
}

Json write(const PlannedGpu& gpu) {
  Json object = Json::object();
  visit_gpu(gpu, Writer{object});
  return object;
}

Json write(const LaunchSplit& split) {
  Json object = Json::object();
  visit_split(split, Writer{object});
  return object;
}

Json write(const ArrayTask& task) {
  Json object = Json::object();
  visit_array_task(task, Writer{object});
  return object;
}

Json write(const PlannedPayload& payload) {
  Json object = Json::object();
  visit_payload(payload, Writer{object});
  return object;
}

Json write(const BuildPlan& build) {
  Json object = Json::object();
  visit_build(build, Writer{object});
  return object;
}

}  // namespace

Json to_json(const JobPlan& plan) {
  Json document = Json::object();
  document["schema"] = "gpujob/plan/v1";
  visit_plan(plan, Writer{document});
  return document;
}

}  // namespace gpujob
