# cmake -DSOURCE=DIR -DOUT=FILE -DLIBRARIES=... -P: the commit and the libraries as a C++ source.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude *
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[// SPDX-License-Identifier: MIT
#include "command/args/version.h"

namespace gpujob {

constinit const std::string_view kBuildCommit = "@commit@";
constinit const std::string_view kBuildLibraries = "@LIBRARIES@";

}  // namespace gpujob
]])
