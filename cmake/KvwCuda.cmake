# SPDX-License-Identifier: Apache-2.0
# libkvw_cuda.so, where it is asked for. The compiler is nvcc of the path, or the one that kernels/cuda/README.md fetches.
option(KVW_CUDA "Build the kernels for NVIDIA GPUs (needs nvcc)" OFF)
if(KVW_CUDA)
  find_program(CMAKE_CUDA_COMPILER nvcc HINTS ${CMAKE_SOURCE_DIR}/build/.cuda/nvidia/cu13/bin /usr/local/cuda/bin)
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "KVW_CUDA: there is no nvcc. Put it on the path, fetch it as kernels/cuda/README.md says, or leave KVW_CUDA off.")
  endif()
  if(KVW_CCACHE AND NOT CMAKE_CUDA_COMPILER_LAUNCHER)
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${KVW_CCACHE})
  endif()
endif()
