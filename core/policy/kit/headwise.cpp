// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/headwise.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "core/policy/kit/nominal.h"

namespace kvw::sdk {

template <class T>
std::vector<std::int64_t> pooled_counts(const HeadScores<T>& heads, std::int64_t taken) {
    std::vector<T> pool;
    for (const std::vector<T>& head : heads) {
        pool.insert(pool.end(), head.begin(), head.end());
    }
    std::vector<std::int64_t> counts(heads.size(), 0);
    std::int64_t left = std::min(taken, static_cast<std::int64_t>(pool.size()));
    if (left <= 0) {
        return counts;
    }
    const auto last = pool.begin() + (left - 1);
    std::nth_element(pool.begin(), last, pool.end(), std::greater<>());
    const T cut = *last;
    for (std::size_t h = 0; h < heads.size(); ++h) {
        counts[h] = std::count_if(heads[h].begin(), heads[h].end(), [cut](T score) { return score > cut; });
        left -= counts[h];
    }
    // Only counts are asked for, so of the tie rule (lower head, then older token) the head alone matters.
    for (std::size_t h = 0; h < heads.size() && left > 0; ++h) {
        const std::int64_t equal = std::min<std::int64_t>(left, std::count(heads[h].begin(), heads[h].end(), cut));
        counts[h] += equal;
        left -= equal;
    }
    return counts;
}

template <class T>
std::vector<std::int64_t> floored_entries(const HeadScores<T>& heads, std::int64_t base, double floor) {
    const double least = std::trunc(static_cast<double>(base) * floor);
    std::vector<std::int64_t> entries = pooled_counts(heads, base * static_cast<std::int64_t>(heads.size()));
    for (std::size_t h = 0; h < heads.size(); ++h) {
        const double mixed = std::nearbyint(static_cast<double>(entries[h]) * (1.0 - floor) + least);
        entries[h] = std::min(static_cast<std::int64_t>(mixed), static_cast<std::int64_t>(heads[h].size()));
    }
    return entries;
}

template <class T>
std::vector<std::int64_t> safeguarded_entries(HeadScores<T> heads, std::int64_t base, std::int64_t safe) {
    const auto count = static_cast<std::int64_t>(heads.size());
    for (std::vector<T>& head : heads) {
        // Which of equal scores at the edge are removed does not matter: the rest competes by value.
        std::nth_element(head.begin(), head.begin() + safe, head.end(), std::greater<>());
        head.erase(head.begin(), head.begin() + safe);
    }
    std::vector<std::int64_t> entries = pooled_counts(heads, (base - safe) * count);
    std::transform(entries.begin(), entries.end(), entries.begin(), [safe](std::int64_t c) { return c + safe; });
    return entries;
}

std::int64_t safe_entries(std::int64_t capacity, double floor, std::int64_t guarded) {
    const auto share = static_cast<std::int64_t>(static_cast<double>(capacity) * floor);
    const std::int64_t safe = floor > 0 ? std::max<std::int64_t>(1, share) : 0;
    return std::max<std::int64_t>(0, safe - guarded);
}

void report_shared(Report& report, const std::vector<std::int64_t>& totals, std::int64_t capacity, std::int64_t guarded,
                   const HeadSharing& sharing) {
    if (sharing.kvpress && sharing.floor > 0 && safe_entries(capacity, sharing.floor, guarded) == 0) {
        report.warnings.push_back(finding("floor-inert", capacity, guarded));
    }
    const std::int64_t nominal = capacity * static_cast<std::int64_t>(totals.size());
    report.notes.push_back(against_nominal(totals, nominal));
    if (total_of(totals) != nominal) {
        report.warnings.push_back(finding("shares-rounded", report.notes.back()));
    }
}

void weigh_by_best_share(HeadScores<double>& heads, std::int64_t base) {
    for (std::vector<double>& head : heads) {
        // Sums are taken in order of score, so heads with the same scores get the same share in whatever order they are
        // given.
        std::vector<double> sorted = head;
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
        const auto best = sorted.begin() + std::min(base, static_cast<std::int64_t>(sorted.size()));
        const double top = std::accumulate(sorted.begin(), best, 0.0);
        const double all = std::accumulate(best, sorted.end(), top);
        if (all > 0) {
            const double share = top / all;
            std::transform(head.begin(), head.end(), head.begin(), [share](double score) { return score * share; });
        }
    }
}

template <class T>
std::vector<std::int64_t> shared_entries(HeadScores<T> heads, std::int64_t capacity, std::int64_t guarded,
                                         const HeadSharing& sharing) {
    const std::int64_t base = capacity - guarded;
    return sharing.kvpress ? safeguarded_entries(std::move(heads), base, safe_entries(capacity, sharing.floor, guarded))
                           : floored_entries(heads, base, sharing.floor);
}

template std::vector<std::int64_t> pooled_counts(const HeadScores<double>&, std::int64_t);
template std::vector<std::int64_t> pooled_counts(const HeadScores<std::int64_t>&, std::int64_t);
template std::vector<std::int64_t> floored_entries(const HeadScores<double>&, std::int64_t, double);
template std::vector<std::int64_t> floored_entries(const HeadScores<std::int64_t>&, std::int64_t, double);
template std::vector<std::int64_t> safeguarded_entries(HeadScores<double>, std::int64_t, std::int64_t);
template std::vector<std::int64_t> safeguarded_entries(HeadScores<std::int64_t>, std::int64_t, std::int64_t);
template std::vector<std::int64_t> shared_entries(HeadScores<double>, std::int64_t, std::int64_t, const HeadSharing&);
template std::vector<std::int64_t> shared_entries(HeadScores<std::int64_t>, std::int64_t, std::int64_t,
                                                  const HeadSharing&);

}  // namespace kvw::sdk
