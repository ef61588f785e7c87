# gpujob_read_backends(<table> <all> <python>): names of the backends in kernels/contract/backends.h,
# and of those that are Python scripts.
function(gpujob_read_backends table all python)
  file(STRINGS ${table} rows REGEX "^    {\"[a-z]+\", BackendKind::")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "\"([a-z]+)\", BackendKind::([A-Za-z]+)" row "${row}")
    list(APPEND names_of_${CMAKE_MATCH_2} ${CMAKE_MATCH_1})
    list(APPEND names ${CMAKE_MATCH_1})
  endforeach()
  set(${all} ${names} PARENT_SCOPE)
  set(${python} ${names_of_Python} PARENT_SCOPE)
endfunction()
