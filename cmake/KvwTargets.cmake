# SPDX-License-Identifier: Apache-2.0
# Every repeated pattern of the build, once. No global flags: warnings and sanitizers are interface targets.

add_library(kvw_flags INTERFACE)
target_compile_features(kvw_flags INTERFACE cxx_std_20)
target_compile_options(kvw_flags INTERFACE -Wall -Wextra -Wconversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # By default g++ collects garbage once its heap is twice the precompiled header, and reads all of the header for that. With
  # these values it collects from 1.5 GB on, which few files reach.
  target_compile_options(kvw_flags INTERFACE "SHELL:--param ggc-min-expand=200" "SHELL:--param ggc-min-heapsize=524288")
endif()
if(KVW_WERROR)
  # g++ 12 reports members of nlohmann::json and of std::optional as maybe uninitialised, and copies within std::string as overlapping
  # (gcc PR 105651), once they are inlined; those stay warnings.
  target_compile_options(kvw_flags INTERFACE -Werror -Wno-error=maybe-uninitialized $<$<CXX_COMPILER_ID:GNU>:-Wno-error=restrict>)
endif()
if(KVW_SANITIZE)
  target_compile_options(kvw_flags INTERFACE -fsanitize=${KVW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The added code hides from g++ what is initialised.
    target_compile_options(kvw_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  if(KVW_SANITIZE MATCHES "undefined")
    # Checks at every pointer double the time of compiling; the address sanitizer finds what they find but for alignment.
    target_compile_options(kvw_flags INTERFACE -fno-sanitize=null,alignment,pointer-overflow,vptr,nonnull-attribute,returns-nonnull-attribute)
  endif()
  target_link_options(kvw_flags INTERFACE -fsanitize=${KVW_SANITIZE})
endif()

find_program(KVW_CCACHE ccache)
if(KVW_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers carry time stamps; without the sloppiness ccache would never hit.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
      ${CMAKE_SOURCE_DIR}/cmake/ccache.sh ${KVW_CCACHE})
endif()

# A static, position-independent library for one folder: kvw_add_library(base error.cpp ...) makes kvw_base and kvw::base.
function(kvw_add_library name)
  add_library(kvw_${name} STATIC ${ARGN})
  add_library(kvw::${name} ALIAS kvw_${name})
  set_target_properties(kvw_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(kvw_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(kvw_${name} PRIVATE kvw_flags)
  target_compile_features(kvw_${name} PUBLIC cxx_std_20)
endfunction()

# The settings in which SDK and plugins must agree, or the precompiled header cannot be shared (ccache wants -fpch-preprocess).
function(kvw_policy_compile_settings target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON DEFINE_SYMBOL "")
  target_compile_features(${target} PRIVATE cxx_std_20)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
  # Versions of a loop for wider vectors give the same bits: what they could fuse stays two operations.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
endfunction()

# Headers that every file of a target reads anyway: kvw_precompile(kvw_workbench_docks <QtWidgets>).
function(kvw_precompile target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

# The precompiled headers of another target, where flags and definitions are the same.
function(kvw_precompile_as target other)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${other})
endfunction()

# A policy plugin: one shared library plus its manifest in a folder named by id. Hidden visibility, one exported symbol.
function(kvw_add_policy id)
  string(REPLACE "-" "_" target "kvw_policy_${id}")
  add_library(${target} MODULE ${ARGN})
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME "${id}" LIBRARY_OUTPUT_DIRECTORY ${KVW_POLICY_DIR}/${id})
  kvw_policy_compile_settings(${target})
  kvw_compile_for_speed(${target})
  target_link_libraries(${target} PRIVATE kvw_flags kvw::policy_sdk)
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions -Wl,--exclude-libs,ALL -Wl,--gc-sections
    -Wl,--version-script=${CMAKE_SOURCE_DIR}/cmake/policy.map)
  target_precompile_headers(${target} REUSE_FROM kvw_policy_pch)
  kvw_compile_in_batches(${target})
  add_custom_command(OUTPUT ${KVW_POLICY_DIR}/${id}/manifest.json
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${CMAKE_CURRENT_SOURCE_DIR}/manifest.json ${KVW_POLICY_DIR}/${id}/manifest.json
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/manifest.json)
  add_custom_target(${target}_manifest ALL DEPENDS ${KVW_POLICY_DIR}/${id}/manifest.json)
  add_dependencies(${target} ${target}_manifest)
  add_dependencies(kvw_policies ${target})
  install(TARGETS ${target} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/kvworkbench/policies/${id})
  install(FILES manifest.json DESTINATION ${CMAKE_INSTALL_LIBDIR}/kvworkbench/policies/${id})
endfunction()

# Functions of a plugin that its test calls directly: kvw_add_policy_parts(cake memory_order.cpp) after kvw_add_policy.
function(kvw_add_policy_parts id)
  string(REPLACE "-" "_" target "kvw_policy_${id}")
  add_library(${target}_parts STATIC ${ARGN})
  kvw_policy_compile_settings(${target}_parts)
  kvw_compile_for_speed(${target}_parts)
  target_link_libraries(${target}_parts PRIVATE kvw_flags PUBLIC kvw::policy_sdk)
  target_precompile_headers(${target}_parts REUSE_FROM kvw_policy_pch)
  kvw_compile_in_batches(${target}_parts)
  target_link_libraries(${target} PRIVATE ${target}_parts)
endfunction()

# For files whose loops a token, a model that is loaded, or a frame of the window waits for.
function(kvw_compile_for_speed target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O3>)
endfunction()

# For files whose speed nobody waits for, while everybody waits for their compiler: tests, commands.
function(kvw_compile_lightly target)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12, which sees less at -O1, takes the columns of a trace for null.
    target_compile_options(${target} PRIVATE -Wno-error=stringop-overflow)
  endif()
endfunction()

# For libraries of many files: half the time of each went into templates that its precompiled header has open, which a
# batch needs once. What has no linkage in a file is seen by the others of its batch: two names that are alike do not build.
function(kvw_compile_in_batches target)
  if(KVW_BATCHES)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 28)
  endif()
endfunction()
