// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/row_metrics.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "core/metrics/wide.h"

namespace kvw {

namespace {

float toFloat(std::optional<double> value) {
    return value ? static_cast<float>(*value) : kMissingF;
}

/// Returns the sum of the row, in fixed lanes so that the loop vectorises.
KVW_WIDE double massOf(const float* row, std::size_t count) {
    constexpr std::size_t kLanes = 8;
    double lanes[kLanes] = {};
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            lanes[lane] += static_cast<double>(row[i + lane]);
        }
    }
    for (std::size_t lane = 0; i < count; ++i, ++lane) {
        lanes[lane] += static_cast<double>(row[i]);
    }
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

/// Returns the sum of the row's entries at `tokens`; negative ones are free slots. Four sums, because additions to one
/// wait for each other.
template <class Token>
double massAt(const float* row, std::span<const Token> tokens) {
    constexpr std::size_t kLanes = 4;
    double lanes[kLanes] = {};
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        lanes[i % kLanes] += tokens[i] >= 0 ? static_cast<double>(row[tokens[i]]) : 0.0;
    }
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

/// Adds a row to the sum of rows.
KVW_WIDE void addRowTo(float* __restrict sum, const float* __restrict row, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        sum[i] += row[i];
    }
}

}  // namespace

RowMetrics::RowMetrics(const TraceShape& shape, bool variance)
    : m_shape(shape), m_scratch(static_cast<std::size_t>(shape.layers)) {
    wantVariance(variance);
    m_rowsUntilVariance = 0;
}

void RowMetrics::wantVariance(bool variance) {
    if (!variance) {
        std::vector<metrics::LiveVariance>().swap(m_variance);
        return;
    }
    if (m_variance.empty()) {
        const auto heads = static_cast<std::size_t>(m_shape.queryHeads / m_shape.parts());
        m_variance.assign(static_cast<std::size_t>(m_shape.layers * m_shape.parts()), metrics::LiveVariance(heads));
        m_rowsUntilVariance = std::int64_t{metrics::LiveVariance::kWindow};
    }
}

void RowMetrics::restartVariance() {
    if (!m_variance.empty()) {
        m_variance.clear();
        wantVariance(true);
    }
}

RowMetrics RowMetrics::fork() const {
    RowMetrics copy = *this;
    copy.m_stored = nullptr;
    std::size_t begin = 0;
    for (std::size_t i = 0; m_stored != nullptr && i < m_variance.size(); ++i) {
        const auto rows = m_stored->read(begin, m_variance[i].rowsSize());
        copy.m_variance[i].putBackRows({rows.begin(), rows.end()});
        begin += rows.size();
    }
    return copy;
}

void RowMetrics::leaveMemory() {
    if (m_stored != nullptr || m_variance.empty()) {
        return;
    }
    std::size_t size = 0;
    for (const auto& window : m_variance) {
        size += window.rowsSize();
    }
    const auto stored = std::make_shared<SpilledFloats>(size);
    for (auto& window : m_variance) {
        stored->append(window.takeRows());
    }
    stored->leaveMemory();
    m_stored = stored;
}

void RowMetrics::beginPrefill(std::int64_t first, std::int64_t tokens) {
    m_first = first;
    m_prefill.assign(static_cast<std::size_t>(tokens * m_shape.layers * (m_shape.parts() + 1)), LayerRecord{});
}

std::span<LayerRecord> RowMetrics::prefillRecords(std::int64_t token) {
    const auto size = static_cast<std::size_t>(m_shape.layers * (m_shape.parts() + 1));
    return {m_prefill.data() + static_cast<std::size_t>(token - m_first) * size, size};
}

void RowMetrics::retainAll(std::int32_t layer) {
    const auto parts = static_cast<std::size_t>(m_shape.parts() + 1);
    const std::size_t perToken = parts * static_cast<std::size_t>(m_shape.layers);
    for (std::size_t at = static_cast<std::size_t>(layer) * parts; at < m_prefill.size(); at += perToken) {
        for (std::size_t part = 0; part < parts; ++part) {
            m_prefill[at + part].retainedMass = 1;
        }
    }
}

void RowMetrics::prefillRows(const CachedAttention& attention, std::int32_t layer, std::int64_t from,
                             std::int64_t firstToken, std::int64_t rows, const float* probs, std::int64_t count,
                             std::span<const std::vector<std::int32_t>> unitTokens, const FullRow& full,
                             ThreadPool& pool) {
    constexpr std::size_t kRowsAtOnce = 4;
    const std::int64_t skipped = std::max<std::int64_t>(from - firstToken, 0);
    pool.parallelFor(static_cast<std::size_t>(rows - skipped), kRowsAtOnce, [&](std::size_t begin, std::size_t end) {
        Scratch scratch;
        std::vector<const float*> heads(static_cast<std::size_t>(m_shape.queryHeads));
        for (auto i = static_cast<std::int64_t>(begin); i < static_cast<std::int64_t>(end) && !attention.stopped();
             ++i) {
            const std::int64_t r = skipped + i;
            for (std::size_t h = 0; h < heads.size(); ++h) {
                heads[h] = probs + (static_cast<std::int64_t>(h) * rows + r) * count;
            }
            prefillRow(layer, firstToken + r, heads, unitTokens, full, attention.hasSinks(), scratch);
        }
    });
}

void RowMetrics::prefillRow(std::int32_t layer, std::int64_t token, const std::vector<const float*>& heads,
                            std::span<const std::vector<std::int32_t>> unitTokens, const FullRow& full, bool sinks,
                            Scratch& scratch) {
    const std::int32_t perPart = m_shape.queryHeads / m_shape.parts();
    auto records = prefillRecords(token).subspan(static_cast<std::size_t>(layer * (m_shape.parts() + 1)));
    auto& mean = scratch.mean;
    auto& layerMean = scratch.layerMean;
    scratch.mass.clear();
    layerMean.clear();
    double layerEntropy = 0;
    double layerRetained = 0;
    for (std::int32_t part = 0; part < m_shape.parts(); ++part) {
        const auto& tokens = unitTokens[static_cast<std::size_t>(m_shape.unitOfPart(part))];
        const auto end = std::upper_bound(tokens.begin(), tokens.end(), static_cast<std::int32_t>(token));
        const auto visible = static_cast<std::size_t>(end - tokens.begin());
        mean.assign(visible, 0.0F);
        double entropy = 0;
        double retained = 0;
        for (std::int32_t h = part * perPart; h < (part + 1) * perPart; ++h) {
            const std::span<const float> row(heads[static_cast<std::size_t>(h)], visible);
            entropy += metrics::spatialEntropy(row).value_or(0);
            addRowTo(mean.data(), row.data(), visible);
            if (full) {
                const float* fullRow = full(layer, token, h);
                retained += fullRow == nullptr ? kMissing
                                               : massAt(fullRow, std::span<const std::int32_t>(tokens).first(visible)) /
                                                     (sinks ? massOf(fullRow, static_cast<std::size_t>(token + 1)) : 1);
            }
        }
        layerEntropy += entropy;
        layerRetained += retained;
        LayerRecord& record = records[static_cast<std::size_t>(part) + 1];
        record.gini = toFloat(metrics::gini(std::span<const float>(mean), scratch.gini));
        record.entropy = static_cast<float>(entropy / perPart);
        if (full) {
            record.retainedMass = static_cast<float>(retained / perPart);
        }
        if (m_shape.units > 1) {
            for (std::size_t i = 0; i < visible; ++i) {
                scratch.mass.add(tokens[i], mean[i]);
            }
        } else {
            layerMean.resize(visible, 0.0F);
            std::transform(mean.begin(), mean.end(), layerMean.begin(), layerMean.begin(), std::plus<>());
        }
    }
    records[0].entropy = static_cast<float>(layerEntropy / m_shape.queryHeads);
    if (full) {
        records[0].retainedMass = static_cast<float>(layerRetained / m_shape.queryHeads);
    }
    if (m_shape.units > 1) {
        scratch.mass.sumTo(layerMean);
    }
    records[0].gini = toFloat(metrics::gini(std::span<const float>(layerMean), scratch.gini));
}

void RowMetrics::decodeLayer(const CachedAttention& attention, const CachedAttention* full, std::int32_t layer,
                             std::span<LayerRecord> allRecords) {
    const auto perLayer = static_cast<std::size_t>(m_shape.parts() + 1);
    const std::span<LayerRecord> records = allRecords.subspan(static_cast<std::size_t>(layer) * perLayer, perLayer);
    Scratch& scratch = m_scratch[static_cast<std::size_t>(layer)];
    const KvCache& cache = attention.cache();
    const auto stride = static_cast<std::size_t>(attention.rowStride());
    const std::int32_t perPart = m_shape.queryHeads / m_shape.parts();
    double layerEntropy = 0;
    double layerRetained = 0;
    double layerVariance = 0;
    bool hasVariance = !m_variance.empty();
    const bool ragged = m_shape.units > 1;
    scratch.mass.clear();
    scratch.layerMean.assign(ragged ? 0 : stride, 0.0F);
    scratch.mean.resize(stride);
    const std::span<float> mean(scratch.mean);
    for (std::int32_t part = 0; part < m_shape.parts(); ++part) {
        const auto tokens = cache.tokens(layer, m_shape.unitOfPart(part));
        const std::int32_t firstHead = part * perPart;
        LayerRecord& record = records[static_cast<std::size_t>(part) + 1];
        double entropy = 0;
        double retained = 0;
        for (std::int32_t h = firstHead; h < firstHead + perPart; ++h) {
            const float* row = attention.row(layer, h);
            entropy += metrics::spatialEntropy(std::span<const float>(row, tokens.size())).value_or(0);
            if (h == firstHead) {
                std::copy_n(row, tokens.size(), mean.begin());
            } else {
                addRowTo(mean.data(), row, tokens.size());
            }
            if (full != nullptr) {
                // The full lane never evicts, so its slots are its tokens.
                const float* fullRow = full->row(layer, h);
                const double mass = full == &attention ? massOf(fullRow, tokens.size()) : massAt(fullRow, tokens);
                // With learned sinks the full lane's row sums to less than 1.
                const auto all = static_cast<std::size_t>(full->rowStride());
                retained += full->hasSinks() ? mass / massOf(fullRow, all) : mass;
            }
        }
        std::size_t held = tokens.size();
        if (!ragged && cache.held(layer, m_shape.unitOfPart(part)) == static_cast<std::int64_t>(held)) {
            addRowTo(scratch.layerMean.data(), mean.data(), held);
        } else {
            held = 0;
            for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
                if (tokens[slot] >= 0) {
                    if (ragged) {
                        scratch.mass.add(tokens[slot], mean[slot]);
                    } else {
                        scratch.layerMean[held] += mean[slot];
                    }
                    mean[held++] = mean[slot];
                }
            }
        }
        record.gini = toFloat(metrics::gini(std::span<const float>(mean.first(held)), scratch.gini));
        scratch.layerMean.resize(ragged ? 0 : held);
        record.entropy = static_cast<float>(entropy / perPart);
        layerEntropy += entropy;
        if (full != nullptr) {
            record.retainedMass = static_cast<float>(retained / perPart);
            layerRetained += retained;
        }
        if (hasVariance) {
            auto& window = m_variance[static_cast<std::size_t>(layer * m_shape.parts() + part)];
            const std::span<const std::int64_t> table(tokens.data(), stride);
            window.push(table, std::span<const float>(attention.row(layer, firstHead),
                                                      static_cast<std::size_t>(perPart) * stride));
            const auto value = m_rowsUntilVariance > 0 ? std::nullopt : window.value();
            record.variance = toFloat(value);
            layerVariance += value.value_or(kMissing);
        }
    }
    records[0].entropy = static_cast<float>(layerEntropy / m_shape.queryHeads);
    if (ragged) {
        scratch.mass.sumTo(scratch.layerMean);
    }
    records[0].gini = toFloat(metrics::gini(std::span<const float>(scratch.layerMean), scratch.gini));
    if (hasVariance) {
        records[0].variance = static_cast<float>(layerVariance);
    }
    if (full != nullptr) {
        records[0].retainedMass = static_cast<float>(layerRetained / m_shape.queryHeads);
    }
}

void RowMetrics::beginDecode() {
    m_prefill.clear();
    m_prefill.shrink_to_fit();
    m_rowsUntilVariance = std::max<std::int64_t>(m_rowsUntilVariance - 1, 0);
}

void RowMetrics::take(std::span<const PartSums> sums, bool compared, std::span<LayerRecord> records) {
    const auto parts = static_cast<std::size_t>(m_shape.parts()), perLayer = parts + 1;
    const double heads = m_shape.queryHeads, perPart = heads / m_shape.parts();
    const bool hasVariance = !m_variance.empty(), due = m_rowsUntilVariance == 0;
    for (std::size_t first = 0; first < records.size(); first += perLayer) {
        PartSums layer;
        layer.gini = sums[first].gini;
        for (std::size_t i = first + 1; i < first + perLayer; ++i) {
            const double variance = due ? sums[i].variance : kMissing;
            layer.entropy += sums[i].entropy;
            layer.variance += variance;
            layer.retained += sums[i].retained;
            records[i].gini = static_cast<float>(sums[i].gini);
            records[i].entropy = static_cast<float>(sums[i].entropy / perPart);
            records[i].variance = hasVariance ? static_cast<float>(variance) : kMissingF;
            records[i].retainedMass = compared ? static_cast<float>(sums[i].retained / perPart) : kMissingF;
        }
        records[first].gini = static_cast<float>(layer.gini);
        records[first].entropy = static_cast<float>(layer.entropy / heads);
        records[first].variance = hasVariance ? static_cast<float>(layer.variance) : kMissingF;
        records[first].retainedMass = compared ? static_cast<float>(layer.retained / heads) : kMissingF;
    }
}

}  // namespace kvw
