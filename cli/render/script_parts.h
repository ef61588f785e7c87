// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plan/job_plan.h"
#include "render/template_set.h"

// Parts that several scripts share.

namespace gpujob {

/// A template of the set; a missing one is a failure that names it.
Result<const Template*> find_template(const TemplateSet& templates, const std::string& name);

/// `name` filled, as the lines of a Lines slot.
Result<std::vector<std::string>> fill_lines(const TemplateSet& templates, const std::string& name,
                                            const Slots& slots);

/// Adds the slots `module_steps` and `environment_steps`; both empty where there is nothing to do.
Status add_environment_steps(const ModuleSteps& steps, const TemplateSet& templates, Slots& slots);

/// "name" and "name=value" for DirectiveValue slots.
std::vector<std::string> directive_values(const std::vector<PlannedOption>& options);

/// The words after `#!`: what runs another script in the same shell.
std::vector<std::string> shell_words_of(const std::string& shebang);

/// The shebang must be one of bash: the scripts are written for it.
Status check_shell(const std::string& shebang);

}  // namespace gpujob
