type conda >/dev/null 2>&1 ||
  stop "this shell has no 'conda' command; submit from a login shell, with its environment"
eval "$(conda shell.bash hook)"
conda activate {{environment}} || stop "conda activate failed:" {{environment}}
