{{shell}}
#SBATCH --{{directive}}

# gpujob {{version}}: {{title}}

directory={{program_directory}}
program={{program}}
# The compiler writes here first, so that no job ever starts half a program.
output=$program.$(uname -n).$$

stop() {
  printf 'gpujob: %s\n' "$*" >&2
  exit 1
}

[ -d {{source_directory}} ] || stop "the sources are not here:" {{source_directory}}
mkdir -p -- "$directory" || exit
{{module_steps}}
{{environment_steps}}
set -euo pipefail
trap 'rm -f -- "$directory/$output"' EXIT
{{command}} "$directory/$output" {{command_end}}
chmod 0755 -- "$directory/$output"
mv -f -- "$directory/$output" "$directory/$program"
printf 'gpujob: built %s\n' "$directory/$program"
