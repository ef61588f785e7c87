# What gpujob prints of itself: manual pages and completions from its table of commands, and the hash
# of the kernel sources that keys built programs. The build tree gets them where an installation
# has them.

set(made ${CMAKE_BINARY_DIR}/share)
file(GLOB_RECURSE kernel_sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/kernels/*.cc ${PROJECT_SOURCE_DIR}/kernels/*.h
  ${PROJECT_SOURCE_DIR}/kernels/*.cu ${PROJECT_SOURCE_DIR}/kernels/*.hip)
add_custom_command(OUTPUT ${made}/gpujob/src.sha256
  COMMAND gpujob manual --out ${made}
  DEPENDS gpujob ${kernel_sources}
  COMMENT "Manual pages, completions, hash of the kernel sources"
  VERBATIM)
add_custom_target(gpujob-manual ALL DEPENDS ${made}/gpujob/src.sha256)

foreach(folder man bash-completion zsh fish)
  install(DIRECTORY ${made}/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT common)
endforeach()
install(FILES ${made}/gpujob/src.sha256 DESTINATION ${CMAKE_INSTALL_DATADIR}/gpujob
  COMPONENT common)
