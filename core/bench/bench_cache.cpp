// SPDX-License-Identifier: Apache-2.0
#include "core/bench/bench_parts.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <utility>
#include <vector>

#include "core/base/stopwatch.h"
#include "core/bench/concat_cache.h"

namespace kvw {

namespace {

using nlohmann::ordered_json;

constexpr std::int64_t kSinks = 4;
/// Tokens per round: operations on slots take microseconds, concatenations milliseconds.
constexpr std::int64_t kSlotSteps = 2000, kConcatSteps = 12;

const char* nameOf(Dtype dtype) {
    return dtype == Dtype::BF16 ? "bf16" : dtype == Dtype::F16 ? "f16" : "f32";
}

CacheShape shapeOf(const ModelInfo& model, Dtype dtype) {
    CacheShape shape;
    shape.layers = static_cast<std::int32_t>(model.layers);
    shape.queryHeads = static_cast<std::int32_t>(model.queryHeads);
    shape.kvHeads = static_cast<std::int32_t>(model.kvHeads);
    shape.headDim = static_cast<std::int32_t>(model.headDim);
    shape.storedHeads = shape.kvHeads;
    shape.dtype = dtype;
    return shape;
}

/// Holds `held` tokens; a step appends one and evicts the oldest that is no sink.
class Slots {
 public:
    Slots(const CacheShape& shape, std::int64_t held)
        : m_cache(shape), m_row(static_cast<std::size_t>(shape.kvHeads * shape.headDim), 0.5F), m_held(held) {}

    Result<void> fill() {
        for (std::int32_t layer = 0; layer < m_cache.shape().layers; ++layer) {
            KVW_TRY(m_cache.reserve(layer, m_held + 1));
            for (std::int64_t token = 0; token < m_held; ++token) {
                m_cache.append(layer, token, m_row.data(), m_row.data(), m_cache.shape().kvHeads);
            }
        }
        return {};
    }

    void step() {
        // The slots after the sinks are a ring: the new token fills the one free slot, the oldest is next to it.
        const auto oldest = static_cast<std::int32_t>(kSinks + m_steps % (m_held + 1 - kSinks));
        for (std::int32_t layer = 0; layer < m_cache.shape().layers; ++layer) {
            m_cache.append(layer, m_held + m_steps, m_row.data(), m_row.data(), m_cache.shape().kvHeads);
            m_cache.evict(layer, 0, {&oldest, 1});
        }
        ++m_steps;
    }

 private:
    KvCache m_cache;
    std::vector<float> m_row;
    std::int64_t m_held, m_steps = 0;
};

class Concatenated {
 public:
    Concatenated(const CacheShape& shape, std::int64_t held) : m_cache(shape), m_layers(shape.layers), m_held(held) {
        const auto type = m_cache.keys(0).scalar_type();
        m_row = at::full({1, shape.kvHeads, 1, shape.headDim}, 0.5, type);
        const at::Tensor rows = at::full({1, shape.kvHeads, held, shape.headDim}, 0.5, type);
        for (std::int32_t layer = 0; layer < m_layers; ++layer) {
            m_cache.append(layer, rows, rows);
        }
    }

    void append() {
        for (std::int32_t layer = 0; layer < m_layers; ++layer) {
            m_cache.append(layer, m_row, m_row);
        }
    }
    void evict() { m_cache.evict(kSinks, m_held - kSinks); }

 private:
    ConcatCache m_cache;
    std::int32_t m_layers;
    std::int64_t m_held;
    at::Tensor m_row;
};

/// Limits torch to one thread, as the slots have: on a busy machine the threads of a copy would wait for each other.
class OneThread {
 public:
    OneThread() : m_before(at::get_num_threads()) { at::set_num_threads(1); }
    ~OneThread() { at::set_num_threads(m_before); }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

 private:
    int m_before;
};

Result<ordered_json> compared(const ModelInfo& model, Dtype dtype, std::int64_t held, std::int64_t rounds) {
    const CacheShape shape = shapeOf(model, dtype);
    Slots slots(shape, held);
    KVW_TRY(slots.fill());
    Concatenated concatenated(shape, held);
    Rounds times;
    for (std::int64_t round = 0; round < rounds; ++round) {
        const Stopwatch watch;
        for (std::int64_t step = 0; step < kSlotSteps; ++step) {
            slots.step();
        }
        const double slotUs = watch.ms() * 1e3 / static_cast<double>(kSlotSteps);
        double append = 0, evict = 0;
        for (std::int64_t step = 0; step < kConcatSteps; ++step) {
            const Stopwatch appending;
            concatenated.append();
            append += appending.ms();
            const Stopwatch evicting;
            concatenated.evict();
            evict += evicting.ms();
        }
        const double appendUs = append * 1e3 / static_cast<double>(kConcatSteps),
                     evictUs = evict * 1e3 / static_cast<double>(kConcatSteps);
        times.add("slots_us", slotUs);
        times.add("concat_append_us", appendUs);
        times.add("concat_evict_us", evictUs);
        times.add("concat_over_slots", (appendUs + evictUs) / slotUs);
        times.add("evict_alone_over_slots", evictUs / slotUs);
    }
    ordered_json row{{"shape", model.name}, {"kv_dtype", nameOf(dtype)}, {"held", held}};
    row.update(times.medians());
    return row;
}

/// Returns the shape m300 of `kvw bench`: 24 layers, 16 query heads, 4 KV heads of 64 channels.
ModelInfo m300Shape() {
    ModelInfo shape;
    shape.name = "m300";
    shape.layers = 24;
    shape.queryHeads = 16;
    shape.kvHeads = 4;
    shape.headDim = 64;
    return shape;
}

}  // namespace

Result<ordered_json> benchCacheOperation(const ModelInfo& model, std::int64_t rounds) {
    const OneThread oneThread;
    ordered_json rows = ordered_json::array();
    std::vector<std::pair<ModelInfo, Dtype>> kinds{{m300Shape(), Dtype::F32}, {m300Shape(), Dtype::BF16}};
    if (model.name != m300Shape().name) {
        kinds.insert(kinds.begin(), {model, Dtype::F32});
    }
    for (const auto& [shape, dtype] : kinds) {
        for (const std::int64_t held : {1024, 4096}) {
            KVW_TRY_ASSIGN(auto row, compared(shape, dtype, held, rounds));
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

}  // namespace kvw
