# A signal is for the user's own job, which may want to save its work.
forward() {
  [ -z "$child" ] || kill -s "$1" -- "$child" 2>/dev/null
}
for signal in HUP INT TERM USR1 USR2; do
  # shellcheck disable=SC2064
  trap "forward $signal" "$signal"
done
type apptainer >/dev/null 2>&1 || stop "no apptainer here (try --module), which is to run" {{image}}
cd -- {{directory}} || stop "the job's directory is not here:" {{directory}}
(
  trap - HUP INT QUIT TERM USR1 USR2
  umask "$users_umask"
  export {{users_environment}}
  exec -- {{command}}
) <&0 &
child=$!
wait "$child"
status=$?
# A signal ends the waiting, not the user's job.
while ((status > 128)) && kill -0 "$child" 2>/dev/null; do
  wait "$child"
  status=$?
done
# It may have come as the job ended: then bash still knows how, or it says 127 or -1.
if ((status > 128)); then
  wait "$child" 2>/dev/null
  again=$?
  ((again < 0 || again == 127)) || status=$again
fi
exit "$status"
