// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/conformance_case.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <utility>

#include "core/base/json/json_depth.h"

namespace kvw {

namespace {

using json = nlohmann::json;

constexpr std::uintmax_t kLargestCase = 256ULL << 20U;
/// Numbers in q, k and v together: 1 GiB of f32.
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 28U;

/// Returns the product of counts of at least 1, or kMostNumbers + 1 if it is larger; never overflows.
std::int64_t boundedProduct(std::initializer_list<std::int64_t> factors) {
    std::int64_t product = 1;
    for (const std::int64_t factor : factors) {
        product = factor > kMostNumbers / product ? kMostNumbers + 1 : product * factor;
        if (product > kMostNumbers) {
            break;
        }
    }
    return product;
}

/// Returns the rotation of a case. The angles of the format are exact: rounding to f32 would show in pinned scores near
/// 0. A case made from a run has the run's angles, which are `rounded`.
std::shared_ptr<RopeTables> caseRope(double theta, std::int64_t rotaryDim, bool half, bool rounded) {
    if (rounded) {
        RopeConfig plain;
        plain.theta = theta;
        return std::make_shared<RopeTables>(plain.inverseFrequencies(rotaryDim), half);
    }
    std::vector<double> frequencies;
    for (std::int64_t m = 0; m < rotaryDim / 2; ++m) {
        frequencies.push_back(std::pow(theta, -2.0 * static_cast<double>(m) / static_cast<double>(rotaryDim)));
    }
    return std::make_shared<RopeTables>(frequencies, half, Angles::Linear);
}

}  // namespace

bool caseNumberAgrees(double found, double expected) {
    return std::abs(found - expected) <= std::max(1e-3 * std::abs(expected), 1e-6);
}

Phrase compareCaseScores(const ConformanceCase& c, const FirstScores& first) {
    const json& expect = c.file.at("expect");
    if (!expect.contains("scores")) {
        return {};
    }
    for (const json& listed : expect.at("scores")) {
        const json& at = listed.at("at");
        const Phrase when = at.is_string() ? Phrase(at.get<std::string>()) : phrase("step %1", at.get<std::int64_t>());
        const bool matches = at.is_string() ? first.step < c.prompt : first.step == c.prompt + at.get<std::int64_t>();
        const auto tokens = listed.at("tokens").get<std::vector<std::int64_t>>();
        const auto values = listed.at("values").get<std::vector<double>>();
        // Chunks before the last one cut, too: if later tokens are listed, the values are the scores after the prompt
        // (cascade), else those of the first cut.
        const bool later =
            std::ranges::any_of(tokens, [&](std::int64_t token) { return !first.scores.contains(token); });
        const auto& scores =
            at.is_string() && (!matches || later) && !first.afterPrompt.empty() ? first.afterPrompt : first.scores;
        if (scores.empty() || (!matches && &scores == &first.scores)) {
            return phrase(
                "scores at %1: %2", when,
                scores.empty() ? phrase("the policy gave none") : phrase("the first cut was at token %1", first.step));
        }
        if (values.size() != tokens.size()) {
            return phrase("scores at %1: %2 tokens and %3 values are listed", when, tokens.size(), values.size());
        }
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const auto found = scores.find(tokens[i]);
            if (found == scores.end()) {
                return phrase("scores at %1: token %2 has none", when, tokens[i]);
            }
            if (!caseNumberAgrees(static_cast<double>(found->second), values[i])) {
                return phrase("scores at %1: token %2 found %3, expected %4", when, tokens[i], found->second,
                              values[i]);
            }
        }
    }
    return {};
}

std::int64_t chunkOf(const JsonObject& file) {
    const JsonObject prefill = file.object("prefill");
    return prefill.wordOr("schedule", {"layer-major", "streaming"}) == 1 ? prefill.integerOr("chunk", 1, 1) : 0;
}

Result<ConformanceCase> readConformanceCase(const std::filesystem::path& path) {
    const std::string where = path.filename().string();
    std::error_code ignored;
    const auto size = std::filesystem::file_size(path, ignored);
    std::ifstream stream(path, std::ios::binary);
    if (!stream || ignored) {
        return fail(Code::NotFound, path.string(), "cannot be read");
    }
    if (size > kLargestCase) {
        return fail(Code::BadInput, where, "the case is too large", phrase("%1 bytes", size),
                    phrase("at most %1", kLargestCase));
    }
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (isTooDeepJson(text)) {
        return fail(Code::BadInput, where, "the JSON is nested too deeply", "", phrase("at most %1 levels", 100));
    }
    return conformanceCaseOf(json::parse(text, nullptr, false), where);
}

Result<ConformanceCase> conformanceCaseOf(json file, std::string where) {
    ConformanceCase c;
    c.where = std::move(where);
    c.file = std::move(file);
    JsonDocument document(c.where, Code::BadInput);
    const JsonObject members(document, c.file);
    members.word("format", {"kvw-conformance-1"});
    c.name = members.textOr("name", c.where);
    c.kind = members.textOr("kind", "eviction");
    KVW_TRY(document.checked());
    if (c.kind != "eviction" && c.kind != "read-selection") {
        return c;  // cases of other kinds have other members
    }
    const JsonObject shape = members.object("shape"), rope = members.object("rope");
    c.shape = {shape.integerOr("layers", 0), shape.integerOr("query_heads", 0), shape.integerOr("kv_heads", 0),
               shape.integerOr("head_dim", 0)};
    c.prompt = members.integerOr("prompt", 0);
    c.decode = members.integerOr("decode", 0);
    c.chunk = chunkOf(members);
    const auto rotaryDim = rope.integerOr("rotary_dim", c.shape.headDim);
    const double theta = rope.number("theta").value_or(10000.0);
    const bool half = rope.wordOr("style", {"half", "interleaved"}) == 0;
    c.cacheRank = rope.wordOr("positions", {"original", "cache-rank"}) == 1;
    const bool rounded = rope.wordOr("angles", {"exact", "rounded"}) == 1;
    const std::size_t granularity = members.object("expect").wordOr("granularity", {"layer", "kv_head", "query_head"});
    KVW_TRY(document.checked());
    if (c.shape.layers < 1 || c.shape.kvHeads < 1 || c.shape.queryHeads < 1 ||
        c.shape.queryHeads % c.shape.kvHeads != 0 || c.shape.headDim < 1 || c.prompt < 1 || c.decode < 0) {
        return fail(Code::BadInput, c.where, "shape, prompt or decode do not fit together");
    }
    if (c.prompt > kMostNumbers || c.decode > kMostNumbers ||
        boundedProduct({c.shape.layers, c.shape.queryHeads, 3, c.shape.headDim, c.prompt + c.decode}) > kMostNumbers) {
        return fail(Code::BadInput, c.where, "the tensors of this shape are too large", {},
                    phrase("at most %1 numbers", kMostNumbers));
    }
    if (members.has("rope")) {
        if (rotaryDim < 2 || rotaryDim > c.shape.headDim || rotaryDim % 2 != 0 || theta <= 0) {
            return fail(Code::BadInput, c.where, "rope does not fit head_dim");
        }
        c.rope = caseRope(theta, rotaryDim, half, rounded);
    }
    c.listedUnits = granularity == 0 ? 1 : granularity == 1 ? c.shape.kvHeads : c.shape.queryHeads;
    return c;
}

Result<std::unique_ptr<CachedAttention>> caseAttention(const ConformanceCase& c, const ResolvedPolicy& policy,
                                                       CreatedPolicy created, const PluginPaths& paths,
                                                       ThreadPool& pool) {
    AttentionOptions options;
    options.shape = c.shape;
    options.cacheRank = c.cacheRank;
    options.layerMajor = c.chunk == 0;
    options.promptTokens = c.prompt;
    return CachedAttention::make(options, guardParts(std::move(created), policy, &paths), c.rope, pool);
}

Result<void> CasePasses::begin() {
    m_attention->policy().keepFirstScores();
    return m_attention->begin();
}

Result<void> CasePasses::prompt() {
    const std::int64_t chunk = m_case.chunk > 0 ? m_case.chunk : m_case.prompt;
    for (std::int64_t first = 0; first < m_case.prompt; first += chunk) {
        KVW_TRY(pass(first, std::min(chunk, m_case.prompt - first), true));
    }
    return {};
}

Result<void> CasePasses::step(std::int64_t s) {
    return pass(m_case.prompt + s, 1, false);
}

Result<void> CasePasses::continueAsFork() {
    KVW_TRY_ASSIGN(m_attention, m_attention->fork());
    m_steps = m_backend->makeTensorSteps();
    return {};
}

bool CasePasses::outputIsFinite() const {
    return std::ranges::all_of(m_out, [](float x) { return std::isfinite(x); });
}

Result<void> CasePasses::pass(std::int64_t first, std::int64_t count, bool prefill) {
    const auto& shape = m_case.shape;
    KVW_TRY(m_attention->beginPass(first, count, prefill, first + count == m_case.prompt));
    const auto pack = [&](std::vector<float>& target, std::int64_t heads, auto&& row) {
        target.resize(static_cast<std::size_t>(count * heads * shape.headDim));
        for (std::int64_t t = 0; t < count; ++t) {
            for (std::int64_t h = 0; h < heads; ++h) {
                std::copy_n(row(h, first + t), shape.headDim, target.data() + (t * heads + h) * shape.headDim);
            }
        }
    };
    KVW_TRY(prefill ? Result<void>{} : m_steps->begin(*m_attention, first));
    for (std::int64_t l = 0; l < shape.layers; ++l) {
        pack(m_q, shape.queryHeads, [&](std::int64_t h, std::int64_t t) { return m_tensors.query(l, h, t); });
        pack(m_k, shape.kvHeads, [&](std::int64_t h, std::int64_t t) { return m_tensors.key(l, h, t); });
        pack(m_v, shape.kvHeads, [&](std::int64_t h, std::int64_t t) { return m_tensors.value(l, h, t); });
        m_out.resize(m_q.size());
        const auto layer = static_cast<std::int32_t>(l);
        KVW_TRY(prefill ? m_attention->attend(layer, m_q.data(), m_k.data(), m_v.data(), m_out.data())
                        : m_steps->attend(layer, m_q, m_k, m_v, m_out));
    }
    KVW_TRY(prefill ? Result<void>{} : m_steps->end());
    KVW_TRY(m_attention->endPass());
    return prefill ? Result<void>{} : m_attention->decide();
}

using nlohmann::ordered_json;

const char* caseGranularity(sdk::Granularity granularity) noexcept {
    constexpr const char* kNames[] = {"layer", "kv_head", "query_head"};
    return kNames[static_cast<std::size_t>(granularity)];
}

TokenSets heldSets(const CachedAttention& attention) {
    const KvCache& cache = attention.cache();
    const auto units = static_cast<std::size_t>(cache.shape().units);
    TokenSets sets(static_cast<std::size_t>(cache.shape().layers), TokenSets::value_type(units));
    for (std::size_t layer = 0; layer < sets.size(); ++layer) {
        for (std::size_t unit = 0; unit < units; ++unit) {
            const auto tokens = cache.tokens(static_cast<std::int32_t>(layer), static_cast<std::int32_t>(unit));
            auto& held = sets[layer][unit];
            std::copy_if(tokens.begin(), tokens.end(), std::back_inserter(held),
                         [](std::int64_t token) { return token >= 0; });
            std::sort(held.begin(), held.end());
        }
    }
    return sets;
}

ordered_json droppedSets(const CachedAttention& attention) {
    const auto& shape = attention.cache().shape();
    if (attention.cuts().empty()) {
        return nullptr;
    }
    std::vector<std::vector<std::vector<std::int32_t>>> sets(
        static_cast<std::size_t>(shape.layers),
        std::vector<std::vector<std::int32_t>>(static_cast<std::size_t>(shape.units)));
    for (const EvictionRecord& cut : attention.cuts()) {
        auto& set = sets[static_cast<std::size_t>(cut.layer)][static_cast<std::size_t>(cut.unit())];
        set.insert(set.end(), cut.tokens.begin(), cut.tokens.end());
        std::sort(set.begin(), set.end());
    }
    return sets;
}

ordered_json casePolicy(const ResolvedPolicy& policy) {
    const auto part = [](const ResolvedPart& of) -> ordered_json {
        auto params = ordered_json::object();
        for (const ParameterSpec& spec : of.provided.parameters) {
            params[spec.name] = toJson(of.parameters.values().at(spec.name));
        }
        return {{"id", of.provided.id}, {"params", std::move(params)}};
    };
    if (policy.parts.size() == 1 && policy.parts[0].kind == PluginKind::Policy) {
        return part(policy.parts[0]);
    }
    if (policy.parts.size() != 2 || !policy.composed()) {
        return nullptr;
    }
    const ordered_json schedule = policy.cutInterval == 0   ? ordered_json("once")
                                  : policy.cutInterval == 1 ? ordered_json("every-step")
                                                            : ordered_json{{"every", policy.cutInterval}};
    return {{"scorer", part(policy.parts[0])},
            {"budget", part(policy.parts[1])},
            {"protect", {{"sinks", policy.sinks}, {"recent", policy.recent}}},
            {"schedule", schedule}};
}

}  // namespace kvw
