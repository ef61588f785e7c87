// SPDX-License-Identifier: MIT
#pragma once

// The complete JSON type, which base/json.h only declares.

#include <nlohmann/json.hpp>

#include "base/json.h"
