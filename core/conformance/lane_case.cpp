// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/lane_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/json/json_text.h"
#include "core/conformance/conformance.h"
#include "core/conformance/conformance_case.h"
#include "core/model/families/decoder/decoder.h"
#include "core/model/families/decoder/rope_tables.h"
#include "core/policy/host/choice/effective_values.h"
#include "core/policy/host/choice/prompt_share.h"
#include "kernels/elementwise.h"

namespace kvw {

namespace {

using nlohmann::ordered_json;

/// Numbers in the tensors of a case: a file of some 200 MB.
constexpr std::int64_t kMostTaken = 16'000'000;

tl::unexpected<Error> unfit(Phrase what, Phrase found = {}, Phrase expected = {}) {
    return fail(Code::BadUsage, "case", std::move(what), std::move(found), std::move(expected));
}

/// Attention that records its inputs.
class TakingSink final : public AttentionSink {
 public:
    /// `turned`: queries and keys are recorded rotated to their token index; null: before rotation.
    TakingSink(CachedAttention& attention, CaseTensors& taken, const RopeTables* turned)
        : m_attention(attention), m_taken(taken), m_turned(turned) {}

    void begin(std::int64_t first, std::int64_t count) {
        m_first = first;
        m_count = count;
    }
    Result<void> attend(std::int32_t layer, float* q, float* k, const float* v, float* out) override {
        take(q, m_taken.shape.queryHeads, layer, m_turned, m_taken.q);
        take(k, m_taken.shape.kvHeads, layer, m_turned, m_taken.k);
        take(v, m_taken.shape.kvHeads, layer, nullptr, m_taken.v);
        return m_attention.attend(layer, q, k, v, out);
    }
    [[nodiscard]] bool stopped() const noexcept override { return m_attention.stopped(); }

 private:
    void take(const float* from, std::int64_t heads, std::int64_t layer, const RopeTables* turned,
              std::vector<float>& to) const {
        const std::int64_t width = m_taken.shape.headDim;
        for (std::int64_t t = 0; t < m_count; ++t) {
            for (std::int64_t head = 0; head < heads; ++head) {
                float* row = to.data() + ((layer * heads + head) * m_taken.tokens + m_first + t) * width;
                std::copy_n(from + (t * heads + head) * width, width, row);
                if (turned != nullptr) {
                    const RopeTable& rope = turned->of(layer);
                    rotate(row, rope.cosines(m_first + t), rope.sines(m_first + t), rope.rotaryDim(), rope.halfSplit());
                }
            }
        }
    }

    CachedAttention& m_attention;
    CaseTensors& m_taken;
    const RopeTables* m_turned;
    std::int64_t m_first = 0, m_count = 0;
};

/// Appends nested lists of the next values, with `counts` parts from the outside in. Nine digits read back as the same
/// f32.
void appendLists(std::string& text, const float*& value, std::span<const std::int64_t> counts) {
    if (counts.empty()) {
        fmt::format_to(std::back_inserter(text), "{:.9g}", *value++);
        return;
    }
    text += counts.size() == 1 ? "\n   [" : "[";
    for (std::int64_t i = 0; i < counts.front(); ++i) {
        text += i == 0 ? "" : ",";
        appendLists(text, value, counts.subspan(1));
    }
    text += ']';
}

/// Returns the text of the file: one line per member, the tensors last.
std::string caseFile(const ordered_json& head, const CaseTensors& tensors) {
    std::string text = "{\n";
    for (const auto& [name, value] : head.items()) {
        text += fmt::format(" {}: {},\n", ordered_json(name).dump(), bundle::dumpLine(value));
    }
    text += " \"tensors\": {\"explicit\": {";
    const sdk::ModelShape& shape = tensors.shape;
    for (const auto& [name, values, heads] :
         {std::tuple{'q', &tensors.q, shape.queryHeads}, std::tuple{'k', &tensors.k, shape.kvHeads},
          std::tuple{'v', &tensors.v, shape.kvHeads}}) {
        text += fmt::format("{}\n  \"{}\": ", name == 'q' ? "" : ",", name);
        const float* value = values->data();
        appendLists(text, value, std::array{shape.layers, heads, tensors.tokens, shape.headDim});
    }
    return text + "\n }}\n}\n";
}

bool allFinite(const std::vector<float>& values) {
    return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

class LaneCase {
 public:
    LaneCase(const CaseRequest& request, CaseText text, const LoadedModel& model, const Catalog& catalog,
             PluginLoader& loader, ThreadPool& pool)
        : m_request(request),
          m_text(std::move(text)),
          m_model(model),
          m_catalog(catalog),
          m_loader(loader),
          m_pool(pool) {}

    Result<std::string> make(const ProgressSink& progress, const std::stop_token& stop) {
        KVW_TRY(checkModel());
        KVW_TRY_ASSIGN(auto policy, resolvePolicy(m_catalog, m_text.policy));
        policy = inTokens(std::move(policy), m_text.prompt);
        policy = forModel(std::move(policy), config().context);  // a case has no model
        const ordered_json named = casePolicy(policy);
        if (named.is_null()) {
            return unfit("cases of runs are of a policy or a composition", policy.id(),
                         "one without a codec or a reader");
        }
        KVW_TRY(makeAttention(policy));
        m_attention->stopOn(stop);
        KVW_TRY_ASSIGN(auto expect, passes(progress, stop));
        KVW_TRY(checkSame());
        if (!allFinite(m_taken.q) || !allFinite(m_taken.k) || !allFinite(m_taken.v)) {
            return unfit("queries, keys or values of this run are not finite, which JSON cannot say");
        }
        const ordered_json head = headOf(policy, named, std::move(expect));
        std::string file = caseFile(head, m_taken);
        KVW_TRY(checkPasses(head));
        return file;
    }

 private:
    [[nodiscard]] const RunDescription& run() const { return m_request.recording->description(); }
    [[nodiscard]] const ModelConfig& config() const { return m_model.decoder->config(); }
    [[nodiscard]] std::int64_t tokens() const { return std::ssize(m_text.ids); }

    [[nodiscard]] Result<void> checkModel() const {
        if (run().model.hash != m_model.info.hash) {
            return fail(Code::BadInput, "case", "this is another model than the run was made with", m_model.info.name,
                        run().model.name);
        }
        // A factor of the scores besides 1 / sqrt(head_dim) is part of the queries that attention is given.
        const ModelConfig& model = config();
        if (!m_model.decoder->sinks().empty()) {
            return unfit("this model has learned sinks, which a case cannot state", model.architecture);
        }
        if (model.attentionSoftCap != 0 ||
            std::ranges::any_of(model.windows, [](std::int64_t window) { return window > 0; })) {
            return unfit("this model caps its scores or has sliding windows, which a case cannot state",
                         model.architecture);
        }
        const std::int64_t perToken = model.layers * (model.queryHeads + 2 * model.kvHeads) * model.headDim;
        if (perToken * tokens() > kMostTaken) {
            return unfit("the case would be too large: it has queries, keys and values of every token",
                         phrase("%1 tokens of %2 numbers", tokens(), perToken),
                         phrase("at most %1 tokens", kMostTaken / perToken));
        }
        const auto foreign =
            std::ranges::find_if(m_text.ids, [&](std::int32_t id) { return id < 0 || id >= model.vocabulary; });
        if (foreign != m_text.ids.end()) {
            return fail(Code::BadInput, "case", "a token of the run is not in the vocabulary",
                        std::to_string(*foreign));
        }
        return {};
    }

    Result<void> makeAttention(const ResolvedPolicy& policy) {
        KVW_TRY_ASSIGN(auto created, m_loader.create(policy));
        AttentionOptions options = attentionOptions(*m_model.decoder);
        options.cacheRank = m_text.cacheRank;
        options.layerMajor = m_text.chunk == 0;
        options.promptTokens = m_text.prompt;
        KVW_TRY(checkRope(config().rope, m_text.runTokens, options.cacheRank));
        m_rope = sameRope(config().rope, 0, m_text.runTokens) ? m_model.rope : ropeTables(config(), m_text.runTokens);
        KVW_TRY_ASSIGN(
            m_attention,
            CachedAttention::make(options, guardParts(std::move(created), policy, &m_catalog.paths()), m_rope, m_pool));
        const sdk::Needs& needs = m_attention->policy().needs();
        if (needs.reencode) {
            return unfit("this policy re-encodes what it holds, which needs the model");
        }
        // If the policy looks at nothing before rotation, the tensors are taken after it: then the case needs no RoPE.
        m_turned = !options.cacheRank && !needs.rawKeys && needs.queryMomentsFrom < 0;
        if (!m_turned && config().rope.scaling != RopeScaling::None) {
            return unfit("this model's RoPE is scaled, which a case cannot state", toText(config().rope.scaling),
                         "original positions and a policy that does not look at keys or queries before rotation");
        }
        if (!m_turned && !config().secondaryRopeLayers.empty()) {
            return unfit("layers of this model have another RoPE base or no RoPE, which a case cannot state",
                         config().architecture,
                         "original positions and a policy that does not look at keys or queries before rotation");
        }
        m_taken.shape = options.shape;
        m_taken.tokens = tokens();
        const auto numbers = [&](std::int64_t heads) {
            return static_cast<std::size_t>(options.shape.layers * heads * tokens() * options.shape.headDim);
        };
        m_taken.q.resize(numbers(options.shape.queryHeads));
        m_taken.k.resize(numbers(options.shape.kvHeads));
        m_taken.v.resize(numbers(options.shape.kvHeads));
        return {};
    }

    /// Runs all passes and returns what the case expects.
    Result<ordered_json> passes(const ProgressSink& progress, const std::stop_token& stop) {
        TakingSink sink(*m_attention, m_taken, m_turned ? m_rope.get() : nullptr);
        const auto units = static_cast<std::size_t>(m_attention->cache().shape().layers) *
                           static_cast<std::size_t>(m_attention->cache().shape().units);
        m_gone.assign(units, std::vector<std::int32_t>(m_text.ids.size(), -1));
        ordered_json expect = ordered_json::object();
        expect["granularity"] = caseGranularity(m_attention->granularity());
        KVW_TRY(m_attention->begin());
        const std::int64_t chunk = m_text.chunk > 0 ? m_text.chunk : m_text.prompt;
        for (std::int64_t first = 0; first < tokens();) {
            const bool prefill = first < m_text.prompt;
            const std::int64_t count = prefill ? std::min(chunk, m_text.prompt - first) : 1;
            if (stop.stop_requested()) {
                return fail(Code::Cancelled, "case", "stopped on request");
            }
            KVW_TRY(pass(sink, first, count, prefill));
            first += count;
            if (progress) {
                progress({first, tokens(), "tokens again"});
            }
            if (first == m_text.prompt) {
                expect["prefill"] = heldSets(*m_attention);
                expect["steps"] = ordered_json::array();
            } else if (first > m_text.prompt) {
                expect["steps"].push_back(droppedSets(*m_attention));
            }
        }
        expect["final"] = heldSets(*m_attention);
        return expect;
    }

    Result<void> pass(TakingSink& sink, std::int64_t first, std::int64_t count, bool prefill) {
        auto done = m_attention->beginPass(first, count, prefill, first + count == m_text.prompt);
        sink.begin(first, count);
        const auto ids =
            std::span(m_text.ids).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
        done = done.and_then([&] { return m_layers.run(*m_model.decoder, ids, sink, m_pool); }).and_then([&] {
            return m_attention->endPass();
        });
        if (done && !prefill) {
            done = m_attention->decide();
        }
        for (const EvictionRecord& cut : m_attention->cuts()) {
            auto& gone = m_gone[static_cast<std::size_t>(cut.layer * m_attention->cache().shape().units + cut.unit())];
            for (const std::int32_t token : cut.tokens) {
                gone[static_cast<std::size_t>(token)] = static_cast<std::int32_t>(first + count - 1);
            }
        }
        return done;
    }

    /// Compares the evictions with those that were recorded.
    [[nodiscard]] Result<void> checkSame() const {
        const Trace& trace = m_request.recording->trace(m_request.lane);
        const CacheShape& shape = m_attention->cache().shape();
        std::int32_t parted = -1;
        for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
            for (std::int32_t unit = 0; unit < shape.units; ++unit) {
                // A policy that takes the lane over later may have more sets: then the trace has as many from its
                // start.
                const std::int32_t of = unit * trace.shape().units / shape.units;
                const auto recorded = trace.evictedAt(tokens() - 1, layer, of);
                const auto& gone = m_gone[static_cast<std::size_t>(layer * shape.units + unit)];
                for (std::size_t token = 0; token < gone.size(); ++token) {
                    for (const std::int32_t at : {recorded[token], gone[token]}) {
                        if (recorded[token] != gone[token] && at >= 0) {
                            parted = parted < 0 ? at : std::min(parted, at);
                        }
                    }
                }
            }
        }
        if (parted >= 0) {
            return fail(Code::BadInput, "case",
                        phrase("the lane was repeated, and at token %1 it evicts other tokens than were recorded: "
                               "another machine, version or plugin made the recording",
                               parted));
        }
        return {};
    }

    [[nodiscard]] ordered_json headOf(const ResolvedPolicy& policy, const ordered_json& named,
                                      ordered_json expect) const {
        ordered_json rope;
        if (!m_turned) {
            rope = {{"theta", config().rope.theta},
                    {"style", "half"},
                    {"rotary_dim", config().rotaryDim()},
                    {"positions", m_text.cacheRank ? "cache-rank" : "original"},
                    {"angles", "rounded"}};
        }
        ordered_json prefill = ordered_json::object();
        prefill["schedule"] = m_text.chunk > 0 ? "streaming" : "layer-major";
        if (m_text.chunk > 0) {
            prefill["chunk"] = m_text.chunk;
        }
        const sdk::ModelShape& shape = m_taken.shape;
        return {{"format", "kvw-conformance-1"},
                {"name", fmt::format("{} over {}, until token {}", policy.text, run().textTitle, tokens() - 1)},
                {"about", fmt::format("What {} did in a run of {} over {}; queries, keys and values are those of the "
                                      "run{}.",
                                      policy.text, run().model.name, run().textTitle,
                                      m_turned ? ", queries and keys rotated" : "")},
                {"policy", named},
                {"shape",
                 {{"layers", shape.layers},
                  {"query_heads", shape.queryHeads},
                  {"kv_heads", shape.kvHeads},
                  {"head_dim", shape.headDim}}},
                {"rope", std::move(rope)},
                {"prompt", m_text.prompt},
                {"decode", tokens() - m_text.prompt},
                {"prefill", std::move(prefill)},
                {"expect", std::move(expect)}};
    }

    /// Runs the case as `kvw conformance` would.
    Result<void> checkPasses(const ordered_json& head) {
        m_attention.reset();
        KVW_TRY_ASSIGN(const auto c, conformanceCaseOf(nlohmann::json(head), "case"));
        KVW_TRY_ASSIGN(auto policy, resolvePolicy(m_catalog, c.file.at("policy")));
        KVW_TRY_ASSIGN(const auto difference, caseDifference(c, std::move(m_taken), policy, m_loader, m_pool));
        if (!difference.empty()) {
            return fail(Code::BadInput, "case",
                        "with these queries, keys and values alone the policy does not repeat its behaviour in the run",
                        difference);
        }
        return {};
    }

    const CaseRequest& m_request;
    CaseText m_text;
    const LoadedModel& m_model;
    const Catalog& m_catalog;
    PluginLoader& m_loader;
    ThreadPool& m_pool;
    std::shared_ptr<RopeTables> m_rope;
    std::unique_ptr<CachedAttention> m_attention;
    CaseTensors m_taken;
    bool m_turned = false;                          ///< queries and keys are taken rotated
    std::vector<std::vector<std::int32_t>> m_gone;  ///< by layer and unit, per token: the step that evicted it
    DecoderPass m_layers;
};

}  // namespace

Result<std::string> laneCase(const CaseRequest& request, const LoadedModel& model, const Catalog& catalog,
                             PluginLoader& loader, ThreadPool& pool, const ProgressSink& progress,
                             const std::stop_token& stop) {
    KVW_TRY_ASSIGN(auto text, caseText(request));
    return LaneCase(request, std::move(text), model, catalog, loader, pool).make(progress, stop);
}

}  // namespace kvw
