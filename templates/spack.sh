type spack >/dev/null 2>&1 ||
  stop "this shell has no 'spack' command; submit from a login shell, with its environment"
spack load {{spec}} || stop "spack load failed:" {{spec}}
