// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace.h"

#include <algorithm>
#include <atomic>
#include <cassert>

#include "core/trace/columns.h"
#include "core/trace/pooled_maps.h"
#include "core/trace/put_back.h"
#include "core/trace/record_stores.h"
#include "core/trace/row_source.h"
#include "core/trace/row_store.h"
#include "core/trace/text_column.h"

namespace kvw {
namespace {

/// Limit on the bytes of scores if attention rows are not recorded; then only those of the newest selections are kept.
constexpr std::int64_t kScoreBytes = std::int64_t{64} << 20;

std::size_t index(std::int64_t value) noexcept {
    return static_cast<std::size_t>(value);
}

/// Returns the index of the first of `count` records, in order of step, with step >= `step`.
template <class StepOf>
std::int64_t firstFrom(std::int32_t step, std::int64_t count, StepOf stepOf) {
    std::int64_t low = 0;
    for (std::int64_t high = count; low < high;) {
        const std::int64_t middle = low + (high - low) / 2;
        (stepOf(middle) < step ? low : high) = stepOf(middle) < step ? middle + 1 : middle;
    }
    return low;
}

}  // namespace

struct Trace::Impl {
    Impl(const TraceShape& theShape, const Options& theOptions)
        : shape(theShape),
          options(theOptions),
          keeps(theOptions.keepRows),
          drops(theShape),
          rows(theShape, theOptions.rowBytes),
          scores(shapeOfScores(theShape), theOptions.keepRows && !theOptions.pooling.on() ? 0 : kScoreBytes, "scores") {
        if (options.pooling.on()) {
            pooled = std::make_unique<PooledMaps>(shape, options.pooling, options.expectedSteps);
        }
    }

    [[nodiscard]] std::size_t layerRecords() const noexcept { return index(shape.layers) * index(shape.parts() + 1); }

    /// Sizes of all columns that one publish made visible.
    struct Mark {
        std::int64_t steps = 0, evictions = 0, events = 0, prunes = 0, memories = 0, calls = 0, stages = 0, again = 0;
    };
    [[nodiscard]] Mark published() const noexcept {
        const std::size_t count = markCount.load(std::memory_order_acquire);
        return count == 0 ? Mark{} : marks[count - 1];
    }

    TraceShape shape;
    Options options;
    std::atomic<bool> keeps;  ///< rows are recorded
    trace::AppendColumn<StepRecord> steps;
    trace::TextColumn texts;
    trace::AppendColumn<LayerRecord> layers;  // [steps, layers, 1 + parts]
    trace::EvictionStore evictions;           // in order of step
    trace::AppendColumn<TraceEvent> events;
    trace::AppendColumn<PassMemory> memories;
    trace::AppendColumn<std::int32_t> stages;  // [stages] the layer done
    trace::AppendColumn<float> stageHeld;      // [stages, layers]
    trace::AppendColumn<std::int32_t> prunes;  // unique, ascending steps
    trace::DropStore drops;
    trace::CallStore calls;
    trace::RowStore rows, scores;
    std::unique_ptr<PooledMaps> pooled;   // null: rows are kept whole
    std::vector<EvictionRecord> waiting;  // evictions since the last publish
    trace::AppendColumn<Mark> marks;      // one per publish
    std::atomic<std::size_t> markCount{0};
};

Trace::Trace(TraceShape shape, Options options) : m_impl(std::make_unique<Impl>(shape, options)) {}
Trace::~Trace() = default;

const TraceShape& Trace::shape() const noexcept {
    return m_impl->shape;
}

Result<void> Trace::addStep(const StepRecord& step, std::string_view tokenText, std::span<const LayerRecord> layers) {
    Impl& d = *m_impl;
    if (step.step < 0 || index(step.step) != d.steps.size()) {
        return fail(Code::Internal, "trace", "a step is out of order", std::to_string(step.step),
                    std::to_string(d.steps.size()));
    }
    if (layers.size() != d.layerRecords()) {
        return fail(Code::Internal, phrase("trace, step %1", step.step), "wrong number of layer records",
                    std::to_string(layers.size()), std::to_string(d.layerRecords()));
    }
    for (const LayerRecord& layer : layers) {
        d.layers.append(layer);
    }
    d.texts.append(tokenText);
    d.steps.append(step);
    return {};
}

void Trace::addEviction(EvictionRecord eviction) {
    m_impl->drops.add(eviction);
    m_impl->waiting.push_back(std::move(eviction));
}

Result<void> Trace::addRows(std::int32_t step, std::int32_t layer,
                            std::span<const std::vector<std::int32_t>> unitTokens,
                            std::span<const std::vector<float>> headProbs) {
    return addRowSpans(step, layer, unitTokens,
                       std::vector<std::span<const float>>(headProbs.begin(), headProbs.end()));
}

Result<void> Trace::addRowSpans(std::int32_t step, std::int32_t layer,
                                std::span<const std::vector<std::int32_t>> unitTokens,
                                std::span<const std::span<const float>> headProbs) {
    Impl& d = *m_impl;
    if (!d.keeps.load(std::memory_order_relaxed)) {
        return {};
    }
    if (layer < 0 || layer >= d.shape.layers || step < d.published().steps) {
        return fail(Code::Internal, "attention rows", "no such layer, or the step is published",
                    phrase("layer %1, step %2", layer, step),
                    phrase("a layer below %1, a step from %2", d.shape.layers, d.published().steps));
    }
    if (d.pooled != nullptr) {
        d.pooled->add(step, layer,
                      std::vector<std::span<const std::int32_t>>(unitTokens.begin(), unitTokens.end()), headProbs);
        return {};
    }
    return d.rows.add(step, layer, unitTokens, headProbs);
}

Result<void> Trace::addScores(std::int32_t step, std::int32_t layer, std::span<const std::vector<std::int32_t>> tokens,
                              std::span<const std::vector<float>> scores) {
    assert(layer >= 0 && layer < m_impl->shape.layers && step >= m_impl->published().steps);
    return m_impl->scores.add(step, layer, tokens, std::vector<std::span<const float>>(scores.begin(), scores.end()));
}

bool Trace::wantsRows(std::int32_t layer) const noexcept {
    const Impl& d = *m_impl;
    return d.keeps.load(std::memory_order_relaxed) && (d.pooled == nullptr || d.pooled->has(layer));
}

PooledMaps* Trace::poolingMaps() noexcept {
    return m_impl->pooled.get();
}

const PooledMaps* Trace::pooledMaps() const noexcept {
    return m_impl->pooled.get();
}

bool Trace::shareRows(const Trace& other, std::int64_t steps) {
    trace::RowStore& own = m_impl->rows;
    const trace::RowStore& theirs = other.m_impl->rows;
    if (m_impl->shape != other.m_impl->shape || !m_impl->keeps.load(std::memory_order_relaxed) ||
        !other.m_impl->keeps.load(std::memory_order_relaxed) || m_impl->pooled != nullptr || !own.empty() ||
        theirs.failed() || theirs.hasSource()) {
        return false;
    }
    own.share(theirs, steps);
    own.countAsShared();
    return true;
}

std::int64_t Trace::rowLimit() const noexcept {
    return m_impl->options.rowBytes;
}

bool Trace::dropsRows() const noexcept {
    return m_impl->rows.drops();
}

void Trace::keepRows() noexcept {
    m_impl->keeps.store(true, std::memory_order_relaxed);
    if (m_impl->pooled == nullptr) {
        m_impl->scores.setLimit(0);
    }
}

void Trace::readRowsFrom(std::shared_ptr<const RowSource> source) {
    m_impl->rows.readFrom(std::move(source));
}

void Trace::readScoresFrom(std::shared_ptr<const RowSource> source) {
    m_impl->scores.readFrom(std::move(source));
}

void Trace::addCall(const CallRecord& call) {
    m_impl->calls.append(call);
}

void Trace::addEvent(TraceEvent event) {
    m_impl->events.append(std::move(event));
}

void Trace::addPassMemory(const PassMemory& memory) {
    m_impl->memories.append(memory);
}

void Trace::addPrefillStage(std::int32_t layer, std::span<const float> held) {
    assert(held.size() == index(m_impl->shape.layers));
    for (const float tokens : held) {
        m_impl->stageHeld.append(tokens);
    }
    m_impl->stages.append(layer);
}

StepRecord* Trace::pending(std::int64_t step) noexcept {
    Impl& d = *m_impl;
    const bool there = step >= d.published().steps && step < std::ssize(d.steps);
    return there ? &d.steps.at(index(step)) : nullptr;
}

void Trace::publish() {
    Impl& d = *m_impl;
    std::ranges::stable_sort(d.waiting, {}, &EvictionRecord::step);
    for (const EvictionRecord& eviction : d.waiting) {
        if (d.prunes.size() == 0 || d.prunes[d.prunes.size() - 1] < eviction.step) {
            d.prunes.append(eviction.step);
        }
        d.evictions.append(eviction);
    }
    d.waiting.clear();
    d.marks.append({std::ssize(d.steps), std::ssize(d.evictions), std::ssize(d.events), std::ssize(d.prunes),
                    std::ssize(d.memories), std::ssize(d.calls), std::ssize(d.stages),
                    static_cast<std::int64_t>(d.drops.again())});
    d.markCount.store(d.marks.size(), std::memory_order_release);
}

std::unique_ptr<Trace> Trace::fork(std::int64_t steps) const {
    const Impl& from = *m_impl;
    Impl::Mark mark = from.published();
    // The event that ended a lane has no recorded step, so only a copy of all steps includes it.
    const bool all = steps == std::numeric_limits<std::int64_t>::max();
    mark.steps = std::min(mark.steps, steps);
    auto copy = std::make_unique<Trace>(from.shape, from.options);
    Impl& to = *copy->m_impl;
    if (from.keeps.load(std::memory_order_relaxed)) {
        copy->keepRows();
    }
    for (std::size_t i = 0; i < index(mark.steps); ++i) {
        to.steps.append(from.steps[i]);
        to.texts.append(from.texts[i]);
    }
    for (std::size_t i = 0; i < index(mark.steps) * from.layerRecords(); ++i) {
        to.layers.append(from.layers[i]);
    }
    for (std::size_t i = 0; i < index(mark.evictions); ++i) {
        if (from.evictions.stepOf(i) < mark.steps) {
            copy->addEviction(from.evictions[i]);
        }
    }
    for (std::size_t i = 0; i < index(mark.events); ++i) {
        if (all || from.events[i].step < mark.steps) {
            to.events.append(from.events[i]);
        }
    }
    for (std::size_t i = 0; i < index(mark.memories); ++i) {
        if (from.memories[i].step < mark.steps) {
            to.memories.append(from.memories[i]);
        }
    }
    for (std::size_t i = 0; i < index(mark.calls); ++i) {
        if (all || from.calls.stepOf(i) < mark.steps) {
            to.calls.append(from.calls[i]);
        }
    }
    if (from.pooled != nullptr) {
        to.pooled->copy(*from.pooled, mark.steps);
    }
    to.rows.share(from.rows, mark.steps);
    to.scores.share(from.scores, mark.steps);
    copy->publish();
    return copy;
}

std::int64_t Trace::steps() const noexcept {
    return m_impl->published().steps;
}

const StepRecord& Trace::step(std::int64_t at) const {
    assert(at >= 0 && at < steps());
    return m_impl->steps[index(at)];
}

std::string_view Trace::tokenText(std::int64_t at) const {
    assert(at >= 0 && at < steps());
    return m_impl->texts[index(at)];
}

const LayerRecord& Trace::layer(std::int64_t step, std::int32_t layer, std::int32_t part) const {
    const Impl& d = *m_impl;
    assert(step >= 0 && step < steps() && layer >= 0 && layer < d.shape.layers && part >= -1 && part < d.shape.parts());
    return d.layers[index(step) * d.layerRecords() + index(layer) * index(d.shape.parts() + 1) + index(part + 1)];
}

std::int64_t Trace::evictions() const noexcept {
    return m_impl->published().evictions;
}

EvictionRecord Trace::eviction(std::int64_t at) const {
    assert(at >= 0 && at < evictions());
    return m_impl->evictions[index(at)];
}

std::int32_t Trace::evictionStep(std::int64_t at) const {
    assert(at >= 0 && at < evictions());
    return m_impl->evictions.stepOf(index(at));
}

std::int64_t Trace::evictionsFrom(std::int32_t step) const {
    return firstFrom(step, evictions(), [this](std::int64_t at) { return m_impl->evictions.stepOf(index(at)); });
}

std::int64_t Trace::calls() const noexcept {
    return m_impl->published().calls;
}

CallRecord Trace::call(std::int64_t at) const {
    assert(at >= 0 && at < calls());
    return m_impl->calls[index(at)];
}

std::int64_t Trace::callsFrom(std::int32_t step) const {
    return firstFrom(step, calls(), [this](std::int64_t at) { return m_impl->calls.stepOf(index(at)); });
}

bool Trace::callBroken(std::int64_t at) const {
    assert(at >= 0 && at < calls());
    return m_impl->calls.broken(index(at));
}

const std::string& Trace::callName(std::int64_t at) const {
    assert(at >= 0 && at < calls());
    return m_impl->calls.nameOf(index(at));
}

float Trace::callUs(std::int64_t at) const {
    assert(at >= 0 && at < calls());
    return m_impl->calls.usOf(index(at));
}

std::int64_t Trace::events() const noexcept {
    return m_impl->published().events;
}

const TraceEvent& Trace::event(std::int64_t at) const {
    assert(at >= 0 && at < events());
    return m_impl->events[index(at)];
}

std::int64_t Trace::passMemories() const noexcept {
    return m_impl->published().memories;
}

const PassMemory& Trace::passMemory(std::int64_t at) const {
    assert(at >= 0 && at < passMemories());
    return m_impl->memories[index(at)];
}

std::int64_t Trace::prefillStages() const noexcept {
    return m_impl->published().stages;
}

std::int32_t Trace::prefillStageLayer(std::int64_t at) const {
    assert(at >= 0 && at < prefillStages());
    return m_impl->stages[index(at)];
}

float Trace::prefillStageHeld(std::int64_t at, std::int32_t layer) const {
    assert(at >= 0 && at < prefillStages() && layer >= 0 && layer < m_impl->shape.layers);
    return m_impl->stageHeld[index(at) * index(m_impl->shape.layers) + index(layer)];
}

std::optional<AttentionRows> Trace::rows(std::int64_t step, std::int32_t layer) const {
    assert(step >= 0 && step < steps() && layer >= 0 && layer < m_impl->shape.layers);
    return m_impl->rows.find(step, layer);
}

std::optional<AttentionRows> Trace::scores(std::int64_t step, std::int32_t layer) const {
    assert(step >= 0 && step < steps() && layer >= 0 && layer < m_impl->shape.layers);
    return m_impl->scores.find(step, layer);
}

std::int64_t Trace::scoreBytes() const noexcept {
    return m_impl->scores.bytes();
}

std::int64_t Trace::rowBytesStored() const noexcept {
    return m_impl->rows.bytes();
}

std::int64_t Trace::ownRowBytesStored() const noexcept {
    return m_impl->rows.ownBytes();
}

std::int64_t Trace::rowArrivals() const noexcept {
    return m_impl->rows.arrivals();
}

std::vector<std::int32_t> Trace::pruneSteps() const {
    std::vector<std::int32_t> steps;
    const std::int64_t count = m_impl->published().prunes;
    steps.reserve(index(count));
    for (std::int64_t i = 0; i < count; ++i) {
        steps.push_back(m_impl->prunes[index(i)]);
    }
    return steps;
}

std::vector<std::int32_t> Trace::evictedAt(std::int64_t step, std::int32_t layer, std::int32_t unit) const {
    const Impl& d = *m_impl;
    assert(step >= 0 && step < steps() && layer >= 0 && layer < d.shape.layers && unit >= -1 && unit < d.shape.units);
    const PutBack back(*this);
    return d.drops.evictedAt(step, layer, unit, back, d.published().again);
}

}  // namespace kvw
