// SPDX-License-Identifier: MIT
#include "sandbox/module_tree.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "sandbox/lua_pattern.h"
#include "script/quoting.h"

// Lmod finds "CUDA/12.1" in <tree>/CUDA/12.1.lua and takes the highest version for a bare "CUDA".
// A center's hierarchies (a compiler before what was built with it) are not in a profile, so the
// tree is flat: every module can be loaded at once.

namespace gpujob {

namespace {

/// The version of names that no stack versions.
constexpr std::string_view kVersion = "sandbox";

/// Stands for what a center loads for every user and a plain purge keeps.
constexpr std::string_view kSticky = "gpujob-sticky/sandbox";

bool purges_with_force(const Cluster& cluster) {
  return std::any_of(cluster.stacks.begin(), cluster.stacks.end(),
                     [](const Stack& stack) { return stack.purge == Purge::Force; });
}

Status check_path(const PlacedText& module) {
  for (const std::string_view part : split(module.value, '/')) {
    if (!part.empty() && !part.starts_with('.')) continue;
    return Failure(ExitCode::Invalid, module.origin.text(),
                   format("no module can be called '{}'", visible(module.value)),
                   "a part of its path is empty or hidden", "correct the name");
  }
  return {};
}

/// Does `name` stand for versions, as "CUDA" does for "CUDA/12.1"?
bool has_versions(const std::string& name, const std::set<std::string>& names) {
  const auto next = names.lower_bound(name + "/");
  return next != names.end() && next->starts_with(name + "/");
}

bool is_bare(const std::string& name) {
  return name.find('/') == std::string::npos;
}

GeneratedFile modulefile(const std::string& module, const std::string& more) {
  const std::string name = lua_string(module);
  return {module + ".lua",
          format("-- {0}: a stub. It adds its name to a list and does nothing else.\n"
                 "whatis({1})\n"
                 "prepend_path(\"GPUJOB_SANDBOX_MODULES\", {1})\n{2}",
                 module, name, more)};
}

/// Python environments of the center: activating one sets VIRTUAL_ENV and does not change Python.
/// Other files are sourced as usual.
Result<std::string> venv_lines(const Cluster& cluster) {
  std::set<std::string> venvs;
  for (const Stack& stack : cluster.stacks) {
    if (!stack.venv) continue;
    const Status clean = check_text(stack.venv->value, "path of the Python environment");
    if (!clean) return clean.failure();
    venvs.insert(stack.venv->value);
  }
  if (venvs.empty()) return std::string();
  std::string text = "source() {\n  case ${1-} in\n";
  for (const std::string& venv : venvs) {
    text += format("    {}) export VIRTUAL_ENV={} && return ;;\n",
                   shell_word(venv + "/bin/activate"), shell_word(venv));
  }
  return text +
         "  esac\n  builtin source \"$@\"\n}\n"
         "function . { source \"$@\"; }\n"
         "deactivate() { unset VIRTUAL_ENV; }\n";
}

/// A command that takes the words of the stacks as its second argument and nothing else, in place
/// of one that this machine may not have. Other subcommands than `verb` do nothing.
std::string stub(const char* command, const char* verb, const std::set<std::string>& known,
                 const char* effect) {
  if (known.empty()) return "";
  std::vector<std::string> words;
  for (const std::string& word : known) words.push_back(shell_word(word));
  return format(
      "{0}() {{\n  [ \"${{1-}}\" = {1} ] || return 0\n  case ${{2-}} in\n"
      "    {2}) {3} ;;\n"
      "    *) echo \"{0}: the site's profile has no '${{2-}}'\" >&2; return 1 ;;\n"
      "  esac\n}}\n",
      command, verb, join(words, " | "), effect);
}

std::string stub_lines(const Cluster& cluster) {
  std::set<std::string> specs;
  std::set<std::string> environments;
  for (const Stack& stack : cluster.stacks) {
    for (const PlacedText& spec : stack.spack) specs.insert(spec.value);
    if (stack.conda) environments.insert(stack.conda->value);
  }
  return stub("spack", "load", specs, "return 0") +
         stub("conda", "activate", environments, "export CONDA_DEFAULT_ENV=$2 CONDA_PREFIX=$2");
}

}  // namespace

Result<std::vector<GeneratedFile>> module_tree(const Cluster& cluster) {
  std::set<std::string> names;
  for (const Stack& stack : cluster.stacks) {
    for (const PlacedText& module : stack.modules) {
      if (const Status usable = check_path(module); !usable) return usable.failure();
      names.insert(module.value);
    }
  }
  std::vector<GeneratedFile> files;
  for (const std::string& name : names) {
    if (has_versions(name, names)) continue;
    files.push_back(modulefile(is_bare(name) ? format("{}/{}", name, kVersion) : name, ""));
  }
  if (purges_with_force(cluster)) {
    files.push_back(modulefile(std::string(kSticky), "add_property(\"lmod\", \"sticky\")\n"));
  }
  std::sort(files.begin(), files.end(),
            [](const GeneratedFile& a, const GeneratedFile& b) { return a.path < b.path; });
  return files;
}

Result<std::string> module_init(const Cluster& cluster, const std::string& tree,
                                const std::string& lmod) {
  for (const std::string& path : {tree, lmod}) {
    if (const Status clean = check_text(path, "path of the modules"); !clean) {
      return clean.failure();
    }
  }
  const std::string place = shell_word(tree);
  std::string text = format(
      "# Read by bash through BASH_ENV: 'module' with the sandbox's modules and no others.\n"
      "if [ \"${{GPUJOB_SANDBOX_TREE-}}\" != {0} ]; then\n"
      "  unset LOADEDMODULES _LMFILES_ GPUJOB_SANDBOX_MODULES \"${{!_ModuleTable@}}\" \\\n"
      "    \"${{!__LMOD_REF_COUNT_@}}\" \"${{!LMOD_@}}\"\n"
      "fi\n"
      "export GPUJOB_SANDBOX_TREE={0} MODULEPATH={0} MODULEPATH_ROOT={0}\n"
      "export LMOD_IGNORE_CACHE=yes LMOD_ALLOW_ROOT_USE=yes LMOD_PAGER=none\n"
      ". {1}\n",
      place, shell_word(lmod));
  if (purges_with_force(cluster)) {
    text += format("[ -n \"${{LOADEDMODULES-}}\" ] || module load {}\n", kSticky);
  }
  const Result<std::string> venvs = venv_lines(cluster);
  if (!venvs) return venvs.failure();
  return text + *venvs + stub_lines(cluster);
}

std::map<std::string, std::string> module_environment(const std::string& tree,
                                                      const std::string& init) {
  return {{"BASH_ENV", init}, {"MODULEPATH", tree}, {"MODULEPATH_ROOT", tree}};
}

}  // namespace gpujob
