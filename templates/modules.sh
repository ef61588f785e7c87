# Modules come before strict mode: their code reads unset variables.
type module >/dev/null 2>&1 ||
  stop "this shell has no 'module' command; submit from a login shell, with its environment"
module {{purge}} >/dev/null 2>&1
module --force {{forced_purge}} >/dev/null 2>&1
module use {{directory}} || stop "module use failed:" {{directory}}
module load {{module}} || stop "module load failed:" {{module}}

