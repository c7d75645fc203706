// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figure_range.h"

#include <algorithm>

namespace kvw::figures {

Range rangeWithin(const std::optional<Range>& range, std::int64_t count) {
    return range ? Range{std::max<std::int64_t>(0, range->first), std::min(range->last, count - 1)}
                 : Range{0, count - 1};
}

}  // namespace kvw::figures
