// SPDX-License-Identifier: MIT
#include "command/program/completion.h"

namespace gpujob {

namespace {

// Each script hands the line to `gpujob complete`, which answers with lines "word<TAB>meaning", or
// with the one line ":files" or ":directories".

constexpr std::string_view kBashScript =
    R"(# Completion of gpujob for bash: source <(gpujob completion bash)
_gpujob() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o default; return ;;
      :directories) compopt -o dirnames; return ;;
    esac
    COMPREPLY+=("${line%%$'\t'*}")
  done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -F _gpujob gpujob
)";

constexpr std::string_view kZshScript = R"(#compdef gpujob
# Completion of gpujob for zsh: source <(gpujob completion zsh)
_gpujob() {
  local line word
  local -a lines described
  lines=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case ${lines[1]} in
    :files) _files; return ;;
    :directories) _files -/; return ;;
  esac
  for line in "${lines[@]}"; do
    word=${${line%%$'\t'*}//:/\\:}
    [[ $line == *$'\t'* ]] && word+=:${line#*$'\t'}
    [[ -n $word ]] && described+=("$word")
  done
  _describe gpujob described
}
if [[ $funcstack[1] == _gpujob ]]; then
  _gpujob "$@"
else
  compdef _gpujob gpujob
fi
)";

constexpr std::string_view kFishScript =
    R"(# Completion of gpujob for fish: gpujob completion fish | source
function __gpujob_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines ($words[1] complete -- $words[2..-1] 2>/dev/null)
    switch "$lines[1]"
        case :files
            __fish_complete_path (commandline -ct)
        case :directories
            __fish_complete_directories (commandline -ct)
        case '*'
            printf '%s\n' $lines
    end
end
complete -c gpujob -f -a '(__gpujob_complete)'
)";

}  // namespace

std::string_view completion_script(std::string_view shell) {
  if (shell == "bash") return kBashScript;
  if (shell == "zsh") return kZshScript;
  return kFishScript;
}

}  // namespace gpujob
