// SPDX-License-Identifier: Apache-2.0
#include "core/session/kept_states.h"

#include <algorithm>
#include <utility>

#include "core/base/process/proc_bytes.h"

namespace kvw {

namespace {

/// A state that takes more than a quarter of the bound is not kept: it is not worth the others.
constexpr std::int64_t kLargestShare = 4;

}  // namespace

const KeptStates::OfRun* KeptStates::find(const Recording& recording) const {
    const auto found = std::ranges::find_if(
        m_runs, [&recording](const OfRun& run) { return run.recording.lock().get() == &recording; });
    return found == m_runs.end() ? nullptr : &*found;
}

std::int64_t KeptStates::bytes() const {
    std::int64_t bytes = 0;
    for (const OfRun& run : m_runs) {
        for (const auto& state : run.states) {
            bytes += state->bytes();
        }
    }
    return bytes;
}

std::vector<std::int64_t> KeptStates::positions(const Recording& of) const {
    std::vector<std::int64_t> positions;
    if (const OfRun* run = find(of)) {
        for (const auto& state : run->states) {
            positions.push_back(state->position());
        }
    }
    return positions;
}

std::int64_t KeptStates::mostBytes() const {
    // The states' own memory counts as free, because they can be dropped.
    return m_mostBytes > 0
               ? m_mostBytes
               : std::max(kLeastBytes, (procBytes("/proc/meminfo", "MemAvailable") + bytes()) / kShareOfFree);
}

bool KeptStates::visit(Run& run) {
    const std::shared_ptr<const Recording> recording = run.recording();
    if (m_runs.empty() || m_runs.back().recording.lock() != recording) {
        std::erase_if(m_runs, [](const OfRun& of) { return of.recording.expired(); });
        m_runs.push_back({recording, m_every, {}, {}});
    }
    OfRun& of = m_runs.back();
    const bool due = of.states.empty() || run.position() - of.states.back()->position() >= of.every;
    if (!due || !of.refused.empty() || run.finished()) {
        return false;
    }
    const std::int64_t most = mostBytes();
    auto state = run.snapshot();
    if (!state) {
        of.refused = state.error().asPhrase();
    } else if ((*state)->bytes() > most / kLargestShare) {
        of.refused = "a state of this run takes too much memory to be kept beside it";
    } else {
        of.states.push_back(std::move(*state));
        thin(most);
        return true;
    }
    return false;
}

/// Drops every other state of a run, of older runs before the newest; a run's first state, after the prompt, goes last.
void KeptStates::thin(std::int64_t mostBytes) {
    for (std::size_t i = 0; bytes() > mostBytes && i < m_runs.size();) {
        OfRun& run = m_runs[i];
        if (run.states.size() <= 1) {
            const bool newest = i + 1 == m_runs.size();
            if (!newest) {
                run.states.clear();
            }
            ++i;
            continue;
        }
        std::vector<std::shared_ptr<const RunSnapshot>> left;
        for (std::size_t state = 0; state < run.states.size(); state += 2) {
            left.push_back(std::move(run.states[state]));
        }
        run.states = std::move(left);
        run.every *= 2;
    }
}

Result<std::int64_t> KeptStates::goOn(Run& fork, const Recording& parent, std::int64_t step) const {
    const OfRun* run = find(parent);
    if (run == nullptr || run->states.empty()) {
        return fail(Code::NotFound, "fork",
                    run != nullptr && !run->refused.empty() ? run->refused
                                                            : phrase("no state of the run it comes from is kept"));
    }
    Result<std::int64_t> gone = fail(Code::NotFound, "fork", "no state before that token is kept");
    for (auto state = run->states.rbegin(); state != run->states.rend(); ++state) {
        if ((*state)->position() > step) {
            continue;
        }
        if (auto done = fork.goOnFrom(**state, parent); done) {
            return (*state)->position();
        } else {
            gone = tl::unexpected(done.error());
        }
    }
    return gone;
}

}  // namespace kvw
