// SPDX-License-Identifier: Apache-2.0
#include "core/decode/lane.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "kernels/elementwise.h"

namespace kvw {

namespace {

/// Rows of a prefill pass that are measured: the newest. All of them would cost more than the prefill.
constexpr std::int64_t kMeasuredRows = 256;
/// With capture maps, a prompt up to this long is recorded row by row.
constexpr std::int64_t kMappedPrompt = 2048;
/// Tokens whose logits exist at once in prefill; chunk x vocabulary is never whole.
constexpr std::int64_t kLogitBlock = 64;

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point since) {
    return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

TraceShape traceShape(const CachedAttention& attention) {
    const CacheShape& shape = attention.cache().shape();
    return {shape.layers, shape.queryHeads, shape.kvHeads, shape.headDim, shape.units};
}

double nllOf(const float* logits, const LogitStatistics& statistics, std::int32_t id) {
    return statistics.logSumExp - static_cast<double>(logits[id]);
}

tl::unexpected<Error> notFinite(std::int64_t token) {
    return fail(Code::BadInput, fmt::format("model, step {}", token), "the logits are not all finite numbers", {},
                "weights without NaN and infinity");
}

}  // namespace

Lane::Lane(Setup setup)
    : m_setup(std::move(setup)),
      m_attention(std::move(m_setup.attention)),
      m_metrics(traceShape(*m_attention), m_setup.capture >= Capture::Stats) {
    const TraceShape shape = traceShape(*m_attention);
    m_records.resize(static_cast<std::size_t>(shape.layers * (shape.parts() + 1)));
}

Result<std::unique_ptr<Lane>> Lane::fork(std::shared_ptr<Recording> recording) const {
    auto attention = m_attention->fork();
    if (!attention) {
        return tl::unexpected(attention.error());
    }
    Setup setup = {m_setup.decoder, std::move(recording), m_setup.index, std::move(*attention),
                   m_setup.capture, m_setup.tokenText,    m_setup.pool};
    auto lane = std::make_unique<Lane>(std::move(setup));
    lane->m_metrics = m_metrics;
    lane->m_logits = m_logits;
    lane->m_lastNll = m_lastNll;
    lane->m_failed = m_failed;
    lane->m_warned = m_warned;
    return lane;
}

void Lane::fail(const Error& error, std::int64_t step) {
    m_failed = true;
    Recording::Problem problem;
    problem.severity = "error";
    problem.lane = m_setup.index;
    problem.step = static_cast<int>(step);
    problem.plugin = m_setup.recording->description().lanes[static_cast<std::size_t>(m_setup.index)].policyId;
    problem.sentence = error.sentence();
    m_setup.recording->report(std::move(problem));
    trace().addEvent({static_cast<std::int32_t>(step), "problem", error.sentence()});
    publish();
}

void Lane::publish() {
    trace().publish();
}

Result<void> Lane::setParameters(const ResolvedPolicy& policy) {
    return m_attention->setParameters(policy);
}

std::int64_t Lane::bytesFull(std::int64_t tokens) const {
    const CacheShape& shape = m_attention->cache().shape();
    return tokens * shape.layers * shape.kvHeads * m_attention->cache().bytesPerTokenRow();
}

void Lane::keepOrWarn(const Result<void>& rows, std::int64_t step) {
    // A full disk costs the picture, not the run.
    if (!rows) {
        warn(rows.error().sentence(), step);
    }
}

void Lane::warn(const std::string& sentence, std::int64_t step) {
    Recording::Problem problem;
    problem.severity = "warning";
    problem.lane = m_setup.index;
    problem.step = static_cast<int>(step);
    problem.plugin = m_setup.recording->description().lanes[static_cast<std::size_t>(m_setup.index)].policyId;
    problem.sentence = sentence;
    m_setup.recording->report(std::move(problem));
}

void Lane::reportWarnings(std::int64_t step) {
    for (const std::string& warning : m_attention->report().warnings) {
        if (std::find(m_warned.begin(), m_warned.end(), warning) != m_warned.end()) {
            continue;
        }
        m_warned.push_back(warning);
        warn(warning, step);
    }
}

void Lane::recordCuts(std::int64_t step) {
    const bool perLayer = m_attention->cache().shape().units == 1;
    for (const Cut& cut : m_attention->cuts()) {
        EvictionRecord record;
        record.step = static_cast<std::int32_t>(step);
        record.layer = cut.layer;
        record.head = perLayer ? -1 : cut.unit;
        record.tokens = cut.tokens;
        record.scores = cut.scores;
        record.cut = cut.lowestKept;
        record.reason = cut.reason;
        trace().addEviction(std::move(record));
    }
}

void Lane::fillHeld(std::span<LayerRecord> records) const {
    const KvCache& cache = m_attention->cache();
    const TraceShape shape = traceShape(*m_attention);
    const sdk::Report& report = m_attention->report();
    const std::int32_t parts = shape.parts();
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        LayerRecord* row = records.data() + static_cast<std::ptrdiff_t>(layer) * (parts + 1);
        std::int64_t held = 0;
        float budget = 0;
        for (std::int32_t part = 0; part < parts; ++part) {
            const std::int32_t unit = shape.unitOfPart(part);
            const auto index = static_cast<std::size_t>(report.budgetsPerUnit ? layer * shape.units + unit : layer);
            LayerRecord& record = row[part + 1];
            record.held = static_cast<float>(cache.held(layer, unit));
            // The total, so that held and budget can be compared.
            record.budget = index < report.budgets.size()
                                ? static_cast<float>(report.budgets[index] + report.besideBudgets)
                                : kMissingF;
            held += cache.held(layer, unit);
            budget += record.budget;
        }
        row[0].held = static_cast<float>(held) / static_cast<float>(parts);
        row[0].budget = budget / static_cast<float>(parts);
    }
}

void Lane::prefillRows(std::int32_t layer, std::int64_t firstToken, std::int64_t rows, const float* probs,
                       std::int64_t count, std::span<const std::vector<std::int32_t>> unitTokens) {
    if (firstToken + rows <= m_measureFrom) {
        return;
    }
    m_metrics.prefillRows(layer, firstToken, rows, probs, count, unitTokens);
    if (m_setup.capture != Capture::Maps) {
        return;
    }
    auto& kept = m_passRows[static_cast<std::size_t>(layer)];
    m_passTokens[static_cast<std::size_t>(layer)].assign(unitTokens.begin(), unitTokens.end());
    const std::int64_t heads = m_attention->cache().shape().queryHeads;
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t h = 0; h < heads; ++h) {
            const auto& tokens =
                unitTokens[static_cast<std::size_t>(m_attention->unitOfQuery(static_cast<std::int32_t>(h)))];
            const auto end = std::upper_bound(tokens.begin(), tokens.end(), static_cast<std::int32_t>(firstToken + r));
            const float* row = probs + (h * rows + r) * count;
            kept.emplace_back(row, row + (end - tokens.begin()));
        }
    }
}

Result<void> Lane::prefill(std::span<const std::int32_t> ids, std::int64_t first, bool last, const Lane* full,
                           bool sameAsFull, const std::function<Result<void>(std::int32_t)>& checkpoint) {
    const auto since = Clock::now();
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
    m_metrics.beginPrefill(first, count);
    const bool mapped = m_setup.capture == Capture::Maps && count <= kMappedPrompt;
    m_measureFrom = mapped ? first : first + std::max<std::int64_t>(count - kMeasuredRows, 0);
    m_passRows.assign(static_cast<std::size_t>(shape.layers), {});
    m_passTokens.assign(static_cast<std::size_t>(shape.layers), {});
    m_attention->listenToPrefill(m_setup.capture == Capture::None ? nullptr : this);

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
        if (auto done = checkpoint(layer); !done) {
            return done;
        }
    }
    if (auto done = m_attention->endPass(); !done) {
        return done;
    }
    auto done = addPrefillSteps(ids, first, full, sameAsFull, millisecondsSince(since));
    m_passRows.clear();
    m_passTokens.clear();
    return done;
}

Result<void> Lane::addPrefillSteps(std::span<const std::int32_t> ids, std::int64_t first, const Lane* full,
                                   bool sameAsFull, double modelMs) {
    const auto headStart = Clock::now();
    const KvCache& cache = m_attention->cache();
    const CacheShape& shape = cache.shape();
    const TraceShape parts = traceShape(*m_attention);
    const auto count = static_cast<std::int64_t>(ids.size());
    const auto hidden = static_cast<std::size_t>(m_setup.decoder->config().hidden);
    const auto vocabulary = static_cast<std::size_t>(m_setup.decoder->config().vocabulary);
    const bool isFull =
        full == nullptr && m_setup.index == 0 && m_setup.recording->description().lanes[0].policyId == "full";
    // The other lanes of a streaming comparison need this lane's distributions at every token of the pass.
    const bool keepLogits = isFull && !sameAsFull && m_setup.recording->lanes() > 1;
    m_beforePass = m_logits;
    m_passLogits.resize(keepLogits ? static_cast<std::size_t>(count) * vocabulary : 0);
    std::vector<float> block(static_cast<std::size_t>(std::min(kLogitBlock, count)) * vocabulary);
    std::vector<float> previous = m_logits;

    std::int64_t heldStored = 0;
    for (const std::int64_t held : m_heldBefore) {
        heldStored += held * shape.storedPerUnit();
    }
    const std::int64_t heldBefore = heldStored;
    const double policyMs = m_attention->policyMs();
    const double evictMs = m_attention->evictMs();
    const auto share = [count](double ms) {
        return static_cast<float>(std::max(ms, 0.0) / static_cast<double>(count));
    };
    for (std::int64_t begin = 0; begin < count; begin += kLogitBlock) {
        const std::int64_t rows = std::min(kLogitBlock, count - begin);
        m_setup.decoder->logits(m_x.data() + static_cast<std::size_t>(begin) * hidden, rows, block.data(), m_scratch,
                                *m_setup.pool);
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::int64_t token = first + begin + r;
            const bool newest = begin + r + 1 == count;
            const float* logits = block.data() + static_cast<std::size_t>(r) * vocabulary;
            const std::int32_t id = ids[static_cast<std::size_t>(begin + r)];
            StepRecord step;
            step.step = static_cast<std::int32_t>(token);
            step.tokenId = id;
            step.phase = Phase::Prefill;
            step.position = static_cast<std::int32_t>(m_attention->newestPhase() - (count - 1) + begin + r);
            if (token > 0) {
                step.nll = nllOf(previous.data(), logitStatistics(previous.data(), vocabulary), id);
                if (isFull || sameAsFull) {
                    step.nllFull = step.nll;
                    step.kl = 0;
                } else if (full != nullptr) {
                    const float* fullLogits = begin + r == 0 ? full->m_beforePass.data()
                                                             : full->m_passLogits.data() +
                                                                   static_cast<std::size_t>(begin + r - 1) * vocabulary;
                    step.nllFull = nllOf(fullLogits, logitStatistics(fullLogits, vocabulary), id);
                    step.kl = klDivergence(fullLogits, previous.data(), vocabulary);
                }
            }
            const LogitStatistics next = logitStatistics(logits, vocabulary);
            if (!std::isfinite(next.logSumExp)) {
                return notFinite(token);
            }
            step.entropyNext = next.entropy;
            heldStored += static_cast<std::int64_t>(shape.layers) * shape.storedHeads;
            step.heldTotal = newest ? cache.heldTotal() : heldStored;
            step.evictedNow = newest ? heldStored - cache.heldTotal() : 0;
            // New tokens lie in full precision until the pass ends.
            step.bytesLive =
                newest ? cache.bytesLive() : m_liveBefore + (step.heldTotal - heldBefore) * cache.bytesPerTokenRow();
            step.bytesAllocated = newest ? cache.bytesAllocated() : step.bytesLive;
            step.bytesFull = bytesFull(token + 1);
            step.decodeMs = share(modelMs - policyMs - evictMs + millisecondsSince(headStart));
            step.policyMs = share(policyMs);
            step.evictMs = share(evictMs);

            auto records = m_metrics.prefillRecords(token);
            for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
                LayerRecord* row = records.data() + static_cast<std::ptrdiff_t>(layer) * (parts.parts() + 1);
                float sum = 0;
                for (std::int32_t part = 0; part < parts.parts(); ++part) {
                    const auto unit = static_cast<std::size_t>(layer * shape.units + parts.unitOfPart(part));
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
            keepOrWarn(addPrefillRows(token), token);
            if (newest) {
                recordCuts(token);
                reportWarnings(token);
            }
            previous.assign(logits, logits + vocabulary);
            if (keepLogits) {
                std::copy_n(logits, vocabulary, m_passLogits.data() + static_cast<std::size_t>(begin + r) * vocabulary);
            }
            m_lastNll = step.nll;
        }
    }
    m_logits = std::move(previous);
    publish();
    return {};
}

Result<void> Lane::addPrefillRows(std::int64_t token) {
    if (m_setup.capture != Capture::Maps || token < m_measureFrom) {
        return {};
    }
    const CacheShape& shape = m_attention->cache().shape();
    std::vector<std::vector<std::int32_t>> visible(static_cast<std::size_t>(shape.units));
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        const auto& kept = m_passRows[static_cast<std::size_t>(layer)];
        const auto& tokens = m_passTokens[static_cast<std::size_t>(layer)];
        // The first block may begin before m_measureFrom: rows are counted from the end of the pass.
        const std::int64_t recorded = static_cast<std::int64_t>(kept.size()) / shape.queryHeads;
        const std::int64_t passEnd = m_heldBefore.empty() ? 0 : tokens[0].back() + 1;
        const std::int64_t index = token - (passEnd - recorded);
        const auto offset = static_cast<std::size_t>(index * shape.queryHeads);
        for (std::size_t unit = 0; unit < visible.size(); ++unit) {
            const auto end =
                std::upper_bound(tokens[unit].begin(), tokens[unit].end(), static_cast<std::int32_t>(token));
            visible[unit].assign(tokens[unit].begin(), end);
        }
        const std::span<const std::vector<float>> rows(kept.data() + offset,
                                                       static_cast<std::size_t>(shape.queryHeads));
        if (auto done = trace().addRows(static_cast<std::int32_t>(token), layer, visible, rows); !done) {
            return done;
        }
    }
    return {};
}

Result<void> Lane::addRows(std::int64_t step) {
    const KvCache& cache = m_attention->cache();
    const CacheShape& shape = cache.shape();
    std::vector<std::vector<std::int32_t>> order(static_cast<std::size_t>(shape.units));
    std::vector<std::vector<std::int32_t>> tokens(order.size());
    std::vector<std::vector<float>> probs(static_cast<std::size_t>(shape.queryHeads));
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            auto& slots = order[static_cast<std::size_t>(unit)];
            cache.order(layer, unit, slots);
            const auto table = cache.tokens(layer, unit);
            auto& list = tokens[static_cast<std::size_t>(unit)];
            list.clear();
            for (const std::int32_t slot : slots) {
                list.push_back(static_cast<std::int32_t>(table[static_cast<std::size_t>(slot)]));
            }
        }
        for (std::int32_t h = 0; h < shape.queryHeads; ++h) {
            const float* row = m_attention->row(layer, h);
            auto& out = probs[static_cast<std::size_t>(h)];
            out.clear();
            for (const std::int32_t slot : order[static_cast<std::size_t>(m_attention->unitOfQuery(h))]) {
                out.push_back(row[slot]);
            }
        }
        if (auto done = trace().addRows(static_cast<std::int32_t>(step), layer, tokens, probs); !done) {
            return done;
        }
    }
    return {};
}

Result<void> Lane::decode(std::int32_t id, std::int64_t index, const Lane* full) {
    const auto since = Clock::now();
    const KvCache& cache = m_attention->cache();
    const CacheShape& shape = cache.shape();
    const auto vocabulary = static_cast<std::size_t>(m_setup.decoder->config().vocabulary);
    const bool isFull =
        full == nullptr && m_setup.index == 0 && m_setup.recording->description().lanes[0].policyId == "full";
    StepRecord step;
    step.step = static_cast<std::int32_t>(index);
    step.tokenId = id;
    step.phase = Phase::Decode;
    step.nll = nllOf(m_logits.data(), logitStatistics(m_logits.data(), vocabulary), id);
    m_beforePass = m_logits;
    if (isFull) {
        step.nllFull = step.nll;
        step.kl = 0;
    } else if (full != nullptr) {
        // The full lane has processed this token already; what it knew before is in m_beforePass.
        step.nllFull = full->lastNll();
        step.kl = klDivergence(full->m_beforePass.data(), m_logits.data(), vocabulary);
    }
    m_lastNll = step.nll;

    if (auto done = m_attention->beginPass(index, 1, false, false); !done) {
        return done;
    }
    m_x.resize(static_cast<std::size_t>(m_setup.decoder->config().hidden));
    m_setup.decoder->embed({&id, 1}, m_x.data());
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        if (auto done = m_setup.decoder->layer(layer, m_x.data(), 1, *m_attention, m_scratch, *m_setup.pool); !done) {
            return done;
        }
    }
    m_logits.resize(vocabulary);
    m_setup.decoder->logits(m_x.data(), 1, m_logits.data(), m_scratch, *m_setup.pool);
    if (auto done = m_attention->endPass(); !done) {
        return done;
    }
    const LogitStatistics next = logitStatistics(m_logits.data(), vocabulary);
    if (!std::isfinite(next.logSumExp)) {
        return notFinite(index);
    }
    step.entropyNext = next.entropy;
    step.position = static_cast<std::int32_t>(m_attention->newestPhase());
    // What a reader took inside the layers is the policy's time.
    step.decodeMs = static_cast<float>(millisecondsSince(since) - m_attention->policyMs());
    step.bytesRead = m_attention->bytesRead();

    const auto capturing = Clock::now();
    std::fill(m_records.begin(), m_records.end(), LayerRecord{});
    if (m_setup.capture != Capture::None) {
        m_metrics.decode(*m_attention,
                         isFull            ? m_attention.get()
                         : full != nullptr ? full->m_attention.get()
                                           : nullptr,
                         *m_setup.pool, m_records);
    }
    // Rows belong to a step, so they are added behind it; what they need is read before the policy moves anything.
    const bool mapped = m_setup.capture == Capture::Maps;
    const std::int64_t exposed = cache.heldTotal();
    if (mapped) {
        keepOrWarn(addRows(index), index);
    }
    step.captureMs = static_cast<float>(millisecondsSince(capturing));
    if (auto done = m_attention->decide(); !done) {
        return done;
    }
    step.policyMs = static_cast<float>(m_attention->policyMs());
    step.evictMs = static_cast<float>(m_attention->evictMs());
    step.heldTotal = cache.heldTotal();
    step.evictedNow = exposed - step.heldTotal;
    step.bytesLive = cache.bytesLive();
    step.bytesAllocated = cache.bytesAllocated();
    step.bytesFull = bytesFull(index + 1);
    fillHeld(m_records);
    if (auto done = trace().addStep(step, m_setup.tokenText(id), m_records); !done) {
        return done;
    }
    recordCuts(index);
    reportWarnings(index);
    publish();
    return {};
}

}  // namespace kvw
