# SPDX-License-Identifier: Apache-2.0
# The package KvwPolicySdk, once for the build tree and once for an installation: `kvw new-policy` finds it beside its own program.
set(KVW_SDK_TORCH "${KVW_TORCH_FOUND_ROOT}")

set(KVW_SDK_INCLUDE "${CMAKE_SOURCE_DIR}")
set(KVW_SDK_LIBRARY "${CMAKE_BINARY_DIR}/core/policy/sdk/libkvw_policy_sdk.a")
set(KVW_SDK_MAP "${CMAKE_SOURCE_DIR}/cmake/policy.map")
set(KVW_SDK_EXECUTABLE "${CMAKE_BINARY_DIR}/bin/kvw")
set(_package "${CMAKE_BINARY_DIR}/lib/cmake/KvwPolicySdk")
configure_file(${CMAKE_SOURCE_DIR}/cmake/KvwPolicySdkConfig.cmake.in ${_package}/KvwPolicySdkConfig.cmake @ONLY)
configure_file(${CMAKE_SOURCE_DIR}/cmake/KvwTorch.cmake ${_package}/KvwTorch.cmake COPYONLY)

set(_installed "${CMAKE_INSTALL_LIBDIR}/cmake/KvwPolicySdk")
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/cmake/KvwPolicySdk OUTPUT_VARIABLE _include)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_BINDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/cmake/KvwPolicySdk OUTPUT_VARIABLE _bin)
set(KVW_SDK_INCLUDE "${_include}/kvworkbench")
set(KVW_SDK_LIBRARY "../../libkvw_policy_sdk.a")
set(KVW_SDK_MAP "policy.map")
set(KVW_SDK_EXECUTABLE "${_bin}/kvw")
configure_file(${CMAKE_SOURCE_DIR}/cmake/KvwPolicySdkConfig.cmake.in ${CMAKE_BINARY_DIR}/KvwPolicySdkConfig.cmake @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/KvwPolicySdkConfig.cmake ${CMAKE_SOURCE_DIR}/cmake/KvwTorch.cmake ${CMAKE_SOURCE_DIR}/cmake/policy.map
  DESTINATION ${_installed})
foreach(_folder core/policy/sdk core/policy/kit core/policy/kit/cpu)
  file(GLOB _headers ${CMAKE_SOURCE_DIR}/${_folder}/*.h)
  install(FILES ${_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kvworkbench/${_folder})
endforeach()
install(FILES ${CMAKE_SOURCE_DIR}/core/base/finding.h ${CMAKE_SOURCE_DIR}/core/base/finding_forms.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kvworkbench/core/base)
install(TARGETS kvw_policy_sdk ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/resources/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kvworkbench)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/tests/core/conformance/cases/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kvworkbench/conformance)
# The start page runs it.
install(PROGRAMS ${CMAKE_SOURCE_DIR}/packaging/model DESTINATION ${CMAKE_INSTALL_DATADIR}/kvworkbench/packaging)
# It opens bundles in Python.
install(FILES ${CMAKE_SOURCE_DIR}/core/bundle/kvw.py DESTINATION ${CMAKE_INSTALL_DATADIR}/kvworkbench)
install(FILES ${CMAKE_SOURCE_DIR}/packaging/lib.sh DESTINATION ${CMAKE_INSTALL_DATADIR}/kvworkbench/packaging)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/packaging/policy-template ${CMAKE_SOURCE_DIR}/packaging/policy-template-python
  DESTINATION ${CMAKE_INSTALL_DATADIR}/kvworkbench)
