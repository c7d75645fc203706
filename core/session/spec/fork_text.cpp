// SPDX-License-Identifier: Apache-2.0
// The text of forks, and what run_changes.h declares of a finished fork: whether it has its parent's text and bits.
#include "core/session/spec/fork_text.h"

#include <algorithm>

#include "core/analysis/overlap.h"
#include "core/session/spec/run_changes.h"

namespace kvw {
namespace {

/// Returns the tokens of the text that a run that generates reads: prompt and question.
std::vector<std::int32_t> readBy(const RunDescription& run) {
    // In bundles of older versions the rest of the document follows the prompt.
    const auto count = std::min(run.generatesFrom(), std::ssize(run.tokenIds));
    return {run.tokenIds.begin(), run.tokenIds.begin() + count};
}

/// Returns true if `ids` are what the run reads and then what the lane generated, as far as they go.
bool areTokensOf(const Recording& run, std::int32_t lane, const std::vector<std::int32_t>& ids) {
    const std::vector<std::int32_t> read = readBy(run.description());
    if (!run.hasTrace(lane) || ids.size() < read.size() || run.trace(lane).steps() < std::ssize(ids) ||
        !std::equal(read.begin(), read.end(), ids.begin())) {
        return false;
    }
    const Trace& trace = run.trace(lane);
    for (std::size_t i = read.size(); i < ids.size(); ++i) {
        if (trace.step(static_cast<std::int64_t>(i)).tokenId != ids[i]) {
            return false;
        }
    }
    return true;
}

bool sameTokensBefore(const Trace& a, const Trace& b, std::int64_t step) {
    const std::int64_t both = std::min({step, a.steps(), b.steps()});
    for (std::int64_t i = 0; i < both; ++i) {
        if (a.step(i).tokenId != b.step(i).tokenId) {
            return false;
        }
    }
    return true;
}

}  // namespace

Result<void> readParentsText(const Recording& parent, std::int32_t lane, std::int64_t step, RunSpec& fork) {
    const RunDescription& run = parent.description();
    const Trace& trace = parent.trace(lane);
    if (step + 1 >= trace.steps()) {
        return fail(Code::BadUsage, "fork", "its parent generated no token behind that one to score the fork on",
                    phrase("token %1", step),
                    trace.steps() - 2 < run.promptTokens ? phrase("a run that has generated some")
                                                         : phrase("%1 to %2", run.promptTokens, trace.steps() - 2));
    }
    std::vector<std::int32_t> ids = readBy(run);
    for (auto i = std::ssize(ids); i < trace.steps(); ++i) {
        ids.push_back(trace.step(i).tokenId);
    }
    fork.mode = Mode::Teacher;
    fork.ids = std::move(ids);
    fork.prompt.reset();
    fork.textFile.clear();
    fork.question.reset();
    fork.questionTokens = -1;
    fork.steps = -1;
    // No token is chosen in teacher mode.
    fork.sampling = {};
    fork.seed = 0;
    return {};
}

bool readsGenerated(const RunDescription& parent, const RunDescription& fork) {
    return parent.mode == "generate" && fork.mode == "teacher";
}

Result<void> checkSameText(const Recording& parent, const Recording& fork) {
    const RunDescription &before = parent.description(), &now = fork.description();
    if (before.model.hash != now.model.hash) {
        return fail(Code::BadInput, "fork", "this is another model than the run was made with", now.model.name,
                    before.model.name);
    }
    bool same = before.tokenIds == now.tokenIds;
    for (std::int32_t lane = 0; !same && readsGenerated(before, now) && lane < parent.lanes(); ++lane) {
        same = areTokensOf(parent, lane, now.tokenIds);
    }
    if (!same) {
        return fail(Code::BadInput, "fork", "this is another text than the run was made with", now.textTitle,
                    before.textTitle);
    }
    return {};
}

void reportUnequal(const Recording& parent, Recording& fork, std::int64_t step) {
    const std::vector<std::string> before = specOf(parent.description()).policies;
    const std::vector<std::string> now = specOf(fork.description()).policies;
    const auto startOf = [](const std::string& asked) {
        const auto chain = parseChain(asked);
        return chain ? chain->policy : asked;
    };
    const bool generated = readsGenerated(parent.description(), fork.description());
    for (std::int32_t lane = 0; lane < fork.lanes(); ++lane) {
        // Runs that were set side by side may start with the same policy: one of them is the parent.
        std::int64_t other = -1;
        for (std::int32_t of = 0; of < parent.lanes(); ++of) {
            if (startOf(before[static_cast<std::size_t>(of)]) != startOf(now[static_cast<std::size_t>(lane)]) ||
                !parent.hasTrace(of)) {
                continue;
            }
            // A lane that generated another text than the one that is read cannot be compared.
            if (generated && !sameTokensBefore(parent.trace(of), fork.trace(lane), step)) {
                continue;
            }
            const std::int64_t at = firstUnequal(parent.trace(of), fork.trace(lane), step);
            other = at < 0 ? at : std::max(other, at);
            if (at < 0) {
                break;
            }
        }
        if (other >= 0) {
            fork.report({finding("run-differs", other), lane, -1, static_cast<std::int32_t>(other)});
        }
    }
}

}  // namespace kvw
