// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/choice/combination.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "core/policy/host/condition.h"
#include "core/policy/sdk/composition_rules.h"

namespace kvw {

namespace {

/// Setting that would make the combination work; empty: there is none.
struct Remedy {
    std::string name, value;
};

struct Refusal {
    Error error;
    Remedy remedy = {};
};
using Verdict = std::optional<Refusal>;

std::string nameOf(const ResolvedPart& part) {
    return fmt::format("{} {}", part.provided.id, part.entry.manifest.version);
}

/// Returns the setting that satisfies a clause of a single test; none if no single value does. A capacity that must not
/// be 0 gets the default of budgets.
Remedy remedyOf(const Clause& clause, const std::string& prefix) {
    const ParameterTest& test = clause.front();
    const bool capacity = !test.equal && test.name == "capacity" && test.value == "0";
    if (clause.size() > 1 || (!test.equal && !capacity)) {
        return {};
    }
    return {prefix + test.name, capacity ? "512" : test.value};
}

/// Returns the refusal of a policy that streams only with other settings than it has.
Refusal needsSettings(const ResolvedPolicy& policy, const ResolvedPart& part, const std::vector<Clause>& condition,
                      const Clause& broken) {
    const std::string prefix = policy.prefixOf(part);
    std::vector<Phrase> expected;
    std::vector<Phrase> found;
    for (const Clause& clause : condition) {
        std::string tests;
        for (const ParameterTest& test : clause) {
            tests += fmt::format("{}{}{}{}{}", &test == &clause.front() ? "" : " or ", prefix, test.name,
                                 test.equal ? "=" : "!=", test.value);
            std::string is = fmt::format("{}{}={}", prefix, test.name, toText(part.parameters.values().at(test.name)));
            if (std::ranges::find(found, Phrase(is)) == found.end()) {
                found.emplace_back(std::move(is));
            }
        }
        expected.emplace_back(std::move(tests));
    }
    return {Error{Code::BadUsage, "with these settings this policy cannot run with streaming prefill", nameOf(part),
                  phrase("%1, or layer-major", joinedByAnd(expected)), joinedByAnd(found)},
            remedyOf(broken, prefix)};
}

Verdict streaming(const ResolvedPolicy& policy) {
    for (const ResolvedPart& part : policy.parts) {
        // Codecs and readers work with any prefill.
        if (part.kind == PluginKind::Codec || part.kind == PluginKind::Reader || !part.provided.streamingPrefill) {
            continue;
        }
        if (!*part.provided.streamingPrefill) {
            return Refusal{needsWholePrompt(nameOf(part))};
        }
        const auto condition = parseCondition(part.provided.streamingIf);  // checked with the manifest
        const Clause* broken = condition ? firstBroken(*condition, part) : nullptr;
        if (broken != nullptr) {
            return needsSettings(policy, part, *condition, *broken);
        }
    }
    if (policy.composed() && policy.cutInterval == 0) {
        return Refusal{needsWholePrompt(policy.named(), "schedule=every-step or every:R, or layer-major"),
                       {"schedule", "every-step"}};
    }
    return std::nullopt;
}

/// Returns what was found, with the number of the schedule apart.
Phrase clashFound(const ResolvedPolicy& policy, const sdk::Incompatibility& clash) {
    return clash.with != sdk::Incompatibility::With::Schedule ? Phrase(clash.found.c_str())
           : policy.cutInterval == 1                          ? phrase("every %1 token", policy.cutInterval)
                                                              : phrase("every %1 tokens", policy.cutInterval);
}

Verdict composition(const ResolvedPolicy& policy) {
    const ResolvedPart &scorer = policy.parts[0], &budget = policy.parts[1];
    const ParameterSpec* sets = scorer.provided.parameter("granularity");
    const auto* set = valueIf<std::string>(scorer.parameters, "granularity");
    const bool perLayer = set != nullptr ? *set == "layer" : scorer.provided.perLayer;
    const auto clash =
        sdk::incompatibilityOf({policy.cutInterval, scorer.provided.onceOnly, perLayer, budget.provided.perHead});
    if (!clash) {
        return std::nullopt;
    }
    Remedy remedy{"schedule", "once"};
    if (clash->with == sdk::Incompatibility::With::Sets) {
        const bool can = sets != nullptr && std::ranges::find(sets->choices, "kv-head") != sets->choices.end();
        remedy = can ? Remedy{"scorer.granularity", "kv-head"} : Remedy{};
    }
    return Refusal{
        Error{Code::BadUsage, clash->what.c_str(), policy.named(), clash->expected.c_str(), clashFound(policy, *clash)},
        remedy};
}

/// Returns the first rule that the policy breaks.
Verdict refusalOf(const ResolvedPolicy& policy, const RunTraits& run) {
    if (policy.composed()) {
        if (auto refused = composition(policy)) {
            return refused;
        }
    }
    if (run.streamingPrefill) {
        if (auto refused = streaming(policy)) {
            return refused;
        }
    }
    const ResolvedPart* codec = policy.codec();
    if (codec != nullptr && policy.parts[0].provided.reencodes) {
        return Refusal{storesNothing(nameOf(policy.parts[0]), nameOf(*codec))};
    }
    if (run.turnedKeys && (run.roundedKeys || codec != nullptr)) {
        return Refusal{roundedKeysTurn()};
    }
    if (policy.reader() != nullptr && run.window > 0) {
        return Refusal{readsAmongWindows(nameOf(*policy.reader()), run.windowLayer, run.window)};
    }
    return std::nullopt;
}

CombinationTable tableOf(const Catalog& catalog, std::vector<Catalog::Found> rows, std::vector<Catalog::Found> columns,
                         const char* between, const RunTraits& run) {
    CombinationTable table{std::move(rows), std::move(columns), {}};
    for (const Catalog::Found& row : table.rows) {
        for (const Catalog::Found& column : table.columns) {
            table.cells.push_back(combinationOf(catalog, row.provided->id + between + column.provided->id, run));
        }
    }
    return table;
}

}  // namespace

Error needsWholePrompt(const std::string& who, Phrase expected) {
    return {Code::BadUsage, "this policy decides on the whole prompt, so it cannot run with streaming prefill", who,
            std::move(expected), "streaming"};
}

Error roundedKeysTurn() {
    return {Code::BadUsage, "keys are rounded when they are stored, and a rounded key is not rotated again",
            "--rank-keys", "raw, or --kv-dtype f32 without a codec", "rotated"};
}

Error readsAmongWindows(const std::string& who, std::int64_t layer, std::int64_t window) {
    return {
        Code::BadUsage,
        phrase(
            "layer %1 of this model attends a sliding window of %2 tokens, and read selection chooses among all pages",
            layer, window),
        who, "a model whose layers attend everything", "a model with windows"};
}

Error storesNothing(const std::string& who, std::string codec) {
    return {Code::BadUsage, "every step encodes what is held afresh, so nothing that was stored is read again", who,
            "no codec", std::move(codec)};
}

Result<void> checkCompatible(const ResolvedPolicy& policy, const RunTraits& run) {
    auto refused = refusalOf(policy, run);
    return refused ? Result<void>(tl::unexpected(std::move(refused->error))) : Result<void>();
}

Combination combinationOf(const Catalog& catalog, const std::string& text, const RunTraits& run) {
    Combination result;
    auto policy = resolvePolicy(catalog, text);
    if (!policy) {
        result.reason = policy.error().asPhrase();
        return result;
    }
    constexpr int kMostRemedies = 4;  // as many as there are settings that could help
    for (int i = 0; i <= kMostRemedies; ++i) {
        const auto refused = refusalOf(*policy, run);
        if (!refused) {
            result.verdict = i == 0 ? Combination::Verdict::Runs : Combination::Verdict::WithSettings;
            result.policy = policy->text;
            return result;
        }
        result.reason = result.reason.empty() ? refused->error.asPhrase() : result.reason;
        const auto& [name, value] = refused->remedy;
        if (name.empty() || !setParameter(*policy, name, value)) {
            result.reason = refused->error.asPhrase();
            break;
        }
        result.settings += fmt::format("{}{}={}", result.settings.empty() ? "" : ",", name, value);
    }
    result.settings.clear();
    return result;
}

CombinationTable compositions(const Catalog& catalog, const RunTraits& run) {
    return tableOf(catalog, catalog.all(PluginKind::Scorer), catalog.all(PluginKind::Budget), "+", run);
}

CombinationTable storages(const Catalog& catalog, const RunTraits& run) {
    std::vector<Catalog::Found> rows = catalog.all(PluginKind::Policy);
    const auto readers = catalog.all(PluginKind::Reader);
    rows.insert(rows.end(), readers.begin(), readers.end());
    return tableOf(catalog, std::move(rows), catalog.all(PluginKind::Codec), "@", run);
}

}  // namespace kvw
