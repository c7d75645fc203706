// SPDX-License-Identifier: Apache-2.0
/// Manifest of a plugin, read without loading anything. The schema of a parameter serves the form, the flags, the
/// bundle and the docs.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/finding.h"
#include "core/policy/sdk/parameters.h"

namespace kvw {

enum class ParameterType { Integer, Number, Flag, Choice, Integers };
/// Their words in a manifest.
inline const std::initializer_list<std::string_view> kParameterTypes{"integer", "number", "flag", "choice", "integers"};

/// Limit of an integer parameter. If a run has no room for the value given, the parameter acts as if the limit had been
/// typed (effective_values.h).
struct Limit {
    bool atMost = true;  ///< false: at least
    std::string bound;   ///< "prompt", "prompt - 1", "layers", another parameter, or "capacity - recent"
    std::string onlyIf;  ///< condition, as enabledIf; empty: always

    [[nodiscard]] bool operator==(const Limit&) const = default;
};

/// Schema of one parameter.
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
    std::int64_t mostItems = 16;  ///< Integers: most items of a list, which is never empty
    bool allowsShare = false;     ///< an integer, or a share of the prompt: "25%" (prompt_share.h)
    std::string shareMultipleOf;  ///< integer parameter that a share is rounded down to a multiple of; empty: none
    std::string unit;             ///< "tok", "layers", ...
    std::string label, symbol, tooltip;
    std::vector<std::string> choices;  ///< Choice
    bool several = false;              ///< Choice: one of them, or several joined by "+", each once
    bool live = false;                 ///< takes effect at the next step; otherwise at the next run
    /// Condition (condition.h) under which the parameter has an effect; otherwise its row is greyed out and a run
    /// warns. Empty: always.
    std::string enabledIf;
    std::vector<Limit> limits;

    [[nodiscard]] bool operator==(const ParameterSpec&) const = default;
    /// Returns the allowed values, such as "integer, at least 1" or "one of avg, max", for tooltips and the docs.
    [[nodiscard]] Finding range() const;
    /// Returns them in English, for error sentences.
    [[nodiscard]] std::string rangeText() const { return range().english(); }
    /// Parses and checks what a user typed; the error names the parameter, what was found and the range.
    [[nodiscard]] Result<sdk::Value> parse(const std::string& text, const Phrase& where) const;
    /// Does the same for a JSON value (conformance cases, bundles).
    [[nodiscard]] Result<sdk::Value> fromJson(const nlohmann::json& value, const Phrase& where) const;
};

[[nodiscard]] std::string toText(const sdk::Value& value);
[[nodiscard]] nlohmann::ordered_json toJson(const sdk::Value& value);

/// Published work that a policy is from. Unknown fields are empty and left out of BibTeX (bibtex.h).
struct Reference {
    std::string title, url;
    std::string key;                   ///< key of its BibTeX entry
    std::vector<std::string> authors;  ///< such as "Guangxuan Xiao", in the order of the work
    std::int64_t year = 0;             ///< 0: not known
    std::string eprint;                ///< number on arXiv, such as "2309.17453"
};

/// Run settings that a work used for its measurements. Empty: the work leaves them open.
struct NativeSettings {
    std::string positions;  ///< "original" or "cache-rank"
    std::string prefill;    ///< "layer-major", "streaming" (chunks of any length) or "streaming:<chunk>"
    std::string source;     ///< place in the work that says so

    [[nodiscard]] bool given() const noexcept { return !positions.empty() || !prefill.empty(); }
};

struct Preset {
    std::string id, label, source;
    std::vector<std::pair<std::string, sdk::Value>> parameters;
    std::optional<NativeSettings> native;  ///< none: those of the policy it is a preset of
    std::string policy;                    ///< whole policy text in place of parameters: a composition with this part
};

/// Kind of a plugin. Policies, and scorers with budgets, decide what is evicted; readers what is read of the full
/// cache; codecs how the cache is stored.
enum class PluginKind { Policy, Scorer, Budget, Reader, Codec };
inline constexpr PluginKind kPluginKinds[] = {PluginKind::Policy, PluginKind::Scorer, PluginKind::Budget,
                                              PluginKind::Reader, PluginKind::Codec};
[[nodiscard]] const char* toText(PluginKind kind) noexcept;
/// Returns the place of an error, such as: policy "snapkv".
[[nodiscard]] Phrase placeOf(PluginKind kind, const std::string& id);

/// Policies that a paper's table compares, as policy texts; may name other plugins.
struct Comparison {
    std::string id, label, source;
    std::vector<std::string> policies;
    /// Run settings of the table, for all lanes that have none of their own. Empty or none: as the run is.
    NativeSettings run;
    std::optional<std::int64_t> promptTokens;  ///< prompt length; scoring begins after it
    std::string mode;                          ///< "teacher" or "generate"
};

/// Policy, scorer, budget, reader or codec that a plugin provides, under its own id.
struct Provided {
    PluginKind kind = PluginKind::Policy;
    std::string id, label, description;
    // Facts that decide what it can be combined with (combination.h); if a manifest leaves one out, the parts are
    // asked.
    std::optional<bool> streamingPrefill;  ///< with some settings at least; none: not said
    std::string streamingIf;               ///< settings needed for it (condition.h); empty: any
    bool onceOnly = false;                 ///< scorer: works only with the schedule once
    bool perLayer = false;  ///< scorer without a parameter `granularity`: one keep-set for all heads of a layer
    bool perHead = false;   ///< budget: differs per head
    /// Policy and budget: the tokens that each layer holds depend on the content of the prompt; ...If: condition, as
    /// streamingIf.
    bool promptBudgets = false;
    std::string promptBudgetsIf;
    /// Policy: cuts the prompt once, then the cache grows by a token per step; ...If: condition, as streamingIf.
    bool growsAfterPrompt = false;
    std::string growsAfterPromptIf;
    bool reencodes = false;  ///< policy: held tokens are encoded afresh, stored keys and values are not read
    NativeSettings native;   ///< policy, reader, codec: settings of the published work
    std::vector<ParameterSpec> parameters;
    std::vector<Preset> presets;
    [[nodiscard]] const ParameterSpec* parameter(const std::string& name) const;
};

/// Returns the native settings of a preset: its own, or those of the policy.
[[nodiscard]] const NativeSettings& nativeOf(const Provided& provided, const Preset& preset);
/// Returns native settings as they follow a policy text, such as "/positions=cache-rank/prefill=streaming:1"; empty:
/// there are none.
[[nodiscard]] std::string laneText(const NativeSettings& settings);

struct Manifest {
    std::string id, version, name, description, license;
    int sdkVersion = 0;
    std::vector<std::string> authors;
    std::vector<Reference> references;
    std::vector<std::string> needs;  ///< for people, such as "last w rows at prefill"
    std::vector<Provided> provides;
    std::vector<Comparison> comparisons;

    /// Reads and checks a manifest; the error names the file and the member.
    [[nodiscard]] static Result<Manifest> read(const std::filesystem::path& file);
};

}  // namespace kvw
