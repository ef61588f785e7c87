# A signal is for the user's own job, which may want to save its work.
forward() {
  [ -z "$child" ] || kill -s "$1" -- "$child" 2>/dev/null
}
for signal in HUP INT TERM USR1 USR2; do
  # shellcheck disable=SC2064
  trap "forward $signal" "$signal"
done
cd -- {{directory}} || stop "the job's directory is not here:" {{directory}}
(
  trap - HUP INT QUIT TERM USR1 USR2
  umask "$users_umask"
  exec -- {{command}}
) <&0 &
child=$!
wait "$child"
# A signal ends the waiting, not the user's job.
while kill -0 "$child" 2>/dev/null; do wait "$child"; done
wait "$child"
exit
