// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/ghosts.h"

#include <algorithm>
#include <numeric>

#include "core/trace/capture_changes.h"

namespace kvw {
namespace {

std::string whyNone(const Recording& recording, std::int32_t lane) {
    if (!recording.description().beginsWithFull() || !recording.hasTrace(0)) {
        return "later attention is that of the full cache, and this run has no lane with the full cache";
    }
    if (lane <= 0 || !recording.hasTrace(lane)) {
        return "the full cache evicts nothing";
    }
    const TraceShape &full = recording.trace(0).shape(), &other = recording.trace(lane).shape();
    if (full.layers != other.layers || full.queryHeads != other.queryHeads) {
        return "the lane and the full cache are of different models";
    }
    if (recording.trace(0).rowBytesStored() == 0) {
        return "later attention is told by the full cache's rows, and this run has none; capture \"maps\" records them";
    }
    if (const std::int64_t first = firstWithoutRows(recording, 0); first >= 0) {
        return rowsSwitchedOff(first).english();
    }
    return {};
}

}  // namespace

Ghosts::Ghosts(const Recording& recording, std::int32_t lane, std::int32_t unit)
    : m_recording(recording), m_lane(lane), m_unit(unit), m_reason(whyNone(recording, lane)) {}

void Ghosts::restart() {
    const auto layers = static_cast<std::size_t>(m_recording.trace(m_lane).shape().layers);
    m_step = -1;
    m_most = 0;
    m_sums.assign(layers, {});
    m_rows.assign(layers, 0);
}

bool Ghosts::advance(std::int64_t step, const std::function<bool()>& stale) {
    if (m_reason.empty()) {
        m_reason = whyNone(m_recording, m_lane);  // recording may have been switched off since
    }
    if (!m_reason.empty()) {
        return false;
    }
    if (step < m_step || m_sums.empty()) {
        restart();
    }
    const Trace& trace = m_recording.trace(m_lane);
    const Trace& full = m_recording.trace(0);
    // A generated text can differ from the full lane's; from there on, the rows of one lane say nothing about tokens of
    // the other.
    std::int64_t last = m_step;
    while (last < std::min(step, std::min(trace.steps(), full.steps()) - 1) &&
           trace.step(last + 1).tokenId == full.step(last + 1).tokenId) {
        ++last;
    }
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        m_sums[static_cast<std::size_t>(layer)].resize(static_cast<std::size_t>(step) + 1, 0.0F);
        const std::vector<std::int32_t> dropped = trace.evictedAt(step, layer, m_unit);
        const auto first =
            std::accumulate(dropped.begin(), dropped.end(), std::int64_t{-1},
                            [](std::int64_t a, std::int32_t b) { return b >= 0 && (a < 0 || b < a) ? b : a; });
        for (std::int64_t row = m_step + 1; first >= 0 && row <= last; ++row) {
            if (stale && (row & 31) == 0 && stale()) {
                restart();
                return false;
            }
            if (row > first) {
                addRow(layer, row, dropped);
            }
        }
    }
    m_step = step;
    return true;
}

void Ghosts::addRow(std::int32_t layer, std::int64_t row, const std::vector<std::int32_t>& dropped) {
    const auto rows = m_recording.trace(0).rows(row, layer);
    if (!rows) {
        return;
    }
    const TraceShape& shape = m_recording.trace(m_lane).shape();
    const auto counts = [&](std::size_t head) {
        return m_unit < 0 || shape.unitOf(static_cast<std::int32_t>(head)) == m_unit;
    };
    std::int64_t heads = 0;
    for (std::size_t head = 0; head < rows->heads.size(); ++head) {
        heads += counts(head) ? 1 : 0;
    }
    std::vector<float>& sums = m_sums[static_cast<std::size_t>(layer)];
    for (std::size_t head = 0; head < rows->heads.size(); ++head) {
        if (!counts(head)) {
            continue;
        }
        const auto& each = rows->heads[head];
        for (std::size_t i = 0; i < each.tokens.size() && i < each.probs.size(); ++i) {
            const auto token = static_cast<std::size_t>(each.tokens[i]);
            if (token < dropped.size() && dropped[token] >= 0 && dropped[token] < row) {
                sums[token] += each.probs[i] / static_cast<float>(heads);
                m_most = std::max(m_most, sums[token]);
            }
        }
    }
    ++m_rows[static_cast<std::size_t>(layer)];
}

double Ghosts::share(std::int32_t layer) const {
    const auto at = static_cast<std::size_t>(layer);
    const double sum = std::accumulate(m_sums[at].begin(), m_sums[at].end(), 0.0);
    return m_rows[at] == 0 ? 0 : sum / static_cast<double>(m_rows[at]);
}

}  // namespace kvw
