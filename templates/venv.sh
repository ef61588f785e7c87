# shellcheck source=/dev/null
source {{activate}} || stop "no Python environment:" {{activate}}

