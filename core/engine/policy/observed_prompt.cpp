// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/observed_prompt.h"

#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <limits>

#include "core/base/stopwatch.h"
#include "core/engine/contained.h"

namespace kvw {

namespace {

/// Most bytes of a prompt that is prepared: several thousand tokens of a small model, selected from in a tenth of a
/// second.
constexpr std::int64_t kMostPrepared = 128'000'000;

void readKept(const CachedAttention& attention, PromptSelection& selection) {
    const CacheShape& shape = attention.cache().shape();
    const sdk::Report& report = attention.policy().report();
    selection.layers = shape.layers;
    selection.units = shape.units;
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        for (std::int32_t unit = 0; unit < shape.units; ++unit) {
            std::vector<std::int32_t>& kept = selection.kept.emplace_back();
            for (const std::int64_t token : attention.cache().tokens(layer, unit)) {
                if (token >= 0) {
                    kept.push_back(static_cast<std::int32_t>(token));
                }
            }
            std::sort(kept.begin(), kept.end());
            const auto index = static_cast<std::size_t>(report.budgetsPerUnit ? layer * shape.units + unit : layer);
            selection.budgets.push_back(index < report.budgets.size()
                                            ? static_cast<float>(report.budgets[index] + report.extraTokensPerUnit)
                                            : std::numeric_limits<float>::quiet_NaN());
        }
    }
    selection.warnings.insert(selection.warnings.end(), report.warnings.begin(), report.warnings.end());
    selection.notes = report.notes;
}

}  // namespace

Result<void> checkSelectsOnce(const GuardedParts& parts) {
    KVW_TRY_ASSIGN(const auto streams, parts.policy.acceptsStreaming());
    if (streams) {
        return fail(Code::BadUsage, parts.policy.who(),
                    "it does not select once on the whole prompt, so its selection cannot be repeated: it decides as "
                    "tokens arrive, or evicts nothing",
                    {}, "a policy that selects once (snapkv, cake, knorm, snapkv+pyramid, ...), or a fork of the run");
    }
    return {};
}

Result<PromptSelection> KeptPrompt::select(const std::string& policy) {
    const c10::InferenceMode inference;
    return contained("what if", [&] { return selected(policy); });
}

void KeptPrompt::prepare(const std::vector<std::string>& policies) {
    for (const std::string& policy : policies) {
        if (bytes() <= kMostPrepared) {
            static_cast<void>(select(policy));  // the question itself reports its errors
        }
    }
}

std::int64_t KeptPrompt::bytes() const noexcept {
    std::size_t floats = m_tensors->hidden.size();
    for (const PromptTensors::Layer& layer : m_tensors->layers) {
        floats += layer.queries.size() + layer.keys.size() + layer.values.size();
    }
    return m_memory.bytes() + static_cast<std::int64_t>(floats * sizeof(float));
}

Result<PromptSelection> KeptPrompt::selected(const std::string& policy) {
    PromptSelection selection;
    auto made = m_make(policy);
    const Stopwatch watch;  // without loading the plugin, which happens once
    if (!made) {
        return tl::unexpected(made.error());
    }
    CachedAttention& attention = *made->attention;
    selection.policy = made->policy;
    selection.warnings = std::move(made->warnings);
    attention.onlySelect(true);
    attention.stopOn(m_stop.get_token());
    attention.share(&m_memory);
    if (made->pluginCopies != m_pluginCopies) {
        m_memory.forgetPolicies();
        m_pluginCopies = made->pluginCopies;
    }
    auto done = attention.begin().and_then([&] { return attention.beginPass(0, m_tensors->tokens, true, true); });
    // Torch's threads do not speed up a selection, and while the window paints they wait for each other.
    at::set_num_threads(1);
    std::vector<float> keys, out(m_tensors->layers.front().queries.size());
    for (std::int32_t layer = 0; done && layer < attention.cache().shape().layers; ++layer) {
        const PromptTensors::Layer& given = m_tensors->layers[static_cast<std::size_t>(layer)];
        keys.assign(given.keys.all().begin(), given.keys.all().end());   // rotated in place
        auto* queries = const_cast<float*>(given.queries.all().data());  // onlySelect leaves them as they are
        done = attention.attend(layer, queries, keys.data(), given.values.all().data(), out.data());
        given.leaveMemory();
    }
    done = done.and_then([&] { return attention.endPass(); });
    if (!done) {
        return tl::unexpected(done.error());
    }
    selection.promptTokens = m_tensors->tokens;
    readKept(attention, selection);
    selection.ms = watch.ms();
    return selection;
}

}  // namespace kvw
