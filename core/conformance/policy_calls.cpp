// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/policy_calls.h"

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <numeric>
#include <optional>

#include "core/base/json/phrase_json.h"
#include "core/base/stopwatch.h"
#include "core/conformance/conformance_case.h"
#include "core/conformance/policy_check_text.h"
#include "core/engine/policy/call_log.h"
#include "core/policy/host/choice/prompt_share.h"
#include "core/policy/host/loading/created_policy.h"

namespace kvw {

namespace {

using nlohmann::ordered_json;

struct Call {
    const char* name = "";
    std::int64_t step = -1, layer = -1;  ///< layer -1: all
    double ms = 0;
    std::string shown, reason;
    Phrase violation;
    std::int64_t held = 0, after = 0, evicted = 0, edits = 0;
    std::optional<std::int64_t> budget;
    std::vector<std::int64_t> slots;  ///< of all edits, as they were given
};

/// Shared by a policy and its copies.
struct Log {
    std::vector<Call> calls;
    std::vector<std::int64_t> held;  ///< by layer, over its units
    std::int64_t seen = 0, units = 1;
};

std::string sizes(const at::Tensor& tensor) {
    return fmt::format("{}", fmt::join(tensor.sizes(), "×"));
}

/// Returns what a call is shown: slots and tensors with their sizes.
std::string shownOf(const sdk::Observation& view) {
    std::string text = fmt::format("{} slots", view.slotCount());
    for (const auto& [name, tensor] : tensorsOf(view)) {
        text += fmt::format(", {} {}", name, sizes(*tensor));
    }
    return text;
}

/// Policy that passes every call on to another one and logs it.
class Scope final : public sdk::Policy {
 public:
    Scope(std::unique_ptr<sdk::Policy> inner, std::shared_ptr<Log> log)
        : m_inner(std::move(inner)), m_log(std::move(log)) {}

    sdk::Needs needs() const override { return m_inner->needs(); }
    bool acceptsStreaming() const override { return m_inner->acceptsStreaming(); }
    sdk::Protection protection() const override { return m_inner->protection(); }
    void begin(const sdk::RunInfo& run) override {
        m_log->units = run.shape.units(m_inner->needs().granularity);
        m_log->held.assign(static_cast<std::size_t>(run.shape.layers), 0);
        Call& call = open("begin", -1);
        call.shown = fmt::format("{} layers, {} query heads, {} KV heads, prompt of {}", run.shape.layers,
                                 run.shape.queryHeads, run.shape.kvHeads, run.promptTokens);
        timed(call, [&] { m_inner->begin(run); });
    }
    void observeRows(const sdk::Observation& layer, std::int64_t firstRow) override {
        Call& call = observed("observeRows", layer);
        call.shown += fmt::format(", from query {}", firstRow);
        timed(call, [&] { m_inner->observeRows(layer, firstRow); });
    }
    sdk::Edits prefillLayer(const sdk::Observation& layer) override {
        return answered(observed("prefillLayer", layer), [&] { return m_inner->prefillLayer(layer); });
    }
    sdk::Edits prefillEnd() override {
        Call& call = open("prefillEnd", -1);
        call.held = std::accumulate(m_log->held.begin(), m_log->held.end(), std::int64_t{0});
        return answered(call, [&] { return m_inner->prefillEnd(); });
    }
    sdk::Edits step(const sdk::Observation& all) override {
        return answered(observed("step", all), [&] { return m_inner->step(all); });
    }
    void set(const sdk::Parameters& values) override {
        timed(open("set", -1), [&] { m_inner->set(values); });
    }
    sdk::Report report() const override { return m_inner->report(); }
    std::unique_ptr<sdk::Policy> clone() const override { return std::make_unique<Scope>(m_inner->clone(), m_log); }

 private:
    Call& open(const char* name, std::int64_t layer) {
        Call& call = m_log->calls.emplace_back();
        call.name = name;
        call.layer = layer;
        call.step = m_log->seen - 1;
        return call;
    }
    Call& observed(const char* name, const sdk::Observation& view) {
        m_log->seen = view.seen;
        Call& call = open(name, view.layers == 1 && view.prefill ? view.firstLayer : -1);
        call.shown = shownOf(view);
        for (std::int64_t layer = 0; layer < view.layers; ++layer) {
            const auto first = view.held.begin() + layer * view.units();
            m_log->held[static_cast<std::size_t>(view.firstLayer + layer)] =
                std::accumulate(first, first + view.units(), std::int64_t{0});
        }
        call.held = call.after = std::accumulate(view.held.begin(), view.held.end(), std::int64_t{0});
        return call;
    }
    template <class Work>
    static void timed(Call& call, Work&& work) {
        const Stopwatch watch;
        work();
        call.ms = watch.ms();
    }
    template <class Work>
    sdk::Edits answered(Call& call, Work&& work) {
        sdk::Edits edits;
        timed(call, [&] { edits = work(); });
        call.edits = std::ssize(edits);
        for (const sdk::Edit& edit : edits) {
            read(edit, call);
        }
        call.after = call.layer < 0 ? std::accumulate(m_log->held.begin(), m_log->held.end(), std::int64_t{0})
                                    : m_log->held[static_cast<std::size_t>(call.layer)];
        call.budget = budget(call.layer);
        return edits;
    }
    /// The host judges edits; one whose shape it would refuse is not counted here.
    void read(const sdk::Edit& edit, Call& call) {
        call.reason = edit.reason;
        if (!edit.evict.defined() || edit.evict.dim() != 3 || edit.evict.scalar_type() != at::kLong) {
            return;
        }
        const at::Tensor evict = edit.evict.to(at::kCPU).contiguous();
        const std::int64_t perLayer = evict.size(1) * evict.size(2);
        for (std::int64_t i = 0; i < evict.numel(); ++i) {
            const std::int64_t slot = evict.const_data_ptr<std::int64_t>()[i];
            if (slot >= 0) {
                ++call.evicted;
                call.slots.push_back(slot);
                const auto layer = static_cast<std::size_t>(edit.firstLayer + i / perLayer);
                if (layer < m_log->held.size()) {
                    --m_log->held[layer];
                }
            } else {
                call.slots.push_back(-1);
            }
        }
    }
    std::optional<std::int64_t> budget(std::int64_t layer) const {
        const std::int64_t sum = reportedBudget(m_inner->report(), std::ssize(m_log->held), m_log->units, layer);
        return sum < 0 ? std::nullopt : std::optional(sum);
    }

    std::unique_ptr<sdk::Policy> m_inner;
    std::shared_ptr<Log> m_log;
};

struct Scoped {
    std::shared_ptr<Log> log = std::make_shared<Log>();
    ordered_json expect;
    std::string needs;
};

/// Runs the text and logs the calls; an error of the run becomes a violation of the last call. Errors: the policy
/// cannot be made.
Result<Scoped> scoped(const ResolvedPolicy& resolved, PluginLoader& loader) {
    const checks::Text text;
    KVW_TRY_ASSIGN(auto created, loader.create(inTokens(resolved, text.prompt)));
    KVW_TRY_ASSIGN(auto tensors, checks::tensorsOf(text));
    Scoped result;
    created.policy = std::make_unique<Scope>(std::move(created.policy), result.log);
    ThreadPool pool(text.threads);
    const ConformanceCase c = checks::caseOf(text);
    KVW_TRY_ASSIGN(auto attention, caseAttention(c, resolved, std::move(created), loader.paths(), pool));
    const sdk::Needs needs = attention->policy().needs();
    result.needs = needsText(needs);
    result.expect["granularity"] = caseGranularity(needs.granularity);
    CasePasses passes(c, std::move(tensors), std::move(attention));
    auto done = passes.begin().and_then([&] { return passes.prompt(); });
    if (done) {
        result.expect["prefill"] = heldSets(passes.attention());
        result.expect["steps"] = ordered_json::array();
    }
    for (std::int64_t s = 0; done && s < text.decode; ++s) {
        done = passes.step(s);
        if (done) {
            result.expect["steps"].push_back(droppedSets(passes.attention()));
        }
    }
    if (done) {
        result.expect["final"] = heldSets(passes.attention());
    } else {
        result.expect = nullptr;
        if (result.log->calls.empty()) {
            return tl::unexpected(done.error());
        }
        result.log->calls.back().violation = done.error().asPhrase();
    }
    return result;
}

ordered_json caseJson(const std::string& policy, const ordered_json& named, ordered_json expect) {
    const checks::Text text;
    return {{"format", "kvw-conformance-1"},
            {"name", policy},
            {"about", "What " + policy + " did over the text of kvw check-policy."},
            {"policy", named},
            {"shape",
             {{"layers", text.shape.layers},
              {"query_heads", text.shape.queryHeads},
              {"kv_heads", text.shape.kvHeads},
              {"head_dim", text.shape.headDim}}},
            {"rope", {{"theta", checks::kTheta}, {"style", "half"}, {"positions", "original"}}},
            {"prompt", text.prompt},
            {"decode", text.decode},
            {"prefill", {{"schedule", "layer-major"}}},
            {"tensors", ordered_json(checks::recipe())},
            {"expect", std::move(expect)}};
}

}  // namespace

Result<ordered_json> policyCalls(const std::string& policy, const Catalog& catalog, PluginLoader& loader) {
    KVW_TRY_ASSIGN(const auto resolved, resolvePolicy(catalog, policy));
    KVW_TRY_ASSIGN(auto first, scoped(resolved, loader));
    KVW_TRY_ASSIGN(const auto again, scoped(resolved, loader));
    ordered_json list = ordered_json::array();
    const std::vector<Call>& replayed = again.log->calls;
    for (std::size_t i = 0; i < first.log->calls.size(); ++i) {
        Call& call = first.log->calls[i];
        if (call.violation.empty() && (i >= replayed.size() || replayed[i].slots != call.slots)) {
            call.violation = "another answer when the same text comes again";
        }
        list.push_back({{"call", call.name},
                        {"step", call.step},
                        {"layer", call.layer < 0 ? ordered_json() : ordered_json(call.layer)},
                        {"ms", call.ms},
                        {"shown", call.shown},
                        {"held", call.held},
                        {"after", call.after},
                        {"budget", call.budget ? ordered_json(*call.budget) : ordered_json()},
                        {"edits", call.edits},
                        {"evicted", call.evicted},
                        {"reason", call.reason},
                        {"violation", call.violation.english()},
                        {"phrase", phraseJson(call.violation)}});
    }
    const ordered_json named = casePolicy(resolved);
    const bool kept = !named.is_null() && !first.expect.is_null();
    return ordered_json{{"policy", resolved.text},
                        {"needs", first.needs},
                        {"calls", std::move(list)},
                        {"case", kept ? caseJson(resolved.text, named, first.expect) : ordered_json()}};
}

}  // namespace kvw
