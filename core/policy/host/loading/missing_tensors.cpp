// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/missing_tensors.h"

#include <ATen/ATen.h>

#include <cctype>
#include <optional>
#include <vector>

#include "core/policy/host/loading/guard.h"

namespace kvw {

namespace {

struct Shown {
    const char* name;
    at::Tensor sdk::Observation::*tensor;
};
constexpr Shown kShown[] = {{"rows", &sdk::Observation::rows},
                            {"columnSums", &sdk::Observation::columnSums},
                            {"logits", &sdk::Observation::logits},
                            {"keys", &sdk::Observation::keys},
                            {"rawKeys", &sdk::Observation::rawKeys},
                            {"values", &sdk::Observation::values},
                            {"queryMean", &sdk::Observation::queryMean},
                            {"queryCovariance", &sdk::Observation::queryCovariance},
                            {"statistics", &sdk::Observation::statistics}};

/// Returns zeros of the right shape and type that take no memory.
at::Tensor standIn(const Shown& shown, const sdk::Needs& needs, const sdk::ModelShape& shape,
                   const sdk::Observation& seen) {
    const std::int64_t layers = seen.layers, slots = seen.slotCount(), heads = shape.queryHeads, width = shape.headDim;
    const std::int64_t stored = shape.units(
        needs.granularity == sdk::Granularity::QueryHead ? sdk::Granularity::QueryHead : sdk::Granularity::KvHead);
    const auto zeros = [&](at::IntArrayRef sizes, at::ScalarType type = at::kFloat) {
        return at::zeros({}, seen.tokens.options().dtype(type)).expand(sizes);
    };
    const auto is = [&](auto member) { return shown.tensor == member; };
    if (is(&sdk::Observation::rows)) {
        return zeros({layers, heads, 1, slots});
    }
    if (is(&sdk::Observation::columnSums) || is(&sdk::Observation::logits)) {
        return zeros({layers, heads, slots});
    }
    if (is(&sdk::Observation::rawKeys)) {
        return zeros({layers, stored, seen.passTokens, width});
    }
    if (is(&sdk::Observation::queryMean)) {
        return zeros({layers, heads, width}, at::kDouble);
    }
    if (is(&sdk::Observation::queryCovariance)) {
        return zeros({layers, heads, width, width}, at::kDouble);
    }
    if (is(&sdk::Observation::statistics)) {
        constexpr std::int64_t most = 8;
        return zeros({most, layers, seen.units(), slots});
    }
    return zeros({layers, stored, slots, width});
}

struct Asked {
    bool atPrefill, atDecode;
    const char *forPrefill, *forDecode;  ///< need that asks for it; null: it is never shown then
};

Asked askedFor(const Shown& shown, const sdk::Needs& needs) {
    const auto is = [&](auto member) { return shown.tensor == member; };
    const auto stored = [&](bool asked, const char* name) {
        return Asked{asked, asked && needs.tensorsAtDecode, name, "tensorsAtDecode"};
    };
    if (is(&sdk::Observation::rows)) {
        return {needs.lastRows > 0, needs.decodeRow, "lastRows", "decodeRow"};
    }
    if (is(&sdk::Observation::columnSums)) {
        return {needs.columnSums, needs.decodeRow, "columnSums", "decodeRow"};
    }
    if (is(&sdk::Observation::logits)) {
        return {needs.logits, needs.logits, "logits", "logits"};
    }
    if (is(&sdk::Observation::statistics)) {
        return {needs.statistics > 0, needs.statistics > 0, "statistics", "statistics"};
    }
    if (is(&sdk::Observation::keys)) {
        return stored(needs.keys, "keys");
    }
    if (is(&sdk::Observation::rawKeys)) {
        return stored(needs.rawKeys, "rawKeys");
    }
    if (is(&sdk::Observation::values)) {
        return stored(needs.values, "values");
    }
    return {needs.queryMomentsFrom >= 0, false, "queryMomentsFrom", nullptr};
}

/// Returns rawKeys, or raw_keys as Python spells it.
std::string spelt(const char* name, bool python) {
    std::string word;
    for (const char* letter = name; *letter != '\0'; ++letter) {
        const bool upper = std::isupper(static_cast<unsigned char>(*letter)) != 0;
        word += python && upper ? std::string{'_', static_cast<char>(*letter - 'A' + 'a')} : std::string(1, *letter);
    }
    return word;
}

Phrase sentence(const Shown& shown, const sdk::Needs& needs, bool prefill, bool python) {
    const Asked asked = askedFor(shown, needs);
    const std::string name = spelt(shown.name, python);
    if (!asked.atPrefill && !asked.atDecode) {
        const std::string by =
            spelt(prefill || asked.forDecode == nullptr ? asked.forPrefill : asked.forDecode, python);
        return phrase("`%1` was not asked for in needs()%2", name,
                      by == name || by == spelt("tensorsAtDecode", python) ? Phrase() : phrase(" (`%1`)", by));
    }
    if (prefill ? asked.atPrefill : asked.atDecode) {
        return phrase("`%1` is not there in this call, though needs() asks for it", name);
    }
    const char* by = prefill ? asked.forPrefill : asked.forDecode;
    return by == nullptr ? phrase("`%1` is shown at prefill only", name)
           : prefill ? phrase("`%1` was asked for in needs(), but not for the prompt (`%2`)", name, spelt(by, python))
                     : phrase("`%1` was asked for in needs(), but not for decoding (`%2`)", name, spelt(by, python));
}

}  // namespace

Phrase missingTensors(const sdk::Policy& policy, const sdk::ModelShape& shape, const sdk::Observation& seen,
                      const Phrase& what, bool python,
                      const std::function<void(sdk::Policy&, const sdk::Observation&)>& call) {
    const auto needs = guarded({}, Consequence::None, [&] { return policy.needs(); });
    if (!needs || shape.layers == 0 || !seen.tokens.defined()) {
        return {};
    }
    sdk::Observation whole = seen;
    whole.memo = nullptr;
    std::vector<const Shown*> missing;
    for (const Shown& shown : kShown) {
        if (!(seen.*shown.tensor).defined()) {
            whole.*shown.tensor = standIn(shown, *needs, shape, seen);
            missing.push_back(&shown);
        }
    }
    if (seen.statistics.defined()) {
        whole.statistics = seen.statistics.clone();
    }
    /// Returns the error of a repeated call, empty: it succeeds; none: the policy could not be copied.
    const auto outcome = [&](const sdk::Observation& shown) -> std::optional<Phrase> {
        bool copied = false;
        const auto done = guarded({}, Consequence::None, [&] {
            const std::unique_ptr<sdk::Policy> copy = policy.clone();
            copied = copy != nullptr;
            if (copied) {
                call(*copy, shown);
            }
        });
        return copied ? std::optional(done ? Phrase() : done.error().what) : std::nullopt;
    };
    const auto full = missing.empty() ? std::nullopt : outcome(whole);
    if (full && !full->empty() && what == *full) {
        return {};  // it fails in the same way with every tensor shown
    }
    Phrase found;
    for (const Shown* shown : missing) {
        if (!full) {
            break;
        }
        sdk::Observation without = whole;
        (without.*shown->tensor).reset();
        if (const auto ended = outcome(without); ended && !ended->empty() && *ended != *full) {
            Phrase said = sentence(*shown, *needs, seen.prefill, python);
            found = found.empty() ? std::move(said) : phrase("%1; %2", std::move(found), std::move(said));
        }
    }
    return found;
}

}  // namespace kvw
