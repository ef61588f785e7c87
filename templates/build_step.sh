# The program is made with the center's own compiler, here, unless an earlier job did it.
[ -x "$program" ] ||
  {{shell}} build.sh || stop "the program could not be built; read the messages of build.sh above"

