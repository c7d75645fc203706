# SPDX-License-Identifier: Apache-2.0
# libkvw_cuda.so: kernels for NVIDIA GPUs. nvcc is the one that packaging/setup has fetched, or that of the machine. The other
# targets do not need it, and nothing needs a driver before a device is asked for.
set(KVW_CUDA AUTO CACHE STRING "Kernels for NVIDIA GPUs: ON, OFF, or AUTO, where an nvcc is found that can compile them")
set_property(CACHE KVW_CUDA PROPERTY STRINGS AUTO ON OFF)
set(KVW_OLDEST_NVCC 13.0)

# Sets `accepted` to FALSE for an nvcc that is too old.
function(kvw_accept_nvcc accepted nvcc)
  execute_process(COMMAND ${nvcc} --version OUTPUT_VARIABLE said ERROR_QUIET)
  string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" found "${said}")
  if(NOT found OR CMAKE_MATCH_1 VERSION_LESS KVW_OLDEST_NVCC)
    set(${accepted} FALSE PARENT_SCOPE)
  endif()
endfunction()

# Sets `reason` to why the kernels cannot be compiled; empty: they can.
function(kvw_look_for_nvcc reason)
  find_program(CMAKE_CUDA_COMPILER nvcc HINTS ${CMAKE_SOURCE_DIR}/build/.cuda/nvidia/cu13/bin PATHS /usr/local/cuda/bin
    VALIDATOR kvw_accept_nvcc)
  if(NOT CMAKE_CUDA_COMPILER)
    set(${reason} "there is no nvcc ${KVW_OLDEST_NVCC} or newer; KVW_CUDA=1 packaging/setup fetches it" PARENT_SCOPE)
    return()
  endif()
  # The compiler may be one that the user named, or that was found before it was replaced.
  set(accepted TRUE)
  kvw_accept_nvcc(accepted ${CMAKE_CUDA_COMPILER})
  if(NOT accepted)
    set(${reason} "${CMAKE_CUDA_COMPILER} is older than ${KVW_OLDEST_NVCC}" PARENT_SCOPE)
    return()
  endif()
  # An nvcc without a host compiler that it knows, or without its own headers, fails here.
  set(probe ${CMAKE_BINARY_DIR}/CMakeFiles/kvw_nvcc_probe)
  file(WRITE ${probe}.cu "#include <cuda_runtime.h>\n__global__ void nothing() {}\n")
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} -std=c++20 -arch=sm_80 -c ${probe}.cu -o ${probe}.o
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(${reason} "${CMAKE_CUDA_COMPILER} cannot compile a kernel" PARENT_SCOPE)
    return()
  endif()
  set(${reason} "" PARENT_SCOPE)
endfunction()

# Sets `architectures` to those of this machine's GPUs; without one, to the oldest: drivers translate its code for newer GPUs.
function(kvw_gpu_architectures architectures)
  set(found "")
  find_program(KVW_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(KVW_NVIDIA_SMI)
  if(KVW_NVIDIA_SMI)
    execute_process(COMMAND ${KVW_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader OUTPUT_VARIABLE said ERROR_QUIET)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${said}")
    foreach(capability IN LISTS capabilities)
      if(capability VERSION_GREATER_EQUAL 8.0)
        string(REPLACE "." "" capability ${capability})
        string(REGEX REPLACE "^90$" "90a" capability ${capability})
        list(APPEND found ${capability})
      endif()
    endforeach()
    list(REMOVE_DUPLICATES found)
  endif()
  if(NOT found)
    set(found 80)
  endif()
  set(${architectures} ${found} PARENT_SCOPE)
endfunction()

set(KVW_CUDA_KERNELS OFF)
if(KVW_CUDA STREQUAL "AUTO" AND KVW_SANITIZE)
  # Tests under sanitizers use the emulated device.
elseif(KVW_CUDA STREQUAL "AUTO" OR KVW_CUDA)
  kvw_look_for_nvcc(_without)
  if(NOT _without)
    set(KVW_CUDA_KERNELS ON)
  elseif(KVW_CUDA STREQUAL "AUTO")
    message(STATUS "No kernels for NVIDIA GPUs: ${_without}.")
  else()
    message(FATAL_ERROR "KVW_CUDA is ${KVW_CUDA}, but ${_without}.")
  endif()
  if(_without)
    unset(CMAKE_CUDA_COMPILER CACHE)  # the next one to configure looks again
  endif()
endif()
if(KVW_CUDA_KERNELS AND KVW_CCACHE AND NOT CMAKE_CUDA_COMPILER_LAUNCHER)
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${KVW_CCACHE})
endif()
if(KVW_CUDA_KERNELS AND NOT CMAKE_CUDA_ARCHITECTURES)
  kvw_gpu_architectures(_found)
  set(CMAKE_CUDA_ARCHITECTURES ${_found} CACHE STRING "Compute capabilities that the kernels are compiled for")
  message(STATUS "Kernels for NVIDIA GPUs of compute capability: ${_found}.")
endif()

# Libraries of devices that a user of this build can have; packaging/start builds them.
add_custom_target(kvw_devices)
