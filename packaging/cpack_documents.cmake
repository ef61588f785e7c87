# The documents of a package in the form that Debian's policy asks for.
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
set(documents ${root}/doc/gpujob)
file(GLOB pages ${root}/man/man?/*)
execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
if(CPACK_GENERATOR STREQUAL "DEB")
  file(READ ${documents}/LICENSE licence)
  file(READ ${documents}/NOTICE notice)
  file(WRITE ${documents}/copyright "${licence}\n${notice}")
  file(REMOVE ${documents}/LICENSE ${documents}/NOTICE)
  file(REMOVE ${documents}/CHANGELOG.md)
  string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(WRITE ${documents}/changelog "gpujob (${CPACK_PACKAGE_VERSION}) stable; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}: see CHANGELOG.md in the sources.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
  execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND gzip -9nf ${documents}/changelog)
  file(MAKE_DIRECTORY ${root}/lintian/overrides)
  file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/lintian-overrides ${root}/lintian/overrides/gpujob)
endif()
