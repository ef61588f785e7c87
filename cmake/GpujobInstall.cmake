# What `cmake --install` puts where; the binary finds share/gpujob relative to itself.

install(TARGETS gpujob RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY profiles templates DESTINATION ${CMAKE_INSTALL_DATADIR}/gpujob
  PATTERN "schema" EXCLUDE)
install(DIRECTORY profiles/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/gpujob)
