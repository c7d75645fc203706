// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/next_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/model/families/decoder/decoder.h"
#include "kernels/elementwise.h"

namespace kvw {

namespace {

constexpr std::size_t kShown = 3;  ///< of each side

std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::vector<NextToken> likeliestNext(std::span<const float> logits, std::size_t count) {
    std::vector<std::int32_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    const std::size_t kept = std::min(count, order.size());
    const auto at = [&](std::int32_t id) { return logits[static_cast<std::size_t>(id)]; };
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                      [&](std::int32_t a, std::int32_t b) { return at(a) != at(b) ? at(a) > at(b) : a < b; });
    const double norm = logitStatistics(logits.data(), logits.size()).logSumExp;
    std::vector<NextToken> next;
    for (std::size_t i = 0; i < kept; ++i) {
        next.push_back({order[i], std::exp(static_cast<double>(at(order[i])) - norm)});
    }
    return next;
}

Result<std::vector<float>> logitsBehind(const Decoder& decoder, CachedAttention& attention, std::int32_t id,
                                        std::int64_t index, ThreadPool& pool) {
    KVW_TRY(attention.beginPass(index, 1, false, false));
    DecoderPass pass;
    KVW_TRY(pass.run(decoder, {&id, 1}, attention, pool));
    std::vector<float> logits;
    pass.copyLogits(decoder, 0, 1, logits, pool);
    return logits;
}

std::string changeOfNext(std::span<const float> before, std::span<const float> after,
                         const std::function<std::string(std::int32_t)>& textOf) {
    std::vector<std::int32_t> shown;
    for (const std::span<const float> side : {after, before}) {
        for (const NextToken& next : likeliestNext(side, kShown)) {
            if (std::find(shown.begin(), shown.end(), next.id) == shown.end()) {
                shown.push_back(next.id);
            }
        }
    }
    const auto percent = [](std::span<const float> logits, std::int32_t id) {
        const double norm = logitStatistics(logits.data(), logits.size()).logSumExp;
        return 100 * std::exp(static_cast<double>(logits[static_cast<std::size_t>(id)]) - norm);
    };
    std::string text;
    for (const std::int32_t id : shown) {
        text += fmt::format("{}{} {:.1f} % → {:.1f} %", id == shown.front() ? "" : ", ", quoted(textOf(id)),
                            percent(before, id), percent(after, id));
    }
    return text;
}

}  // namespace kvw
