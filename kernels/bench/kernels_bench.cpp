// SPDX-License-Identifier: Apache-2.0
/// Benchmarks of matVec, matVecs, matMul and attendDecode (plain and over codes), compared with a plain read of as
/// many bytes by the same threads.
///
/// Other programs and virtual machines share the memory link, so a rate alone means little: every iteration alternates
/// kernel and sweep, and `of_sweep` is sweep time / kernel time (1 = as fast as reading). Arguments: threads, then the
/// shape.
/// KVW_ISA chooses the instruction set.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/attention.h"
#include "kernels/bench/sweep.h"
#include "kernels/isa.h"
#include "kernels/linear.h"
#include "kernels/thread_pool.h"

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Returns small numbers without subnormals, in any storage type.
std::vector<std::byte> filled(kvw::Dtype dtype, std::size_t count) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(static_cast<int>(i * 2654435761U % 2003U) - 1001) * 1e-3F;
    }
    std::vector<std::byte> bytes(count * kvw::bytesOf(dtype));
    kvw::narrow(values.data(), dtype, bytes.data(), count);
    return bytes;
}

void report(benchmark::State& state, double kernelSeconds, double sweepSeconds, double bytes, double operations) {
    const auto rounds = static_cast<double>(state.iterations());
    state.SetLabel(kvw::activeIsa());
    state.counters["GB/s"] = bytes * rounds / kernelSeconds * 1e-9;
    state.counters["GFLOP/s"] = operations * rounds / kernelSeconds * 1e-9;
    if (sweepSeconds > 0) {
        state.counters["of_sweep"] = sweepSeconds / kernelSeconds;
    }
}

void matVec(benchmark::State& state, kvw::Dtype dtype) {
    kvw::ThreadPool pool(static_cast<int>(state.range(0)));
    const auto rows = static_cast<std::size_t>(state.range(1));
    const auto columns = static_cast<std::size_t>(state.range(2));
    const std::vector<std::byte> data = filled(dtype, rows * columns);
    const std::vector<float> x(columns, 0.5F);
    std::vector<float> y(rows);
    double kernelSeconds = 0;
    double sweepSeconds = 0;
    kvw::Sweep sweep(data.size(), pool);
    for ([[maybe_unused]] auto _ : state) {
        sweepSeconds += sweep.once();
        const Clock::time_point start = Clock::now();
        kvw::matVec({data.data(), dtype, rows, columns}, x.data(), y.data(), pool);
        kernelSeconds += secondsSince(start);
    }
    report(state, kernelSeconds, sweepSeconds, static_cast<double>(data.size()),
           2.0 * static_cast<double>(rows * columns));
}

/// Measures several vectors in one pass over the weights, and a pass for each (`of_passes`: time of all passes / time
/// of the single pass).
void matVecs(benchmark::State& state, kvw::Dtype dtype) {
    kvw::ThreadPool pool(static_cast<int>(state.range(0)));
    const auto count = static_cast<std::size_t>(state.range(1));
    const auto rows = static_cast<std::size_t>(state.range(2));
    const auto columns = static_cast<std::size_t>(state.range(3));
    const std::vector<std::byte> data = filled(dtype, rows * columns);
    const kvw::Weights weights{data.data(), dtype, rows, columns};
    const std::vector<float> x(count * columns, 0.5F);
    std::vector<float> y(count * rows);
    double kernelSeconds = 0;
    double sweepSeconds = 0;
    double passesSeconds = 0;
    kvw::Sweep sweep(data.size(), pool);
    for ([[maybe_unused]] auto _ : state) {
        sweepSeconds += sweep.once();
        const Clock::time_point start = Clock::now();
        kvw::matVecs(weights, x.data(), columns, y.data(), rows, count, pool);
        kernelSeconds += secondsSince(start);
        const Clock::time_point again = Clock::now();
        for (std::size_t v = 0; v < count; ++v) {
            kvw::matVec(weights, x.data() + v * columns, y.data() + v * rows, pool);
        }
        passesSeconds += secondsSince(again);
    }
    report(state, kernelSeconds, sweepSeconds, static_cast<double>(data.size()),
           2.0 * static_cast<double>(count * rows * columns));
    state.counters["of_passes"] = passesSeconds / kernelSeconds;
}

/// A product of a matrix and several vectors: threads, vectors, rows and columns are the arguments.
class Product {
 public:
    Product(const benchmark::State& state, kvw::Dtype dtype)
        : m_pool(static_cast<int>(state.range(0))),
          m_tokens(static_cast<std::size_t>(state.range(1))),
          m_rows(static_cast<std::size_t>(state.range(2))),
          m_columns(static_cast<std::size_t>(state.range(3))),
          m_dtype(dtype),
          m_data(filled(dtype, m_rows * m_columns)),
          m_x(m_tokens * m_columns, 0.5F),
          m_y(m_tokens * m_rows) {}

    /// Returns the seconds that `multiply` (kvw::matMul or kvw::matMulBf16) takes.
    double seconds(decltype(kvw::matMul)& multiply) {
        const Clock::time_point start = Clock::now();
        multiply({m_data.data(), m_dtype, m_rows, m_columns}, m_x.data(), m_columns, m_y.data(), m_rows, m_tokens,
                 m_pool);
        return secondsSince(start);
    }
    void report(benchmark::State& state, double kernelSeconds) const {
        ::report(state, kernelSeconds, 0, static_cast<double>(m_data.size()),
                 2.0 * static_cast<double>(m_tokens * m_rows * m_columns));
    }

 private:
    kvw::ThreadPool m_pool;
    std::size_t m_tokens, m_rows, m_columns;
    kvw::Dtype m_dtype;
    std::vector<std::byte> m_data;
    std::vector<float> m_x, m_y;
};

void matMul(benchmark::State& state, kvw::Dtype dtype) {
    Product product(state, dtype);
    double kernelSeconds = 0;
    for ([[maybe_unused]] auto _ : state) {
        kernelSeconds += product.seconds(kvw::matMul);
    }
    product.report(state, kernelSeconds);
}

/// Measures products of factors that are rounded to bf16 (`of_f32`: time of matMul / time of this).
void matMulBf16(benchmark::State& state, kvw::Dtype dtype) {
    Product product(state, dtype);
    double kernelSeconds = 0;
    double exactSeconds = 0;
    for ([[maybe_unused]] auto _ : state) {
        kernelSeconds += product.seconds(kvw::matMulBf16);
        exactSeconds += product.seconds(kvw::matMul);
    }
    product.report(state, kernelSeconds);
    state.counters["of_f32"] = exactSeconds / kernelSeconds;
}

/// Measures coded heads in groups of 32 with float16 scales, without a full-precision tail, and bf16 heads of the same
/// length (`of_bf16`: time of bf16 / time of codes, 1 = as fast).
void attendCoded(benchmark::State& state, std::uint32_t width) {
    kvw::ThreadPool pool(static_cast<int>(state.range(0)));
    const auto heads = static_cast<std::size_t>(state.range(1));
    const auto used = static_cast<std::size_t>(state.range(2));
    const auto queries = static_cast<std::size_t>(state.range(3));
    const auto headDim = static_cast<std::size_t>(state.range(4));
    const std::size_t codes = used * headDim * width / 8;
    const std::size_t numbers = used / 32 * headDim * 2;
    const std::size_t perHead = 2 * (codes + 2 * numbers);
    const std::vector<std::byte> cache = filled(kvw::Dtype::F16, heads * perHead / 2);
    const std::size_t plainHead = 2 * used * headDim * 2;
    const std::vector<std::byte> plain = filled(kvw::Dtype::BF16, heads * plainHead / 2);
    std::vector<std::int64_t> tokens(used);
    std::vector<std::int32_t> slots(used);
    for (std::size_t slot = 0; slot < used; ++slot) {
        tokens[slot] = static_cast<std::int64_t>(slot);
        slots[slot] = static_cast<std::int32_t>(slot);
    }
    const auto head = [&](std::size_t index, bool coded) {
        kvw::HeadSlots slot{nullptr, nullptr, kvw::Dtype::BF16, tokens.data(), used, headDim, nullptr};
        slot.keys = plain.data() + index * plainHead;
        slot.values = plain.data() + index * plainHead + plainHead / 2;
        if (coded) {
            const std::byte* at = cache.data() + index * perHead;
            slot.coded.format = {width, 32, 32, kvw::Dtype::F16};
            slot.coded.codedKeySlots = slot.coded.codedValueSlots = slots.data();
            slot.coded.codedKeys = slot.coded.codedValues = used;
            slot.coded.keyCodes = at;
            slot.coded.keyScales = at + codes;
            slot.coded.keyMinimums = at + codes + numbers;
            at += perHead / 2;
            slot.coded.valueCodes = at;
            slot.coded.valueScales = at + codes;
            slot.coded.valueMinimums = at + codes + numbers;
        }
        return slot;
    };
    const std::vector<float> q(queries * headDim, 0.25F);
    std::vector<float> out(heads * queries * headDim);
    const std::size_t shares = static_cast<std::size_t>(pool.threads());
    std::vector<float> probs(shares * queries * used);
    const auto all = [&](bool coded) {
        const Clock::time_point start = Clock::now();
        pool.parallelFor(shares, 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t h = first * heads / shares; h < last * heads / shares; ++h) {
                kvw::attendDecode(head(h, coded), q.data(), queries, 0.125F, out.data() + h * queries * headDim,
                                  probs.data() + first * queries * used, used, nullptr, nullptr);
            }
        });
        return secondsSince(start);
    };
    double kernelSeconds = 0;
    double sweepSeconds = 0;
    double plainSeconds = 0;
    kvw::Sweep sweep(cache.size(), pool);
    for ([[maybe_unused]] auto _ : state) {
        sweepSeconds += sweep.once();
        kernelSeconds += all(true);
        plainSeconds += all(false);
    }
    report(state, kernelSeconds, sweepSeconds, static_cast<double>(cache.size()),
           4.0 * static_cast<double>(heads * used * queries * headDim));
    state.counters["of_bf16"] = plainSeconds / kernelSeconds;
}

/// Measures heads distributed over the threads; with enough `heads` the KV cache exceeds the processor's cache.
void attendDecode(benchmark::State& state, kvw::Dtype dtype, bool rotated) {
    kvw::ThreadPool pool(static_cast<int>(state.range(0)));
    const auto heads = static_cast<std::size_t>(state.range(1));
    const auto used = static_cast<std::size_t>(state.range(2));
    const auto queries = static_cast<std::size_t>(state.range(3));
    const auto headDim = static_cast<std::size_t>(state.range(4));
    const std::vector<std::byte> cache = filled(dtype, heads * used * headDim * 2);
    const std::size_t half = used * headDim * kvw::bytesOf(dtype);
    std::vector<std::int64_t> tokens(used);
    std::vector<std::int32_t> phase(used);
    for (std::size_t slot = 0; slot < used; ++slot) {
        tokens[slot] = static_cast<std::int64_t>(slot);
        phase[slot] = static_cast<std::int32_t>(slot);
    }
    const std::vector<float> cosines(used * headDim / 2, 0.8F);
    const std::vector<float> sines(used * headDim / 2, 0.6F);
    const kvw::RotateOnRead rotation{phase.data(), cosines.data(), sines.data(), headDim, true};
    const std::vector<float> q(queries * headDim, 0.25F);
    std::vector<float> out(heads * queries * headDim);
    std::vector<float> entropy(heads * queries);
    std::vector<float> probs(static_cast<std::size_t>(pool.threads()) * queries * used);
    const float scale = 1.0F / std::sqrt(static_cast<float>(headDim));
    double kernelSeconds = 0;
    double sweepSeconds = 0;
    kvw::Sweep sweep(cache.size(), pool);
    for ([[maybe_unused]] auto _ : state) {
        sweepSeconds += sweep.once();
        const Clock::time_point start = Clock::now();
        const std::size_t shares = static_cast<std::size_t>(pool.threads());
        pool.parallelFor(shares, 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t head = first * heads / shares; head < last * heads / shares; ++head) {
                const std::byte* keys = cache.data() + head * 2 * half;
                const kvw::HeadSlots slots{
                    keys, keys + half, dtype, tokens.data(), used, headDim, rotated ? &rotation : nullptr};
                kvw::attendDecode(slots, q.data(), queries, scale, out.data() + head * queries * headDim,
                                  probs.data() + first * queries * used, used, nullptr,
                                  entropy.data() + head * queries);
            }
        });
        kernelSeconds += secondsSince(start);
    }
    report(state, kernelSeconds, sweepSeconds, static_cast<double>(cache.size()),
           4.0 * static_cast<double>(heads * used * queries * headDim));
}

}  // namespace

// Shapes: a vocabulary head, a layer's products; 24 layers x 4 KV heads of 16 k slots; heads of a small model.
BENCHMARK_CAPTURE(matVec, bf16, kvw::Dtype::BF16)->Args({1, 32000, 2816})->Args({2, 32000, 2816})->UseRealTime();
BENCHMARK_CAPTURE(matVec, f16, kvw::Dtype::F16)->Args({2, 32000, 2816})->UseRealTime();
BENCHMARK_CAPTURE(matVec, f32, kvw::Dtype::F32)->Args({2, 32000, 2816})->Args({1, 512, 192})->UseRealTime();
BENCHMARK_CAPTURE(matVecs, bf16, kvw::Dtype::BF16)
    ->Args({2, 7, 32000, 1024})
    ->Args({2, 7, 8192, 4096})
    ->Args({1, 7, 2816, 1024})
    ->UseRealTime();
BENCHMARK_CAPTURE(matVecs, f16, kvw::Dtype::F16)->Args({2, 7, 32000, 1024})->UseRealTime();
BENCHMARK_CAPTURE(matVecs, f32, kvw::Dtype::F32)
    ->Args({2, 7, 32000, 1024})
    ->Args({2, 2, 32000, 1024})
    ->Args({1, 7, 512, 192})
    ->UseRealTime();
BENCHMARK_CAPTURE(matMul, bf16, kvw::Dtype::BF16)
    ->Args({1, 512, 2816, 1024})
    ->Args({2, 512, 2816, 1024})
    ->Args({1, 16, 2816, 1024})
    ->UseRealTime();
BENCHMARK_CAPTURE(matMulBf16, bf16, kvw::Dtype::BF16)
    ->Args({1, 512, 2816, 1024})
    ->Args({2, 512, 2816, 1024})
    ->Args({1, 16, 2816, 1024})
    ->UseRealTime();
BENCHMARK_CAPTURE(matMul, f32, kvw::Dtype::F32)->Args({1, 512, 2816, 1024})->Args({1, 512, 512, 192})->UseRealTime();
BENCHMARK_CAPTURE(attendDecode, bf16, kvw::Dtype::BF16, false)
    ->Args({1, 96, 16384, 4, 64})
    ->Args({2, 96, 16384, 4, 64})
    ->UseRealTime();
BENCHMARK_CAPTURE(attendDecode, bf16_rotated, kvw::Dtype::BF16, true)->Args({2, 96, 16384, 4, 64})->UseRealTime();
BENCHMARK_CAPTURE(attendDecode, f32, kvw::Dtype::F32, false)
    ->Args({2, 48, 16384, 4, 64})
    ->Args({1, 12, 1024, 3, 32})
    ->UseRealTime();

BENCHMARK_CAPTURE(attendCoded, 2_bit, 2)->Args({1, 24, 16384, 4, 64})->Args({2, 96, 16384, 4, 64})->UseRealTime();
BENCHMARK_CAPTURE(attendCoded, 4_bit, 4)->Args({1, 24, 16384, 4, 64})->Args({2, 96, 16384, 4, 64})->UseRealTime();

BENCHMARK_MAIN();
