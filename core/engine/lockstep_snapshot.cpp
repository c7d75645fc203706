// SPDX-License-Identifier: Apache-2.0
// States of a run between two steps, kept while it goes on, so that a fork need not be computed from its start.
#include <c10/core/InferenceMode.h>

#include <algorithm>

#include "core/base/heap.h"
#include "core/engine/contained.h"
#include "core/engine/lockstep_run.h"
#include "core/session/spec/run_changes.h"
#include "core/trace/token_list.h"

namespace kvw {

namespace {

constexpr const char* kWhere = "snapshot";
constexpr std::int64_t kMuchMemory = std::int64_t{16} << 20U;

/// Returns true if `now` reads a text and `before` generated one, which may be that text.
bool readsOn(const RunSpec& now, const RunSpec& before) {
    return now.mode == Mode::Teacher && before.mode == Mode::Generate;
}

/// Compares everything but lanes and lengths that the steps up to a snapshot depend on.
bool sameKind(const RunSpec& a, const RunSpec& b) {
    const bool sampled = a.mode == Mode::Generate;
    const bool chosenAlike = readsOn(a, b) || (a.mode == b.mode && a.seed == b.seed);
    return chosenAlike && a.device == b.device && a.dtype == b.dtype && a.kvDtype == b.kvDtype &&
           captureText(a) == captureText(b) && a.rowsLimit == b.rowsLimit &&
           (!sampled || (a.sampling.temperature == b.sampling.temperature && a.sampling.topK == b.sampling.topK &&
                         a.sampling.topP == b.sampling.topP));
}

bool sameShape(const TraceShape& a, const TraceShape& b) {
    return a.layers == b.layers && a.queryHeads == b.queryHeads && a.kvHeads == b.kvHeads && a.headDim == b.headDim &&
           a.units == b.units;
}

bool beginAlike(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b, std::int64_t tokens) {
    const auto count = static_cast<std::size_t>(tokens);
    return a.size() >= count && b.size() >= count &&
           std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(count), b.begin());
}

/// Returns true if the lane processed the first `end` tokens of a text.
bool processed(const Trace& trace, const std::vector<std::int32_t>& text, std::int64_t end) {
    for (std::int64_t i = 0; i < end; ++i) {
        if (trace.step(i).tokenId != text[static_cast<std::size_t>(i)]) {
            return false;
        }
    }
    return true;
}

/// Returns the time in which the lane has read its question so far, a part of that to its first token.
double questionMs(const Recording& recording, std::int32_t lane) {
    const RunDescription& run = recording.description();
    const Trace& trace = recording.trace(lane);
    double ms = 0;
    for (std::int64_t step = run.promptTokens; step < std::min(run.generatesFrom(), trace.steps()); ++step) {
        ms += static_cast<double>(trace.step(step).ms());
    }
    return ms;
}

std::string textBefore(PolicyChain chain, std::int64_t step) {
    std::erase_if(chain.changes, [step](const RunChange& change) { return change.step >= step; });
    chain.own = {};  // the same settings may be the lane's own here and those of the run there
    return toText(chain);
}

/// The reference that a lane is measured against.
enum class MeasuredBy { None, Self, Other };
MeasuredBy referenceOf(const RunDescription& run, std::size_t lane) {
    return run.lanes[0].policyId != "full" ? MeasuredBy::None : lane == 0 ? MeasuredBy::Self : MeasuredBy::Other;
}

Phrase setsText(std::int32_t units) {
    return units == 1 ? phrase("one set of tokens") : phrase("%1 sets of tokens", units);
}

bool holdsAll(const CachedAttention& attention, const std::vector<std::int32_t>& tokens) {
    const CacheShape& shape = attention.cache().shape();
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            const auto held = attention.cache().tokens(layer, unit);
            for (const std::int32_t token : tokens) {
                if (std::find(held.begin(), held.end(), token) == held.end()) {
                    return false;
                }
            }
        }
    }
    return true;
}

}  // namespace

class LockstepRun::Snapshot final : public RunSnapshot {
 public:
    [[nodiscard]] std::int64_t position() const noexcept override { return at; }
    [[nodiscard]] std::int64_t bytes() const noexcept override { return size; }

    RunSpec spec;
    std::shared_ptr<ThreadPool> pool;  ///< outlives the lanes
    std::vector<std::unique_ptr<Lane>> lanes;
    std::vector<std::int32_t> text;
    std::vector<ResolvedPolicy> policies;
    std::vector<LaneRun> settings;
    std::shared_ptr<const RopeTables> rope;
    std::vector<Sampler> samplers;
    std::vector<std::int32_t> next;
    std::vector<bool> ended;
    std::vector<std::vector<Finding>> notes;  ///< by lane, as they were
    std::int64_t at = 0, promptTokens = 0, total = 0, size = 0;
};

Result<std::shared_ptr<RunSnapshot>> LockstepRun::snapshot() {
    const c10::InferenceMode inference;
    return contained(kWhere, [&]() -> Result<std::shared_ptr<RunSnapshot>> {
        auto kept = std::make_shared<Snapshot>();
        for (std::size_t i = 0; i < m_setup.lanes.size(); ++i) {
            KVW_TRY_ASSIGN(auto lane, m_setup.lanes[i]->fork(nullptr, static_cast<std::int32_t>(i)));
            // In memory it would be as large as the run itself. Where the temporary folder has no room, it is.
            lane->leaveMemory();
            kept->size += lane->attention().cache().bytesAllocated();
            kept->lanes.push_back(std::move(lane));
            kept->notes.push_back(m_setup.recording->notes(static_cast<std::int32_t>(i)));
        }
        kept->spec = m_setup.spec;
        kept->pool = m_setup.pool;
        kept->text = m_setup.text;
        kept->policies = m_setup.policies;
        kept->settings = m_setup.settings;
        kept->rope = m_setup.rope;
        kept->samplers = m_samplers;
        kept->next = m_next;
        kept->ended = m_ended;
        kept->at = m_position;
        kept->promptTokens = m_setup.promptTokens;
        kept->total = m_setup.total;
        if (kept->size >= kMuchMemory) {
            giveFreedMemoryBack();  // the copies were in memory first
        }
        return kept;
    });
}

Result<std::size_t> LockstepRun::sourceOf(std::size_t lane, const Snapshot& snapshot, const Recording& parent) const {
    KVW_TRY_ASSIGN(const auto chain, parseChain(m_setup.spec.policies[lane]));
    const auto index = static_cast<std::int32_t>(lane);
    Error why{Code::BadUsage, phrase("the state kept at token %1 is not one of this run", snapshot.at), kWhere, {}, {}};
    for (std::size_t i = 0; i < snapshot.lanes.size(); ++i) {
        const auto of = static_cast<std::int32_t>(i);
        const auto before = chainBefore(parent, of, snapshot.at);
        if (!before || textBefore(*before, snapshot.at) != textBefore(chain, snapshot.at) ||
            m_setup.settings[lane] != snapshot.settings[i] || snapshot.lanes[i]->failed() ||
            referenceOf(m_setup.recording->description(), lane) != referenceOf(parent.description(), i) ||
            parent.trace(of).steps() < snapshot.at) {
            continue;
        }
        // A lane that generated its text was not measured against another lane.
        if (readsOn(m_setup.spec, snapshot.spec) && (referenceOf(parent.description(), i) != MeasuredBy::None ||
                                                     !processed(parent.trace(of), m_setup.text, snapshot.at))) {
            continue;
        }
        const TraceShape &was = parent.trace(of).shape(), &is = m_setup.recording->trace(index).shape();
        if (!sameShape(was, is)) {
            // Another lane at the same place may have a cache like this one's.
            why.what = phrase("its cache holds %1 per layer, the states that were kept of the run hold %2",
                              setsText(is.units), setsText(was.units));
            continue;
        }
        for (const RunChange& change : chain.changes) {
            const auto tokens = parseTokenList(change.value).value_or(std::vector<std::int32_t>());
            if (change.step >= snapshot.at && change.kind == RunChange::Kind::Restore &&
                !holdsAll(snapshot.lanes[i]->attention(), tokens)) {
                return kvw::fail(Code::BadUsage, kWhere,
                                 phrase("the tokens to put back were evicted before token %1", snapshot.at));
            }
        }
        return i;
    }
    return tl::unexpected(std::move(why));
}

Result<void> LockstepRun::goOnFrom(const RunSnapshot& from, const Recording& parent) {
    const c10::InferenceMode inference;
    return contained(kWhere, [&]() -> Result<void> {
        const auto* snapshot = dynamic_cast<const Snapshot*>(&from);
        const bool generated = snapshot != nullptr && readsOn(m_setup.spec, snapshot->spec);
        const auto sameText = [&] {
            return generated ? beginAlike(m_setup.text, snapshot->text, m_setup.promptTokens) &&
                                   static_cast<std::int64_t>(m_setup.text.size()) >= snapshot->at
                             : m_setup.text == snapshot->text;
        };
        if (snapshot == nullptr || m_position > 0 || !sameKind(m_setup.spec, snapshot->spec) ||
            m_setup.promptTokens != snapshot->promptTokens || !sameText() ||
            m_setup.lanes[0]->sharedDecoder() != snapshot->lanes[0]->sharedDecoder()) {
            return kvw::fail(Code::BadUsage, kWhere, "it is of another model, text or kind of run");
        }
        // A run that ends earlier has the same steps so far, unless its keys rotate otherwise (longrope).
        if (m_setup.total > snapshot->total || m_setup.rope != snapshot->rope) {
            return kvw::fail(Code::BadUsage, kWhere, "it is of a run that ends at another token",
                             std::to_string(snapshot->total), std::to_string(m_setup.total));
        }
        const std::int64_t at = snapshot->at;
        std::vector<Recording::Problem> met = parent.problems();
        std::erase_if(met, [at](const Recording::Problem& problem) { return problem.step < 0 || problem.step >= at; });
        if (std::any_of(met.begin(), met.end(), [](const Recording::Problem& problem) { return problem.count > 1; })) {
            return kvw::fail(Code::BadUsage, kWhere, "the number of its problems before that token is not known");
        }
        std::vector<std::size_t> sources;
        std::vector<std::unique_ptr<Lane>> lanes;
        for (std::size_t i = 0; i < m_setup.lanes.size(); ++i) {
            KVW_TRY_ASSIGN(auto source, sourceOf(i, *snapshot, parent));
            KVW_TRY_ASSIGN(auto lane, snapshot->lanes[source]->fork(m_setup.recording, static_cast<std::int32_t>(i)));
            snapshot->lanes[source]->leaveMemory();  // the copy has read it
            sources.push_back(source);
            lanes.push_back(std::move(lane));
        }
        Recording& recording = *m_setup.recording;
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            const auto index = static_cast<std::int32_t>(i), of = static_cast<std::int32_t>(sources[i]);
            lanes[i]->attention().stopOn(m_stop.get_token());
            recording.setTrace(index, parent.trace(of).fork(at));
            recording.setTtft(index, parent.ttft(of) - questionMs(parent, of) + questionMs(recording, index));
            recording.setNotes(index, snapshot->notes[sources[i]]);
            m_setup.policies[i] = snapshot->policies[sources[i]];
            m_samplers[i] = snapshot->samplers[sources[i]];
            m_next[i] = snapshot->next[sources[i]];
            m_ended[i] = !generated && snapshot->ended[sources[i]];  // a text that is read continues after an end token
        }
        for (const Recording::Problem& problem : met) {
            for (std::size_t i = 0; i < lanes.size(); ++i) {
                if (problem.lane == static_cast<std::int32_t>(sources[i]) || (problem.lane < 0 && i == 0)) {
                    Recording::Problem own = problem;
                    own.lane = problem.lane < 0 ? problem.lane : static_cast<std::int32_t>(i);
                    recording.report(std::move(own));
                }
            }
        }
        m_setup.lanes = std::move(lanes);
        m_setup.pool = snapshot->pool;
        std::erase_if(m_setup.changes, [at](const Setup::PlannedChange& due) { return due.change.step < at; });
        for (const Setup::PlannedChange& due : m_setup.changes) {
            if (due.change.kind == RunChange::Kind::Restore) {
                m_setup.lanes[due.lane]->attention().manualEdits().saveOnEvict(
                    parseTokenList(due.change.value).value_or(std::vector<std::int32_t>()));
            }
        }
        m_position = at;
        return {};
    });
}

}  // namespace kvw
