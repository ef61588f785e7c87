// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/launch_config.h"

namespace gpujob {

/// Parameters of a launch: values by name.
using ParameterSet = std::map<std::string, std::string>;

/// All of a setting except those that `but` names.
ParameterSet parameters_of(const LaunchConfig& setting, const std::vector<std::string>& but = {});

/// Is the value of a parameter the wanted one, however the number is written?
bool same_value(const std::string& value, const std::string& wanted);

/// Do they have the same names, and one value that differs?
bool one_apart(const ParameterSet& one, const ParameterSet& other);

/// "n = 2048, others 102400"; empty if nothing differs.
std::string difference(const ParameterSet& own, const ParameterSet& others);

}  // namespace gpujob
