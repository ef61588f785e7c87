# What `cmake --install` puts where; gpujob finds share/gpujob relative to itself. The component
# `dist` is the tarball for login nodes: the same tree with the static gpujob and the CPU programs.

set(share ${CMAKE_INSTALL_DATADIR}/gpujob)

install(TARGETS gpujob RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT host)
if(GPUJOB_STATIC)
  install(TARGETS gpujob-static RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT dist
    EXCLUDE_FROM_ALL)
endif()
install(DIRECTORY profiles templates DESTINATION ${share} COMPONENT common
  PATTERN "schema" EXCLUDE)
install(DIRECTORY profiles/schema DESTINATION ${share} COMPONENT common)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT common)
