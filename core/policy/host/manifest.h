// SPDX-License-Identifier: Apache-2.0
/// The manifest of a plugin: read without loading anything. One schema per parameter gives the form, the flags, the
/// bundle and the docs.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/sdk/parameters.h"

namespace kvw {

enum class ParameterType { Integer, Number, Flag, Choice, Integers };

/// What an integer parameter is cut to where its run has no room for it; it then acts as if that had been typed
/// (effective_values.h).
struct Limit {
    bool atMost = true;  ///< else at least
    std::string bound;   ///< "prompt", "prompt - 1", "layers", another parameter, or "capacity - recent"
    std::string onlyIf;  ///< as enabledIf; empty: always

    [[nodiscard]] bool operator==(const Limit&) const = default;
};

struct ParameterSpec {
    std::string name;  ///< kebab-case, as in POLICIES.md section A
    ParameterType type = ParameterType::Integer;
    sdk::Value defaultValue;
    std::optional<double> minimum, maximum;  ///< inclusive, unless the flag below says otherwise
    bool maximumExclusive = false;
    double step = 1;
    bool logarithmic = false;
    bool odd = false;             ///< only odd integers
    bool allowsAuto = false;      ///< a number or a list, or the word "auto"
    std::int64_t mostItems = 16;  ///< Integers: of a list, which is never empty
    bool allowsShare = false;     ///< an integer, or a share of the prompt: "25%" (prompt_share.h)
    std::string shareMultipleOf;  ///< a share is cut to a multiple of this other integer parameter; empty: to any
    std::string unit;             ///< "tok", "layers", ...
    std::string label, symbol, tooltip;
    std::vector<std::string> choices;  ///< Choice
    bool live = false;                 ///< takes effect at the next step; otherwise at the next run
    /// When it has an effect (condition.h); elsewhere the row is greyed out and a run warns. Empty: always.
    std::string enabledIf;
    std::vector<Limit> limits;

    [[nodiscard]] bool operator==(const ParameterSpec&) const = default;
    /// "integer, at least 1", "one of avg, max", ...: for error sentences, tooltips and the docs.
    [[nodiscard]] std::string rangeText() const;
    /// Parses what a user typed and checks it; the sentence names the parameter, what was found and the range.
    [[nodiscard]] Result<sdk::Value> parse(const std::string& text, const std::string& where) const;
    /// Checks a JSON value (conformance cases, bundles) likewise.
    [[nodiscard]] Result<sdk::Value> fromJson(const nlohmann::json& value, const std::string& where) const;
};

[[nodiscard]] std::string toText(const sdk::Value& value);
[[nodiscard]] nlohmann::ordered_json toJson(const sdk::Value& value);

/// A work. What is not known is empty, and left out of what is made from it (bibtex.h).
struct Reference {
    std::string title, url;
    std::string key;                   ///< of its BibTeX entry
    std::vector<std::string> authors;  ///< "Guangxuan Xiao", in the order of the work
    std::int64_t year = 0;             ///< 0: not known
    std::string eprint;                ///< of arXiv: "2309.17453"
};

/// Settings of a run that a work made its measurements with. Empty: it leaves them open.
struct NativeSettings {
    std::string positions;  ///< "original" or "cache-rank"
    std::string prefill;    ///< "layer-major", "streaming" (chunks of any length) or "streaming:<chunk>"
    std::string source;     ///< where that is written

    [[nodiscard]] bool given() const noexcept { return !positions.empty() || !prefill.empty(); }
};

struct Preset {
    std::string id, label, source;
    std::vector<std::pair<std::string, sdk::Value>> parameters;
    std::optional<NativeSettings> native;  ///< none: those of what it is a preset of
    std::string policy;  ///< a whole policy text in place of parameters: a composition that this is a part of
};

/// Policies, and scorers with budgets, decide what is evicted; readers what is read of the full cache; codecs how it is
/// stored.
enum class PluginKind { Policy, Scorer, Budget, Reader, Codec };
inline constexpr PluginKind kPluginKinds[] = {PluginKind::Policy, PluginKind::Scorer, PluginKind::Budget,
                                              PluginKind::Reader, PluginKind::Codec};
[[nodiscard]] const char* toText(PluginKind kind) noexcept;

/// Policies that a paper's table sets side by side, as policy texts; may name other plugins.
struct Comparison {
    std::string id, label, source;
    std::vector<std::string> policies;
    /// How the table was measured, for all lanes that do not say otherwise. Empty, none: as the run is.
    NativeSettings run;
    std::optional<std::int64_t> promptTokens;  ///< where prefill ends and scoring begins
    std::string mode;                          ///< "teacher" or "generate"
};

/// One thing a plugin provides, under an id of its own.
struct Provided {
    PluginKind kind = PluginKind::Policy;
    std::string id, label, description;
    // What decides with what it goes together (combination.h); where a manifest does not say it, the parts do.
    std::optional<bool> streamingPrefill;  ///< with some of its parameters at least; none: not said
    std::string streamingIf;               ///< with which of them (condition.h); empty: with any
    bool onceOnly = false;                 ///< scorer: only with the schedule once
    bool perLayer = false;  ///< scorer without a parameter `granularity`: one set for all heads of a layer
    bool perHead = false;   ///< budget: differs from head to head
    /// Policy and budget: how much each layer holds follows from what the prompt is; with which parameters, see above.
    bool promptBudgets = false;
    std::string promptBudgetsIf;
    /// Policy: it cuts the prompt once, then the cache grows by a token per step; with which parameters, see above.
    bool growsAfterPrompt = false;
    std::string growsAfterPromptIf;
    bool reencodes = false;  ///< policy: what is held is encoded afresh, nothing that was stored is read
    NativeSettings native;   ///< policy, reader, codec: what the published work runs it with
    std::vector<ParameterSpec> parameters;
    std::vector<Preset> presets;
    [[nodiscard]] const ParameterSpec* parameter(const std::string& name) const;
};

/// What a preset is run with: its own, or what the policy is.
[[nodiscard]] const NativeSettings& nativeOf(const Provided& provided, const Preset& preset);
/// "/positions=cache-rank/prefill=streaming:1": native settings behind a policy text; empty: none are given.
[[nodiscard]] std::string laneText(const NativeSettings& settings);

struct Manifest {
    std::string id, version, name, description, license;
    int sdkVersion = 0;
    std::vector<std::string> authors;
    std::vector<Reference> references;
    std::vector<std::string> needs;  ///< words for people: "last w rows at prefill", ...
    std::vector<Provided> provides;
    std::vector<Comparison> comparisons;

    /// Everything is checked; the sentence names the file and the member.
    [[nodiscard]] static Result<Manifest> read(const std::filesystem::path& file);
};

}  // namespace kvw
