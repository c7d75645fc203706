# SPDX-License-Identifier: Apache-2.0
# cmake -DMOC=... -DROOT=... -DHEADERS=app/a.h|app/b.h -DOUT=FILE -P moc_headers.cmake: one file with what moc makes of the
# headers that ask for it. moc is not told where Qt's headers are: it would read all of them for each of ours.
string(REPLACE "|" ";" HEADERS "${HEADERS}")
set(text "")
foreach(header IN LISTS HEADERS)
  file(STRINGS ${ROOT}/${header} found REGEX "Q_OBJECT|Q_GADGET|Q_NAMESPACE" LIMIT_COUNT 1)
  if(found)
    execute_process(COMMAND ${MOC} -DQT_NO_KEYWORDS --no-notes -f ${header} ${ROOT}/${header}
      OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
    string(APPEND text "${output}")
  endif()
endforeach()
file(WRITE ${OUT} "${text}")
