// SPDX-License-Identifier: Apache-2.0
// Prefill of a run: the layers once for all lanes, or chunk by chunk in each lane.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/stopwatch.h"
#include "core/engine/contained.h"
#include "core/engine/lockstep_run.h"

namespace kvw {

namespace {

std::int32_t unitsOf(const Lane& lane) {
    return lane.attention().cache().shape().units;
}

/// While it lives, all lanes share what they measure of the prompt in `memory`, and with `select` compute only what
/// their policies ask for.
class SharedMemory {
 public:
    SharedMemory(std::span<PrefillLane> prefillLanes, PromptMemory* memory, bool select)
        : m_prefillLanes(prefillLanes) {
        set(memory, select);
    }
    ~SharedMemory() { set(nullptr, false); }
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

 private:
    void set(PromptMemory* memory, bool select) const noexcept {
        for (const PrefillLane& prefillLane : m_prefillLanes) {
            prefillLane.attention->share(memory);
            prefillLane.attention->onlySelect(select);
        }
    }

    std::span<PrefillLane> m_prefillLanes;
};

}  // namespace

std::int64_t LockstepRun::observedBytes() const {
    const ModelConfig& model = m_setup.lanes[0]->decoder().config();
    const std::int64_t sums = model.layers * model.queryHeads * static_cast<std::int64_t>(sizeof(double));
    return PromptTensors::bytesOf(attentionShape(model), m_setup.promptTokens) +
           m_setup.promptTokens * (model.hidden * static_cast<std::int64_t>(sizeof(float)) + sums);
}

std::shared_ptr<PromptTensors> LockstepRun::roomToObserve() const {
    if (observedBytes() > m_setup.spec.observationBytes) {
        return nullptr;
    }
    auto room = std::make_shared<PromptTensors>();
    room->shape = attentionShape(m_setup.lanes[0]->decoder().config());
    room->tokens = m_setup.promptTokens;
    room->ids.assign(m_setup.text.begin(), m_setup.text.begin() + m_setup.promptTokens);
    room->decoder = m_setup.lanes[0]->sharedDecoder();
    return room;
}

bool LockstepRun::takePrompt(const ObservedPrompt& read) {
    const auto* kept = dynamic_cast<const KeptPrompt*>(&read);
    if (kept == nullptr || !canObserve() || !kept->fits(m_setup.settings.front(), m_setup.spec)) {
        return false;
    }
    const PromptTensors& tensors = *kept->tensors();
    const auto count = static_cast<std::size_t>(m_setup.promptTokens);
    const bool same = tensors.decoder.lock() == m_setup.lanes[0]->sharedDecoder() && tensors.ids.size() == count &&
                      m_setup.text.size() >= count && !tensors.hidden.empty() &&
                      std::equal(tensors.ids.begin(), tensors.ids.end(), m_setup.text.begin());
    if (same) {
        m_observed = kept->tensors();
        m_promptTaken = true;
    }
    return same;
}

Result<void> LockstepRun::promptLayers(SharedPrefill& shared, std::span<PrefillLane> prefillLanes, bool observe,
                                       const std::function<void(std::int32_t)>& layerDone, double& ms) {
    const auto ownMs = [&prefillLanes] {
        double own = 0;
        for (const PrefillLane& prefillLane : prefillLanes) {
            own += prefillLane.ms;
        }
        return own;
    };
    if (m_promptTaken && observe) {
        PromptMemory sums(m_observed->layers.size(), m_observed->columnSums, PromptMemory::Keeps::ColumnSums);
        const SharedMemory sharing(prefillLanes, &sums, true);
        ms = m_observed->ms;
        return shared.layersAgain(*m_observed, prefillLanes, layerDone);
    }
    const Stopwatch watch;
    const std::shared_ptr<PromptTensors> observed = observe ? roomToObserve() : nullptr;
    shared.keepIn(observed.get());
    PromptMemory sums(static_cast<std::size_t>(m_setup.lanes[0]->decoder().config().layers), {},
                      PromptMemory::Keeps::ColumnSums);
    const SharedMemory sharing(prefillLanes, observed ? &sums : nullptr, false);
    const std::span<const std::int32_t> ids(m_setup.text.data(), static_cast<std::size_t>(m_setup.promptTokens));
    auto done = shared.layers(*m_prompts, ids, prefillLanes, layerDone);
    ms = watch.ms() - ownMs();
    if (const auto note = m_prompts->takeNote()) {
        m_setup.recording->report({*note, -1});
    }
    if (done && observed) {
        observed->columnSums = sums.takeColumnSums();
        observed->hidden.assign(shared.hidden().begin(), shared.hidden().end());
        observed->ms = ms;
        m_observed = observed;
    }
    return done;
}

Result<std::shared_ptr<ObservedPrompt>> LockstepRun::observedPrompt() {
    constexpr const char* kWhere = "what if";
    if (m_observed) {
        return std::make_shared<KeptPrompt>(m_observed, m_setup.settings.front(), m_setup.spec, m_setup.attentionOf);
    }
    if (m_setup.spec.observationBytes == 0) {
        return Run::observedPrompt();
    }
    if (!canObserve()) {
        return fail(Code::BadUsage, kWhere,
                    "a prompt that is read in chunks is cut between them, so its observations depend on the policy and "
                    "are not kept",
                    "streaming prefill", "layer-major prefill");
    }
    if (observedBytes() > m_setup.spec.observationBytes) {
        return fail(Code::BadUsage, kWhere, "the observations of this prompt exceed their limit of memory",
                    phrase("%1 MB", observedBytes() / 1'000'000),
                    phrase("at most %1 MB: a shorter prompt", m_setup.spec.observationBytes / 1'000'000));
    }
    return fail(Code::BadUsage, kWhere,
                m_position > 0 ? "the run continues from a state of another run, and the observations of its prompt "
                                 "are no longer kept; start it again"
                               : "the prompt was not read yet");
}

std::vector<LockstepRun::Group> LockstepRun::groups() const {
    std::vector<Group> all;
    for (std::size_t i = 0; i < m_setup.lanes.size(); ++i) {
        const LaneRun& own = m_setup.settings[i];
        const auto alike = std::find_if(all.begin(), all.end(), [&](const Group& group) {
            const LaneRun& other = m_setup.settings[group.front()];
            return own.layerMajor() ? own.readsAs(other) : own.chunk == other.chunk;
        });
        (alike == all.end() ? all.emplace_back() : *alike).push_back(i);
    }
    return all;
}

Result<void> LockstepRun::prefillGroup(const Group& group, const ProgressSink& progress) {
    m_position = 0;
    auto done = m_setup.settings[group.front()].layerMajor() ? prefillTogether(group, progress)
                                                             : prefillInChunks(group, progress);
    m_position = done ? m_setup.promptTokens : m_position;
    return done;
}

Result<void> LockstepRun::prefillTogether(const Group& group, const ProgressSink& progress) {
    const std::int64_t count = m_setup.promptTokens;
    const std::span<const std::int32_t> ids(m_setup.text.data(), static_cast<std::size_t>(count));
    std::vector<std::size_t> passing;
    std::vector<PrefillLane> prefillLanes;
    for (const std::size_t i : group) {
        Lane& lane = *m_setup.lanes[i];
        const Lane* full = i == 0 ? nullptr : fullLane();
        const auto alike = std::find_if(passing.begin(), passing.end(), [&](std::size_t before) {
            return unitsOf(*m_setup.lanes[before]) == unitsOf(lane);
        });
        const Lane* same = alike == passing.end() ? nullptr : m_setup.lanes[*alike].get();
        KVW_TRY(lane.failed() ? Result<void>{}
                              : guarded(i, count - 1, [&] { return lane.beginPrefill(0, count, true, full, same); }));
        if (!lane.failed()) {
            passing.push_back(i);
            prefillLanes.emplace_back(lane.attention(), lane.whereOf(count - 1));
        }
    }
    if (passing.empty()) {
        return {};  // lanes of other groups may be left
    }
    const auto layers = static_cast<std::int64_t>(m_setup.recording->description().model.layers);
    const auto layerDone = [&](std::int32_t layer) {
        for (const std::size_t i : passing) {
            m_setup.lanes[i]->addPrefillStage(layer);
        }
        if (progress) {
            progress({layer + 1, layers, "layers"});
        }
    };
    if (progress) {
        progress({0, layers, "layers"});  // the first layer of a long prompt takes seconds
    }
    SharedPrefill shared;
    double common = 0;
    const auto passed = contained(whereOf(passing, count - 1), [&] {
        return promptLayers(shared, prefillLanes, group.front() == 0, layerDone, common);
    });
    for (std::size_t i = 0; i < passing.size(); ++i) {
        Lane& lane = *m_setup.lanes[passing[i]];
        const Result<void>& own = prefillLanes[i].done;
        KVW_TRY(!own || !passed
                    ? endLane(lane, count - 1, own ? passed.error() : own.error())
                    : guarded(passing[i], count - 1, [&] { return lane.endLayers(ids, common + prefillLanes[i].ms); }));
    }
    std::erase_if(passing, [this](std::size_t i) { return m_setup.lanes[i]->failed(); });
    if (passing.empty()) {
        return {};
    }
    if (m_keepFullHidden && group.front() == 0) {
        m_fullHidden.assign(shared.hidden().begin(), shared.hidden().end());
    }
    return prefillSteps(shared, passing);
}

/// Adds the prompt's steps to every lane, block by block, from logits that are the same in all lanes.
Result<void> LockstepRun::prefillSteps(SharedPrefill& shared, std::span<const std::size_t> passing) {
    const std::int64_t count = m_setup.promptTokens;
    Lane& first = *m_setup.lanes[passing[0]];
    PassLogits logits(*m_prompts, first.decoder().config(), shared.hidden(), first.attention());
    for (std::int64_t begin = 0; begin < count; begin += PassLogits::kBlock) {
        const std::int64_t rows = std::min(PassLogits::kBlock, count - begin);
        const Stopwatch watch;
        if (m_stop.stop_requested()) {
            return kvw::fail(Code::Cancelled, "prefill", "stopped on request");
        }
        auto done = contained(whereOf(passing, count - 1), [&] { return logits.compute(begin, rows); });
        const double common = watch.ms();
        const std::span<const std::int32_t> ids(m_setup.text.data() + begin, static_cast<std::size_t>(rows));
        for (const std::size_t i : passing) {
            Lane& lane = *m_setup.lanes[i];
            if (lane.failed()) {
                continue;
            }
            const Lane* full = i == 0 ? nullptr : fullLane();
            KVW_TRY(!done ? endLane(lane, count - 1, done.error()) : guarded(i, count - 1, [&] {
                return lane.addPrefillSteps({ids, begin, &logits, nullptr}, full, full != nullptr, common);
            }));
        }
    }
    for (const std::size_t i : passing) {
        Lane& lane = *m_setup.lanes[i];
        if (lane.failed()) {
            continue;
        }
        const Stopwatch choosing;
        KVW_TRY(guarded(i, count - 1, [&]() -> Result<void> {
            lane.endPrefill(i == 0 ? nullptr : fullLane());
            return {};
        }));
        if (lane.failed()) {
            continue;
        }
        KVW_TRY(chooseNext(i, count));
        m_setup.recording->setTtft(static_cast<std::int32_t>(i), lane.passMs() + choosing.ms());
    }
    return {};
}

Result<void> LockstepRun::prefillPass(const Group& group, std::int64_t first, std::int64_t count,
                                      const ProgressSink& progress) {
    const bool last = first + count == m_setup.promptTokens;
    for (const std::size_t i : group) {
        Lane& lane = *m_setup.lanes[i];
        if (lane.failed()) {
            continue;
        }
        const Lane* full = i == 0 ? nullptr : fullLane();
        std::span<const float> fullHidden;
        if (group.front() != 0 && full != nullptr) {
            fullHidden = m_fullHidden;
        }
        const Stopwatch watch;
        const std::span<const std::int32_t> ids(m_setup.text.data() + first, static_cast<std::size_t>(count));
        KVW_TRY(guarded(i, first + count - 1,
                        [&] { return lane.prefill(ids, first, last, full, *m_prompts, fullHidden); }));
        if (i == 0 && m_keepFullHidden) {
            m_fullHidden.insert(m_fullHidden.end(), lane.hidden().begin(), lane.hidden().end());
        }
        if (last && !lane.failed()) {
            KVW_TRY(chooseNext(i, first + count));
        }
        const auto index = static_cast<std::int32_t>(i);
        m_setup.recording->setTtft(index, m_setup.recording->ttft(index) + watch.ms());
    }
    m_position = first + count;
    if (progress) {
        progress({m_position, m_setup.promptTokens, "tokens"});
    }
    return {};
}

Result<void> LockstepRun::prefillInChunks(const Group& group, const ProgressSink& progress) {
    const std::int64_t chunk = m_setup.settings[group.front()].chunk;
    for (std::int64_t first = 0; first < m_setup.promptTokens; first += chunk) {
        const std::int64_t count = std::min(chunk, m_setup.promptTokens - first);
        KVW_TRY(applyChanges(group));
        KVW_TRY(prefillPass(group, first, count, progress));
    }
    return {};
}

}  // namespace kvw
