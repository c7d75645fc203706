# SPDX-License-Identifier: Apache-2.0
# de_DE.UTF-8 for the tests that go wrong where a decimal point becomes a comma: machines that build often have no locale but C.
# Compiled from the sources that the Debian package `locales` brings; where they are missing those tests are skipped.

find_program(KVW_LOCALEDEF localedef)
set(KVW_LOCALE_DIR ${CMAKE_BINARY_DIR}/locale)
if(KVW_LOCALEDEF AND EXISTS /usr/share/i18n/locales/de_DE)
  add_custom_command(OUTPUT ${KVW_LOCALE_DIR}/de_DE.UTF-8/LC_NUMERIC
    COMMAND ${CMAKE_COMMAND} -E make_directory ${KVW_LOCALE_DIR}
    COMMAND ${KVW_LOCALEDEF} -i de_DE -f UTF-8 ${KVW_LOCALE_DIR}/de_DE.UTF-8
    VERBATIM)
  add_custom_target(kvw_german_locale DEPENDS ${KVW_LOCALE_DIR}/de_DE.UTF-8/LC_NUMERIC)
endif()

# Lets a test of this folder find the locale: kvw_test_finds_german(core/base/text_format_test core_base_text_format_test).
function(kvw_test_finds_german path target)
  if(TARGET kvw_german_locale)
    add_dependencies(${target} kvw_german_locale)
    set_property(TEST ${path} APPEND PROPERTY ENVIRONMENT "LOCPATH=${KVW_LOCALE_DIR}:/usr/lib/locale")
  endif()
endfunction()
