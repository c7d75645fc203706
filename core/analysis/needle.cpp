// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/needle.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/trace/trace.h"

namespace kvw {
namespace {

/// Fills in when the copy of a keep-set left. `dropped`: by token, the step at which it was evicted, or -1.
NeedleCopy copyOf(const std::vector<std::int32_t>& dropped, const Needle& needle) {
    NeedleCopy copy;
    for (std::int32_t token = needle.begin; token < needle.end; ++token) {
        const std::int32_t step = dropped[static_cast<std::size_t>(token)];
        if (step < 0) {
            ++copy.held;
            continue;
        }
        copy.left = copy.left < 0 ? step : std::min<std::int64_t>(copy.left, step);
        copy.gone = std::max<std::int64_t>(copy.gone, step);
    }
    copy.gone = copy.held > 0 ? -1 : copy.gone;
    return copy;
}

/// Adds what the record says of the needle's tokens to a copy that left at its step.
void addScores(const EvictionRecord& record, const Needle& needle, NeedleCopy& copy) {
    for (std::size_t i = 0; i < record.tokens.size(); ++i) {
        const std::int32_t token = record.tokens[i];
        if (token < needle.begin || token >= needle.end) {
            continue;
        }
        const float score = record.scores.empty() ? kMissingF : record.scores[i];
        if (copy.token < 0 || score > copy.score) {
            copy.token = token;
            copy.score = score;
            copy.cut = record.cut;
            copy.reason = record.reason;
        }
    }
}

}  // namespace

std::int32_t NeedleAutopsy::whole() const {
    return static_cast<std::int32_t>(std::ranges::count_if(copies, [](const NeedleCopy& copy) { return copy.left < 0; }));
}

const NeedleCopy* NeedleAutopsy::last() const {
    if (whole() > 0 || copies.empty()) {
        return nullptr;
    }
    return &*std::ranges::max_element(copies, {}, &NeedleCopy::left);
}

Result<NeedleAutopsy> needleAutopsy(const Recording& recording, std::int32_t lane, const Needle& needle) {
    if (!recording.hasTrace(lane)) {
        return fail(Code::BadUsage, "autopsy", "there is no such lane", std::to_string(lane));
    }
    const Trace& trace = recording.trace(lane);
    if (needle.at < 0 || needle.at >= trace.steps()) {
        return fail(Code::BadUsage, "autopsy", "this step is not recorded", phrase("token %1", needle.at),
                    phrase("0 to %1", std::max<std::int64_t>(trace.steps() - 1, 0)));
    }
    if (needle.begin < 0 || needle.begin >= needle.end || needle.end - 1 > needle.at) {
        return fail(Code::BadUsage, "autopsy", "the needle is not in the text that was read by then",
                    phrase("tokens %1 to %2", needle.begin, needle.end - 1), phrase("tokens up to %1", needle.at));
    }
    NeedleAutopsy autopsy{needle, trace.shape().layers, trace.shape().units, {}};
    std::map<std::int64_t, std::vector<NeedleCopy*>> leaving;  // by step
    for (std::int32_t layer = 0; layer < autopsy.layers; ++layer) {
        for (std::int32_t unit = 0; unit < autopsy.units; ++unit) {
            NeedleCopy copy = copyOf(trace.evictedAt(needle.at, layer, unit), needle);
            copy.layer = layer;
            copy.unit = unit;
            autopsy.copies.push_back(std::move(copy));
        }
    }
    for (NeedleCopy& copy : autopsy.copies) {
        if (copy.left >= 0) {
            leaving[copy.left].push_back(&copy);
        }
    }
    for (const auto& [step, copies] : leaving) {
        for (std::int64_t i = trace.evictionsFrom(static_cast<std::int32_t>(step));
             i < trace.evictions() && trace.evictionStep(i) == step; ++i) {
            const EvictionRecord record = trace.eviction(i);
            for (NeedleCopy* copy : copies) {
                if (copy->layer == record.layer && (record.head < 0 || record.head == copy->unit)) {
                    addScores(record, needle, *copy);
                }
            }
        }
    }
    return autopsy;
}

Result<Needle> needleOfText(const Recording& recording, std::int32_t lane, std::string_view text, std::int64_t& found) {
    const Trace& trace = recording.trace(lane);
    std::string read;
    std::vector<std::size_t> begins;
    for (std::int64_t token = 0; token < trace.steps(); ++token) {
        begins.push_back(read.size());
        read += trace.tokenText(token);
    }
    found = 0;
    std::size_t first = std::string::npos;
    for (std::size_t at = text.empty() ? std::string::npos : read.find(text); at != std::string::npos;
         at = read.find(text, at + 1)) {
        first = std::min(first, at);
        ++found;
    }
    if (found == 0) {
        return fail(Code::BadUsage, "autopsy", "the text that was read does not contain the needle",
                    '"' + std::string(text) + '"', "the same characters, blanks and case");
    }
    // A token belongs to it if one of its bytes does.
    const auto tokenAt = [&begins](std::size_t byte) {
        return static_cast<std::int32_t>(std::ranges::upper_bound(begins, byte) - begins.begin()) - 1;
    };
    return Needle{tokenAt(first), tokenAt(first + text.size() - 1) + 1, trace.steps() - 1, std::string(text)};
}

std::vector<Needle> needlesOfProbes(const Recording& recording, std::int32_t lane) {
    std::vector<Needle> needles;
    for (const ProbeInfo& probe : recording.description().probes) {
        if (probe.factEnd > probe.factBegin && probe.answerBegin > 0 &&
            probe.answerBegin - 1 < recording.trace(lane).steps()) {
            needles.push_back({probe.factBegin, probe.factEnd, probe.answerBegin - std::int64_t{1}, probe.name});
        }
    }
    return needles;
}

}  // namespace kvw
