# What `cmake --install` puts where; gpujob finds share/gpujob relative to itself. Components:
# program = gpujob and fft2d.cpu for this machine, common = its data, cpu = the other CPU programs,
# host = the GPU programs. Not part of a plain installation: dist = the static gpujob in place of
# `program`, notice = what the installed programs contain of others; packaging/ installs these.

set(share ${CMAKE_INSTALL_DATADIR}/gpujob)

install(TARGETS gpujob RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
if(GPUJOB_STATIC)
  install(TARGETS gpujob-static RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT dist
    EXCLUDE_FROM_ALL)
endif()
install(DIRECTORY profiles templates DESTINATION ${share} COMPONENT common)
# The examples of 'gpujob codes gj103' are the tests' own.
install(DIRECTORY tests/lint/ DESTINATION ${share}/codes COMPONENT common FILES_MATCHING
  PATTERN "bad.sh" PATTERN "good.sh" PATTERN "expected.txt" PATTERN "gj*-*" EXCLUDE)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT common)

# packaging/notice.py reads from the linker's maps what is in a program.
if(GPUJOB_STATIC)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/maps)
  set(packaged gpujob gpujob-static)
  file(GLOB manifests CONFIGURE_DEPENDS kernels/workloads/*/workload.yaml)
  foreach(manifest IN LISTS manifests)
    cmake_path(GET manifest PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    list(APPEND packaged ${name}_cpu)
  endforeach()
  foreach(target IN LISTS packaged)
    if(TARGET ${target})
      target_link_options(${target} PRIVATE LINKER:-Map=${CMAKE_BINARY_DIR}/maps/${target}.map)
    endif()
  endforeach()
  install(CODE "execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND python3
    ${PROJECT_SOURCE_DIR}/packaging/notice.py
    ${CMAKE_BINARY_DIR} \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX})"
    COMPONENT notice EXCLUDE_FROM_ALL)
endif()
