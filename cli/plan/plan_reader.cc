// SPDX-License-Identifier: MIT
#include <limits>
#include <set>

#include "base/format.h"
#include "base/json_value.h"
#include "plan/job_plan.h"
#include "plan/plan_fields.h"
#include "plan/plan_words.h"

// Reads back exactly what plan_writer.cc writes: its keys, no other key, every type. The first
// problem is kept with its path ("build.modules.venv"), later ones are ignored.

namespace gpujob {

namespace {

/// Where in the document a value stands, and the first thing found wrong anywhere.
struct Place {
  std::string path;
  std::string& problem;

  Place inner(const std::string& key) const {
    return {path.empty() ? key : path + "." + key, problem};
  }
  void fail(const std::string& what) const {
    if (problem.empty()) problem = format("'{}' {}", path, what);
  }
};

void read(const Json& json, const Place& place, std::string& value) {
  if (!json.is_string()) return place.fail("is not text");
  value = json.get<std::string>();
}

void read(const Json& json, const Place& place, long long& value) {
  constexpr auto most = static_cast<unsigned long long>(std::numeric_limits<long long>::max());
  const bool fits =
      json.is_number_unsigned() ? json.get<unsigned long long>() <= most : json.is_number_integer();
  if (!fits) return place.fail("is not a whole number");
  value = json.get<long long>();
}

void read(const Json& json, const Place& place, int& value) {
  long long wide = 0;
  read(json, place, wide);
  if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max())
    return place.fail("is too large");
  value = static_cast<int>(wide);
}

void read(const Json& json, const Place& place, double& value) {
  if (!json.is_number()) return place.fail("is not a number");
  value = json.get<double>();
}

void read(const Json& json, const Place& place, char& value) {
  std::string text;
  read(json, place, text);
  if (text.size() != 1) return place.fail("is not a single letter");
  value = text[0];
}

void read(const Json& json, const Place& place, Seconds& value) {
  long long count = 0;
  read(json, place, count);
  value = Seconds(count);
}

void read(const Json& json, const Place& place, NamedValues& pairs) {
  if (!json.is_object()) return place.fail("is not an object");
  for (const auto& [name, value] : json.items()) {
    pairs.emplace_back(name, "");
    read(value, place.inner(name), pairs.back().second);
  }
}

template <class Enum, class = decltype(PlanWords<Enum>::table)>
void read(const Json& json, const Place& place, Enum& value) {
  std::string text;
  read(json, place, text);
  for (const auto& [known, word] : PlanWords<Enum>::table) {
    if (word != text) continue;
    value = known;
    return;
  }
  place.fail(format("has the unknown value '{}'", text));
}

template <class Value>
void read(const Json& json, const Place& place, std::vector<Value>& values);
template <Planned Struct>
void read(const Json& json, const Place& place, Struct& one);
void read(const Json& json, const Place& place, PayloadPlan& payload);

template <class Value>
void read(const Json& json, const Place& place, std::optional<Value>& value) {
  if (json.is_null()) return;
  value.emplace();
  read(json, place, *value);
}

template <class Value>
void read(const Json& json, const Place& place, std::vector<Value>& values) {
  if (!json.is_array()) return place.fail("is not a list");
  for (std::size_t i = 0; i < json.size(); ++i) {
    values.emplace_back();
    read(json[i], {format("{}[{}]", place.path, i), place.problem}, values.back());
  }
}

/// The visitor: reads each member from its key and remembers the keys for `check_closed`.
struct Reader {
  const Json& object;
  const Place& place;
  std::vector<std::string>& keys;

  template <class Member>
  void operator()(const char* key, Member& member) const {
    keys.emplace_back(key);
    const auto found = object.find(key);
    if (found == object.end()) return place.inner(key).fail("is missing");
    read(*found, place.inner(key), member);
  }

  template <class Member>
  void later(const char* key, Member& member) const {
    if (object.contains(key)) (*this)(key, member);
  }
};

void check_closed(const Json& object, const Place& place, const std::vector<std::string>& keys) {
  const std::set<std::string> known(keys.begin(), keys.end());
  for (const auto& [key, value] : object.items())
    if (!known.contains(key)) return place.inner(key).fail("is an unknown key");
}

template <class Visit>
void read_object(const Json& json, const Place& place, std::vector<std::string> keys,
                 Visit visit_members) {
  if (!json.is_object()) return place.fail("is not an object");
  visit_members(Reader{json, place, keys});
  check_closed(json, place, keys);
}

template <Planned Struct>
void read(const Json& json, const Place& place, Struct& one) {
  read_object(json, place, {}, [&](const Reader& reader) { visit_members(one, reader); });
}

void read(const Json& json, const Place& place, PayloadPlan& payload) {
  OwnJobKind kind = OwnJobKind::Script;
  ScriptPlan own;
  read_object(json, place, {}, [&](const Reader& reader) {
    reader("kind", kind);
    visit_members(own, reader);
  });
  payload = own;
  if (kind == OwnJobKind::Command) payload = CommandPlan{own};
}

}  // namespace

Result<JobPlan> plan_from_json(const Json& document, const std::string& where) {
  JobPlan plan;
  std::string problem;
  const Place root{"", problem};
  const bool known = document.is_object() && document.contains("schema") &&
                     document["schema"] == Json("gpujob/plan/v1");
  if (!known) {
    return Failure(ExitCode::Invalid, where, "is not a plan", "'schema' is not 'gpujob/plan/v1'",
                   "make the plan again with this version of gpujob");
  }
  read_object(document, root, {"schema"},
              [&](const Reader& reader) { visit_members(plan, reader); });
  if (!problem.empty()) {
    return Failure(ExitCode::Invalid, where, problem,
                   "a plan of this version has exactly the known keys",
                   "make the plan again with this version of gpujob");
  }
  return plan;
}

}  // namespace gpujob
