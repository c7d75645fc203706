// SPDX-License-Identifier: Apache-2.0
#include "core/conformance/conformance.h"

#include "core/policy/host/choice/prompt_share.h"

namespace kvw {

namespace {

using json = nlohmann::json;

/// Returns why the case cannot run here, or an empty text.
Phrase notInstalled(const ConformanceCase& c, const Catalog& catalog) {
    const PluginKind alone = c.kind == "read-selection" ? PluginKind::Reader
                             : c.kind == "codec"        ? PluginKind::Codec
                                                        : PluginKind::Policy;
    if (alone == PluginKind::Policy && c.kind != "eviction") {
        return phrase("cases of kind '%1' need a policy of that kind, and none is installed", c.kind);
    }
    const json policy = c.file.value("policy", json::object());
    const auto idOf = [&](const char* part) { return policy.value(part, json::object()).value("id", std::string()); };
    const bool composed = !policy.contains("id");
    using Needed = std::vector<std::pair<PluginKind, std::string>>;
    for (const auto& [kind, id] :
         composed ? Needed{{PluginKind::Scorer, idOf("scorer")}, {PluginKind::Budget, idOf("budget")}}
                  : Needed{{alone, policy.value("id", std::string())}}) {
        if (!catalog.find(kind, id)) {
            return phrase("%1 '%2' is not installed", toText(kind), id);
        }
    }
    return {};
}

Result<ConformanceResult> runCodec(const ConformanceCase& c, ConformanceResult result, const ResolvedPolicy& policy,
                                   PluginLoader& loader) {
    auto created = loader.create(inTokens(policy, c.prompt));
    if (!created) {
        result.difference = created.error().asPhrase();
        return result;
    }
    GuardedParts parts = guardParts(std::move(*created), policy, &loader.paths());
    auto difference = runCodecCase(c, std::move(*parts.codec));
    if (!difference && difference.error().code == Code::BadInput) {
        return tl::unexpected(difference.error());
    }
    result.difference = difference ? *difference : difference.error().asPhrase();
    result.passed = result.difference.empty();
    return result;
}

Result<std::unique_ptr<CachedAttention>> attentionFor(const ConformanceCase& c, const ResolvedPolicy& policy,
                                                      PluginLoader& loader, ThreadPool& pool) {
    KVW_TRY_ASSIGN(auto created, loader.create(inTokens(policy, c.prompt)));
    return caseAttention(c, policy, std::move(created), loader.paths(), pool);
}

Result<Phrase> differenceIn(CasePasses passes) {
    return passes.theCase().kind == "eviction" ? runEvictionCase(passes) : runReadCase(passes);
}

Result<ConformanceResult> runRead(const ConformanceCase& c, ConformanceResult result, const Catalog& catalog,
                                  PluginLoader& loader, ThreadPool& pool,
                                  const std::shared_ptr<const Backend>& backend) {
    if (Phrase absent = notInstalled(c, catalog); !absent.empty()) {
        result.skipped = true;
        result.difference = std::move(absent);
        return result;
    }
    auto policy = resolvePolicy(catalog, c.file.at("policy"));
    if (!policy) {
        result.difference = policy.error().asPhrase();
        return result;
    }
    if (c.kind == "codec") {  // codes are made on the CPU, wherever steps are computed
        return runCodec(c, std::move(result), *policy, loader);
    }
    KVW_TRY_ASSIGN(auto tensors,
                   caseTensors(c.file.value("tensors", json::object()), c.shape, c.prompt + c.decode, c.where));
    auto attention = attentionFor(c, *policy, loader, pool);
    if (!attention) {
        result.difference = attention.error().asPhrase();
        return result;
    }
    if (const auto runs = backend->checkRuns(policy->text, **attention); !runs) {
        result.skipped = runs.error().code == Code::BadUsage;
        result.difference = runs.error().asPhrase();
        return result;
    }
    const auto difference = differenceIn(CasePasses(c, std::move(tensors), std::move(*attention), backend));
    result.difference = difference ? *difference : difference.error().asPhrase();
    result.passed = result.difference.empty();
    return result;
}

}  // namespace

Result<Phrase> caseDifference(const ConformanceCase& c, CaseTensors tensors, const ResolvedPolicy& policy,
                              PluginLoader& loader, ThreadPool& pool) {
    KVW_TRY_ASSIGN(auto attention, attentionFor(c, policy, loader, pool));
    return differenceIn(CasePasses(c, std::move(tensors), std::move(attention)));
}

Result<ConformanceResult> runConformance(const std::filesystem::path& file, const Catalog& catalog,
                                         PluginLoader& loader, ThreadPool& pool,
                                         const std::shared_ptr<const Backend>& backend) {
    const std::string where = file.filename().string();
    try {
        KVW_TRY_ASSIGN(auto c, readConformanceCase(file));
        ConformanceResult result;
        result.name = c.name;
        result.file = c.where;
        return runRead(c, std::move(result), catalog, loader, pool, backend);
    } catch (const json::exception& error) {
        return fail(Code::BadInput, where, phrase("the case does not follow its format: %1", error.what()));
    }
}

}  // namespace kvw
