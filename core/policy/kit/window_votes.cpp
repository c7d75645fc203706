// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/window_votes.h"

#include <algorithm>

#include "core/policy/kit/units.h"

namespace kvw::sdk {

WindowVotes::Options WindowVotes::Options::from(const Parameters& parameters) {
    Options options;
    options.window = parameters.integer("window");
    options.kernel = parameters.integer("kernel");
    options.pool = parameters.text("pool") == "avg" ? Pool::Average : Pool::Max;
    options.poolFirst = parameters.text("group-order") == "pool-then-reduce";
    options.groupReduce = parameters.text("group-reduce") == "max" ? Reduce::Max : Reduce::Mean;
    options.sumRows = parameters.has("rows") && parameters.text("rows") == "sum";
    options.granularity = granularity_of(parameters);
    return options;
}

Needs WindowVotes::needs() const {
    Needs needs;
    needs.granularity = m_options.granularity;
    needs.lastRows = m_options.window;
    needs.decodeRow = true;
    return needs;
}

void WindowVotes::begin(const RunInfo& run, const Protection& protection) {
    m_shape = run.shape;
    m_recent = protection.recent;
}

std::string WindowVotes::measureName() const {
    const Options& o = m_options;
    return measure_name("window votes", o.window, o.kernel, o.pool, o.sumRows, o.poolFirst, o.groupReduce,
                        o.granularity, m_recent);
}

at::Tensor WindowVotes::scoreOf(const Observation& seen) const {
    const std::int64_t window = std::min(m_options.window, seen.rows.size(2));
    at::Tensor votes;
    if (window == 1) {
        votes = newest_row(seen);
    } else {
        votes = sum_in_order(seen.rows.narrow(2, seen.rows.size(2) - window, window), 2);
        votes = m_options.sumRows ? votes : votes.div(static_cast<double>(window));
    }
    // Only tokens older than the protected recent block are pooled (for the named policies: than the window).
    const at::Tensor range =
        competing_slots(seen.tokens, seen.held, seen.held, {0, m_recent}, Where::Anywhere, seen.workers);
    if (m_options.granularity == Granularity::QueryHead) {
        return pooled(seen, votes, seen.tokens, range);
    }
    if (!m_options.poolFirst) {
        return pooled(seen, reduced(votes), seen.tokens, range);
    }
    const at::Tensor grouped = votes.unflatten(1, {seen.units(), m_shape.queryHeads / seen.units()});
    return reduced(pooled(seen, grouped, seen.tokens.unsqueeze(2), range.unsqueeze(2)).flatten(1, 2));
}

}  // namespace kvw::sdk
