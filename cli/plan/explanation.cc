// SPDX-License-Identifier: MIT
#include "plan/explanation.h"

#include "base/json_value.h"

namespace gpujob {

std::string to_string(From from) {
  switch (from) {
    case From::Flag:
      return "flag";
    case From::Variable:
      return "variable";
    case From::SlurmVariable:
      return "slurm variable";
    case From::Script:
      return "script";
    case From::Configuration:
      return "configuration";
    case From::Profile:
      return "profile";
    case From::Manifest:
      return "manifest";
    case From::BuiltIn:
      return "built-in";
    case From::Rule:
      return "rule";
  }
  return "rule";
}

Json to_json(const Explanation& explanation) {
  Json rows = Json::array();
  for (const Choice& choice : explanation) {
    rows.push_back(Json{{"subject", choice.subject},
                        {"value", choice.value},
                        {"from", to_string(choice.from)},
                        {"origin", choice.origin}});
  }
  return rows;
}

}  // namespace gpujob
