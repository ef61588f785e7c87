// SPDX-License-Identifier: MIT
#include "sandbox/plugin_program.h"

#include <algorithm>

#include "base/format.h"
#include "script/quoting.h"
#include "script/sbatch_options.h"

// Slurm learns of such options from a plug-in (SPANK) compiled for its very release. A sandbox runs
// where no compiler need be, so a shell script comes before the command. Its words are those of
// getopt and of Slurm's spank.c. Worked example, where --uenv takes a value:
//
//     #SBATCH --uenv=prgenv/25.6 -t 5     ->     #SBATCH -t 5
//     sbatch --uenv                       ->     sbatch: option '--uenv' requires an argument

namespace gpujob {

namespace {

constexpr std::string_view kPluginProgram = R"bash(
name=${0##*/}

usage() {
  printf '%s\n' "$name: $1" "Try \"$name --help\" for more information" >&2
  exit 255
}

# NAME [VALUE]: an option of a plug-in.
take() {
  case ${takes[$1]}$# in
    required1) usage "option '--$1' requires an argument" ;;
    none2) usage "option '--$1' doesn't allow an argument" ;;
  esac
  [ $# = 1 ] || [ -z "${form[$1]-}" ] || [[ $2 =~ ^(${form[$1]})$ ]] && return
  printf '%s\n' "$name: error: Invalid --$1 argument: $2" >&2
  exit 255
}

# WORD...: the options that Slurm itself has become `kept`, what follows them `operands`.
strip() {
  local word long
  kept=() operands=()
  while (($#)); do
    word=$1
    long=${word#--} long=${long%%=*}
    shift
    case $word in
      --) kept+=(--) && operands=("$@") && return ;;
      --?*)
        if [ -z "${takes[$long]-}" ]; then
          kept+=("$word")
          [[ $word == *=* || $with_value != *" $long "* || $# == 0 ]] || { kept+=("$1") && shift; }
        elif [[ $word == *=* ]]; then
          take "$long" "${word#*=}"
        elif [[ ${takes[$long]} == required && $# -gt 0 ]]; then
          take "$long" "$1"
          shift
        else
          take "$long"
        fi ;;
      -?*)
        kept+=("$word")
        [[ $with_value != *" ${word#-} "* || $# == 0 ]] || { kept+=("$1") && shift; } ;;
      *) operands=("$word" "$@") && return ;;
    esac
  done
}

# The script on standard input without such options becomes `text`.
read_script() {
  local line words at in_head=1
  text=
  while IFS= read -r line || [ -n "$line" ]; do
    [[ $line =~ ^[[:space:]]*(#.*)?$ ]] || in_head=
    if [[ $in_head && $line == '#SBATCH '* && $line =~ --($names)([[:space:]=]|$) ]]; then
      mapfile -t words < <(printf '%s\n' "${line#'#SBATCH '}" | xargs printf '%s\n')
      for at in "${!words[@]}"; do
        [[ ${words[at]} != '#'* ]] || { words=("${words[@]:0:at}") && break; }
      done
      strip "${words[@]}"
      line='# (options of plug-ins)'
      words=("${kept[@]}" "${operands[@]}")
      ((${#words[@]} == 0)) || line="#SBATCH$(printf ' %q' "${words[@]}")"
    fi
    text+=$line$'\n'
  done
}

strip "$@"
options=("${kept[@]}") arguments=("${operands[@]}")
if [[ $name != sbatch || " ${options[*]}" =~ \ --(wrap|help|usage|version)(=|\ |$) ]]; then
  exec "$commands/$name" "${options[@]}" "${arguments[@]}"
fi
if ((${#arguments[@]} == 0)); then
  read_script
  exec "$commands/$name" "${options[@]}" < <(printf '%s' "$text")
fi
[ -r "${arguments[0]}" ] || exec "$commands/$name" "${options[@]}" "${arguments[@]}"
read_script <"${arguments[0]}"
# The job has the name of its file.
folder=$(mktemp -d) || exit
trap 'rm -r -- "$folder"' EXIT
printf '%s' "$text" >"$folder/${arguments[0]##*/}"
"$commands/$name" "${options[@]}" "$folder/${arguments[0]##*/}" "${arguments[@]:1}"
)bash";

/// " account array A a ": what takes the next word, long names and letters.
std::string names_with_value() {
  std::string names = " ";
  for (const SbatchOption& option : sbatch_options()) {
    if (option.argument != Argument::Required) continue;
    names += format("{} ", option.name);
    if (option.letter != '\0') names += format("{} ", option.letter);
  }
  return names;
}

}  // namespace

bool has_plugins(const Cluster& cluster) {
  return std::any_of(cluster.directives.begin(), cluster.directives.end(),
                     [](const auto& entry) { return entry.second.plugin.has_value(); });
}

/// Bash has the expressions of regex(7): no escaped classes, no groups of other kinds.
bool checks_form(const DirectiveRule& rule) {
  for (const char* other : {"\\", "(?", "*?", "+?", "??", "}?"})
    if (rule.pattern.find(other) != std::string::npos) return false;
  return true;
}

std::string plugin_program(const Cluster& cluster, const std::string& commands) {
  std::string takes, forms, names;
  for (const auto& [option, rule] : cluster.directives) {
    if (!rule.plugin) continue;
    const char* value = *rule.plugin == PluginValue::Required   ? "required"
                        : *rule.plugin == PluginValue::Optional ? "optional"
                                                                : "none";
    takes += format(" [{}]={}", option, value);
    if (!rule.pattern.empty() && checks_form(rule))
      forms += format(" [{}]={}", option, shell_word(rule.pattern));
    names += (names.empty() ? "" : "|") + option;
  }
  return format(
             "#!/bin/bash -p\n# Options that plug-ins of '{}' add to Slurm; made from its site "
             "profile.\ncommands={}\nnames={}\nwith_value={}\ndeclare -A takes=({} ) form=({} )\n",
             cluster.name, shell_word(commands), shell_word(names), shell_word(names_with_value()),
             takes, forms) +
         std::string(kPluginProgram);
}

}  // namespace gpujob
