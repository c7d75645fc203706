// SPDX-License-Identifier: Apache-2.0
// The prefill passes of a lane: the model over the tokens of a pass, then one step of the trace per token.
#include <algorithm>
#include <utility>

#include "core/decode/finite_logits.h"
#include "core/decode/lane.h"
#include "core/decode/stopwatch.h"
#include "kernels/elementwise.h"

namespace kvw {

namespace {

/// Tokens whose logits exist at once; chunk x vocabulary is never whole.
constexpr std::int64_t kLogitBlock = 64;

}  // namespace

Result<void> Lane::prefill(std::span<const std::int32_t> ids, std::int64_t first, bool last, const Lane* full,
                           bool sameAsFull, const std::function<void(std::int32_t)>& layerDone) {
    const Stopwatch watch;
    const auto count = static_cast<std::int64_t>(ids.size());
    const CacheShape& shape = m_attention->cache().shape();
    const auto hidden = static_cast<std::size_t>(m_setup.decoder->config().hidden);
    m_liveBefore = m_attention->cache().bytesLive();
    m_heldBefore.clear();
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            m_heldBefore.push_back(m_attention->cache().held(layer, unit));
        }
    }
    const bool compared = sharesPass(full);
    const bool self = isFull(full);
    m_passRows.begin(first, count,
                     self              ? PassRows::Reference::Self
                     : full != nullptr ? PassRows::Reference::Other
                                       : PassRows::Reference::None,
                     full != nullptr ? &full->m_passRows : nullptr, compared);
    m_attention->listenToPrefill(m_setup.capture == Capture::None ? nullptr : &m_passRows);

    if (auto done = m_attention->beginPass(first, count, true, last); !done) {
        return done;
    }
    m_x.resize(static_cast<std::size_t>(count) * hidden);
    m_setup.decoder->embed(ids, m_x.data());
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        if (auto done = m_setup.decoder->layer(layer, m_x.data(), count, *m_attention, m_scratch, *m_setup.pool);
            !done) {
            return done;
        }
        layerDone(layer);
    }
    if (auto done = m_attention->endPass(); !done) {
        return done;
    }
    const std::int64_t newestPhase = m_attention->newestPhase();
    m_afreshLogits.clear();
    if (m_attention->reencodes()) {
        m_ids.insert(m_ids.end(), ids.begin(), ids.end());
        if (!m_attention->cuts().empty()) {
            if (auto done = encodeAfresh(m_afreshLogits); !done) {
                return done;
            }
        }
    }
    auto done = addPrefillSteps(ids, first, full, sameAsFull, newestPhase, watch.ms());
    if (done && last) {
        reportNotes();
    }
    if (!compared) {
        m_passRows.end();
    }
    return done;
}

Result<void> Lane::addPrefillSteps(std::span<const std::int32_t> ids, std::int64_t first, const Lane* full,
                                   bool sameAsFull, std::int64_t newestPhase, double modelMs) {
    const Stopwatch watch;
    const KvCache& cache = m_attention->cache();
    const CacheShape& shape = cache.shape();
    const TraceShape parts = trace().shape();
    const auto count = static_cast<std::int64_t>(ids.size());
    const auto hidden = static_cast<std::size_t>(m_setup.decoder->config().hidden);
    const auto vocabulary = static_cast<std::size_t>(m_setup.decoder->config().vocabulary);
    const bool isFull = this->isFull(full);
    // The first token of a policy that takes over in mid-run.
    const bool decoded = m_takesOver;
    m_beforePass = m_logits;
    std::vector<float> block(static_cast<std::size_t>(std::min(kLogitBlock, count)) * vocabulary);
    std::vector<float> previous = m_logits;
    // What the full lane predicted is computed again from its hidden rows: kept, it would be pass x vocabulary.
    const bool compared = full != nullptr && !isFull && !sameAsFull;
    std::vector<float> fullBlock(compared ? block.size() : 0);
    std::vector<float> fullPrevious = compared ? full->m_beforePass : std::vector<float>();

    std::int64_t heldStored = 0;
    for (const std::int64_t held : m_heldBefore) {
        heldStored += held * shape.storedPerUnit();
    }
    const std::int64_t heldBefore = heldStored;
    // The tokens of a pass come at once: while it went on, its buffers took this at most.
    std::int64_t peak = 0;
    for (const LayerMemory& memory : m_attention->layerMemory()) {
        peak = std::max(peak, memory.peak);
    }
    const double policyMs = m_attention->policyMs();
    const double evictMs = m_attention->evictMs();
    const auto share = [count](double ms) {
        return static_cast<float>(std::max(ms, 0.0) / static_cast<double>(count));
    };
    for (std::int64_t begin = 0; begin < count; begin += kLogitBlock) {
        if (auto wanted = m_attention->goOn(); !wanted) {
            return wanted;
        }
        const std::int64_t rows = std::min(kLogitBlock, count - begin);
        m_setup.decoder->logits(m_x.data() + static_cast<std::size_t>(begin) * hidden, rows, block.data(), m_scratch,
                                *m_setup.pool);
        // In mid-run one token comes, and what the full lane predicts behind it is not asked for.
        if (compared && !decoded) {
            full->m_setup.decoder->logits(full->m_x.data() + static_cast<std::size_t>(begin) * hidden, rows,
                                          fullBlock.data(), m_scratch, *m_setup.pool);
        }
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::int64_t token = first + begin + r;
            const bool newest = begin + r + 1 == count;
            // What follows the pass is predicted from what the policy left, if that was encoded afresh.
            const float* logits = newest && !m_afreshLogits.empty()
                                      ? m_afreshLogits.data()
                                      : block.data() + static_cast<std::size_t>(r) * vocabulary;
            const std::int32_t id = ids[static_cast<std::size_t>(begin + r)];
            StepRecord step;
            step.step = static_cast<std::int32_t>(token);
            step.tokenId = id;
            step.phase = decoded ? Phase::Decode : Phase::Prefill;
            step.position = static_cast<std::int32_t>(newestPhase - (count - 1) + begin + r);
            if (token > 0) {
                step.nll = nllOf(previous.data(), logitStatistics(previous.data(), vocabulary), id);
                if (isFull || sameAsFull) {
                    step.nllFull = step.nll;
                    step.kl = 0;
                } else if (compared) {
                    step.nllFull = nllOf(fullPrevious.data(), logitStatistics(fullPrevious.data(), vocabulary), id);
                    step.kl = klDivergence(fullPrevious.data(), previous.data(), vocabulary);
                }
            }
            const LogitStatistics next = logitStatistics(logits, vocabulary);
            if (auto done = checkLogits(next.logSumExp, token); !done) {
                return done;
            }
            step.entropyNext = next.entropy;
            heldStored += static_cast<std::int64_t>(shape.layers) * shape.storedHeads;
            step.heldTotal = newest ? cache.heldTotal() : heldStored;
            step.evictedNow = newest ? heldStored - cache.heldTotal() + std::exchange(m_handHeld, 0) : 0;
            // New tokens lie in full precision until the pass ends. A layer-major pass never holds all that its layers
            // saw: no more is live than there was room for.
            step.bytesLive =
                newest ? cache.bytesLive()
                       : std::min(peak, m_liveBefore + (step.heldTotal - heldBefore) * cache.bytesPerTokenRow());
            step.bytesAllocated = newest ? cache.bytesAllocated() : peak;
            step.bytesFull = bytesFull(token + 1);
            step.decodeMs = share(modelMs - policyMs - evictMs + watch.ms());
            step.policyMs = share(policyMs);
            step.evictMs = share(evictMs);

            auto records = m_metrics.prefillRecords(token);
            for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
                LayerRecord* row = records.data() + static_cast<std::ptrdiff_t>(layer) * (parts.parts() + 1);
                float sum = 0;
                for (std::int32_t part = 0; part < parts.parts(); ++part) {
                    const auto unit =
                        static_cast<std::size_t>(layer * shape.units + part * shape.units / parts.parts());
                    row[part + 1].held = static_cast<float>(m_heldBefore[unit] + begin + r + 1);
                    sum += row[part + 1].held;
                }
                row[0].held = sum / static_cast<float>(parts.parts());
            }
            if (newest) {
                fillHeld(records);
            }
            if (auto done = trace().addStep(step, m_setup.tokenText(id), records); !done) {
                return done;
            }
            keepOrWarn(m_passRows.addTo(trace(), token), token);
            if (newest) {
                recordCuts(token);
                reportWarnings(token);
            }
            previous.assign(logits, logits + vocabulary);
            if (compared) {
                const float* row = fullBlock.data() + static_cast<std::size_t>(r) * vocabulary;
                fullPrevious.assign(row, row + vocabulary);
            }
            m_lastNll = step.nll;
        }
    }
    const auto& memory = m_attention->layerMemory();
    for (std::size_t layer = 0; layer < memory.size() && !decoded; ++layer) {
        trace().addPassMemory({static_cast<std::int32_t>(first + count - 1), static_cast<std::int32_t>(layer),
                               memory[layer].live, memory[layer].allocated, memory[layer].peak});
    }
    m_logits = std::move(previous);
    publish();
    return {};
}

}  // namespace kvw
