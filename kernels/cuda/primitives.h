// SPDX-License-Identifier: Apache-2.0
/// The only file that names an intrinsic: nvcc compiles kernels for the GPU, g++ compiles them over the emulation of
/// the block model. Both halves give the same bits.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#define KVW_KERNEL __global__
#define KVW_DEVICE __device__ __forceinline__
/// Marks work at the end of many kernels: compiled once, not into each of them. Its arguments are read where
/// the kernel's parameters are, so those are KVW_PARAMETER.
#define KVW_OUTLINED inline __device__ __noinline__
#define KVW_PARAMETER const __grid_constant__
#define KVW_BOTH __host__ __device__
#define KVW_BOUNDS(threads, blocks) __launch_bounds__(threads, blocks)
#define KVW_UNROLL _Pragma("unroll")
#else
#include <bit>

#include "kernels/emulated/emulation.h"
#include "kernels/half.h"
#define KVW_KERNEL inline
#define KVW_DEVICE inline
#define KVW_OUTLINED inline
#define KVW_PARAMETER const
#define KVW_BOTH
#define KVW_BOUNDS(threads, blocks)
#define KVW_UNROLL
#endif

namespace kvw::device {

struct alignas(16) Vec16 {
    std::uint32_t w[4];
};
struct alignas(16) Four {
    float f[4];
};

#ifdef __CUDACC__

KVW_DEVICE int threadIndex() {
    return static_cast<int>(threadIdx.x);
}
KVW_DEVICE int blockThreads() {
    return static_cast<int>(blockDim.x);
}
KVW_DEVICE int blockIndex() {
    return static_cast<int>(blockIdx.x);
}
KVW_DEVICE int blocks() {
    return static_cast<int>(gridDim.x);
}
KVW_DEVICE void syncBlock() {
    __syncthreads();
}
/// Makes what this thread wrote visible before what it writes later, to all blocks.
KVW_DEVICE void fence() {
    __threadfence();
}
/// Adds 1 and returns what was there.
KVW_DEVICE int atomicIncrement(int* at) {
    return atomicAdd(at, 1);
}
KVW_DEVICE int atomicExchange(int* at, int value) {
    return atomicExch(at, value);
}
/// Writes `value` where there is 0.
KVW_DEVICE void atomicKeepFirst(int* at, int value) {
    (void)atomicCAS(at, 0, value);
}
template <class T>
KVW_DEVICE T shuffleXor(T value, int mask) {
    return __shfl_xor_sync(0xffffffffU, value, mask);
}
template <class T>
KVW_DEVICE T shuffleUp(T value, int by) {
    return __shfl_up_sync(0xffffffffU, value, static_cast<unsigned>(by));
}
template <class T>
KVW_DEVICE T shuffleFrom(T value, int lane) {
    return __shfl_sync(0xffffffffU, value, lane);
}
/// Returns the sum over the lanes of a warp, by a tree that is the same everywhere.
template <class T>
KVW_DEVICE T warpSum(T value) {
    KVW_UNROLL
    for (int step = 16; step > 0; step /= 2) {
        value += shuffleXor(value, step);
    }
    return value;
}
KVW_DEVICE std::uint64_t warpLeast(std::uint64_t value) {
    KVW_UNROLL
    for (int step = 16; step > 0; step /= 2) {
        const std::uint64_t other = __shfl_xor_sync(0xffffffffU, static_cast<unsigned long long>(value), step);
        value = other < value ? other : value;
    }
    return value;
}
KVW_DEVICE float asFloat(std::uint32_t bits) {
    return __uint_as_float(bits);
}
KVW_DEVICE std::uint32_t asBits(float value) {
    return __float_as_uint(value);
}
KVW_DEVICE double asDouble(std::uint64_t bits) {
    return __longlong_as_double(static_cast<long long>(bits));
}
KVW_DEVICE std::uint64_t asBits(double value) {
    return static_cast<std::uint64_t>(__double_as_longlong(value));
}
KVW_DEVICE float fma(float a, float b, float c) {
    return __fmaf_rn(a, b, c);
}
KVW_DEVICE double fma(double a, double b, double c) {
    return __fma_rn(a, b, c);
}
KVW_DEVICE float squareRoot(float x) {
    return __fsqrt_rn(x);
}
KVW_DEVICE double squareRoot(double x) {
    return __dsqrt_rn(x);
}
KVW_DEVICE float roundNearest(float x) {
    return rintf(x);
}
KVW_DEVICE float widenHalf(std::uint16_t bits) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}
KVW_DEVICE std::uint16_t narrowHalf(float value) {
    std::uint16_t bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}
/// Loads of weights, which no kernel writes, on their own alignment. The compiler may move them, and vectors pass the
/// L1 by.
KVW_DEVICE Vec16 loadWeights(const void* at) {
    Vec16 v;
    asm("ld.global.nc.L1::no_allocate.v4.u32 {%0,%1,%2,%3}, [%4];"
        : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3])
        : "l"(at));
    return v;
}
KVW_DEVICE std::uint32_t weightWord(const void* at) {
    return __ldg(static_cast<const unsigned*>(at));
}
KVW_DEVICE std::uint32_t weightHalf(const void* at) {
    return __ldg(static_cast<const unsigned short*>(at));
}
KVW_DEVICE std::uint32_t weightByte(const void* at) {
    return __ldg(static_cast<const unsigned char*>(at));
}
/// Loads 16 bytes that kernels before this one wrote (keys, values), past the L1.
KVW_DEVICE Vec16 loadRow(const void* at) {
    Vec16 v;
    asm volatile("ld.global.L1::no_allocate.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3])
                 : "l"(at));
    return v;
}
KVW_DEVICE Four loadFour(const float* at) {
    const float4 v = *reinterpret_cast<const float4*>(at);
    return {v.x, v.y, v.z, v.w};
}
/// Loads what other blocks of this launch have written.
KVW_DEVICE float loadFresh(const float* at) {
    return __ldcg(at);
}
KVW_DEVICE double loadFresh(const double* at) {
    return __ldcg(at);
}
template <class T>
KVW_DEVICE T* sharedMemory() {
    extern __shared__ __align__(16) unsigned char kvwShared[];
    return reinterpret_cast<T*>(kvwShared);
}
/// Programmatic dependent launch. What lies before needs nothing of the kernel before this one; every block waits
/// before it writes or ends.
KVW_DEVICE void waitForPrevious() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
KVW_DEVICE void letNextBegin() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" :::);
#endif
}

#else

inline int threadIndex() {
    return emulation::place().thread;
}
inline int blockThreads() {
    return emulation::place().threads;
}
inline int blockIndex() {
    return emulation::place().block;
}
inline int blocks() {
    return emulation::place().blocks;
}
inline void syncBlock() {
    emulation::barrier();
}
inline void fence() {}
inline int atomicIncrement(int* at) {
    return emulation::atomically(at, [](int before) { return before + 1; });
}
inline int atomicExchange(int* at, int value) {
    return emulation::atomically(at, [value](int) { return value; });
}
inline void atomicKeepFirst(int* at, int value) {
    (void)emulation::atomically(at, [value](int before) { return before == 0 ? value : before; });
}
template <class T>
std::uint64_t wordOf(T value) {
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof(T));
    return word;
}
template <class T>
T fromWord(std::uint64_t word) {
    T value;
    std::memcpy(&value, &word, sizeof(T));
    return value;
}
template <class T>
T shuffleXor(T value, int mask) {
    return fromWord<T>(emulation::exchange(wordOf(value))[(threadIndex() % 32) ^ mask]);
}
template <class T>
T shuffleUp(T value, int by) {
    const int lane = threadIndex() % 32;
    return fromWord<T>(emulation::exchange(wordOf(value))[lane < by ? lane : lane - by]);
}
template <class T>
T shuffleFrom(T value, int lane) {
    return fromWord<T>(emulation::exchange(wordOf(value))[lane]);
}
/// Adds by the tree of the GPU's warpSum; one meeting of the warp instead of five.
template <class T>
T warpSum(T value) {
    const std::uint64_t* words = emulation::exchange(wordOf(value));
    T lanes[32];
    for (int i = 0; i < 32; ++i) {
        lanes[i] = fromWord<T>(words[i]);
    }
    // Addition is commutative, so all lanes hold the same sums; half of them are enough at every step.
    for (int step = 16; step > 0; step /= 2) {
        for (int i = 0; i < step; ++i) {
            lanes[i] += lanes[i + step];
        }
    }
    return lanes[0];
}
inline std::uint64_t warpLeast(std::uint64_t value) {
    const std::uint64_t* words = emulation::exchange(value);
    std::uint64_t least = words[0];
    for (int i = 1; i < 32; ++i) {
        least = words[i] < least ? words[i] : least;
    }
    return least;
}
inline float asFloat(std::uint32_t bits) {
    return std::bit_cast<float>(bits);
}
inline std::uint32_t asBits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}
inline double asDouble(std::uint64_t bits) {
    return std::bit_cast<double>(bits);
}
inline std::uint64_t asBits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}
inline float fma(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}
inline double fma(double a, double b, double c) {
    return __builtin_fma(a, b, c);
}
inline float squareRoot(float x) {
    return std::sqrt(x);
}
inline double squareRoot(double x) {
    return std::sqrt(x);
}
inline float roundNearest(float x) {
    return std::rint(x);
}
inline float widenHalf(std::uint16_t bits) {
    return widenF16(bits);
}
inline std::uint16_t narrowHalf(float value) {
    return narrowF16(value);
}
inline Vec16 loadWeights(const void* at) {
    return *static_cast<const Vec16*>(at);
}
inline std::uint32_t weightWord(const void* at) {
    return *static_cast<const std::uint32_t*>(at);
}
inline std::uint32_t weightHalf(const void* at) {
    return *static_cast<const std::uint16_t*>(at);
}
inline std::uint32_t weightByte(const void* at) {
    return *static_cast<const std::uint8_t*>(at);
}
inline Vec16 loadRow(const void* at) {
    return *static_cast<const Vec16*>(at);
}
inline Four loadFour(const float* at) {
    return *reinterpret_cast<const Four*>(at);
}
inline float loadFresh(const float* at) {
    return *at;
}
inline double loadFresh(const double* at) {
    return *at;
}
template <class T>
T* sharedMemory() {
    return reinterpret_cast<T*>(emulation::place().shared);
}
inline void waitForPrevious() {}
inline void letNextBegin() {}

#endif

}  // namespace kvw::device
