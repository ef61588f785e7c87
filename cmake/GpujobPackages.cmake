# What CPack makes: a deb for this distribution, an rpm with the static program for all others.
# packaging/make_packages.py calls it; the tarballs are made there.
if(NOT GPUJOB_STATIC)
  return()
endif()
set(CPACK_PACKAGE_NAME gpujob)
set(CPACK_PACKAGE_VENDOR "The gpujob authors")
set(CPACK_PACKAGE_CONTACT "The gpujob authors <maintainers@gpujob.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "GPU jobs on several Slurm centers")
set(CPACK_PACKAGE_DESCRIPTION "Turns one request into the right batch script for each Slurm center, checks
it before it is sent, submits it exactly once, runs a workload that checks its
own answer, and compares the timing reports with statistics.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/packaging/cpack_components.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/cpack_documents.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS python3)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS slurm-client)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, libfftw3-double3, libfftw3-single3, python3-numba, munge, slurmctld, slurmd, lmod")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION ${CPACK_PACKAGE_DESCRIPTION})

set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE MIT)
set(CPACK_RPM_PACKAGE_GROUP Applications/Engineering)
set(CPACK_RPM_PACKAGE_AUTOREQ OFF)
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
  /usr/share/man /usr/share/man/man1 /usr/share/man/man5 /usr/share/man/man7 /usr/libexec
  /usr/share/bash-completion /usr/share/bash-completion/completions /usr/share/zsh
  /usr/share/zsh/site-functions /usr/share/fish /usr/share/fish/vendor_completions.d)
include(CPack)
