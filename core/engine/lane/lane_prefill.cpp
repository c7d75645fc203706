// SPDX-License-Identifier: Apache-2.0
// The prefill passes of a lane: the model over the tokens of a pass, then one step of the trace per token.
#include <algorithm>
#include <utility>

#include "core/base/stopwatch.h"
#include "core/engine/lane/finite_logits.h"
#include "core/engine/lane/lane.h"
#include "kernels/elementwise.h"

namespace kvw {

Result<void> Lane::prefill(std::span<const std::int32_t> ids, std::int64_t first, bool last, const Lane* full,
                           PromptRunner& model, std::span<const float> fullHidden) {
    const auto count = static_cast<std::int64_t>(ids.size());
    KVW_TRY(beginPrefill(first, count, last, full));
    const Stopwatch watch;
    KVW_TRY(model.layers(m_layers, ids, *m_attention, {}));
    if (const auto note = model.takeNote()) {
        warnOnce(*note, first);
    }
    KVW_TRY(endLayers(ids, watch.ms()));
    // The full lane's logits are computed again from its hidden rows: kept, they would be pass x vocabulary.
    const ModelConfig& config = m_setup.decoder->config();
    PassLogits own(model, config, hidden(), *m_attention);
    const bool elsewhere = full != nullptr && !fullHidden.empty();
    const bool compared = elsewhere || (full != nullptr && count > 1);
    const auto at = static_cast<std::size_t>(first * config.hidden);
    PassLogits theirs(model, config,
                      elsewhere  ? fullHidden.subspan(at)
                      : compared ? full->hidden()
                                 : std::span<const float>(),
                      *m_attention);
    if (elsewhere && first > 0 && m_pass.fullPrevious.empty()) {
        PassLogits before(model, config, fullHidden, *m_attention);
        KVW_TRY(before.compute(first - 1, 1));
        m_pass.fullPrevious.copy({before.row(0), before.vocabulary()}, before.statistics(0));
    }
    for (std::int64_t begin = 0; begin < count; begin += PassLogits::kBlock) {
        KVW_TRY(m_attention->checkNotStopped());
        const Stopwatch computing;
        const std::int64_t rows = std::min(PassLogits::kBlock, count - begin);
        KVW_TRY(own.compute(begin, rows));
        KVW_TRY(compared ? theirs.compute(begin, rows) : Result<void>{});
        const PassBlock block{ids.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(rows)), begin, &own,
                              compared ? &theirs : nullptr, elsewhere};
        KVW_TRY(addPrefillSteps(block, full, false, computing.ms()));
    }
    endPrefill(full);
    return {};
}

Result<void> Lane::beginPrefill(std::int64_t first, std::int64_t count, bool last, const Lane* full,
                                const Lane* alike) {
    const Stopwatch watch;
    const KvCache& cache = m_attention->cache();
    const CacheShape& shape = cache.shape();
    m_pass.first = first;
    m_pass.count = count;
    m_pass.last = last;
    m_pass.alike = m_setup.capture == Capture::None ? nullptr : alike;
    m_pass.rowsDue = false;
    m_pass.liveBefore = cache.bytesLive();
    m_pass.heldBefore.clear();
    m_pass.heldStoredBefore = 0;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            m_pass.heldBefore.push_back(cache.held(layer, unit));
            m_pass.heldStoredBefore += cache.held(layer, unit) * shape.storedPerUnit();
        }
    }
    const bool self = isFull(full);
    m_passRows.begin(first, count,
                     self              ? PassRows::Reference::Self
                     : full != nullptr ? PassRows::Reference::Other
                                       : PassRows::Reference::None,
                     full != nullptr ? &full->m_passRows : nullptr, sharesPass(full), trace().rowLimit(),
                     trace().poolingMaps());
    if (m_takesOver && full != nullptr) {
        m_passRows.readDecoded(*full->m_attention);
    }
    m_attention->listenToPrefill(m_setup.capture == Capture::None || alike != nullptr ? nullptr : &m_passRows);
    keepLogitsBefore();
    auto done = m_attention->beginPass(first, count, true, last);
    m_pass.ms = watch.ms();
    return done;
}

Result<void> Lane::endLayers(std::span<const std::int32_t> ids, double ms) {
    const Stopwatch watch;
    KVW_TRY(m_pass.alike == nullptr ? Result<void>{} : m_passRows.follow(m_pass.alike->m_passRows));
    KVW_TRY(m_attention->endPass());
    m_pass.newestPhase = m_attention->newestPhase();
    m_afreshLogits = {};
    if (m_attention->reencodes()) {
        m_ids.insert(m_ids.end(), ids.begin(), ids.end());
        if (!m_attention->cuts().empty()) {
            KVW_TRY(encodeAfresh(m_afreshLogits));
        }
    }
    m_pass.ms += ms + watch.ms();
    return {};
}

/// Returns the record of row r of the block; that of the newest token of the pass is as the policy left the cache.
StepRecord Lane::prefillStep(const PassBlock& block, std::int64_t r, const Lane* full, bool sameAsFull,
                             double ms) const {
    const KvCache& cache = m_attention->cache();
    const CacheShape& shape = cache.shape();
    const std::int64_t index = block.begin + r;
    const std::int64_t token = m_pass.first + index;
    const bool newest = index + 1 == m_pass.count;
    const auto share = [&](double part) {
        return static_cast<float>(std::max(part, 0.0) / static_cast<double>(m_pass.count));
    };
    StepRecord step;
    step.step = static_cast<std::int32_t>(token);
    step.tokenId = block.ids[static_cast<std::size_t>(r)];
    // The first token of a policy that takes over comes in mid-run.
    step.phase = m_takesOver ? Phase::Decode : Phase::Prefill;
    step.position = static_cast<std::int32_t>(m_pass.newestPhase - (m_pass.count - 1) + index);
    if (token > 0) {
        const float* previous = r == 0 ? m_pass.previous.values().data() : block.logits->row(r - 1);
        step.nll =
            nllOf(previous, r == 0 ? m_pass.previous.statistics() : block.logits->statistics(r - 1), step.tokenId);
        if (sameAsFull || isFull(full)) {
            step.nllFull = step.nll;
            step.kl = 0;
        } else if (full != nullptr) {
            const float* theirs = r == 0 ? m_pass.fullPrevious.values().data() : block.full->row(r - 1);
            step.nllFull =
                nllOf(theirs, r == 0 ? m_pass.fullPrevious.statistics() : block.full->statistics(r - 1), step.tokenId);
            step.kl = klDivergence(theirs, previous, block.logits->vocabulary());
        }
    }
    // The tokens of a pass come at once, so this is the peak of the buffers for each of them.
    std::int64_t peak = 0;
    for (const LayerMemory& memory : m_attention->layerMemory()) {
        peak = std::max(peak, memory.peak);
    }
    const std::int64_t added = (index + 1) * shape.layers * shape.storedHeads;
    const std::int64_t stored = m_pass.heldStoredBefore + added;
    step.heldTotal = newest ? cache.heldTotal() : stored;
    step.evictedNow = newest ? stored - cache.heldTotal() + m_evictedByHand : 0;
    // New tokens are in full precision until the pass ends. A layer-major pass never holds all that its layers saw, so
    // no more is live than there was room for.
    step.bytesLive = newest ? cache.bytesLive() : std::min(peak, m_pass.liveBefore + added * cache.bytesPerTokenRow());
    step.bytesAllocated = newest ? cache.bytesAllocated() : peak;
    step.bytesFull = bytesFull(token + 1);
    if (newest) {
        step.keyError = static_cast<float>(m_attention->policy().codingError().keys.relative());
        step.valueError = static_cast<float>(m_attention->policy().codingError().values.relative());
    }
    step.decodeMs = share(ms - m_attention->policy().ms() - m_attention->evictMs());
    step.policyMs = share(m_attention->policy().ms());
    step.evictMs = share(m_attention->evictMs());
    return step;
}

std::span<LayerRecord> Lane::prefillLayers(std::int64_t index) {
    const CacheShape& shape = m_attention->cache().shape();
    const TraceShape parts = trace().shape();
    const std::span<LayerRecord> records = m_metrics.prefillRecords(m_pass.first + index);
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        LayerRecord* row = records.data() + static_cast<std::ptrdiff_t>(layer) * (parts.parts() + 1);
        float sum = 0;
        for (std::int32_t part = 0; part < parts.parts(); ++part) {
            const auto unit = static_cast<std::size_t>(layer * shape.units + part * shape.units / parts.parts());
            row[part + 1].held = static_cast<float>(m_pass.heldBefore[unit] + index + 1);
            sum += row[part + 1].held;
        }
        row[0].held = sum / static_cast<float>(parts.parts());
    }
    if (index + 1 == m_pass.count) {
        fillHeld(records);
    }
    return records;
}

Result<void> Lane::addPrefillSteps(const PassBlock& block, const Lane* full, bool sameAsFull, double ms) {
    const Stopwatch watch;
    m_pass.ms += ms;
    const std::size_t vocabulary = block.logits->vocabulary();
    const auto rows = static_cast<std::int64_t>(block.ids.size());
    m_pass.rowsDue = m_pass.alike != nullptr;
    if (block.begin == 0) {
        m_pass.previous = m_logits;
        if (!block.fullElsewhere) {
            m_pass.fullPrevious = full != nullptr && !sameAsFull ? full->m_beforePass : LogitRow();
        }
    }
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t index = block.begin + r;
        const std::int64_t token = m_pass.first + index;
        const bool newest = index + 1 == m_pass.count;
        StepRecord step = prefillStep(block, r, full, sameAsFull, m_pass.ms + watch.ms());
        // If the held tokens were encoded afresh, the next token is predicted from that pass.
        const bool afresh = newest && !m_afreshLogits.empty();
        const LogitStatistics& next = afresh ? m_afreshLogits.statistics() : block.logits->statistics(r);
        KVW_TRY(checkLogits(next.logSumExp, token));
        step.entropyNext = next.entropy;
        KVW_TRY(trace().addStep(step, m_setup.tokenText(step.tokenId), prefillLayers(index)));
        if (m_pass.alike == nullptr) {
            keepOrWarn(m_passRows.addTo(trace(), token), token);
        }
        m_lastNll = step.nll;
        if (newest) {
            m_evictedByHand = 0;
            recordCuts(token);
            recordCalls(token);
            reportWarnings(token);
            if (afresh) {
                m_logits = m_afreshLogits;
            } else {
                m_logits.copy({block.logits->row(r), vocabulary}, next);
            }
        }
    }
    m_pass.previous.copy({block.logits->row(rows - 1), vocabulary}, block.logits->statistics(rows - 1));
    if (block.full != nullptr) {
        m_pass.fullPrevious.copy({block.full->row(rows - 1), vocabulary}, block.full->statistics(rows - 1));
    }
    m_pass.ms += watch.ms();
    return {};
}

void Lane::addPrefillStage(std::int32_t layer) {
    const KvCache& cache = m_attention->cache();
    const CacheShape& shape = cache.shape();
    std::vector<float> held;
    for (std::int32_t each = 0; each < shape.layers; ++each) {
        std::int64_t all = 0;
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            all += cache.held(each, unit);
        }
        held.push_back(static_cast<float>(all) / static_cast<float>(shape.units));
    }
    trace().addPrefillStage(layer, held);
    publish();
}

/// Lanes that read a prompt together have the same rows of it, so these lie in one file.
void Lane::takeRowsOfPass() {
    if (!std::exchange(m_pass.rowsDue, false)) {
        return;
    }
    const Lane& other = *m_pass.alike;
    const std::int64_t end = m_pass.first + m_pass.count;
    if (!other.m_failed && trace().shareRows(other.m_setup.recording->trace(other.m_setup.index), end)) {
        keepOrWarn({}, end - 1);
        return;
    }
    for (std::int64_t token = m_pass.first; token < end; ++token) {
        keepOrWarn(m_passRows.addTo(trace(), token), token);
    }
}

void Lane::endPrefill(const Lane* full) {
    const auto& memory = m_attention->layerMemory();
    for (std::size_t layer = 0; layer < memory.size() && !m_takesOver; ++layer) {
        trace().addPassMemory({static_cast<std::int32_t>(m_pass.first + m_pass.count - 1),
                               static_cast<std::int32_t>(layer), memory[layer].live, memory[layer].allocated,
                               memory[layer].peak});
    }
    publish();
    if (m_pass.last) {
        reportNotes();
    }
    if (!sharesPass(full)) {
        m_passRows.end(m_pass.last);
    }
}

}  // namespace kvw
