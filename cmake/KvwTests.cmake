# SPDX-License-Identifier: Apache-2.0
# Tests: one entry of ctest per file, several files to a program.

# Lets a test read the precompiled header of tests/support that fits what it links.
function(kvw_test_headers target)
  if("${ARGN}" MATCHES "workbench_window")
    kvw_precompile_as(${target} kvw_test_window)
    return()
  endif()
  set(kind core)
  if("${ARGN}" MATCHES "policy_sdk|policy_loader|policy_.*_parts|kvw::(decode|bench|conformance)(;|$)|torch")
    set(kind torch)
  elseif("${ARGN}" MATCHES "workbench_(window|dock|plots|export|story_dock)|Qt6::Widgets")
    set(kind widgets)
  elseif("${ARGN}" MATCHES "workbench_|Qt6::Gui")
    set(kind gui)
  endif()
  kvw_precompile_as(${target} kvw_test_headers_${kind})
endfunction()

# Sets `out` to what every test runs with. Its folders are its own: records of crashes, settings and presets of one test
# would otherwise appear in the window of another that runs beside it.
function(kvw_test_environment out name)
  # A home without the models that the user of this machine keeps.
  # The allocator of the address sanitizer neither fills what it gives out nor returns pages, which took as long as the tests.
  set(asan detect_leaks=0:abort_on_error=1:malloc_context_size=8:max_malloc_fill_size=0:allocator_release_to_os_interval_ms=-1)
  set(environment "QT_QPA_PLATFORM=offscreen;ASAN_OPTIONS=${asan};HOME=${CMAKE_BINARY_DIR}/tests/homes/${name}")
  foreach(kind STATE DATA CONFIG CACHE)
    string(TOLOWER ${kind} folder)
    list(APPEND environment "XDG_${kind}_HOME=${CMAKE_BINARY_DIR}/tests/homes/${name}/${folder}")
  endforeach()
  set(${out} "${environment}" PARENT_SCOPE)
endfunction()

# A sanitizer makes a test up to ten times as slow.
set(KVW_TEST_SECONDS 300)
if(KVW_SANITIZE)
  set(KVW_TEST_SECONDS 1500)
endif()
math(EXPR KVW_LONG_TEST_SECONDS "3 * ${KVW_TEST_SECONDS}")

# Qt Test files beside the code they mirror: kvw_add_test(core/metrics/gini_test LIBS kvw::core).
# The ctest name is the path; GUI tests run on the offscreen platform. Files of a folder that link the same become one
# program of several (kvw_make_test_batches), which every test finds under its own name; ALONE keeps a file a program of
# its own: one that has a main, declares for a library at global scope, or needs definitions that others must not see.
# Tests run beside each other, so one that does not say how many threads it wants has one: a second would wait for its
# next piece of work on the core of another test.
function(kvw_add_test path)
  cmake_parse_arguments(arg "ALONE" "" "LIBS;SOURCES;LABELS" ${ARGN})
  string(REPLACE "/" "_" target ${path})
  if(arg_ALONE OR arg_SOURCES OR NOT KVW_BATCHES)
    kvw_add_test_program(${target} LIBS ${arg_LIBS} TESTS ${path})
    target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/tests/${path}.cpp ${arg_SOURCES})
  else()
    # For add_dependencies and to be built by name.
    add_custom_target(${target} ALL)
    get_directory_property(known KVW_BATCHED_TESTS)
    if(NOT known)
      cmake_language(DEFER CALL kvw_make_test_batches)
    endif()
    set_property(DIRECTORY APPEND PROPERTY KVW_BATCHED_TESTS ${path})
    set_property(DIRECTORY PROPERTY KVW_LIBS_OF_${target} "${arg_LIBS}")
  endif()
  add_test(NAME ${path} COMMAND ${CMAKE_BINARY_DIR}/tests/${target} WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  kvw_test_environment(environment ${target})
  set_tests_properties(${path} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${KVW_TEST_SECONDS}
    ENVIRONMENT "${environment};OMP_NUM_THREADS=1;QTEST_FUNCTION_TIMEOUT=${KVW_TEST_SECONDS}000;TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/tsan.supp;QT_LOGGING_RULES=qt.qpa.*=false")
endfunction()

# A program with the moc output and the libraries of some tests; what is compiled is the caller's. A test includes its
# moc output by its name, or by its path where another test of the program has the same name.
function(kvw_add_test_program target)
  cmake_parse_arguments(arg "" "" "LIBS;TESTS" ${ARGN})
  add_executable(${target})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  # moc by itself: AUTOMOC takes three steps and as long as the compiler for the one class of a test.
  foreach(path IN LISTS arg_TESTS)
    cmake_path(GET path PARENT_PATH folder)
    set(moc ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc/tests/${path}.moc)
    add_custom_command(OUTPUT ${moc} COMMAND Qt6::moc -DQT_NO_KEYWORDS --no-notes ${CMAKE_SOURCE_DIR}/tests/${path}.cpp -o ${moc}
      DEPENDS ${CMAKE_SOURCE_DIR}/tests/${path}.cpp VERBATIM)
    target_sources(${target} PRIVATE ${moc})
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc/tests/${folder})
  endforeach()
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc ${CMAKE_SOURCE_DIR})
  target_compile_definitions(${target} PRIVATE QT_NO_KEYWORDS KVW_SOURCE_DIR="${CMAKE_SOURCE_DIR}" KVW_BINARY_DIR="${CMAKE_BINARY_DIR}")
  target_link_libraries(${target} PRIVATE kvw_flags Qt6::Test ${arg_LIBS})
  if("${arg_LIBS}" MATCHES "workbench_window")
    target_link_libraries(${target} PRIVATE kvw_test_window)
  elseif("${arg_LIBS}" MATCHES "workbench_")
    target_link_libraries(${target} PRIVATE kvw_test_catalog)
  endif()
  kvw_compile_lightly(${target})
  kvw_test_headers(${target} ${arg_LIBS})
endfunction()

# More than half the time of a test's compilation went into templates that its precompiled header has open, which a batch
# needs once. Each file is in a namespace of its own there, so that names may repeat.
function(kvw_make_test_batches)
  get_directory_property(tests KVW_BATCHED_TESTS)
  set(kinds "")
  foreach(path IN LISTS tests)
    string(REPLACE "/" "_" target ${path})
    get_directory_property(libs KVW_LIBS_OF_${target})
    string(MD5 kind "${libs}")
    list(APPEND kinds ${kind})
    list(APPEND tests_${kind} ${path})
    set(libs_${kind} "${libs}")
  endforeach()
  list(REMOVE_DUPLICATES kinds)
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE "/" "_" folder ${folder})
  set(number 0)
  foreach(kind IN LISTS kinds)
    while(tests_${kind})
      list(LENGTH tests_${kind} left)
      math(EXPR batches "(${left} + 7) / 8")  # of one size: two compilers work at once
      math(EXPR size "(${left} + ${batches} - 1) / ${batches}")
      set(batch "")
      foreach(place RANGE 1 ${size})
        list(POP_FRONT tests_${kind} path)
        list(APPEND batch ${path})
      endforeach()
      kvw_make_test_batch(${folder}_tests_${number} LIBS ${libs_${kind}} TESTS ${batch})
      math(EXPR number "${number} + 1")
    endwhile()
  endforeach()
endfunction()

function(kvw_make_test_batch target)
  cmake_parse_arguments(arg "" "" "LIBS;TESTS" ${ARGN})
  kvw_add_test_program(${target} LIBS ${arg_LIBS} TESTS ${arg_TESTS})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  list(TRANSFORM arg_TESTS REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/tests/\\1.cpp" OUTPUT_VARIABLE files)
  list(JOIN arg_TESTS "," tests)
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR} -DTESTS=${tests} -DOUT=${source} -P ${CMAKE_SOURCE_DIR}/cmake/test_batch.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/test_batch.cmake VERBATIM)
  target_sources(${target} PRIVATE ${source})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The main file of a test is an included file here, so GCC takes its unnamed types for those of a header.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
  set(links "")
  set(names "")
  foreach(path IN LISTS arg_TESTS)
    string(REPLACE "/" "_" name ${path})
    list(APPEND links COMMAND ${CMAKE_COMMAND} -E create_symlink ${target} ${CMAKE_BINARY_DIR}/tests/${name})
    list(APPEND names ${CMAKE_BINARY_DIR}/tests/${name})
    add_dependencies(${name} ${target})
  endforeach()
  add_custom_command(TARGET ${target} POST_BUILD ${links} BYPRODUCTS ${names} VERBATIM)
endfunction()
