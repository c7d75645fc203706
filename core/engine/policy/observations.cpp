// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/observations.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace kvw {

namespace {

constexpr std::int64_t kBlock = 64;

/// Returns a view of host memory that a policy only reads; at::from_blob has no const form.
at::Tensor viewOf(const float* values, at::IntArrayRef sizes, at::IntArrayRef strides) {
    return at::from_blob(const_cast<float*>(values), sizes, strides, at::kFloat);
}

}  // namespace

void Observations::keepRawKeys(std::int32_t layer, const float* keys) {
    const std::int64_t size = m_pass.count * m_store.shape().kvHeads * m_store.shape().headDim;
    if (m_needs.rawKeys && m_pass.prefill) {
        m_newKeys.assign(keys, keys + size);
    } else if (m_needs.rawKeys && m_needs.tensorsAtDecode) {
        m_newKeys.resize(static_cast<std::size_t>(size * m_store.shape().layers));
        std::copy_n(keys, size, m_newKeys.data() + layer * size);
    }
}

sdk::Observation Observations::tables(std::int32_t layer) {
    return tables(layer, 1);
}

sdk::Observation Observations::tables(std::int32_t firstLayer, std::int32_t layers) {
    const KvCache& cache = m_store.cache();
    const CacheShape& shape = cache.shape();
    sdk::Observation view;
    view.prefill = m_pass.prefill;
    view.lastPrefillPass = m_pass.prefill && m_pass.lastPrefill;
    view.firstLayer = firstLayer;
    view.layers = layers;
    view.passTokens = m_pass.count;
    view.seen = m_pass.first + m_pass.count;
    view.workers = &m_workers;
    std::int64_t slots = 1;
    for (std::int32_t layer = firstLayer; layer < firstLayer + layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            slots = std::max(slots, cache.used(layer, unit));
            view.held.push_back(cache.held(layer, unit));
        }
    }
    const std::int64_t stride = cache.stride();
    const std::int64_t offset = static_cast<std::int64_t>(firstLayer) * shape.units * stride;
    view.tokens = at::from_blob(m_store.tokens() + offset, {layers, shape.units, slots},
                                {shape.units * stride, stride, 1}, at::kLong);
    if (shape.statistics > 0) {
        view.statistics =
            at::from_blob(m_store.statistics() + offset, {shape.statistics, layers, shape.units, slots},
                          {shape.layers * shape.units * stride, shape.units * stride, stride, 1}, at::kFloat);
    }
    return view;
}

sdk::Observation Observations::step() {
    sdk::Observation view = stepWithoutTensors();
    addTensors(view);
    return view;
}

sdk::Observation Observations::stepWithoutTensors() {
    const CacheShape& shape = m_store.shape();
    sdk::Observation view = tables(0, shape.layers);
    const std::int64_t slots = view.slotCount(), heads = shape.queryHeads, stride = m_store.rowStride();
    if (m_needs.decodeRow || m_needs.lastRows > 0 || m_needs.columnSums || m_needs.rowBlocks) {
        view.rows = viewOf(m_store.row(0, 0), {shape.layers, heads, 1, slots}, {heads * stride, stride, stride, 1});
        view.columnSums = view.rows.squeeze(2);
    }
    if (m_needs.logits) {
        view.logits = viewOf(m_store.logits(), {shape.layers, heads, slots}, {heads * stride, stride, 1});
    }
    return view;
}

void Observations::addTensors(sdk::Observation& view) {
    if (!m_pass.prefill && !m_needs.tensorsAtDecode) {
        return;
    }
    const CacheShape& shape = m_store.shape();
    view.keysStay = m_store.keysStay();
    if (m_needs.rawKeys) {
        const at::Tensor added =
            at::from_blob(m_newKeys.data(), {view.layers, m_pass.count, shape.kvHeads, shape.headDim}, at::kFloat);
        view.rawKeys = added.transpose(1, 2).repeat_interleave(shape.storedHeads / shape.kvHeads, 1);
    }
    // The raw keys of tokens that were taken over or put back are not known.
    const bool found = m_store.hasForeignTokens() && m_needs.rawKeys;
    if (m_needs.keys || found) {
        view.keys = gathered(m_keysShown, view, !view.keysStay,
                             [this](std::int32_t layer, std::int32_t head, std::int32_t slot, float* row) {
                                 m_store.readKey(layer, head, slot, row);
                             });
        if (!m_needs.keys) {
            m_keysShown = {};
        }
    }
    if (m_needs.values) {
        // Coding a row changes it.
        view.values = gathered(m_valuesShown, view, shape.coded(),
                               [this](std::int32_t layer, std::int32_t head, std::int32_t slot, float* row) {
                                   m_store.readValue(layer, head, slot, row);
                               });
    }
}

at::Tensor Observations::gathered(Shown& shown, const sdk::Observation& view, bool again, const RowReader& read) {
    const KvCache& cache = m_store.cache();
    const CacheShape& shape = cache.shape();
    const std::int64_t slots = view.slotCount();
    const std::int64_t stride = m_pass.prefill ? slots : cache.stride();
    const std::int64_t heads = view.layers * shape.storedHeads;
    if (m_pass.prefill || !shown.rows.defined() || shown.rows.size(2) != stride) {
        shown.rows = at::zeros({view.layers, shape.storedHeads, stride, shape.headDim}, at::kFloat);
        shown.tokens.assign(static_cast<std::size_t>(heads * stride), -1);
    }
    float* rows = shown.rows.mutable_data_ptr<float>();
    m_store.pool().parallelFor(static_cast<std::size_t>(heads), 1, [&](std::size_t begin, std::size_t end) {
        for (auto i = static_cast<std::int64_t>(begin); i < static_cast<std::int64_t>(end); ++i) {
            const auto layer = static_cast<std::int32_t>(view.firstLayer + i / shape.storedHeads);
            const auto head = static_cast<std::int32_t>(i % shape.storedHeads);
            const auto tokens = cache.tokens(layer, shape.unitOfStored(head));
            std::int64_t* known = shown.tokens.data() + i * stride;
            const auto held = std::min(slots, static_cast<std::int64_t>(tokens.size()));
            for (std::int64_t slot = 0; slot < slots; ++slot) {
                // A step changes a slot or two: unchanged blocks are skipped at the speed of memory.
                if (!again && slot % kBlock == 0 && slot + kBlock <= held &&
                    std::equal(known + slot, known + slot + kBlock, tokens.data() + slot)) {
                    slot += kBlock - 1;
                    continue;
                }
                const std::int64_t token = slot < held ? tokens[static_cast<std::size_t>(slot)] : -1;
                if (token == known[slot] && !(again && token >= 0)) {
                    continue;
                }
                known[slot] = token;
                float* row = rows + (i * stride + slot) * shape.headDim;
                if (token < 0) {
                    std::fill_n(row, shape.headDim, 0.0F);
                } else {
                    read(layer, head, static_cast<std::int32_t>(slot), row);
                }
            }
        }
    });
    const at::Tensor result = shown.rows.narrow(2, 0, slots);
    if (m_pass.prefill) {
        shown = {};
    }
    return result;
}

}  // namespace kvw
