# SPDX-License-Identifier: Apache-2.0
# libtorch as imported targets. TorchConfig.cmake of the wheel fails where no CUDA toolkit is installed, so the targets are
# made here: kvw::torch = headers + libtorch_cpu + libc10. KVW_TORCH_ROOT points at the folder that holds `include` and `lib`.

set(KVW_TORCH_ROOT "" CACHE PATH "Folder of libtorch (the one that holds include/ and lib/); empty: what packaging/setup fetched")
set(_kvw_torch_minimum 2.11.0)

set(_root "${KVW_TORCH_ROOT}")
if(NOT _root AND DEFINED ENV{KVW_TORCH_ROOT})
  set(_root "$ENV{KVW_TORCH_ROOT}")
endif()
if(NOT _root)
  set(_root "${CMAKE_SOURCE_DIR}/build/.libtorch/torch")
endif()
if(NOT EXISTS "${_root}/include/ATen/ATen.h" AND EXISTS "${_root}/torch/include/ATen/ATen.h")
  set(_root "${_root}/torch")
endif()
if(NOT EXISTS "${_root}/include/ATen/ATen.h")
  message(FATAL_ERROR "libtorch: no include/ATen/ATen.h under '${_root}'. Run packaging/setup, or set KVW_TORCH_ROOT to a libtorch ${_kvw_torch_minimum} or newer.")
endif()

file(STRINGS "${_root}/include/torch/headeronly/version.h" _lines REGEX "#define TORCH_VERSION_(MAJOR|MINOR|PATCH) " )
if(NOT _lines)
  set(_version_h "${_root}/include/torch/csrc/api/include/torch/version.h")
  if(EXISTS "${_version_h}")
    file(STRINGS "${_version_h}" _lines REGEX "#define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
  endif()
endif()
set(_parts "")
foreach(_line IN LISTS _lines)
  string(REGEX REPLACE ".* ([0-9]+)$" "\\1" _part "${_line}")
  list(APPEND _parts ${_part})
endforeach()
list(JOIN _parts "." KVW_TORCH_VERSION)
if(NOT KVW_TORCH_VERSION OR KVW_TORCH_VERSION VERSION_LESS _kvw_torch_minimum)
  message(FATAL_ERROR "libtorch: '${_root}' is version '${KVW_TORCH_VERSION}', but ${_kvw_torch_minimum} or newer is needed. Unset KVW_TORCH_ROOT to use the one packaging/setup fetches.")
endif()

add_library(kvw_torch INTERFACE)
add_library(kvw::torch ALIAS kvw_torch)
target_include_directories(kvw_torch SYSTEM INTERFACE ${_root}/include ${_root}/include/torch/csrc/api/include)
# The headers of libtorch bring a newer {fmt} of their own that hides the system's; its functions are in the policy SDK (torch_fmt.cpp).
# FMT_SHARED: as targets of the system's {fmt} have it, or precompiled headers could not be shared.
target_compile_definitions(kvw_torch INTERFACE _GLIBCXX_USE_CXX11_ABI=1 FMT_SHARED)
target_link_libraries(kvw_torch INTERFACE ${_root}/lib/libtorch_cpu.so ${_root}/lib/libc10.so)
# libtorch_cpu of the wheel names the CUDA runtime libraries it was linked with; they lie beside it, found by relative paths.
target_link_options(kvw_torch INTERFACE -Wl,--allow-shlib-undefined -Wl,-rpath,${_root}/lib)
set(KVW_TORCH_LIBRARY_DIR ${_root}/lib)
set(KVW_TORCH_FOUND_ROOT ${_root})
