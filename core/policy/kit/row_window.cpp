// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/row_window.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "core/policy/kit/on_host.h"

namespace kvw::sdk {
namespace {

/// Numbers converted at a time, few enough that temporaries stay in the cache and reuse allocated memory.
constexpr std::int64_t kNumbersAtOnce = std::int64_t{1} << 16U;

std::int64_t heads_at_once(const at::Tensor& rows) {
    return std::max<std::int64_t>(1, kNumbersAtOnce / std::max<std::int64_t>(1, rows.size(2) * rows.size(3)));
}

/// Returns the unbiased variance over the rows, [1, heads, slots].
at::Tensor variance_of(const at::Tensor& rows, const at::Tensor& mean) {
    return sum_in_order(rows.sub(mean.unsqueeze(2)).square_(), 2).div_(static_cast<double>(rows.size(2) - 1));
}

at::Tensor mean_of(const at::Tensor& rows) {
    return sum_in_order(rows, 2).div(static_cast<double>(rows.size(2)));
}

/// Slots of the prefix: the first `leading`; if they lie in another way, or on a device, -1, and all but `outside`
/// [1, query_heads, slots].
struct Prefix {
    std::int64_t leading = -1;
    at::Tensor outside = {};
};

std::int64_t leading_slots(const at::Tensor& prefix) {
    if (!prefix.is_cpu() || prefix.size(-1) == 0) {
        return -1;
    }
    const at::Tensor rows = prefix.contiguous();
    const bool* row = rows.const_data_ptr<bool>();
    const std::int64_t slots = prefix.size(-1);
    const std::int64_t n = std::find(row, row + slots, false) - row;
    for (std::int64_t unit = 0; unit < rows.numel() / slots; ++unit, row += slots) {
        if (std::find(row, row + n, false) != row + n || std::find(row + n, row + slots, true) != row + slots) {
            return -1;
        }
    }
    return n;
}

Prefix prefix_of(const RowWindow& window) {
    const at::Tensor prefix = slots_before(window.seen(), window.seen().seen - window.size());
    const std::int64_t leading = leading_slots(prefix);
    return {leading, leading < 0 ? spread_units(prefix.logical_not(), window.rows().size(1)) : at::Tensor()};
}

/// Adds up term(first, heads) over blocks of heads of `rows`, which bounds the temporaries of a term.
template <class Term>
double sum_over_heads(const at::Tensor& rows, const Term& term) {
    at::Tensor sum = at::zeros({}, rows.options().dtype(at::kDouble));
    const std::int64_t block = heads_at_once(rows);
    for (std::int64_t head = 0; head < rows.size(1); head += block) {
        sum.add_(term(head, std::min(block, rows.size(1) - head)));
    }
    return sum.item<double>();
}

/// Tells whether every unit has the first `columns` tokens in its first slots, as before any eviction.
bool starts_in_order(const at::Tensor& tokens, std::int64_t columns) {
    return tokens.narrow(-1, 0, columns).equal(at::arange(columns, tokens.options()).expand({tokens.size(0), columns}));
}

}  // namespace

bool RowWindow::onHost() const {
    return on_host(m_rows) && m_rows.scalar_type() == at::kFloat && (m_rows.size(3) <= 1 || m_rows.stride(3) == 1);
}

const RowMoments& RowWindow::moments() const {
    if (m_moments.mean.defined() || size() == 1) {
        return m_moments;
    }
    if (onHost()) {
        m_moments = moments_on_host(m_seen, m_rows);
        return m_moments;
    }
    std::vector<at::Tensor> means, variances;
    for (const at::Tensor& block : m_rows.split(heads_at_once(m_rows), 1)) {
        const at::Tensor wide = block.to(at::kDouble);
        means.push_back(mean_of(wide));
        variances.push_back(variance_of(wide, means.back()));
    }
    m_moments = {at::cat(means, 1), at::cat(variances, 1)};
    return m_moments;
}

double RowWindow::entropy(double inside) const {
    const Prefix prefix = prefix_of(*this);
    // One-hot rows give -ln(1 + inside) < 0, which counts as 0. NaN stays NaN.
    const auto positive = [](double entropy) { return entropy < 0 ? 0.0 : entropy; };
    if (prefix.leading >= 0 && onHost()) {
        return positive(entropy_on_host(m_seen, m_rows, prefix.leading, inside));
    }
    const at::Tensor within = prefix.leading < 0 ? m_rows : m_rows.narrow(3, 0, prefix.leading);
    return positive(sum_over_heads(within, [&](std::int64_t head, std::int64_t heads) {
        at::Tensor wide = within.narrow(1, head, heads).to(at::kDouble);
        if (prefix.outside.defined()) {
            wide.masked_fill_(prefix.outside.narrow(1, head, heads).unsqueeze(2), 0);  // 0 ln(inside) adds nothing
        }
        return wide.add(inside).log_().mul_(wide).sum().neg_();
    }));
}

double RowWindow::varianceSum() const {
    if (size() == 1) {
        return 0;
    }
    const Prefix prefix = prefix_of(*this);
    if (prefix.leading >= 0 && onHost()) {
        return variance().narrow(2, 0, prefix.leading).sum().item<double>();
    }
    const at::Tensor within = prefix.leading < 0 ? m_rows : m_rows.narrow(3, 0, prefix.leading);
    return sum_over_heads(within, [&](std::int64_t head, std::int64_t heads) {
        const at::Tensor block = variance().narrow(1, head, heads);
        return prefix.outside.defined() ? block.masked_fill(prefix.outside.narrow(1, head, heads), 0).sum()
                                        : block.narrow(2, 0, prefix.leading).sum();
    });
}

at::Tensor RowWindow::headMean() const {
    const std::int64_t columns = m_seen.seen - size(), heads = m_rows.size(1);
    const at::Tensor rows = m_rows[0], tokens = m_seen.tokens[0];
    if (onHost() && starts_in_order(tokens, columns)) {
        return head_mean_on_host(rows, columns);
    }
    // The units may keep tokens in different slots.
    const at::Tensor age = tokens.masked_fill(tokens.lt(0), std::numeric_limits<std::int64_t>::max());
    const at::Tensor order = age.argsort(-1, /*descending=*/false).narrow(-1, 0, columns);
    at::Tensor sum = at::zeros({size(), columns}, rows.options().dtype(at::kDouble));
    for (std::int64_t head = 0; head < heads; ++head) {
        sum.add_(rows[head].index_select(-1, order[head * m_seen.units() / heads]));
    }
    return sum.div_(static_cast<double>(heads));
}

}  // namespace kvw::sdk
