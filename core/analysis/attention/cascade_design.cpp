// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/cascade_design.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <numeric>
#include <utility>

#include "core/analysis/attention/attention_ages.h"
#include "core/analysis/attention/attention_row.h"

namespace kvw {
namespace {

constexpr std::size_t kBins = 24;  // ages up to 8 million tokens

/// Sub-caches of one layer.
class DesignReplay {
 public:
    explicit DesignReplay(const CascadeDesign& design)
        : m_design(&design),
          m_caches(design.sizes.size()),
          m_gamma(std::exp(-static_cast<double>(design.sizes.size()) * std::log(100.0) /
                           static_cast<double>(design.total()))) {}

    /// Adds the weights of what is held to `held`, by age bin. row: by token.
    void judge(const std::vector<float>& row, std::int64_t step, std::vector<double>& held) const {
        for (const auto& cache : m_caches) {
            for (const Entry& entry : cache) {
                held[static_cast<std::size_t>(ageBin(step - entry.token))] +=
                    static_cast<double>(row[static_cast<std::size_t>(entry.token)]);
            }
        }
    }
    /// Moves the scores on by a row, then inserts its own token.
    void take(const std::vector<float>& row, std::int64_t step) {
        for (auto& cache : m_caches) {
            for (Entry& entry : cache) {
                entry.score = m_gamma * entry.score +
                              (1 - m_gamma) * static_cast<double>(row[static_cast<std::size_t>(entry.token)]);
            }
        }
        if (step >= m_design->sinks) {
            insert({step, (1 - m_gamma) * static_cast<double>(row[static_cast<std::size_t>(step)])});
        }
    }

 private:
    struct Entry {
        std::int64_t token = 0;
        double score = 0;
    };

    void insert(Entry entry) {
        const std::int64_t place = entry.token - m_design->sinks;
        for (std::size_t level = 0; level < m_caches.size(); ++level) {
            std::deque<Entry>& cache = m_caches[level];
            if (place % m_design->periods[level] != 0) {
                if (cache.empty()) {
                    cache.push_back(entry);
                } else if (entry.score > cache.back().score) {
                    cache.back() = entry;
                }
                return;
            }
            cache.push_back(entry);
            if (std::ssize(cache) <= m_design->sizes[level]) {
                return;
            }
            entry = cache.front();
            cache.pop_front();
        }
    }

    const CascadeDesign* m_design;
    std::vector<std::deque<Entry>> m_caches;  ///< the oldest token first
    double m_gamma;
};

/// Sums over rows and layers.
struct Sums {
    std::vector<double> attention = std::vector<double>(kBins);
    std::vector<std::vector<double>> held;  ///< [designs][bins]
    double sinks = 0, rows = 0;
};

/// Judges one row: what all tokens get, and what each design holds of it.
void judgeRow(const std::vector<float>& row, std::int64_t step, std::int64_t sinks, const std::vector<DesignReplay>& replays,
              Sums& sums) {
    for (std::int64_t token = 0; token <= step; ++token) {
        const auto weight = static_cast<double>(row[static_cast<std::size_t>(token)]);
        if (token < sinks) {
            sums.sinks += weight;
        } else {
            sums.attention[static_cast<std::size_t>(ageBin(step - token))] += weight;
        }
    }
    for (std::size_t design = 0; design < replays.size(); ++design) {
        replays[design].judge(row, step, sums.held[design]);
        if (step >= sinks) {
            sums.held[design][0] += static_cast<double>(row[static_cast<std::size_t>(step)]);  // its own token
        }
    }
    ++sums.rows;
}

/// Replays the designs on one layer. Returns false if the layer has no rows, or once `stale` is true.
bool replayLayer(const Recording& recording, std::int32_t lane, std::int32_t layer,
                 const std::vector<CascadeDesign>& designs, const std::function<bool()>& stale, Sums& sums) {
    const Trace& trace = recording.trace(lane);
    const std::int64_t first = agesBegin(recording.description().promptTokens, trace.steps());
    std::vector<DesignReplay> replays(designs.begin(), designs.end());
    std::vector<std::int32_t> tokens;
    std::vector<float> values, row;
    bool any = false;
    for (std::int64_t step = 0; step < trace.steps(); ++step) {
        if (stale && stale()) {
            return false;
        }
        row.assign(static_cast<std::size_t>(step + 1), 0.0F);
        const bool read = attentionRow(trace, step, layer, -1, tokens, values);
        for (std::size_t i = 0; read && i < tokens.size(); ++i) {
            if (tokens[i] >= 0 && tokens[i] <= step) {
                row[static_cast<std::size_t>(tokens[i])] = values[i];
            }
        }
        if (read && step >= first) {
            judgeRow(row, step, designs.front().sinks, replays, sums);
            any = true;
        }
        for (DesignReplay& replay : replays) {
            replay.take(row, step);
        }
    }
    return any;
}

std::vector<std::int64_t> equalSizes(std::int64_t total, std::int64_t cascades) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(cascades), total / cascades);
    sizes.front() += total % cascades;
    return sizes;
}

/// Each has half of what is left, the last one all of it.
std::vector<std::int64_t> halvedSizes(std::int64_t total, std::int64_t cascades) {
    std::vector<std::int64_t> sizes;
    for (std::int64_t left = cascades; left > 1; --left) {
        sizes.push_back((total + 1) / 2);
        total -= sizes.back();
    }
    sizes.push_back(total);
    return sizes;
}

std::vector<std::int64_t> powers(std::int64_t rate, std::int64_t count) {
    std::vector<std::int64_t> periods{1};
    while (std::ssize(periods) < count) {
        periods.push_back(periods.back() * rate);
    }
    return periods;
}

}  // namespace

std::int64_t CascadeDesign::total() const {
    return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

std::int64_t CascadeDesign::reach() const {
    std::int64_t reach = 0, interval = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        // A token comes to a sub-cache only if all before it accept, too.
        interval = std::lcm(interval, periods[i]);
        reach += sizes[i] * interval;
    }
    return reach;
}

std::string CascadeDesign::policy() const {
    return fmt::format("cascade:sinks={},sizes={},periods={}", sinks, fmt::join(sizes, "/"), fmt::join(periods, "/"));
}

std::vector<CascadeDesign> cascadeDesigns(const CascadeChoices& choices) {
    std::vector<CascadeDesign> designs;
    const auto add = [&](std::vector<std::int64_t> sizes, std::vector<std::int64_t> periods) {
        CascadeDesign design{choices.sinks, std::move(sizes), std::move(periods)};
        if (std::ranges::find(designs, design) == designs.end() && std::ranges::min(design.sizes) > 0) {
            designs.push_back(std::move(design));
        }
    };
    for (const std::int64_t count : choices.cascades) {
        if (count < 1 || count > choices.total) {
            continue;
        }
        for (const std::int64_t rate : choices.rates) {
            add(equalSizes(choices.total, count), powers(rate, count));
            add(halvedSizes(choices.total, count), powers(rate, count));
        }
    }
    return designs;
}

std::int32_t ageBin(std::int64_t age) {
    return std::min(static_cast<std::int32_t>(std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(age, 0)))),
                    static_cast<std::int32_t>(kBins) - 1);
}

Result<CascadeStudy> studyCascades(const Recording& recording, std::int32_t lane,
                                   const std::vector<CascadeDesign>& designs, const std::function<bool()>& stale) {
    if (!recording.hasTrace(lane) || !recording.description().lane(lane).isFullCache()) {
        return fail(Code::BadUsage, "cascade", "attention by age is measured on a lane with the full cache", {},
                    "a run or a comparison with the lane full, and attention rows");
    }
    if (designs.empty()) {
        return fail(Code::BadUsage, "cascade", "there is no design to judge", {},
                    "a number of sub-caches up to their tokens");
    }
    const Trace& trace = recording.trace(lane);
    Sums sums;
    sums.held.assign(designs.size(), std::vector<double>(kBins));
    CascadeStudy study;
    std::int32_t layers = 0;
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        layers += replayLayer(recording, lane, layer, designs, stale, sums) ? 1 : 0;
    }
    if (stale && stale()) {
        return study;
    }
    if (layers == 0) {
        return fail(Code::BadUsage, "cascade", "the attention rows of the full cache are not recorded", {},
                    "a run that records them (capture maps)");
    }
    study.rows = static_cast<std::int64_t>(sums.rows) / layers;
    study.sinks = sums.sinks / sums.rows;
    for (const double mass : sums.attention) {
        study.attention.push_back(mass / sums.rows);
    }
    for (std::size_t i = 0; i < designs.size(); ++i) {
        JudgedCascade judged{designs[i], study.sinks, {}};
        for (std::size_t bin = 0; bin < kBins; ++bin) {
            judged.retained += sums.held[i][bin] / sums.rows;
            judged.byAge.push_back(sums.attention[bin] > 0 ? sums.held[i][bin] / sums.attention[bin] : kMissing);
        }
        study.designs.push_back(std::move(judged));
    }
    while (study.attention.size() > 1 && study.attention.back() <= 0) {
        study.attention.pop_back();
    }
    for (JudgedCascade& judged : study.designs) {
        judged.byAge.resize(study.attention.size());
    }
    std::ranges::stable_sort(study.designs, std::ranges::greater(), &JudgedCascade::retained);
    return study;
}

}  // namespace kvw
