// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/window_votes.h"

#include "core/policy/kit/units.h"
#include "core/policy/sdk/memo.h"

namespace kvw::sdk {
namespace {

/// Only tokens older than the `recent` protected ones are pooled (for the named policies: than the window).
constexpr OncePerPrompt window_votes("window votes", [](const Observation& seen, std::int64_t window,
                                                        std::int64_t kernel, Pool pool, bool sumRows, bool poolFirst,
                                                        Reduce groupReduce, Granularity /*decides the units*/,
                                                        std::int64_t recent) {
    const at::Tensor rows = last_rows(seen, window);
    const std::int64_t count = rows.size(2);
    const at::Tensor sum = sum_in_order(rows, 2);
    const at::Tensor perHead = count == 1 || sumRows ? sum : sum.div(static_cast<double>(count));
    const at::Tensor range = competing_slots(seen, seen.held, {0, recent});
    return poolFirst ? reduce_heads(seen, pool_by_position(seen, perHead, range, kernel, pool), groupReduce)
                     : pool_by_position(seen, reduce_heads(seen, perHead, groupReduce), range, kernel, pool);
});

}  // namespace

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

at::Tensor WindowVotes::score(const Observation& seen) {
    const Options& o = m_options;
    return window_votes(seen, o.window, o.kernel, o.pool, o.sumRows, o.poolFirst, o.groupReduce, o.granularity,
                        m_recent);
}

}  // namespace kvw::sdk
