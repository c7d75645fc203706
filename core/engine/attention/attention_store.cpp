// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/attention_store.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/engine/attention/attention_window.h"

namespace kvw {

AttentionStore::AttentionStore(const Settings& settings, KeyPhases phases, ThreadPool& pool)
    : m_rules(settings.rules),
      m_cache(settings.shape),
      m_phases(std::move(phases)),
      m_pool(&pool),
      m_keepsLogits(settings.keepsLogits) {
    if (settings.pageSize > 0) {
        const CacheShape& shape = settings.shape;
        m_bounds.emplace(shape.layers, shape.storedHeads, shape.headDim, settings.pageSize);
    }
}

AttentionStore::AttentionStore(const AttentionStore& other)
    : m_rules(other.m_rules),
      m_cache(other.m_cache),
      m_phases(other.m_phases),
      m_bounds(other.m_bounds),
      m_pool(other.m_pool),
      m_keepsLogits(other.m_keepsLogits),
      m_hasForeignTokens(other.m_hasForeignTokens),
      m_peakAllocated(other.m_peakAllocated) {}

Scoring AttentionStore::scoring(std::int32_t layer, std::int64_t head) const {
    const float* sinks = m_rules.sinks.empty() ? nullptr : m_rules.sinks.data() + layer * shape().queryHeads + head;
    return {1.0F / std::sqrt(static_cast<float>(shape().headDim)), m_rules.softCap, sinks};
}

void AttentionStore::notePeak() {
    m_peakAllocated = std::max(m_peakAllocated, m_cache.bytesAllocated());
}

Result<void> AttentionStore::reserve(std::int32_t layer, std::int64_t tokens) {
    KVW_TRY(m_cache.reserve(layer, tokens));
    notePeak();
    return {};
}

Result<void> AttentionStore::beginDecode() {
    for (std::int32_t layer = 0; layer < shape().layers; ++layer) {
        KVW_TRY(m_cache.reserve(layer, 1));
    }
    notePeak();
    sizeRows();
    return {};
}

void AttentionStore::sizeRows() {
    if (m_rowStride == m_cache.stride()) {
        return;
    }
    m_rowStride = m_cache.stride();
    const auto size = static_cast<std::size_t>(rowOffset(shape().layers, 0));
    m_rows.assign(size, 0.0F);
    m_logits.assign(m_keepsLogits ? size : 0, -std::numeric_limits<float>::infinity());
}

void AttentionStore::append(std::int32_t layer, const AttentionPass& pass, const float* keys, const float* values) {
    const std::int64_t width = static_cast<std::int64_t>(shape().kvHeads) * shape().headDim;
    if (m_phases.stored() == StoredKeys::AtRank) {
        appendAtRank(layer, pass, keys, values);
    } else {
        for (std::int64_t t = 0; t < pass.count; ++t) {
            m_cache.append(layer, pass.token(t), keys + t * width, values + t * width, shape().kvHeads);
        }
    }
    if (m_phases.hasRanks() && pass.prefill) {
        m_phases.count(layer, m_cache);
    } else if (m_phases.hasRanks()) {
        m_phases.addNewest(layer, m_cache);
    }
    if (m_bounds) {
        addPageBounds(layer, pass.first, pass.first + pass.count);
    }
}

void AttentionStore::appendAtRank(std::int32_t layer, const AttentionPass& pass, const float* keys,
                                  const float* values) {
    const CacheShape& stored = shape();
    const std::int64_t headDim = stored.headDim;
    std::vector<float> keysAtRank(static_cast<std::size_t>(stored.storedHeads * headDim));
    std::vector<float> valuesOfHeads(keysAtRank.size());
    for (std::int64_t t = 0; t < pass.count; ++t) {
        for (std::int32_t h = 0; h < stored.storedHeads; ++h) {
            const std::int64_t source =
                (t * stored.kvHeads + static_cast<std::int64_t>(h) * stored.kvHeads / stored.storedHeads) * headDim;
            float* key = keysAtRank.data() + h * headDim;
            std::copy_n(keys + source, headDim, key);
            std::copy_n(values + source, headDim, valuesOfHeads.data() + h * headDim);
            // The newest token's rank is the number of tokens before it.
            const std::int32_t unit = stored.unitOfStored(h);
            m_phases.turn(layer, key, m_cache.held(layer, unit) + m_phases.ahead(layer, unit));
        }
        m_cache.append(layer, pass.token(t), keysAtRank.data(), valuesOfHeads.data(), stored.storedHeads);
    }
}

void AttentionStore::copyStep(const AttentionPass& pass, const Step& step) {
    const std::int64_t width = static_cast<std::int64_t>(shape().storedHeads) * shape().headDim;
    for (std::int32_t layer = 0; layer < shape().layers; ++layer) {
        m_cache.append(layer, pass.newest(), step.keys.data() + layer * width, step.values.data() + layer * width,
                       shape().storedHeads);
        if (m_phases.hasRanks()) {
            m_phases.addNewest(layer, m_cache);
        }
        if (m_bounds) {
            addPageBounds(layer, pass.newest(), pass.newest() + 1);
        }
    }
    std::copy(step.rows.begin(), step.rows.end(), m_rows.begin());
    std::copy(step.logits.begin(), step.logits.end(), m_logits.begin());
    std::copy(step.statistics.begin(), step.statistics.end(), m_cache.statistics());
}

void AttentionStore::addPageBounds(std::int32_t layer, std::int64_t begin, std::int64_t end) {
    m_bounds->reserve(layer, end);
    m_pool->parallelFor(static_cast<std::size_t>(shape().storedHeads), 1, [&](std::size_t first, std::size_t last) {
        std::vector<float> key(static_cast<std::size_t>(shape().headDim));
        for (std::size_t h = first; h < last; ++h) {
            const auto head = static_cast<std::int32_t>(h);
            for (std::int64_t token = begin; token < end; ++token) {
                // Under a reader nothing is evicted: the slot of a token is its index.
                readKey(layer, head, static_cast<std::int32_t>(token), key.data());
                m_bounds->add(layer, head, token, key.data());
            }
        }
    });
}

void AttentionStore::appendLengths(std::int64_t token) {
    const std::vector<float> nothing(static_cast<std::size_t>(shape().kvHeads * shape().headDim));
    for (std::int32_t layer = 0; layer < shape().layers; ++layer) {
        m_cache.append(layer, token, nothing.data(), nothing.data(), shape().kvHeads);
        if (m_phases.hasRanks()) {
            m_phases.count(layer, m_cache);
        }
    }
}

void AttentionStore::dropNewest() {
    for (std::int32_t layer = 0; layer < shape().layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape().units; ++unit) {
            const std::int32_t slot = m_cache.slotOfNewest(layer, unit);
            m_cache.evict(layer, unit, {&slot, 1});
        }
    }
}

std::vector<std::int64_t> AttentionStore::takeAll(std::int32_t layer) {
    std::vector<std::int32_t> slots;
    m_cache.slotsInTokenOrder(layer, 0, slots);
    const auto table = m_cache.tokens(layer, 0);
    std::vector<std::int64_t> tokens;
    for (const std::int32_t slot : slots) {
        tokens.push_back(table[static_cast<std::size_t>(slot)]);
    }
    m_cache.evict(layer, 0, slots);
    return tokens;
}

void AttentionStore::rotateQueries(std::int32_t layer, const AttentionPass& pass, float* q) const {
    for (std::int32_t h = 0; h < shape().queryHeads; ++h) {
        const std::int32_t unit = shape().unitOfQuery(h);
        const std::int64_t phase = m_phases.ofQuery(pass, 0, m_cache.held(layer, unit)) + m_phases.ahead(layer, unit);
        m_phases.turn(layer, q + static_cast<std::int64_t>(h) * shape().headDim, phase);
    }
}

void AttentionStore::attend(std::int32_t layer, const AttentionPass& pass, const PageTiles* read, const float* q,
                            float* out) {
    if ((read == nullptr || read->everything()) && splitsHeads(layer)) {
        attendInParts(layer, q, out);
        return;
    }
    m_pool->parallelFor(static_cast<std::size_t>(shape().storedHeads), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t h = begin; h < end; ++h) {
            attendHead(layer, static_cast<std::int32_t>(h), pass, read, q, out);
        }
    });
}

DecodeHead AttentionStore::decodeHead(std::int32_t layer, std::int32_t storedHead, const float* q, float* out,
                                      RotateOnRead& rotation) {
    const CacheShape& stored = shape();
    const std::int64_t group = stored.queryHeads / stored.storedHeads;
    const bool raw = m_phases.stored() == StoredKeys::Raw;
    if (raw) {
        rotation = m_phases.onRead(layer, stored.unitOfStored(storedHead));
    }
    const std::int64_t query = storedHead * group;
    const std::int64_t offset = rowOffset(layer, query);
    return {m_cache.slots(layer, storedHead, raw ? &rotation : nullptr),
            q + query * stored.headDim,
            static_cast<std::size_t>(group),
            scoring(layer, query),
            out + query * stored.headDim,
            m_rows.data() + offset,
            static_cast<std::size_t>(m_rowStride),
            m_keepsLogits ? m_logits.data() + offset : nullptr,
            nullptr};
}

bool AttentionStore::splitsHeads(std::int32_t layer) const {
    constexpr std::int64_t kShortest = 512;  // slots; two more waits for all threads cost less than a part of a head
    const auto threads = m_pool->threads();
    const std::int64_t heads = shape().storedHeads;
    return heads % threads != 0 && heads < 4 * threads && m_rules.window(layer) == 0 &&
           m_cache.codedUnit(layer, 0) == nullptr && m_cache.held(layer, 0) >= kShortest;
}

void AttentionStore::attendInParts(std::int32_t layer, const float* q, float* out) {
    const auto heads = static_cast<std::size_t>(shape().storedHeads);
    const auto threads = static_cast<std::size_t>(m_pool->threads());
    const std::size_t parts = threads / std::gcd(heads, threads);
    m_inParts.resize(heads);
    for (std::size_t h = 0; h < heads; ++h) {
        m_inParts[h].at = decodeHead(layer, static_cast<std::int32_t>(h), q, out, m_inParts[h].rotation);
    }
    // Calls body(head, first, last) for `count` parts of the elements [0, size) of each head.
    const auto overParts = [&](std::size_t count, std::size_t size, const auto& body) {
        m_pool->parallelFor(heads * count, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t part = i % count;
                body(m_inParts[i / count].at, size * part / count, size * (part + 1) / count);
            }
        });
    };
    overParts(parts, parts, [parts](const DecodeHead& at, std::size_t part, std::size_t) {
        const std::size_t tiles = (at.head.used + kTileSlots - 1) / kTileSlots;
        scoreHead(at, tiles * part / parts, tiles * (part + 1) / parts);
    });
    overParts(m_inParts.front().at.queries, m_inParts.front().at.queries, weighHead);
    constexpr std::size_t kChannels = 16;
    const auto headDim = static_cast<std::size_t>(shape().headDim);
    const std::size_t blocks = (headDim + kChannels - 1) / kChannels;
    overParts(std::min(parts, blocks), blocks, [headDim](const DecodeHead& at, std::size_t first, std::size_t last) {
        mixHead(at, first * kChannels, std::min(last * kChannels, headDim));
    });
}

void AttentionStore::attendHead(std::int32_t layer, std::int32_t storedHead, const AttentionPass& pass,
                                const PageTiles* read, const float* q, float* out) {
    RotateOnRead rotation;
    const DecodeHead at = decodeHead(layer, storedHead, q, out, rotation);
    const auto attendTo = [&at](const ReadTiles& tiles) {
        attendRead(at.head, tiles, at.q, at.queries, at.scoring, at.out, at.probs, at.probsStride, at.logits,
                   at.entropy);
    };
    if (const std::int64_t oldest = oldestSeen(layer, shape().unitOfStored(storedHead), pass); oldest > 0) {
        WindowTiles seen;
        seen.build({at.head.tokens, at.head.used}, oldest, static_cast<std::int64_t>(at.queries));
        attendTo(seen.view());
    } else if (read != nullptr && !read->everything()) {
        attendTo(read->of(storedHead));
    } else {
        attendDecode(at.head, at.q, at.queries, at.scoring, at.out, at.probs, at.probsStride, at.logits, at.entropy);
    }
}

std::int64_t AttentionStore::oldestSeen(std::int32_t layer, std::int32_t unit, const AttentionPass& pass) const {
    const std::int64_t window = m_rules.window(layer);
    if (window == 0) {
        return 0;
    }
    if (!m_rules.windowsCountRanks) {
        return std::max<std::int64_t>(pass.first - window + 1, 0);
    }
    const std::int64_t held = m_cache.held(layer, unit);
    const std::int64_t ahead = m_phases.ahead(layer, unit);
    if (held + ahead <= window) {
        return 0;
    }
    std::vector<std::int32_t> order;
    m_cache.slotsInTokenOrder(layer, unit, order);
    auto oldest = static_cast<std::size_t>(std::max<std::int64_t>(held - window, 0));
    if (m_phases.apart()) {
        // Phases may have gaps, or be shared, but they never fall from a token to a newer one.
        oldest = static_cast<std::size_t>(
            std::ranges::partition_point(order,
                                         [&](std::int32_t slot) {
                                             return m_phases.rank(layer, unit, slot) < held + ahead - window;
                                         }) -
            order.begin());
    }
    return m_cache.tokens(layer, unit)[static_cast<std::size_t>(order[oldest])];
}

std::int64_t AttentionStore::bytesRead(std::int32_t layer, const PageTiles& read) const {
    const std::int64_t bounds = read.everything() ? 0 : m_bounds->bytes(m_cache.held(layer, 0));
    const std::int64_t rows = read.rows();
    const CodedUnit* unit = m_cache.codedUnit(layer, 0);
    if (unit == nullptr) {
        return bounds + rows * m_cache.bytesPerTokenRow();
    }
    // Under a reader nothing is evicted, so the coded tokens are the oldest.
    const CodedCounts counts = unit->counts();
    const std::int64_t keys = read.rowsBelow(counts.codedKeys);
    const std::int64_t values = read.rowsBelow(counts.codedValues);
    const double coded = static_cast<double>(keys) * m_cache.bytesPerCodedKey() +
                         static_cast<double>(values) * m_cache.bytesPerCodedValue();
    return bounds + (2 * rows - keys - values) * m_cache.bytesPerTokenRow() / 2 +
           static_cast<std::int64_t>(std::ceil(coded * static_cast<double>(shape().headDim)));
}

void AttentionStore::setRow(std::int32_t layer, std::int32_t queryHead, std::span<const std::int32_t> slots,
                            const float* probs) {
    float* row = m_rows.data() + rowOffset(layer, queryHead);
    std::fill_n(row, m_rowStride, 0.0F);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        row[slots[i]] = probs[i];
    }
}

void AttentionStore::evict(std::span<const Cut> cuts) {
    for (const Cut& cut : cuts) {
        m_cache.evict(cut.layer, cut.unit(), cut.slots);
        if (m_phases.stored() == StoredKeys::Raw) {
            m_phases.lower(cut, m_cache);
        }
    }
    if (m_phases.stored() == StoredKeys::AtRank) {
        m_phases.turnBack(cuts, m_cache, *m_pool);
    }
}

void AttentionStore::evictOnly(std::span<const Cut> cuts) {
    for (const Cut& cut : cuts) {
        m_cache.evict(cut.layer, cut.unit(), cut.slots);
    }
    m_phases.leave(cuts);
}

void AttentionStore::turnAsIfEvicted(std::span<const Cut> cuts) {
    m_phases.turnAsIfCut(cuts, m_cache, *m_pool);
}

Result<void> AttentionStore::compact(std::int32_t layer) {
    KVW_TRY(m_cache.compact(layer, 1));
    if (m_phases.hasRanks()) {
        m_phases.count(layer, m_cache);
    }
    return {};
}

Result<void> AttentionStore::encode(std::int32_t firstLayer, std::int32_t layers, RowEncoder& encoder,
                                    CodingError* error) {
    std::vector<std::int64_t> codedBefore;
    for (std::int32_t layer = firstLayer; m_bounds && layer < firstLayer + layers; ++layer) {
        codedBefore.push_back(m_cache.codedUnit(layer, 0)->counts().codedKeys);
    }
    auto done = m_cache.encode(firstLayer, layers, encoder, error);
    for (std::size_t i = 0; done && i < codedBefore.size(); ++i) {
        // Page bounds must be those of the keys as they are read from now on; whole pages, because bounds start anew.
        const auto layer = firstLayer + static_cast<std::int32_t>(i);
        const std::int64_t after = m_cache.codedUnit(layer, 0)->counts().codedKeys;
        const std::int64_t page = m_bounds->page();
        if (after > codedBefore[i]) {
            addPageBounds(layer, codedBefore[i] / page * page,
                          std::min((after + page - 1) / page * page, m_cache.held(layer, 0)));
        }
    }
    notePeak();
    return done;
}

Result<void> AttentionStore::insert(std::int32_t layer, std::int32_t unit, std::int32_t token, const float* keys,
                                    const float* values) {
    KVW_TRY(reserve(layer, 1));
    m_cache.insert(layer, unit, token, keys, values);
    if (m_phases.hasRanks()) {
        m_phases.count(layer, unit, m_cache);
    }
    m_hasForeignTokens = true;
    return {};
}

void AttentionStore::adopt(const AttentionStore& other) {
    m_cache.adopt(other.m_cache);
    m_phases.adopt(other.m_phases);
    m_peakAllocated = other.m_peakAllocated;
    m_hasForeignTokens = true;
}

void AttentionStore::readKey(std::int32_t layer, std::int32_t storedHead, std::int32_t slot, float* key) const {
    m_cache.readKey(layer, storedHead, slot, key);
    if (m_phases.stored() == StoredKeys::Raw) {
        m_phases.turn(layer, key, m_phases.rank(layer, shape().unitOfStored(storedHead), slot));
    }
}

}  // namespace kvw
