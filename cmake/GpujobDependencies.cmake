# The libraries of cli/ as targets gpujob_{yaml,sqlite,re2,fmt}. With GPUJOB_STATIC they are the
# distribution's archives: the program starts faster and needs only the C library.
find_package(nlohmann_json 3.10 REQUIRED)
find_package(fmt 8 REQUIRED)
find_package(CLI11 2 REQUIRED)
find_package(Boost 1.71 REQUIRED)  # headers of Boost.Math, nothing to link

# gpujob_dependency(<name> <pkg-config module>): gpujob_<name>.
function(gpujob_dependency name module)
  add_library(gpujob_${name} INTERFACE)
  if(GPUJOB_STATIC)
    gpujob_find_library(GPUJOB_${name}_ARCHIVE ${module})
    if(NOT GPUJOB_${name}_ARCHIVE)
      message(FATAL_ERROR "GPUJOB_STATIC needs an archive of ${module}, which is not here; use -DGPUJOB_STATIC=OFF")
    endif()
    target_link_libraries(gpujob_${name} INTERFACE ${GPUJOB_${name}_ARCHIVE} m)
  else()
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(GPUJOB_${name} REQUIRED IMPORTED_TARGET ${module})
    target_link_libraries(gpujob_${name} INTERFACE PkgConfig::GPUJOB_${name})
  endif()
endfunction()

gpujob_dependency(yaml yaml-cpp)
gpujob_dependency(sqlite sqlite3)
gpujob_dependency(re2 re2)

# "name version;...": what 'gpujob version' prints.
find_package(PkgConfig)
set(GPUJOB_LIBRARY_VERSIONS
  "Boost ${Boost_VERSION_STRING};CLI11 ${CLI11_VERSION};fmt ${fmt_VERSION}"
  "nlohmann_json ${nlohmann_json_VERSION}")
foreach(module re2 sqlite3 yaml-cpp)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(version_of_${module} QUIET ${module})
  endif()
  # Some distributions fill in 0.0.0.
  if(version_of_${module}_VERSION VERSION_GREATER 0.0.0)
    list(APPEND GPUJOB_LIBRARY_VERSIONS "${module} ${version_of_${module}_VERSION}")
  endif()
endforeach()
