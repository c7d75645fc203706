// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/select.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/policy/kit/cpu/pool_host.h"
#include "core/policy/kit/cpu/select_host.h"
#include "core/policy/kit/on_host.h"

namespace kvw::sdk {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

using Counts = std::vector<std::int64_t>;

/// Returns one budget per unit, from any of the forms that select_evicted accepts.
Counts per_unit(const Observation& seen, const Counts& budget) {
    const at::Tensor& tokens = seen.tokens;
    const std::size_t units = seen.held.size();
    if (tokens.dim() != 3 || static_cast<std::size_t>(tokens.size(0) * tokens.size(1)) != units) {
        throw std::invalid_argument("tokens: expected [layers, units, slots] with one count of held tokens per unit");
    }
    if (budget.size() == units) {
        return budget;
    }
    if (budget.size() != 1 && budget.size() != static_cast<std::size_t>(tokens.size(0))) {
        throw std::invalid_argument("budgets: found " + std::to_string(budget.size()) + ", expected 1, " +
                                    std::to_string(tokens.size(0)) + " or " + std::to_string(units));
    }
    Counts result(units);
    for (std::size_t i = 0; i < units; ++i) {
        result[i] = budget[budget.size() == 1 ? 0 : i * budget.size() / units];
    }
    return result;
}

bool all_equal(const Counts& counts) {
    return std::all_of(counts.begin(), counts.end(), [&](std::int64_t c) { return c == counts.front(); });
}

/// Returns the counts[u]-th entry of each sorted list [layers, units, n] as [layers, units, 1]; where counts[u] is 0
/// the value does not matter.
at::Tensor entry_of(const at::Tensor& sorted, const Counts& counts) {
    if (all_equal(counts)) {
        return sorted.narrow(-1, counts.front() - 1, 1);
    }
    return sorted.gather(-1, column(counts, sorted).sub(1).clamp_min(0));
}

at::Tensor without_empty(const at::Tensor& mask, const Counts& counts) {
    const bool none = std::any_of(counts.begin(), counts.end(), [](std::int64_t c) { return c <= 0; });
    return none ? mask.logical_and(column(counts, mask).gt(0)) : mask;
}

/// Marks the newest counts[u] tokens of each unit.
at::Tensor newest(const at::Tensor& tokens, const Counts& counts) {
    const std::int64_t most = *std::max_element(counts.begin(), counts.end());
    if (most <= 0) {
        return at::zeros_like(tokens, at::kBool);
    }
    const at::Tensor sorted =
        most == 1 ? tokens.amax(-1, true) : std::get<0>(tokens.topk(most, -1, /*largest=*/true, /*sorted=*/true));
    return without_empty(tokens.ge(entry_of(sorted, counts)).logical_and_(tokens.ge(0)), counts);
}

/// Marks the oldest counts[u] of the tokens that `among` marks.
at::Tensor oldest(const at::Tensor& tokens, const at::Tensor& among, const Counts& counts) {
    const std::int64_t most = std::min(*std::max_element(counts.begin(), counts.end()), tokens.size(-1));
    if (most <= 0) {
        return at::zeros_like(among);
    }
    const at::Tensor marked = tokens.masked_fill(among.logical_not(), kNever);
    const at::Tensor sorted = std::get<0>(marked.topk(most, -1, /*largest=*/false, /*sorted=*/true));
    Counts limited = counts;
    for (std::int64_t& count : limited) {
        count = std::min(count, most);
    }
    return without_empty(tokens.le(entry_of(sorted, limited)).logical_and_(among), limited);
}

/// Returns scores in which NaN is the worst and none reaches the value that marks a slot as no candidate.
at::Tensor finite(const at::Tensor& score, bool worstFirst) {
    if (!score.is_floating_point()) {
        return worstFirst ? score.clamp_max(kNever - 1)
                          : score.clamp_min(std::numeric_limits<std::int64_t>::lowest() + 1);
    }
    const double largest = score.scalar_type() == at::kDouble ? std::numeric_limits<double>::max()
                                                              : static_cast<double>(std::numeric_limits<float>::max());
    return worstFirst ? score.nan_to_num(-kInfinity, largest, -kInfinity)
                      : score.nan_to_num(-largest, kInfinity, -largest);
}

at::Tensor outside_filled(const at::Tensor& score, const at::Tensor& candidates, bool worstFirst) {
    const at::Tensor clean = finite(score, worstFirst);
    if (clean.is_floating_point()) {
        return clean.masked_fill(candidates.logical_not(), worstFirst ? kInfinity : -kInfinity);
    }
    return clean.masked_fill(candidates.logical_not(),
                             worstFirst ? kNever : std::numeric_limits<std::int64_t>::lowest());
}

/// Returns the slots sorted by (score, age), with those that are no candidates at the end.
at::Tensor ordered(const at::Tensor& score, const at::Tensor& tokens, const at::Tensor& candidates, bool worstFirst) {
    if (!worstFirst && in_order(tokens, candidates)) {  // the order of the others does not matter
        return std::get<1>(
            outside_filled(score, candidates, worstFirst).sort(/*stable=*/true, -1, /*descending=*/true));
    }
    // A sort by age and a stable sort by score make a lexicographic one; tokens are distinct, so only the second needs
    // to be stable.
    const at::Tensor byAge = tokens.argsort(-1, /*descending=*/worstFirst);
    const at::Tensor keys = outside_filled(score, candidates, worstFirst).gather(-1, byAge);
    const at::Tensor byScore = std::get<1>(keys.sort(/*stable=*/true, -1, /*descending=*/!worstFirst));
    return byAge.gather(-1, byScore);
}

/// Returns the worst candidate of each unit, the youngest among equals: [layers, units, 1]. No sort.
at::Tensor worst(const at::Tensor& score, const at::Tensor& tokens, const at::Tensor& candidates) {
    const at::Tensor keys = outside_filled(score, candidates, /*worstFirst=*/true);
    const at::Tensor lowest = keys.eq(keys.amin(-1, true)).logical_and_(candidates);
    return tokens.masked_fill(lowest.logical_not_(), -1).argmax(-1, true);
}

/// Returns the edit that cuts by `score`, without scores in it.
Edits cut_by(const Observation& seen, const at::Tensor& score, const Counts& budget, const Protection& protection,
             std::string reason) {
    Edit edit;
    edit.evict = select_evicted(seen, score, budget, protection);
    if (!edit.evict.defined()) {
        return {};
    }
    edit.firstLayer = seen.firstLayer;
    edit.reason = std::move(reason);
    return {std::move(edit)};
}

}  // namespace

at::Tensor column(const Counts& counts, const at::Tensor& like) {
    return at::tensor(counts, at::TensorOptions(at::kLong)).view({like.size(0), like.size(1), 1}).to(like.device());
}

at::Tensor competing_slots(const Observation& seen, const Counts& budget, const Protection& protection) {
    const at::Tensor& tokens = seen.tokens;
    const Counts& held = seen.held;
    const Counts limit = per_unit(seen, budget);
    if (on_host(tokens)) {
        return competing_on_host(seen, limit, protection);
    }
    Counts recent(held.size());
    Counts sinks(held.size());
    bool sinksFit = true;
    for (std::size_t u = 0; u < held.size(); ++u) {
        const std::int64_t kept = std::max<std::int64_t>(0, std::min(limit[u], held[u]));
        recent[u] = std::min(protection.recent, kept);
        sinks[u] = std::min(protection.sinks, kept - recent[u]);
        sinksFit = sinksFit && sinks[u] == protection.sinks;
    }
    at::Tensor mask = newest(tokens, recent);
    if (protection.sinks > 0) {
        const at::Tensor first = tokens.ge(0).logical_and_(tokens.lt(protection.sinks));
        // At most `sinks` tokens have an index below `sinks`: if they all fit, none has to be chosen.
        mask = mask.logical_or(sinksFit ? first : oldest(tokens, first.logical_and(mask.logical_not()), sinks));
    }
    return tokens.ge(0).logical_and_(mask.logical_not());
}

at::Tensor slots_before(const Observation& seen, std::int64_t token) {
    return seen.valid().logical_and_(seen.tokens.lt(token));
}

at::Tensor select_evicted(const Observation& seen, const at::Tensor& score, const Counts& budget,
                          const Protection& protection) {
    const at::Tensor& tokens = seen.tokens;
    const Counts& held = seen.held;
    const Counts limit = per_unit(seen, budget);
    Counts leaving(held.size());
    std::int64_t most = 0;
    for (std::size_t u = 0; u < held.size(); ++u) {
        leaving[u] = std::max<std::int64_t>(0, held[u] - std::max<std::int64_t>(0, limit[u]));
        most = std::max(most, leaving[u]);
    }
    if (most == 0) {
        return {};
    }
    if (on_host(tokens) && score.is_cpu()) {
        return evicted_on_host(score.expand_as(tokens), {seen, leaving, most, protection});
    }
    const at::Tensor candidates = competing_slots(seen, limit, protection);
    const at::Tensor scores = score.expand_as(tokens);
    const at::Tensor slots = most == 1 ? worst(scores, tokens, candidates)
                                       : ordered(scores, tokens, candidates, /*worstFirst=*/true).narrow(-1, 0, most);
    if (all_equal(leaving)) {
        return slots.contiguous();
    }
    const at::Tensor place = at::arange(most, slots.options());
    return slots.masked_fill(place.ge(column(leaving, slots)), -1);
}

Edits cut(const Observation& seen, const at::Tensor& score, const Counts& budget, const Protection& protection,
          std::string reason) {
    Edits edits = cut_by(seen, score, budget, protection, std::move(reason));
    for (Edit& edit : edits) {
        edit.scores = score;
    }
    return edits;
}

Edits cut_oldest(const Observation& seen, const Counts& budget, const Protection& protection, std::string reason) {
    return cut_by(seen, seen.tokens, budget, protection, std::move(reason));
}

at::Tensor keep_best(const Observation& seen, const at::Tensor& score, const at::Tensor& group, std::int64_t count) {
    const at::Tensor& tokens = seen.tokens;
    const at::Tensor among = group.expand_as(tokens).masked_fill(tokens.lt(0), -1);
    // Group by group, the worst first: a slot leaves if the one `count` places behind it is of its group, too.
    const at::Tensor byScore = ordered(score.expand_as(tokens), tokens, among.ge(0), /*worstFirst=*/true);
    const at::Tensor order =
        byScore.gather(-1, std::get<1>(among.gather(-1, byScore).sort(/*stable=*/true, -1, /*descending=*/false)));
    const std::int64_t slots = tokens.size(-1),
                       last = std::max<std::int64_t>(0, slots - std::max<std::int64_t>(0, count));
    const at::Tensor groups = among.gather(-1, order), first = groups.narrow(-1, 0, last);
    const at::Tensor leaves = first.eq(groups.narrow(-1, slots - last, last)).logical_and_(first.ge(0));
    const std::int64_t most = leaves.numel() == 0 ? 0 : leaves.sum(-1).max().item<std::int64_t>();
    if (most == 0) {
        return {};
    }
    const at::Tensor marked = order.narrow(-1, 0, last).masked_fill(leaves.logical_not(), -1);
    return std::get<0>(marked.sort(/*stable=*/false, -1, /*descending=*/true)).narrow(-1, 0, most).contiguous();
}

at::Tensor padded_slots(const std::vector<Counts>& perUnit, const at::Tensor& tokens) {
    std::size_t most = 0;
    for (const Counts& slots : perUnit) {
        most = std::max(most, slots.size());
    }
    if (most == 0) {
        return {};
    }
    const auto width = static_cast<std::int64_t>(most);
    at::Tensor padded = at::full({tokens.size(0), tokens.size(1), width}, -1, at::TensorOptions(at::kLong));
    auto* out = padded.mutable_data_ptr<std::int64_t>();
    for (const Counts& slots : perUnit) {
        std::copy(slots.begin(), slots.end(), out);
        out += width;
    }
    return padded.to(tokens.device());
}

Observation held_in(const Observation& layer) {
    Observation kept;
    kept.firstLayer = layer.firstLayer;
    kept.layers = layer.layers;
    kept.seen = layer.seen;
    kept.tokens = layer.tokens.clone();
    kept.held = layer.held;
    return kept;
}

at::Tensor select_top(const at::Tensor& score, const at::Tensor& tokens, const at::Tensor& candidates, std::int64_t k) {
    const at::Tensor among = candidates.expand_as(score);
    const at::Tensor order =
        ordered(score, tokens.expand_as(score), among, /*worstFirst=*/false).narrow(-1, 0, std::min(k, score.size(-1)));
    const at::Tensor chosen = order.masked_fill(among.gather(-1, order).logical_not_(), -1);
    return k > score.size(-1) ? at::constant_pad_nd(chosen, {0, k - score.size(-1)}, -1) : chosen;
}

at::Tensor sum_in_order(const at::Tensor& values, std::int64_t dim) {
    at::Tensor sum = values;
    if (values.size(dim) == 0) {
        return values.sum(dim);
    }
    while (sum.size(dim) > 1) {
        const std::int64_t half = sum.size(dim) / 2;
        at::Tensor next = sum.narrow(dim, 0, half).add(sum.narrow(dim, half, half));
        if (sum.size(dim) % 2 != 0) {
            next.narrow(dim, 0, 1).add_(sum.narrow(dim, 2 * half, 1));
        }
        sum = next;
    }
    return sum.select(dim, 0);
}

namespace {

at::Tensor reduced(const at::Tensor& values, std::int64_t dim, Reduce reduce) {
    switch (reduce) {
        case Reduce::Max:
            return values.amax(dim);
        case Reduce::Sum:
            return sum_in_order(values, dim);
        case Reduce::Mean:
            break;
    }
    return sum_in_order(values, dim).div(static_cast<double>(values.size(dim)));
}

}  // namespace

at::Tensor reduce_heads(const Observation& seen, const at::Tensor& values, Reduce reduce) {
    const std::int64_t units = seen.units();
    return values.size(1) == units ? values : reduced(values.unflatten(1, {units, values.size(1) / units}), 2, reduce);
}

at::Tensor spread_units(const at::Tensor& values, std::int64_t heads) {
    return values.size(1) == heads ? values : values.repeat_interleave(heads / values.size(1), 1);
}

at::Tensor newest_row(const Observation& seen) {
    return seen.rows.select(2, -1);
}

at::Tensor last_rows(const Observation& seen, std::int64_t window) {
    const std::int64_t all = seen.rows.size(2), last = std::min(window, all);
    return seen.rows.narrow(2, all - last, last);
}

std::int64_t one_shot_budget(std::int64_t capacity, double removed, std::int64_t promptTokens) {
    if (capacity > 0) {
        return capacity;
    }
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(promptTokens) * (1.0 - removed)));
}

namespace {

constexpr double kBelowAll = -std::numeric_limits<double>::infinity();

}  // namespace

at::Tensor pool_last(const at::Tensor& values, std::int64_t width, Pool pool) {
    const at::Tensor rows = values.reshape({-1, 1, values.size(-1)});
    // A window that covers the row from every place sees nothing more when it grows; only the divisor of the mean
    // grows.
    const std::int64_t seen = std::min(width, 2 * values.size(-1) + 1);
    if (pool == Pool::Max) {
        return at::max_pool1d(rows, seen, 1, seen / 2).reshape(values.sizes());
    }
    at::Tensor pooled = at::avg_pool1d(rows, seen, 1, seen / 2).reshape(values.sizes());
    return seen == width ? pooled : pooled.mul_(static_cast<double>(seen) / static_cast<double>(width));
}

at::Tensor pool_by_position(const at::Tensor& values, const at::Tensor& tokens, const at::Tensor& range,
                            std::int64_t width, Pool pool, Workers* workers) {
    if (width <= 1 || values.size(-1) == 0) {
        return values.masked_fill(range.logical_not(), 0);
    }
    const at::Tensor age = tokens.expand(at::infer_size(tokens.sizes(), range.sizes()));
    const at::Tensor within = range.expand_as(age);
    const bool sorted = in_order(age, within);
    if (!sorted && on_host(values) && age.is_cpu() && within.is_cpu()) {
        return pooled_on_host(values, age, within, width, pool, workers);
    }
    const at::Tensor outside = range.logical_not();
    // Slots outside the range get the padding value, so that both ends of the range behave like padded ends.
    const at::Tensor padded = values.masked_fill(outside, pool == Pool::Average ? 0.0 : kBelowAll);
    if (sorted) {
        return pool_last(padded, width, pool).masked_fill_(outside, 0);
    }
    const at::Tensor order = age.masked_fill(within.logical_not(), std::numeric_limits<std::int64_t>::max())
                                 .argsort(-1, /*descending=*/false)
                                 .expand_as(values);
    const at::Tensor pooled = pool_last(padded.gather(-1, order), width, pool);
    return at::zeros_like(padded).scatter_(-1, order, pooled).masked_fill_(outside, 0);
}

at::Tensor pool_by_position(const Observation& seen, const at::Tensor& values, const at::Tensor& range,
                            std::int64_t width, Pool pool) {
    const std::int64_t units = seen.units();
    const at::Tensor grouped = values.unflatten(1, {units, values.size(1) / units});
    return pool_by_position(grouped, seen.tokens.unsqueeze(2), range.unsqueeze(2), width, pool, seen.workers)
        .flatten(1, 2);
}

}  // namespace kvw::sdk
