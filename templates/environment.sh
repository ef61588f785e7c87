{{shell}}
# gpujob: {{title}}
# Needs the network, so it is usually run on a login node; its last file says that it is whole.

directory={{directory}}

stop() {
  printf 'gpujob: %s\n' "$*" >&2
  exit 1
}

{{module_steps}}
{{environment_steps}}
set -euo pipefail
python3 -m venv --clear {{options}} "$directory"
# shellcheck source=/dev/null
source "$directory/bin/activate"
python3 -m pip install --upgrade {{upgrade}}
python3 -m pip install {{packages}}
python3 -m pip freeze >"$directory/new"
mv -f -- "$directory/new" "$directory"/{{installed}}
