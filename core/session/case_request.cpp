// SPDX-License-Identifier: Apache-2.0
#include "core/session/case_request.h"

#include <algorithm>
#include <utility>

#include "core/session/spec/run_changes.h"

namespace kvw {

namespace {

tl::unexpected<Error> noCase(Phrase what, Phrase found = {}, Phrase expected = {}) {
    return fail(Code::BadUsage, "case", std::move(what), std::move(found), std::move(expected));
}

std::int64_t tokensOf(const RunSpec& spec, const Trace& trace) {
    const auto known = std::ssize(*spec.ids);
    const std::int64_t read = spec.promptTokens + std::max<std::int64_t>(spec.questionTokens, 0);
    return spec.steps >= 0 ? read + spec.steps : spec.mode == Mode::Generate ? trace.steps() + 1 : known;
}

/// Returns the last token of a case. The lane must exist.
std::int64_t lastOf(const CaseRequest& request) {
    return std::max(request.step, request.recording->description().promptTokens - 1);
}

/// Returns the policy that the lane has from its start to the end of the case. Errors: those of caseText.
Result<std::string> policyUntil(const CaseRequest& request) {
    const Recording& recording = *request.recording;
    if (!recording.hasTrace(request.lane)) {
        return noCase("there is no such lane", std::to_string(request.lane));
    }
    const RunDescription& run = recording.description();
    const Trace& trace = recording.trace(request.lane);
    const std::int64_t last = lastOf(request);
    if (last >= trace.steps()) {
        return noCase("a case needs the answer of the policy, and the run has not reached the end of this token",
                      phrase("token %1", last), phrase("below %1", trace.steps()));
    }
    KVW_TRY_ASSIGN(auto chain, chainBefore(recording, request.lane, last + 1));
    std::erase_if(chain.changes, [](const RunChange& each) { return each.kind == RunChange::Kind::Capture; });
    if (!chain.changes.empty()) {
        const RunChange& first = chain.changes.front();
        return noCase("a case has one policy with the same parameters from its start",
                      phrase("%1 at token %2", whatChanges(first), first.step), "a call before that");
    }
    const LaneSettings settings = settingsOf(run, request.lane);
    if (settings.dtype != "f32") {
        return noCase("a case computes in f32", settings.dtype);
    }
    if (settings.kvDtype != "f32") {
        return noCase("a case holds its keys and values as f32", settings.kvDtype);
    }
    if (!settings.jitter.empty()) {
        return noCase("a case has no noise in its last bits", "jitter=" + settings.jitter);
    }
    if (run.rankKeys == "rotated") {
        return noCase("a case turns keys on read, and this run stored them rotated to their rank");
    }
    return chain.policy;
}

}  // namespace

Result<void> checkCase(const CaseRequest& request) {
    KVW_TRY(policyUntil(request));
    return {};
}

Result<CaseText> caseText(const CaseRequest& request) {
    KVW_TRY_ASSIGN(auto policy, policyUntil(request));
    const RunDescription& run = request.recording->description();
    const Trace& trace = request.recording->trace(request.lane);
    const RunSpec spec = specOf(run);
    CaseText text;
    text.policy = std::move(policy);
    text.prompt = run.promptTokens;
    text.chunk = spec.streamingPrefill ? spec.chunk : 0;
    text.cacheRank = spec.positions == Positions::CacheRank;
    text.runTokens = tokensOf(spec, trace);
    const std::int64_t last = lastOf(request);
    for (std::int64_t step = 0; step <= last; ++step) {
        text.ids.push_back(trace.step(step).tokenId);
    }
    return text;
}

}  // namespace kvw
