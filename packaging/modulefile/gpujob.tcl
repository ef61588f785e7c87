#%Module1.0
# SPDX-License-Identifier: MIT
# For Lmod and for Environment Modules. Unpack a tarball as <root>/@VERSION@, put this file as
# gpujob/@VERSION@ into a directory of MODULEPATH, and set the root if it is not /opt/gpujob.
set root /opt/gpujob
if {[info exists ::env(GPUJOB_MODULE_ROOT)]} { set root $::env(GPUJOB_MODULE_ROOT) }
set prefix $root/@VERSION@

proc ModulesHelp {} { puts stderr "gpujob @VERSION@: GPU jobs on several Slurm centers" }
module-whatis "gpujob @VERSION@: GPU jobs on several Slurm centers"
conflict gpujob

prepend-path PATH $prefix/bin
prepend-path MANPATH $prefix/share/man
prepend-path XDG_DATA_DIRS $prefix/share
