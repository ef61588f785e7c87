// SPDX-License-Identifier: MIT
#pragma once

// The whole of the JSON type, which base/json.h only announces.

#include <nlohmann/json.hpp>

#include "base/json.h"
