// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/prompt_rows.h"

#include <algorithm>

namespace kvw {
namespace {

/// Reads the rows of one query head; false: one was not recorded.
bool headRows(const Trace& trace, std::int32_t layer, std::size_t head, const PromptRows& of,
              std::vector<float>& values) {
    const auto prefix = static_cast<std::size_t>(of.prefix());
    values.assign(static_cast<std::size_t>(of.rows) * prefix, 0.0F);
    for (std::int64_t row = 0; row < of.rows; ++row) {
        const auto recorded = trace.rows(of.prefix() + row, layer);
        if (!recorded || head >= recorded->heads.size()) {
            return false;
        }
        const auto& one = recorded->heads[head];
        for (std::size_t i = 0; i < one.tokens.size() && i < one.probs.size(); ++i) {
            if (const auto token = static_cast<std::size_t>(one.tokens[i]); token < prefix) {
                values[static_cast<std::size_t>(row) * prefix + token] = one.probs[i];
            }
        }
    }
    return true;
}

}  // namespace

Result<PromptRows> promptRows(const Recording& recording, std::int32_t lane, std::int64_t window, std::int64_t least,
                              const char* what) {
    PromptRows of;
    of.prompt = std::min(recording.description().promptTokens, recording.trace(lane).steps());
    of.rows = std::clamp<std::int64_t>(window, least, std::max<std::int64_t>(least, of.prompt - 1));
    if (of.prompt < kLeastMeasured) {
        return fail(Code::BadUsage, phrase("lane %1", lane),
                    phrase("%1 are measured on the last rows of a prompt of at least 3 tokens", what));
    }
    return of;
}

Result<void> eachPromptHead(
    const Recording& recording, std::int32_t lane, const PromptRows& of, const char* what,
    const std::function<bool()>& stale,
    const std::function<void(std::int32_t layer, std::int32_t head, const std::vector<float>& values)>& visit) {
    const Trace& trace = recording.trace(lane);
    std::vector<float> values;
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        for (std::int32_t head = 0; head < trace.shape().queryHeads; ++head) {
            if (stale && stale()) {
                return fail(Code::Cancelled, what, "no longer wanted");
            }
            if (!headRows(trace, layer, static_cast<std::size_t>(head), of, values)) {
                return fail(Code::BadUsage, phrase("lane %1", lane),
                            phrase("%1 are measured on the last prompt rows, which this run has not recorded; capture "
                                   "\"maps\" records them",
                                   what));
            }
            visit(layer, head, values);
        }
    }
    return {};
}

}  // namespace kvw
