// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/runs/run_memory.h"

#include <algorithm>

#include "app/workbench/session/words/bytes_text.h"
#include "core/analysis/process_memory.h"
#include "core/model/model_files.h"
#include "core/model/model_fit.h"
#include "core/model/text/document.h"
#include "core/policy/host/choice/choice.h"
#include "core/policy/host/choice/effective_values.h"
#include "core/policy/host/choice/nominal_budget.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

namespace {

/// Returns the most bytes that one of the policies of a lane holds at the end.
std::int64_t mostBytesOf(const std::string& lane, std::int64_t prompt, std::int64_t total, const TokenSize& size,
                         const Catalog& catalog) {
    const auto chain = parseChain(lane);
    if (!chain) {
        return 0;
    }
    auto policy = resolvePolicy(catalog, chain->policy);
    if (!policy) {
        return 0;
    }
    const auto bytes = [&] {
        const ResolvedPolicy acting = inEffect(*policy, {prompt, 0});
        return nominalBytes(acting, heldTokens(acting, prompt, total).atEnd, size);
    };
    std::int64_t most = bytes();
    for (const RunChange& change : chain->changes) {
        if (change.kind == RunChange::Kind::Parameter) {
            static_cast<void>(setParameter(*policy, change.name, change.value));
        } else if (change.kind == RunChange::Kind::Policy) {
            if (auto next = resolvePolicy(catalog, change.value)) {
                *policy = std::move(*next);
            }
        }
        most = std::max(most, bytes());
    }
    return most;
}

}  // namespace

bool isLoaded(const std::filesystem::path& model, const std::filesystem::path& loaded) {
    return !loaded.empty() && loaded == (model.empty() ? embeddedModelDir().value_or(std::filesystem::path()) : model);
}

Result<void> checkRunMemory(const RunMemory& run, std::int64_t free) {
    const std::int64_t needed = run.weights + run.caches;
    const std::int64_t there = free + run.freed;
    if (free <= 0 || needed <= there) {
        return {};
    }
    return fail(Code::OutOfMemory, "run",
                run.lanes == 1
                    ? (run.weights > 0 ? Phrase("weights and the cache of its lane do not fit the memory that is free")
                                       : Phrase("the cache of its lane does not fit the memory that is free"))
                : run.weights > 0
                    ? phrase("weights and the caches of its %1 lanes do not fit the memory that is free", run.lanes)
                    : phrase("the caches of its %1 lanes do not fit the memory that is free", run.lanes),
                bytesText(static_cast<double>(needed)).toStdString(),
                phrase("%1; fewer lanes, smaller budgets or a shorter text",
                       phrase("at most %1", bytesText(static_cast<double>(there)).toStdString())));
}

std::int64_t cachesUnderWay(const EngineClient& client) {
    const auto recording = client.sessionRecording();
    return recording && recording->state() == RunState::Running ? cacheBytes(*recording) : 0;
}

Result<void> checkForkMemory(const RunSpec& fork, const RunDescription& parent, const Catalog& catalog,
                             const EngineClient& client) {
    const ModelInfo& model = parent.model;
    const std::int64_t prompt = parent.promptTokens;
    // A fork may read what its parent generated.
    const auto known = static_cast<std::int64_t>(fork.ids ? fork.ids->size() : parent.tokenIds.size());
    constexpr std::int64_t kGenerated = 256;  // the default (RunSpec::steps)
    const std::int64_t total = fork.mode == Mode::Generate ? parent.generatesFrom() + (fork.steps < 0 ? kGenerated : fork.steps)
                               : fork.steps < 0            ? known
                                                           : std::min(prompt + fork.steps, known);
    const TokenSize size{model.kvBytesPerToken, parent.kvDtype == "f32" ? 4 : 2,
                         model.queryHeads / std::max<std::int64_t>(1, model.kvHeads)};
    RunMemory memory{isLoaded(fork.model, client.loadedModel()) ? 0 : model.weightBytes, 0, cachesUnderWay(client),
                     fork.policies.size()};
    for (const std::string& lane : fork.policies) {
        memory.caches += mostBytesOf(lane, prompt, total, size, catalog);
    }
    return checkRunMemory(memory, thisMachine().ramAvailable);
}

}  // namespace kvw::wb
