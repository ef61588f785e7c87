// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/pattern.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"
#include "lint/script_body.h"
#include "lint/vendor.h"

// Command lines that do something else than they seem to: all warnings, since a script may define
// commands of any name.

namespace gpujob {

namespace {

constexpr std::string_view kModuleName = R"([A-Za-z][\w+.-]*/\d+(?:\.\d+)+[\w.+-]*)";
constexpr std::array<std::string_view, 3> kDeviceLists = {
    "CUDA_VISIBLE_DEVICES=", "HIP_VISIBLE_DEVICES=", "ROCR_VISIBLE_DEVICES="};
constexpr std::array<std::string_view, 2> kContainers = {"apptainer", "singularity"};

bool is_module_name(const std::string& word) {
  const std::size_t slash = word.find('/');
  if (slash == std::string::npos || word.find_first_of("0123456789", slash) != slash + 1) {
    return false;  // of nearly all words, without compiling the pattern
  }
  return matches(kModuleName, word);
}

/// The word that begins the command's line as another; nothing where the line begins otherwise.
std::optional<TextEdit> edit_at_start(const BatchScript& script, const BodyCommand& command,
                                      std::string_view word, std::string_view by) {
  const std::string_view line = line_in_body(script, command.line);
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos || !line.substr(start).starts_with(word)) {
    return std::nullopt;
  }
  return TextEdit{command.line, static_cast<int>(start) + 1, static_cast<int>(word.size()),
                  std::string(by)};
}

void check_words(const BatchScript& script, const BodyCommand& command, const LintContext& context,
                 Diagnostics& found) {
  const std::vector<std::string>& words = command.words;
  const std::string& first = words.front();
  if (first == "SBATCH") {
    found.push_back(warning(context, place_in_body(script, {first, command.line}),
                            "'SBATCH' is not a command",
                            "without its '#' the directive is not read", "write '#SBATCH'"));
  } else if (first == "module" && words.size() > 1 && is_module_name(words[1])) {
    found.push_back(warning(context, place_in_body(script, {first, command.line}),
                            format("'module {}' loads nothing", words[1]),
                            "the word 'load' is missing",
                            format("write 'module load {}'", words[1])));
    found.back().edit = edit_at_start(script, command, "module", "module load");
  } else if (std::all_of(words.begin(), words.end(), is_module_name)) {
    found.push_back(warning(context, place_in_body(script, {first, command.line}),
                            format("'{}' is not a command", first), "it looks like a module",
                            format("write 'module load {}'", first)));
  }
}

/// `export CUDA_VISIBLE_DEVICES=0,1`: Slurm sets it for the job's own GPUs.
void check_devices(const BatchScript& script, const BodyCommand& command,
                   const ResourceRequest& request, const LintContext& context, Diagnostics& found) {
  if (!request.wants_gpus()) return;
  std::vector<std::string> words = command.words;
  words.insert(words.end(), command.assigned.begin(), command.assigned.end());
  for (const std::string& word : words) {
    for (const std::string_view list : kDeviceLists) {
      if (!word.starts_with(list)) continue;
      const std::string_view value = std::string_view(word).substr(list.size());
      if (value.empty() || value.find_first_not_of("0123456789,") != std::string_view::npos)
        continue;
      found.push_back(warning(context, place_in_body(script, {word, command.line}),
                              format("'{}' is set by hand", word),
                              "Slurm sets it to the job's own GPUs", "remove it"));
    }
  }
}

/// A container for one vendor's GPUs where the job gets another's.
void check_container(const BatchScript& script, const BodyCommand& command,
                     const ResourceRequest& request, const LintContext& context,
                     Diagnostics& found) {
  if (!request.wants_gpus() || !contains(kContainers, command.words.front())) return;
  const std::vector<const GpuType*> types = gpu_types_of(request.shapes, context.cluster);
  for (const Vendor vendor : {Vendor::Nvidia, Vendor::Amd}) {
    const std::string option = vendor == Vendor::Nvidia ? "--nv" : "--rocm";
    const std::string other = vendor == Vendor::Nvidia ? "--rocm" : "--nv";
    const bool none = std::none_of(types.begin(), types.end(), [&](const GpuType* type) {
      return vendor_of_model(type->model) == vendor;
    });
    if (types.empty() || !none || !contains(command.words, option)) continue;
    found.push_back(warning(context, place_in_body(script, {option, command.line}),
                            format("'{}' is for {} GPUs", option, vendor_name(vendor)),
                            "the job gets none of those", format("use '{}'", other)));
  }
}

/// "12.3.0" of "GCC/12.3.0" and "OpenMPI/4.1.5-GCC-12.3.0".
std::string compiler_version_of(const std::string& module) {
  for (const std::string_view name : {"GCC", "GCCcore"}) {
    for (const char mark : {'/', '-'}) {
      const std::string word = std::string(name) + mark;
      const std::size_t at = module.find(word);
      if (at == 0 || (at != std::string::npos && module[at - 1] == '-')) {
        return module.substr(at + word.size());
      }
    }
  }
  return "";
}

/// "2023a" of "numba/0.58.1-foss-2023a".
std::string toolchain_of(const std::string& module) {
  for (std::size_t at = module.find("20"); at != std::string::npos;
       at = module.find("20", at + 1)) {
    const std::string year = module.substr(at, 5);
    const bool digits = year.size() == 5 && parse_integer(year.substr(0, 4)).has_value();
    const bool whole = at > 0 && (module[at - 1] == '-' || module[at - 1] == '/');
    if (digits && whole && (year[4] == 'a' || year[4] == 'b')) return year;
  }
  return "";
}

void check_modules(const BatchScript& script, const LintContext& context, Diagnostics& found) {
  constexpr std::array<std::string_view, 7> kReset = {"purge",  "unload", "rm",     "swap",
                                                      "switch", "reset",  "restore"};
  std::vector<BodyWord> loaded;
  for (const BodyCommand& command : context.commands) {
    const bool module = command.words.front() == "module" || command.words.front() == "ml";
    if (module && std::any_of(command.words.begin(), command.words.end(),
                              [&](const std::string& word) { return contains(kReset, word); })) {
      loaded.clear();
      continue;
    }
    for (const BodyWord& now : modules_of(command)) {
      const std::string name = now.text.substr(0, now.text.find('/'));
      for (const BodyWord& earlier : loaded) {
        const bool same = earlier.text.substr(0, earlier.text.find('/')) == name;
        const auto differ = [&](const auto& part) {
          const std::string mine = part(now.text);
          const std::string other = part(earlier.text);
          return !mine.empty() && !other.empty() && mine != other;
        };
        const bool chains = differ(toolchain_of) || differ(compiler_version_of);
        if (!chains && !(same && earlier.text != now.text)) continue;
        found.push_back(
            warning(context, place_in_body(script, now),
                    format("modules '{}' and '{}' together", earlier.text, now.text),
                    same ? "the second replaces the first" : "they are of two toolchains",
                    same ? "load one of them" : "load versions of one toolchain"));
        return;
      }
      loaded.push_back(now);
    }
  }
}

}  // namespace

void check_commands(const ParsedScript& script, const ResourceRequest& request,
                    const LintContext& context, Diagnostics& found) {
  bool leading = true;  // nothing but lost directives so far
  for (const BodyCommand& command : context.commands) {
    check_words(script.script, command, context, found);
    leading = leading && command.words.front() == "SBATCH";
    if (leading && line_in_body(script.script, command.line).starts_with("SBATCH")) {
      found.back().edit = TextEdit{command.line, 1, 0, "#"};
    }
    check_devices(script.script, command, request, context, found);
    check_container(script.script, command, request, context, found);
  }
  check_modules(script.script, context, found);
}

}  // namespace gpujob
