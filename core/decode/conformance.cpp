// SPDX-License-Identifier: Apache-2.0
#include "core/decode/conformance.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include "core/base/json_depth.h"
#include "core/decode/cached_attention.h"
#include "core/decode/conformance_tensors.h"

namespace kvw {

namespace {

using json = nlohmann::json;
using Sets = std::vector<std::vector<std::int64_t>>;  ///< per listed unit, ascending

constexpr std::uintmax_t kLargestCase = 256ULL << 20U;
/// Numbers in q, k and v together: 1 GiB of f32.
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 28U;

/// The product of counts of at least 1, or more than kMostNumbers if it is; never overflows.
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

/// Agreement of optional numbers: relative 1e-3 or absolute 1e-6, whichever is larger.
bool agrees(double found, double expected) {
    return std::abs(found - expected) <= std::max(1e-3 * std::abs(expected), 1e-6);
}

struct Case {
    std::string name, where;
    json file;
    sdk::ModelShape shape;
    std::int64_t prompt = 0, decode = 0, chunk = 0;  ///< chunk 0: layer-major
    bool cacheRank = false;
    std::shared_ptr<RopeTables> rope;
    std::int64_t listedUnits = 1;
};

Result<Case> readCase(const std::filesystem::path& path) {
    Case c;
    c.where = path.filename().string();
    std::error_code ignored;
    const auto size = std::filesystem::file_size(path, ignored);
    std::ifstream stream(path, std::ios::binary);
    if (!stream || ignored) {
        return fail(Code::NotFound, path.string(), "cannot be read");
    }
    if (size > kLargestCase) {
        return fail(Code::BadInput, c.where, "the case is too large", fmt::format("{} bytes", size),
                    fmt::format("at most {}", kLargestCase));
    }
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (isTooDeepJson(text)) {
        return fail(Code::BadInput, c.where, "the JSON is nested too deeply", "", "at most 100 levels");
    }
    c.file = json::parse(text, nullptr, false);
    if (c.file.is_discarded() || !c.file.is_object()) {
        return fail(Code::BadInput, c.where, "this is not a JSON object");
    }
    if (c.file.value("format", std::string()) != "kvw-conformance-1") {
        return fail(Code::BadInput, c.where, "the format is not known", c.file.value("format", std::string("none")),
                    "kvw-conformance-1");
    }
    c.name = c.file.value("name", c.where);
    if (c.file.value("kind", std::string("eviction")) != "eviction") {
        return c;  // cases of other kinds have other members
    }
    const json shape = c.file.value("shape", json::object());
    c.shape = {shape.value("layers", std::int64_t{0}), shape.value("query_heads", std::int64_t{0}),
               shape.value("kv_heads", std::int64_t{0}), shape.value("head_dim", std::int64_t{0})};
    c.prompt = c.file.value("prompt", std::int64_t{0});
    c.decode = c.file.value("decode", std::int64_t{0});
    if (c.shape.layers < 1 || c.shape.kvHeads < 1 || c.shape.queryHeads < 1 ||
        c.shape.queryHeads % c.shape.kvHeads != 0 || c.shape.headDim < 1 || c.prompt < 1 || c.decode < 0) {
        return fail(Code::BadInput, c.where, "shape, prompt or decode do not fit together");
    }
    if (c.prompt > kMostNumbers || c.decode > kMostNumbers ||
        boundedProduct({c.shape.layers, c.shape.queryHeads, 3, c.shape.headDim, c.prompt + c.decode}) > kMostNumbers) {
        return fail(Code::BadInput, c.where, "the tensors of this shape are too large", {},
                    fmt::format("at most {} numbers", kMostNumbers));
    }
    const json prefill = c.file.value("prefill", json::object());
    if (prefill.value("schedule", std::string("layer-major")) == "streaming") {
        c.chunk = std::max<std::int64_t>(prefill.value("chunk", std::int64_t{1}), 1);
    }
    const json rope = c.file.value("rope", json());
    if (rope.is_object()) {
        const auto rotaryDim = rope.value("rotary_dim", c.shape.headDim);
        const double theta = rope.value("theta", 10000.0);
        if (rotaryDim < 2 || rotaryDim > c.shape.headDim || rotaryDim % 2 != 0 || theta <= 0) {
            return fail(Code::BadInput, c.where, "rope does not fit head_dim");
        }
        std::vector<float> frequencies;
        for (std::int64_t m = 0; m < rotaryDim / 2; ++m) {
            frequencies.push_back(
                static_cast<float>(std::pow(theta, -2.0 * static_cast<double>(m) / static_cast<double>(rotaryDim))));
        }
        c.rope = std::make_shared<RopeTables>(frequencies, rope.value("style", std::string("half")) == "half");
        c.cacheRank = rope.value("positions", std::string("original")) == "cache-rank";
    }
    const json expect = c.file.value("expect", json::object());
    const std::string granularity = expect.value("granularity", std::string("layer"));
    c.listedUnits = granularity == "layer" ? 1 : granularity == "kv_head" ? c.shape.kvHeads : c.shape.queryHeads;
    return c;
}

/// One run of a case with what it must give.
class CaseRun {
 public:
    CaseRun(const Case& c, CaseTensors tensors, std::unique_ptr<CachedAttention> attention)
        : m_case(c), m_tensors(std::move(tensors)), m_attention(std::move(attention)) {}

    /// The first difference, or an empty text.
    Result<std::string> run() {
        if (auto done = m_attention->begin(); !done) {
            return tl::unexpected(done.error());
        }
        m_attention->keepFirstScores(true);
        const json& expect = m_case.file.at("expect");
        const std::int64_t chunk = m_case.chunk > 0 ? m_case.chunk : m_case.prompt;
        for (std::int64_t first = 0; first < m_case.prompt; first += chunk) {
            const std::int64_t count = std::min(chunk, m_case.prompt - first);
            if (auto done = pass(first, count, true); !done) {
                return tl::unexpected(done.error());
            }
        }
        if (expect.contains("prefill")) {
            if (std::string difference = compareAll(expect.at("prefill"), "after the prompt"); !difference.empty()) {
                return difference;
            }
        }
        if (std::string difference = compareNumbers(expect, true); !difference.empty()) {
            return difference;
        }
        for (std::int64_t s = 0; s < m_case.decode; ++s) {
            const auto before = heldAll();
            if (auto done = pass(m_case.prompt + s, 1, false); !done) {
                return tl::unexpected(done.error());
            }
            if (expect.contains("steps")) {
                std::string difference = compareStep(expect.at("steps").at(static_cast<std::size_t>(s)), before, s);
                if (!difference.empty()) {
                    return difference;
                }
            }
            if (s == 0) {
                if (std::string difference = compareNumbers(expect, false); !difference.empty()) {
                    return difference;
                }
            }
        }
        if (expect.contains("final")) {
            if (std::string difference = compareAll(expect.at("final"), "at the end"); !difference.empty()) {
                return difference;
            }
        }
        return compareScores(expect);
    }

 private:
    Result<void> pass(std::int64_t first, std::int64_t count, bool prefill) {
        const auto& shape = m_case.shape;
        if (auto done = m_attention->beginPass(first, count, prefill, first + count == m_case.prompt); !done) {
            return done;
        }
        const auto pack = [&](std::vector<float>& target, std::int64_t heads, auto&& row) {
            target.resize(static_cast<std::size_t>(count * heads * shape.headDim));
            for (std::int64_t t = 0; t < count; ++t) {
                for (std::int64_t h = 0; h < heads; ++h) {
                    std::copy_n(row(h, first + t), shape.headDim, target.data() + (t * heads + h) * shape.headDim);
                }
            }
        };
        for (std::int64_t l = 0; l < shape.layers; ++l) {
            pack(m_q, shape.queryHeads, [&](std::int64_t h, std::int64_t t) { return m_tensors.query(l, h, t); });
            pack(m_k, shape.kvHeads, [&](std::int64_t h, std::int64_t t) { return m_tensors.key(l, h, t); });
            pack(m_v, shape.kvHeads, [&](std::int64_t h, std::int64_t t) { return m_tensors.value(l, h, t); });
            m_out.resize(m_q.size());
            if (auto done =
                    m_attention->attend(static_cast<std::int32_t>(l), m_q.data(), m_k.data(), m_v.data(), m_out.data());
                !done) {
                return done;
            }
        }
        if (auto done = m_attention->endPass(); !done) {
            return done;
        }
        return prefill ? Result<void>{} : m_attention->decide();
    }

    [[nodiscard]] std::vector<std::int64_t> heldOf(std::int64_t layer, std::int64_t unit) const {
        std::vector<std::int64_t> held;
        for (const std::int64_t token :
             m_attention->cache().tokens(static_cast<std::int32_t>(layer), static_cast<std::int32_t>(unit))) {
            if (token >= 0) {
                held.push_back(token);
            }
        }
        std::sort(held.begin(), held.end());
        return held;
    }

    [[nodiscard]] std::vector<Sets> heldAll() const {
        std::vector<Sets> all;
        for (std::int64_t l = 0; l < m_case.shape.layers; ++l) {
            Sets sets;
            for (std::int32_t u = 0; u < m_attention->cache().shape().units; ++u) {
                sets.push_back(heldOf(l, u));
            }
            all.push_back(std::move(sets));
        }
        return all;
    }

    /// Stored units of listed unit i: all that it covers, or the one that covers it.
    [[nodiscard]] std::vector<std::size_t> storedUnits(std::int64_t listed) const {
        const std::int64_t units = m_attention->cache().shape().units;
        std::vector<std::size_t> covered;
        if (units < m_case.listedUnits) {
            covered.push_back(static_cast<std::size_t>(listed * units / m_case.listedUnits));
            return covered;
        }
        for (std::int64_t u = 0; u < units; ++u) {
            if (u * m_case.listedUnits / units == listed) {
                covered.push_back(static_cast<std::size_t>(u));
            }
        }
        return covered;
    }

    static std::string differ(const std::string& at, std::int64_t layer, std::int64_t head,
                              const std::vector<std::int64_t>& found, const std::vector<std::int64_t>& expected) {
        std::vector<std::int64_t> missing;
        std::vector<std::int64_t> extra;
        std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(), std::back_inserter(missing));
        std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(), std::back_inserter(extra));
        return fmt::format("{}, layer {}, head {}: missing [{}], not expected [{}]", at, layer, head,
                           fmt::join(missing, ", "), fmt::join(extra, ", "));
    }

    [[nodiscard]] std::string compareAll(const json& expected, const std::string& at) const {
        const auto held = heldAll();
        if (expected.size() != held.size()) {
            return fmt::format("{}: {} layers are listed, the case has {}", at, expected.size(), held.size());
        }
        for (std::size_t l = 0; l < held.size(); ++l) {
            if (static_cast<std::int64_t>(expected[l].size()) != m_case.listedUnits) {
                return fmt::format("{}, layer {}: {} sets are listed, the granularity has {}", at, l,
                                   expected[l].size(), m_case.listedUnits);
            }
            for (std::size_t h = 0; h < expected[l].size(); ++h) {
                const auto want = expected[l][h].get<std::vector<std::int64_t>>();
                for (const std::size_t unit : storedUnits(static_cast<std::int64_t>(h))) {
                    if (held[l][unit] != want) {
                        return differ(at, static_cast<std::int64_t>(l), static_cast<std::int64_t>(h), held[l][unit],
                                      want);
                    }
                }
            }
        }
        return {};
    }

    [[nodiscard]] std::string compareStep(const json& expected, const std::vector<Sets>& before,
                                          std::int64_t step) const {
        const auto after = heldAll();
        for (std::size_t l = 0; l < after.size(); ++l) {
            for (std::int64_t h = 0; h < m_case.listedUnits; ++h) {
                std::vector<std::int64_t> want;
                if (!expected.is_null() && !expected.at(l).is_null()) {
                    want = expected.at(l).at(static_cast<std::size_t>(h)).get<std::vector<std::int64_t>>();
                }
                for (const std::size_t unit : storedUnits(h)) {
                    std::vector<std::int64_t> had = before[l][unit];
                    had.push_back(m_case.prompt + step);
                    std::vector<std::int64_t> dropped;
                    std::set_difference(had.begin(), had.end(), after[l][unit].begin(), after[l][unit].end(),
                                        std::back_inserter(dropped));
                    if (dropped != want) {
                        return differ(fmt::format("step {} dropped", step), static_cast<std::int64_t>(l), h, dropped,
                                      want);
                    }
                }
            }
        }
        return {};
    }

    static std::string compareList(const char* what, const std::vector<double>& found,
                                   const std::vector<double>& expected, bool exact) {
        if (found.size() != expected.size()) {
            return fmt::format("{}: {} numbers, expected {}", what, found.size(), expected.size());
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (exact ? found[i] != expected[i] : !agrees(found[i], expected[i])) {
                return fmt::format("{}[{}]: found {}, expected {}", what, i, found[i], expected[i]);
            }
        }
        return {};
    }

    static std::vector<double> flat(const json& values) {
        std::vector<double> list;
        for (const json& value : values) {
            if (value.is_array()) {
                for (const json& inner : value) {
                    list.push_back(inner.get<double>());
                }
            } else {
                list.push_back(value.get<double>());
            }
        }
        return list;
    }

    /// Budgets and preferences are pinned after the prompt; a Gini that only exists at decode is taken at the first
    /// step.
    [[nodiscard]] std::string compareNumbers(const json& expect, bool afterPrompt) const {
        const sdk::Report& report = m_attention->report();
        if (afterPrompt && expect.contains("budgets")) {
            const json& listed = expect.at("budgets");
            std::vector<double> found(report.budgets.begin(), report.budgets.end());
            const bool nested = !listed.empty() && listed[0].is_array();
            if (!nested && report.budgetsPerUnit) {
                found.clear();
                const auto units = static_cast<std::size_t>(m_attention->cache().shape().units);
                for (std::size_t i = 0; i < report.budgets.size(); i += units) {
                    found.push_back(static_cast<double>(report.budgets[i]));
                }
            }
            if (std::string difference = compareList("budgets", found, flat(listed), true); !difference.empty()) {
                return difference;
            }
        }
        if (afterPrompt && expect.contains("preference")) {
            if (std::string difference =
                    compareList("preference", report.preference, flat(expect.at("preference")), false);
                !difference.empty()) {
                return difference;
            }
        }
        if (expect.contains("gini") && (afterPrompt ? !report.gini.empty() : m_giniLate)) {
            return compareList("gini", report.gini, flat(expect.at("gini")), false);
        }
        m_giniLate = afterPrompt && expect.contains("gini");
        return {};
    }

    [[nodiscard]] std::string compareScores(const json& expect) const {
        if (!expect.contains("scores")) {
            return {};
        }
        const auto& first = m_attention->firstScores();
        for (const json& listed : expect.at("scores")) {
            const json& at = listed.at("at");
            const std::string when =
                at.is_string() ? at.get<std::string>() : fmt::format("step {}", at.get<std::int64_t>());
            const bool matches =
                at.is_string() ? first.step < m_case.prompt : first.step == m_case.prompt + at.get<std::int64_t>();
            const auto tokens = listed.at("tokens").get<std::vector<std::int64_t>>();
            const auto values = listed.at("values").get<std::vector<double>>();
            // Chunks before the last one cut, too: where tokens are listed that came later, these are the scores after
            // the prompt (cascade), else those of the first cut.
            const bool later = std::any_of(tokens.begin(), tokens.end(),
                                           [&](std::int64_t token) { return !first.scores.contains(token); });
            const auto& scores =
                at.is_string() && (!matches || later) && !first.afterPrompt.empty() ? first.afterPrompt : first.scores;
            if (scores.empty() || (!matches && &scores == &first.scores)) {
                return fmt::format("scores at {}: {}", when,
                                   scores.empty() ? std::string("the policy gave none")
                                                  : fmt::format("the first cut was at token {}", first.step));
            }
            if (values.size() != tokens.size()) {
                return fmt::format("scores at {}: {} tokens and {} values are listed", when, tokens.size(),
                                   values.size());
            }
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                const auto found = scores.find(tokens[i]);
                if (found == scores.end()) {
                    return fmt::format("scores at {}: token {} has none", when, tokens[i]);
                }
                if (!agrees(static_cast<double>(found->second), values[i])) {
                    return fmt::format("scores at {}: token {} found {}, expected {}", when, tokens[i], found->second,
                                       values[i]);
                }
            }
        }
        return {};
    }

    const Case& m_case;
    CaseTensors m_tensors;
    std::unique_ptr<CachedAttention> m_attention;
    std::vector<float> m_q, m_k, m_v, m_out;
    mutable bool m_giniLate = false;
};

/// Ids the case needs, for "not installed".
std::vector<std::pair<PluginKind, std::string>> neededIds(const json& file) {
    const json policy = file.value("policy", json::object());
    if (policy.contains("id")) {
        return {{PluginKind::Policy, policy.value("id", std::string())}};
    }
    const auto idOf = [&](const char* part) { return policy.value(part, json::object()).value("id", std::string()); };
    return {{PluginKind::Scorer, idOf("scorer")}, {PluginKind::Budget, idOf("budget")}};
}

Result<ConformanceResult> runRead(const Case& c, ConformanceResult result, const Catalog& catalog, PluginLoader& loader,
                                  ThreadPool& pool) {
    const std::string kind = c.file.value("kind", std::string("eviction"));
    if (kind != "eviction") {
        result.skipped = true;
        result.difference = fmt::format("cases of kind '{}' need a policy of that kind, and none is installed", kind);
        return result;
    }
    for (const auto& [pluginKind, id] : neededIds(c.file)) {
        if (!catalog.find(pluginKind, id)) {
            result.skipped = true;
            result.difference = fmt::format("{} '{}' is not installed", toText(pluginKind), id);
            return result;
        }
    }
    auto policy = resolvePolicy(catalog, c.file.at("policy"));
    if (!policy) {
        result.difference = policy.error().sentence();
        return result;
    }
    auto tensors = caseTensors(c.file.value("tensors", json::object()), c.shape, c.prompt + c.decode, c.where);
    if (!tensors) {
        return tl::unexpected(tensors.error());
    }
    auto created = loader.create(*policy);
    if (!created) {
        result.difference = created.error().sentence();
        return result;
    }
    AttentionOptions options;
    options.shape = c.shape;
    options.cacheRank = c.cacheRank;
    options.layerMajor = c.chunk == 0;
    options.promptTokens = c.prompt;
    auto attention = CachedAttention::make(
        options, GuardedPolicy(std::move(*created), policy->id() + " " + policy->version()), c.rope, pool);
    if (!attention) {
        result.difference = attention.error().sentence();
        return result;
    }
    auto difference = CaseRun(c, std::move(*tensors), std::move(*attention)).run();
    result.difference = difference ? *difference : difference.error().sentence();
    result.passed = result.difference.empty();
    return result;
}

}  // namespace

Result<ConformanceResult> runConformance(const std::filesystem::path& file, const Catalog& catalog,
                                         PluginLoader& loader, ThreadPool& pool) {
    const std::string where = file.filename().string();
    try {
        auto c = readCase(file);
        if (!c) {
            return tl::unexpected(c.error());
        }
        ConformanceResult result;
        result.name = c->name;
        result.file = c->where;
        return runRead(*c, std::move(result), catalog, loader, pool);
    } catch (const json::exception& error) {
        return fail(Code::BadInput, where, std::string("the case does not follow its format: ") + error.what());
    }
}

}  // namespace kvw
