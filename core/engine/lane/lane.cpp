// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/lane.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "core/base/stopwatch.h"
#include "core/engine/backend/backend.h"
#include "core/engine/lane/finite_logits.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/run_changes.h"
#include "core/trace/capture_changes.h"
#include "core/trace/token_list.h"

namespace kvw {
namespace {

/// Returns a warning about pinned tokens, ascending, that no layer or head holds any more; none: there are none.
std::optional<Finding> pinnedTooLate(const KvCache& cache, std::span<const std::int32_t> tokens, std::int64_t step) {
    std::set<std::int32_t> gone(tokens.begin(), tokens.end());
    for (std::int32_t layer = 0; layer < cache.shape().layers; ++layer) {
        for (std::int32_t unit = 0; unit < cache.shape().units; ++unit) {
            for (const std::int64_t token : cache.tokens(layer, unit)) {
                gone.erase(static_cast<std::int32_t>(token));
            }
        }
    }
    if (gone.empty()) {
        return std::nullopt;
    }
    return gone.size() == tokens.size() ? finding("pinned-too-late", tokens.size(), step)
                                        : finding("some-pinned-too-late", gone.size(), tokens.size(), step);
}

}  // namespace

Lane::Lane(Setup setup)
    : m_setup(std::move(setup)),
      m_attention(std::move(m_setup.attention)),
      m_metrics(traceShapeOf(*m_attention), m_setup.capture >= Capture::Stats),
      m_passRows(*m_attention, m_metrics, m_setup.capture, *m_setup.pool) {
    recordCallsOf(*m_attention);
    const TraceShape shape = traceShapeOf(*m_attention);
    m_records.resize(static_cast<std::size_t>(shape.layers * (shape.parts() + 1)));
}

std::unique_ptr<Lane> Lane::copyState(std::shared_ptr<Recording> recording,
                                      std::unique_ptr<CachedAttention> attention) const {
    auto lane = std::make_unique<Lane>(Setup{m_setup.decoder, std::move(recording), m_setup.index, std::move(attention),
                                             m_setup.capture, m_setup.tokenText, m_setup.pool, m_setup.poolsMaps});
    lane->m_logits = m_logits;
    lane->m_lastNll = m_lastNll;
    lane->m_warned = m_warned;
    lane->m_byHand = m_byHand;
    lane->m_evictedByHand = m_evictedByHand;
    lane->m_ownNotes = m_ownNotes;
    return lane;
}

Result<std::unique_ptr<Lane>> Lane::fork(std::shared_ptr<Recording> recording, std::int32_t index) const {
    KVW_TRY(m_logits.fetch());
    KVW_TRY_ASSIGN(auto attention, m_attention->fork());
    auto lane = copyState(std::move(recording), std::move(attention));
    lane->m_setup.index = index;
    lane->m_metrics = m_metrics.fork();
    lane->m_window = m_window;
    if (m_replica != nullptr) {
        KVW_TRY_ASSIGN(lane->m_window, m_replica->window());
    }
    lane->m_ids = m_ids;
    lane->m_failed = m_failed;
    lane->m_notesDue = m_notesDue;
    lane->m_takesOver = m_takesOver;
    lane->m_touched = m_touched;
    return lane;
}

void Lane::leaveMemory() {
    static_cast<void>(m_attention->cacheLeavesMemory());
    m_metrics.leaveMemory();
    if (m_window != nullptr) {
        m_window->rows.leaveMemory();
    }
}

Result<std::unique_ptr<Lane>> Lane::makeSuccessor(std::unique_ptr<CachedAttention> next) const {
    recordCallsOf(*next);
    next->policy().scores().setUnits(m_setup.recording->trace(m_setup.index).shape().units);
    KVW_TRY(next->takeOver(*m_attention));
    KVW_TRY(m_logits.fetch());
    auto lane = copyState(m_setup.recording, std::move(next));
    std::erase(lane->m_ownNotes, finding("asked-on-cpu"));  // of the policy before
    lane->m_takesOver = true;
    lane->m_metrics.restartVariance();
    return lane;
}

Result<void> Lane::applyManualEdit(const RunChange& change, std::int64_t step) {
    if (change.kind == RunChange::Kind::Prune) {
        const Pruning how = pruningNamed(change.value).value_or(Pruning::Off);
        KVW_TRY(m_attention->checkPruning(how));
        m_touched = true;
        m_attention->prune(how);
        trace().addEvent({static_cast<std::int32_t>(step), "hand", whatChanges(change)});
        return {};
    }
    const auto tokens = parseTokenList(change.value).value_or(std::vector<std::int32_t>());
    KVW_TRY(m_attention->checkManualEdit(change.kind));
    if (tokens.empty() || tokens.back() >= step) {
        return kvw::fail(Code::BadUsage, "by hand", "there are no such tokens yet", change.value,
                         phrase("tokens before %1", step));
    }
    m_touched = true;
    const std::int64_t before = m_attention->cache().heldTotal();
    if (change.kind == RunChange::Kind::Evict) {
        KVW_TRY_ASSIGN(auto cuts, m_attention->manualEdits().evict(tokens));
        m_byHand.insert(m_byHand.end(), cuts.begin(), cuts.end());
    } else if (change.kind == RunChange::Kind::Restore) {
        KVW_TRY(m_attention->manualEdits().putBack(tokens));
    } else if (change.kind == RunChange::Kind::Pin) {
        m_attention->manualEdits().pin(tokens);
        if (const auto gone = pinnedTooLate(m_attention->cache(), tokens, step)) {
            warnOnce(*gone, step);
        }
    } else {
        m_attention->manualEdits().release(tokens);
    }
    m_evictedByHand += std::max<std::int64_t>(before - m_attention->cache().heldTotal(), 0);
    trace().addEvent({static_cast<std::int32_t>(step), "hand", whatChanges(change)});
    return {};
}

void Lane::fail(const Error& error, std::int64_t step) {
    m_failed = true;
    m_replica.reset();
    m_logits = {};
    Recording::Problem problem;
    problem.lane = m_setup.index;
    problem.step = static_cast<int>(step);
    problem.plugin = m_setup.recording->description().lanes[static_cast<std::size_t>(m_setup.index)].policyId;
    problem.finding = errorFinding(error.asPhrase());
    m_setup.recording->report(std::move(problem));
    trace().addEvent({static_cast<std::int32_t>(step), kProblemEvent, error.sentence()});
    recordCalls(step);
    publish();
}

Phrase Lane::whereOf(std::int64_t step) const {
    return phrase("%1, step %2",
                  m_setup.recording->description().lanes[static_cast<std::size_t>(m_setup.index)].policyId, step);
}

Phrase Lane::whereOf(std::int64_t step, std::size_t lanes) const {
    return lanes == 1 ? whereOf(step) : phrase("%1 lanes, step %2", lanes, step);
}

bool Lane::isFull(const Lane* full) const {
    return full == nullptr && m_setup.index == 0 && !m_touched &&
           m_setup.recording->description().lanes[0].policyId == "full";
}

bool Lane::sharesPass(const Lane* full) const {
    return isFull(full) && !m_attention->layerMajor() && m_setup.recording->lanes() > 1;
}

void Lane::publish() {
    takeRowsOfPass();
    trace().publish();
}

Result<void> Lane::setParameters(const ResolvedPolicy& policy) {
    m_notesDue = true;
    return m_attention->policy().setParameters(policy);
}

void Lane::setCapture(Capture capture, std::int64_t step) {
    if (capture == m_setup.capture) {
        return;
    }
    m_setup.capture = capture;
    m_metrics.wantVariance(capture >= Capture::Stats);
    m_passRows.setCapture(capture);
    recordCallsOf(*m_attention);
    if (capture == Capture::Maps) {
        trace().keepRows();
    }
    trace().addEvent({static_cast<std::int32_t>(step), kCaptureEvent, fmt::format("capture = {}", toText(capture))});
}

std::int64_t Lane::bytesFull(std::int64_t tokens) const {
    const CacheShape& shape = m_attention->cache().shape();
    return tokens * shape.layers * shape.kvHeads * m_attention->cache().bytesPerTokenRow();
}

void Lane::keepOrWarn(const Result<void>& rows, std::int64_t step) {
    // A full disk costs the recorded rows, not the run.
    if (!rows) {
        warn(errorFinding(rows.error().asPhrase(), Severity::Warning), step);
    } else if (trace().dropsRows() || m_passRows.dropsRows()) {
        warnOnce(finding("rows-dropped"), step);
    }
}

void Lane::warn(const Finding& warning, std::int64_t step) {
    Recording::Problem problem;
    problem.lane = m_setup.index;
    problem.step = static_cast<int>(step);
    problem.plugin = m_setup.recording->description().lanes[static_cast<std::size_t>(m_setup.index)].policyId;
    problem.finding = warning;
    problem.finding.severity = Severity::Warning;  // also what a plugin gave as a note
    m_setup.recording->report(std::move(problem));
}

void Lane::warnOnce(const Finding& warning, std::int64_t step) {
    if (std::find(m_warned.begin(), m_warned.end(), warning) == m_warned.end()) {
        m_warned.push_back(warning);
        warn(warning, step);
    }
}

void Lane::noteOnce(const Finding& note) {
    if (std::find(m_ownNotes.begin(), m_ownNotes.end(), note) == m_ownNotes.end()) {
        m_ownNotes.push_back(note);
        m_notesDue = true;
    }
}

void Lane::reportWarnings(std::int64_t step) {
    for (const Finding& warning : m_attention->policy().report().warnings) {
        warnOnce(warning, step);
    }
}

void Lane::warnOfDroppedRows() {
    if (std::find(m_warned.begin(), m_warned.end(), finding("rows-dropped")) == m_warned.end()) {
        return;
    }
    const std::int64_t steps = trace().steps();
    std::int64_t first = 0;
    while (first < steps && !trace().rows(first, 0)) {
        ++first;
    }
    warnOnce(finding("rows-kept-from", first, m_setup.recording->description().rowsLimit), steps - 1);
}

void Lane::warnIfNothingWasEvicted() {
    const std::int64_t steps = trace().steps();
    if (!m_failed && steps > 0 && !m_attention->policy().report().budgets.empty() && trace().pruneSteps().empty() &&
        std::none_of(m_warned.begin(), m_warned.end(),
                     [](const Finding& each) { return each.tellsNothingEvicted(); })) {
        warnOnce(finding("never-evicted"), steps - 1);
    }
}

/// Called after the prompt and after a change only: a note with a number that grows would be another one at every step.
void Lane::reportNotes() {
    m_notesDue = false;
    std::vector<Finding> notes = m_attention->policy().report().notes;
    notes.insert(notes.end(), m_ownNotes.begin(), m_ownNotes.end());
    m_setup.recording->setNotes(m_setup.index, notes);
}

Result<void> Lane::encodeAfresh(LogitRow& logits) {
    KVW_TRY_ASSIGN(const auto held, m_attention->beginReencode());
    std::vector<std::int32_t> ids;
    for (const std::int64_t token : held) {
        ids.push_back(m_ids[static_cast<std::size_t>(token)]);
    }
    KVW_TRY(m_afresh.run(*m_setup.decoder, ids, *m_attention, *m_setup.pool));
    m_afresh.copyLogits(*m_setup.decoder, static_cast<std::int64_t>(ids.size()) - 1, 1, logits.overwrite(),
                        *m_setup.pool);
    return {};
}

void Lane::keepLogitsBefore() {
    if (m_setup.index == 0) {  // no other lane is ever the full one
        m_beforePass = m_logits;
    }
}

Result<bool> Lane::beginDecode(std::int32_t id, std::int64_t index, const Lane* full) {
    const Stopwatch watch;
    const CacheShape& shape = m_attention->cache().shape();
    // The token is scored now, because its step may take the place of the logits before it.
    KVW_TRY_ASSIGN(m_decoding.nll, m_logits.nllOf(id));
    m_decoding.kl = kMissing;
    if (full != nullptr) {
        KVW_TRY_ASSIGN(m_decoding.kl, m_logits.klFrom(full->m_logits));
    }
    keepLogitsBefore();
    m_passRows.end(true);
    m_sums.clear();
    m_metrics.beginDecode();
    std::fill(m_records.begin(), m_records.end(), LayerRecord{});
    m_decoding.rows = {};
    m_decoding.measureMs.assign(static_cast<std::size_t>(shape.layers) + 1, 0.0);
    m_decoding.id = id;
    m_decoding.index = index;
    m_decoding.exposed = m_attention->cache().heldTotal() + static_cast<std::int64_t>(shape.layers) * shape.storedHeads;
    m_decoding.afresh = false;
    if (m_attention->reencodes()) {
        m_ids.push_back(id);
        KVW_TRY_ASSIGN(const auto room, m_attention->decideBeforeToken(index));
        m_decoding.afresh = room;
        KVW_TRY(room ? encodeAfresh(m_logits) : Result<void>{});
    } else if (auto done = m_attention->beginPass(index, 1, false, false); !done) {
        return tl::unexpected(done.error());
    }
    m_decoding.ms = watch.ms();
    return !m_decoding.afresh;
}

void Lane::measureLayer(std::int32_t layer, const Lane* full) {
    if (m_setup.capture == Capture::None) {
        return;
    }
    const CachedAttention* reference = isFull(full)      ? m_attention.get()
                                       : full != nullptr ? full->m_attention.get()
                                                         : nullptr;
    ThreadPool& pool = *m_setup.pool;
    pool.addBeside([this, reference, layer] {
        const Stopwatch watch;
        m_metrics.decodeLayer(*m_attention, reference, layer, m_records);
        m_decoding.measureMs[static_cast<std::size_t>(layer)] = watch.ms();
    });
    if (m_setup.capture == Capture::Maps && layer + 1 == m_attention->cache().shape().layers) {
        pool.addBeside([this] {
            const Stopwatch watch;
            m_decoding.rows = addRows(m_decoding.index);
            m_decoding.measureMs.back() = watch.ms();
        });
    }
}

double Lane::measureMs() const {
    return std::accumulate(m_decoding.measureMs.begin(), m_decoding.measureMs.end(), 0.0) / m_setup.pool->threads();
}

void Lane::copyLogits(std::span<const float> logits, double ms) {
    m_logits.copy(logits);
    m_decoding.ms += ms;
}

void Lane::placeLogits(PlacedLogits logits, double ms) {
    m_logits.place(std::move(logits));
    m_decoding.ms += ms;
}

Result<std::span<const float>> Lane::logits() const {
    KVW_TRY(m_logits.fetch());
    return m_logits.values();
}

Result<void> Lane::leaveBackend() {
    if (m_replica != nullptr) {
        KVW_TRY_ASSIGN(m_window, m_replica->window());
        m_replica.reset();
    }
    return m_logits.fetch();
}

Result<void> Lane::decodeTakingOver(std::int32_t id, std::int64_t index, const Lane* full, PromptRunner& model) {
    auto done = prefill({&id, 1}, index, true, full, model);
    m_takesOver = false;
    return done;
}

Result<void> Lane::endDecode(const Lane* full) {
    const Stopwatch watch;
    const KvCache& cache = m_attention->cache();
    const bool isFull = this->isFull(full);
    const std::int64_t index = m_decoding.index;
    const std::int32_t id = m_decoding.id;
    StepRecord step;
    step.step = static_cast<std::int32_t>(index);
    step.tokenId = id;
    step.phase = Phase::Decode;
    step.nll = m_decoding.nll;
    if (isFull) {
        step.nllFull = step.nll;
        step.kl = 0;
    } else if (full != nullptr) {
        step.nllFull = full->lastNll();
        step.kl = m_decoding.kl;
    }
    m_lastNll = step.nll;
    KVW_TRY(m_decoding.afresh ? Result<void>{} : m_attention->endPass());
    const LogitStatistics& next = m_logits.statistics();
    KVW_TRY(checkLogits(next.logSumExp, index));
    step.entropyNext = next.entropy;
    step.position = static_cast<std::int32_t>(m_attention->newestPhase());
    // The time of a reader inside the layers counts as the policy's, and so does a decision before them.
    step.decodeMs =
        static_cast<float>(m_decoding.ms + watch.ms() - m_attention->policy().ms() - m_attention->evictMs());
    step.bytesRead = m_attention->policy().bytesRead();

    // Rows are recorded before the policy moves anything.
    const Stopwatch capturing;
    if (m_decoding.afresh) {
        for (std::int32_t layer = 0; layer < cache.shape().layers; ++layer) {
            measureLayer(layer, full);
        }
        m_setup.pool->finishBeside();
    } else if (!m_sums.empty()) {
        m_metrics.take(m_sums, isFull || full != nullptr, m_records);
        m_decoding.rows = m_setup.capture == Capture::Maps ? addRows(index) : Result<void>{};
    }
    if (!isFull && full == nullptr) {
        // The full lane may have failed after some of its layers were compared with.
        for (LayerRecord& record : m_records) {
            record.retainedMass = kMissingF;
        }
    }
    if (m_setup.capture == Capture::Maps) {
        keepOrWarn(m_decoding.rows, index);
    }
    step.captureMs = static_cast<float>(capturing.ms() + (m_decoding.afresh ? 0 : measureMs()));
    KVW_TRY(m_attention->reencodes() ? Result<void>{} : m_attention->decide());
    if (m_attention->prunedNothing()) {
        warnOnce(finding("pruned-nothing", index), index);
    }
    step.policyMs = static_cast<float>(m_attention->policy().ms());
    step.evictMs = static_cast<float>(m_attention->evictMs());
    step.heldTotal = cache.heldTotal();
    step.evictedNow = m_decoding.exposed - step.heldTotal + std::exchange(m_evictedByHand, 0);
    step.bytesLive = cache.bytesLive();
    step.bytesAllocated = cache.bytesAllocated();
    step.bytesFull = bytesFull(index + 1);
    step.keyError = static_cast<float>(m_attention->policy().codingError().keys.relative());
    step.valueError = static_cast<float>(m_attention->policy().codingError().values.relative());
    fillHeld(m_records);
    KVW_TRY(trace().addStep(step, m_setup.tokenText(id), m_records));
    recordCuts(index);
    recordCalls(index);
    reportWarnings(index);
    if (m_notesDue) {
        reportNotes();
    }
    publish();
    return {};
}

}  // namespace kvw
