// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/policy/host/choice/effective_values.h"
#include "core/policy/host/condition.h"
#include "core/policy/host/json_reader.h"
#include "core/policy/host/refusal.h"

namespace kvw {

namespace {

constexpr std::size_t kLargestManifest = 1000000;
constexpr std::int64_t kSdkVersion = 1;
constexpr std::int64_t kMostItems = 1000;

bool isVersion(const std::string& text) {
    int dots = 0;
    bool digit = false;
    for (std::size_t i = 0; i < text.size() && text.size() <= 40; ++i) {
        const char c = text[i];
        if (c >= '0' && c <= '9') {
            digit = true;
        } else if (c == '.' && digit && dots < 2) {
            ++dots;
            digit = false;
        } else if (c == '-' && digit && dots == 2 && isKebabCase(text.substr(i + 1))) {
            return true;
        } else {
            return false;
        }
    }
    return digit && dots == 2;
}

/// Reads `value` as a value of the parameter; refuses it and returns 0 if it is not valid.
sdk::Value readValue(JsonDocument& document, const ParameterSpec& spec, const nlohmann::json& value,
                     const std::string& member) {
    auto parsed = spec.fromJson(value, document.name());
    if (!parsed) {
        document.refuse(member, describe(value), spec.rangeText());
        return std::int64_t{0};
    }
    return *parsed;
}

void readChoices(JsonDocument& document, JsonObject& object, ParameterSpec& spec) {
    if (!object.has("choices")) {
        if (spec.type == ParameterType::Choice) {
            document.refuse(object.pathOf("choices"), "nothing", "a list of at least one");
        }
        return;
    }
    const bool integers = spec.type == ParameterType::Integer;
    if (!integers && spec.type != ParameterType::Choice) {
        document.refuse(object.pathOf("choices"), "a list", "no such member for this type");
        return;
    }
    for (const auto& item : object.array("choices", true)) {
        const bool right =
            integers ? item.is_number_integer() : item.is_string() && isKebabCase(item.get_ref<const std::string&>());
        const std::string word = item.is_string() ? item.get<std::string>() : item.dump();
        if (!right || std::find(spec.choices.begin(), spec.choices.end(), word) != spec.choices.end()) {
            document.refuse(object.pathOf("choices"), describe(item),
                            integers ? "different integers" : "different lower case words joined by dashes");
            return;
        }
        spec.choices.push_back(word);
    }
}

void readRange(JsonDocument& document, JsonObject& object, ParameterSpec& spec) {
    const bool list = spec.type == ParameterType::Integers, integer = spec.type == ParameterType::Integer;
    const bool numeric = integer || spec.type == ParameterType::Number;
    const auto onlyIf = [&](bool known, std::initializer_list<const char*> names) {
        for (const char* name : names) {
            if (!known && object.has(name)) {
                document.refuse(object.pathOf(name), describe(object.at(name)), "no such member for this type");
            }
        }
    };
    onlyIf(numeric || list, {"minimum", "maximum", "auto"});
    onlyIf(numeric, {"maximum-exclusive", "step", "scale", "odd"});
    onlyIf(integer, {"share", "share-multiple-of"});
    onlyIf(list, {"maximum-items"});
    if (!numeric && !list) {
        return;
    }
    spec.minimum = object.number("minimum");
    spec.maximum = object.number("maximum");
    spec.maximumExclusive = object.flagOr("maximum-exclusive", false);
    spec.odd = object.flagOr("odd", false);
    spec.allowsAuto = object.flagOr("auto", false);
    spec.allowsShare = object.flagOr("share", false);
    spec.shareMultipleOf = object.textOr("share-multiple-of", {});
    if (object.has("maximum-items")) {
        spec.mostItems = object.integer("maximum-items").value_or(spec.mostItems);
    }
    spec.step = object.number("step").value_or(spec.odd ? 2 : 1);
    spec.logarithmic = object.has("scale") && object.word("scale", {"lin", "log"}) == 1;
    if (spec.minimum && spec.maximum && *spec.minimum > *spec.maximum) {
        document.refuse(object.pathOf("maximum"), describe(object.at("maximum")),
                        fmt::format("at least the minimum, {}", *spec.minimum));
    }
    if (spec.maximumExclusive && !spec.maximum) {
        document.refuse(object.pathOf("maximum-exclusive"), "true", "a member \"maximum\" beside it");
    }
    if (spec.odd && spec.type != ParameterType::Integer) {
        document.refuse(object.pathOf("odd"), "true", "an integer parameter");
    }
    if (spec.mostItems < 1 || spec.mostItems > kMostItems) {
        document.refuse(object.pathOf("maximum-items"), describe(object.at("maximum-items")),
                        fmt::format("from 1 to {}", kMostItems));
    }
    if (!(spec.step > 0)) {
        document.refuse(object.pathOf("step"), describe(object.at("step")), "more than 0");
    }
}

void readLimits(JsonDocument& document, JsonObject& object, ParameterSpec& spec) {
    for (const auto& item : object.array("limits", false)) {
        const std::string path = fmt::format("{}[{}]", object.pathOf("limits"), spec.limits.size());
        JsonObject limit(document, item, path, {"at-most", "at-least", "if"});
        const bool atMost = limit.has("at-most");
        const char* member = atMost ? "at-most" : "at-least";
        if (atMost && limit.has("at-least")) {
            document.refuse(path + ".at-least", describe(limit.at("at-least")), "a limit of its own");
        }
        spec.limits.push_back({atMost, limit.text(member), limit.textOr("if", {})});
        if (spec.type != ParameterType::Integer) {
            document.refuse(path, "a limit", "no such member for this type");
        }
    }
}

ParameterSpec readParameter(JsonDocument& document, const nlohmann::json& value, const std::string& path) {
    JsonObject object(document, value, path, {"name",         "type",
                                              "default",      "minimum",
                                              "maximum",      "maximum-exclusive",
                                              "step",         "scale",
                                              "odd",          "auto",
                                              "unit",         "label",
                                              "symbol",       "tooltip",
                                              "choices",      "live",
                                              "enabled-if",   "limits",
                                              "share",        "share-multiple-of",
                                              "maximum-items"});
    ParameterSpec spec;
    spec.name = object.kebab("name");
    spec.type = static_cast<ParameterType>(object.word("type", {"integer", "number", "flag", "choice", "integers"}));
    readRange(document, object, spec);
    readChoices(document, object, spec);
    spec.unit = object.textOr("unit", {});
    spec.label = object.textOr("label", spec.name);
    spec.symbol = object.textOr("symbol", {});
    spec.tooltip = object.textOr("tooltip", {});
    spec.live = object.flagOr("live", false);
    spec.enabledIf = object.textOr("enabled-if", {});
    readLimits(document, object, spec);
    if (document.good()) {
        spec.defaultValue = readValue(document, spec, object.at("default"), object.pathOf("default"));
        // A default must not depend on the length of a prompt.
        if (spec.allowsShare && std::holds_alternative<std::string>(spec.defaultValue) &&
            toText(spec.defaultValue) != "auto") {
            document.refuse(object.pathOf("default"), describe(object.at("default")), "an integer");
        }
    }
    return spec;
}

constexpr const char* kCondition = "name=value or name!=value of other parameters, joined by | (or) and & (and)";

/// Returns true if the condition tests parameters of `provided` other than `mine`, against values that these may have.
bool conditionIsKnown(const Provided& provided, const std::string& text, const ParameterSpec* mine = nullptr) {
    const auto condition = parseCondition(text);
    return condition && std::all_of(condition->begin(), condition->end(), [&](const Clause& clause) {
               return std::all_of(clause.begin(), clause.end(), [&](const ParameterTest& test) {
                   const ParameterSpec* other = provided.parameter(test.name);
                   return other != nullptr && other != mine && other->parse(test.value, {}).has_value();
               });
           });
}

void checkLimits(JsonDocument& document, const Provided& provided, const ParameterSpec& spec, const std::string& path) {
    for (std::size_t i = 0; i < spec.limits.size(); ++i) {
        const Limit& limit = spec.limits[i];
        const std::string member = fmt::format("{}.limits[{}].", path, i);
        if (!isBound(provided, spec, limit.bound)) {
            document.refuse(
                member + (limit.atMost ? "at-most" : "at-least"), '"' + limit.bound + '"',
                "prompt, layers or another integer parameter that is never auto, less a number or another one, "
                "as in \"prompt - 1\"");
        } else if (!conditionIsKnown(provided, limit.onlyIf)) {
            document.refuse(member + "if", '"' + limit.onlyIf + '"', kCondition);
        }
    }
}

void readParameters(JsonDocument& document, JsonObject& object, Provided& provided) {
    std::set<std::string> names;
    for (const auto& item : object.array("parameters", false)) {
        const std::string path = fmt::format("{}[{}]", object.pathOf("parameters"), provided.parameters.size());
        provided.parameters.push_back(readParameter(document, item, path));
        if (!names.insert(provided.parameters.back().name).second) {
            document.refuse(path + ".name", '"' + provided.parameters.back().name + '"', "a name not used before");
        }
    }
    for (std::size_t i = 0; i < provided.parameters.size(); ++i) {
        const ParameterSpec& spec = provided.parameters[i];
        const std::string path = fmt::format("{}[{}]", object.pathOf("parameters"), i);
        if (!conditionIsKnown(provided, spec.enabledIf, &spec)) {
            document.refuse(path + ".enabled-if", '"' + spec.enabledIf + '"', kCondition);
        }
        checkLimits(document, provided, spec, path);
        if (!spec.shareMultipleOf.empty() && (!spec.allowsShare || !isBound(provided, spec, spec.shareMultipleOf))) {
            document.refuse(path + ".share-multiple-of", '"' + spec.shareMultipleOf + '"',
                            "another integer parameter, and \"share\": true");
        }
    }
}

/// Returns true for "layer-major", "streaming" or "streaming:<integer from 1>".
bool isPrefill(const std::string& text) {
    constexpr std::string_view kChunk = "streaming:";
    const std::string_view digits = text.starts_with(kChunk) ? std::string_view(text).substr(kChunk.size()) : "";
    return text == "layer-major" || text == "streaming" ||
           (!digits.empty() && digits.size() <= 9 && digits.front() != '0' &&
            std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }));
}

/// Reads `positions` and `prefill` from `object`.
NativeSettings readRunSettings(JsonDocument& document, JsonObject& object) {
    NativeSettings settings;
    if (object.has("positions")) {
        settings.positions = object.word("positions", {"original", "cache-rank"}) == 1 ? "cache-rank" : "original";
    }
    settings.prefill = object.textOr("prefill", {});
    if (object.has("prefill") && !isPrefill(settings.prefill)) {
        document.refuse(object.pathOf("prefill"), describe(object.at("prefill")),
                        "layer-major, streaming, or streaming:CHUNK with CHUNK at least 1");
    }
    return settings;
}

NativeSettings readNative(JsonDocument& document, const nlohmann::json& value, const std::string& path) {
    JsonObject object(document, value, path, {"positions", "prefill", "source"});
    NativeSettings settings = readRunSettings(document, object);
    settings.source = object.textOr("source", {});
    if (!settings.given()) {
        document.refuse(path, describe(value), "positions, prefill or both");
    }
    return settings;
}

Preset readPreset(JsonDocument& document, const Provided& provided, const nlohmann::json& value,
                  const std::string& path) {
    JsonObject object(document, value, path, {"id", "label", "source", "parameters", "native", "policy"});
    Preset preset{object.kebab("id"), {}, object.textOr("source", {}), {}, {}, {}};
    preset.label = object.textOr("label", preset.id);
    if (object.has("native")) {
        preset.native = readNative(document, object.at("native"), object.pathOf("native"));
    }
    if (object.has("policy")) {
        preset.policy = object.text("policy");
        if (object.has("parameters")) {
            document.refuse(object.pathOf("parameters"), "parameters beside a policy", "one of them");
        }
        return preset;
    }
    const auto& values = object.at("parameters");
    if (!values.is_object()) {
        document.refuse(object.pathOf("parameters"), describe(values), "an object");
        return preset;
    }
    for (const auto& [name, item] : values.items()) {
        const std::string member = object.pathOf("parameters") + "." + name;
        const ParameterSpec* spec = provided.parameter(name);
        if (spec == nullptr) {
            document.refuse(member, "an unknown parameter", "a parameter of \"" + provided.id + '"');
            return preset;
        }
        preset.parameters.emplace_back(name, readValue(document, *spec, item, member));
    }
    return preset;
}

/// Reads a flag that only one kind may have.
bool readTrait(JsonDocument& document, JsonObject& object, const char* name, const Provided& provided,
               PluginKind kind) {
    const bool trait = object.flagOr(name, false);
    if (object.has(name) && provided.kind != kind) {
        document.refuse(object.pathOf(name), trait ? "true" : "false",
                        fmt::format("no such member for a {}", toText(provided.kind)));
    }
    return trait;
}

/// Reads true, false, or a condition under which it is true.
bool readConditional(JsonDocument& document, JsonObject& object, const char* name, const Provided& provided,
                     std::string& condition) {
    if (!object.has(name) || !object.at(name).is_string()) {
        return object.flagOr(name, false);
    }
    condition = object.text(name);
    if (!conditionIsKnown(provided, condition)) {
        document.refuse(object.pathOf(name), '"' + condition + '"', fmt::format("true, false, or {}", kCondition));
    }
    return true;
}

Provided readProvided(JsonDocument& document, const nlohmann::json& value, const std::string& path) {
    JsonObject object(document, value, path,
                      {"kind", "id", "label", "description", "streaming-prefill", "once-only", "per-layer", "per-head",
                       "prompt-budgets", "grows-after-prompt", "re-encodes", "native", "parameters", "presets"});
    Provided provided;
    provided.kind = static_cast<PluginKind>(object.word("kind", {"policy", "scorer", "budget", "reader", "codec"}));
    provided.id = object.kebab("id");
    provided.label = object.textOr("label", provided.id);
    provided.description = object.textOr("description", {});
    provided.onceOnly = readTrait(document, object, "once-only", provided, PluginKind::Scorer);
    provided.perLayer = readTrait(document, object, "per-layer", provided, PluginKind::Scorer);
    provided.perHead = readTrait(document, object, "per-head", provided, PluginKind::Budget);
    provided.reencodes = readTrait(document, object, "re-encodes", provided, PluginKind::Policy);
    if (object.has("native")) {
        provided.native = readNative(document, object.at("native"), object.pathOf("native"));
        if (provided.kind == PluginKind::Scorer || provided.kind == PluginKind::Budget) {
            document.refuse(object.pathOf("native"), describe(object.at("native")),
                            fmt::format("no such member for a {}", toText(provided.kind)));
        }
    }
    readParameters(document, object, provided);
    if (object.has("streaming-prefill")) {
        provided.streamingPrefill =
            readConditional(document, object, "streaming-prefill", provided, provided.streamingIf);
    }
    provided.promptBudgets = readConditional(document, object, "prompt-budgets", provided, provided.promptBudgetsIf);
    provided.growsAfterPrompt =
        readConditional(document, object, "grows-after-prompt", provided, provided.growsAfterPromptIf);
    if (object.has("grows-after-prompt") && provided.kind != PluginKind::Policy) {
        document.refuse(object.pathOf("grows-after-prompt"), describe(object.at("grows-after-prompt")),
                        fmt::format("no such member for a {}", toText(provided.kind)));
    }
    for (const auto& item : object.array("presets", false)) {
        if (!document.good()) {
            break;
        }
        const std::string preset = fmt::format("{}[{}]", object.pathOf("presets"), provided.presets.size());
        provided.presets.push_back(readPreset(document, provided, item, preset));
    }
    return provided;
}

/// Returns true if BibTeX needs no escaping: ASCII letters, digits and the characters of `more`.
bool isPlain(const std::string& text, const char* more) {
    return std::all_of(text.begin(), text.end(), [more](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view(more).find(c) != std::string_view::npos;
    });
}

void checkCredit(JsonDocument& document, JsonObject& object, const Reference& read) {
    if (!isPlain(read.key, "-_:")) {
        document.refuse(object.pathOf("key"), describe(object.at("key")), "letters, digits, dashes");
    }
    if (!isPlain(read.eprint, "./-")) {
        document.refuse(object.pathOf("eprint"), describe(object.at("eprint")), "a number of arXiv such as 2309.17453");
    }
    if (object.has("year") && (read.year < 1000 || read.year > 9999)) {
        document.refuse(object.pathOf("year"), describe(object.at("year")), "a year");
    }
}

void readReferences(JsonDocument& document, JsonObject& object, Manifest& manifest) {
    for (const auto& item : object.array("references", false)) {
        const std::string path = fmt::format("references[{}]", manifest.references.size());
        JsonObject reference(document, item, path, {"title", "url", "key", "authors", "year", "eprint"});
        Reference read{reference.text("title"),
                       reference.text("url"),
                       reference.textOr("key", {}),
                       reference.texts("authors", false),
                       0,
                       reference.textOr("eprint", {})};
        read.year = reference.has("year") ? reference.integer("year").value_or(0) : 0;
        checkCredit(document, reference, read);
        // A click opens the link, so only web addresses are allowed.
        if (read.url.rfind("https://", 0) != 0 && read.url.rfind("http://", 0) != 0) {
            document.refuse(path + ".url", describe(reference.at("url")), "an http or https address");
        }
        manifest.references.push_back(std::move(read));
    }
}

void readRun(JsonDocument& document, const nlohmann::json& value, const std::string& path, Comparison& comparison) {
    JsonObject run(document, value, path, {"positions", "prefill", "prompt-tokens", "mode"});
    comparison.run = readRunSettings(document, run);
    if (run.has("prompt-tokens")) {
        comparison.promptTokens = run.integer("prompt-tokens");
        if (comparison.promptTokens.value_or(1) < 1) {
            document.refuse(run.pathOf("prompt-tokens"), describe(run.at("prompt-tokens")), "at least 1");
        }
    }
    if (run.has("mode")) {
        comparison.mode = run.word("mode", {"teacher", "generate"}) == 1 ? "generate" : "teacher";
    }
}

void readComparisons(JsonDocument& document, JsonObject& object, Manifest& manifest) {
    for (const auto& item : object.array("comparisons", false)) {
        const std::string path = fmt::format("comparisons[{}]", manifest.comparisons.size());
        JsonObject comparison(document, item, path, {"id", "label", "source", "policies", "run"});
        Comparison read;
        read.id = comparison.kebab("id");
        read.source = comparison.textOr("source", {});
        read.policies = comparison.texts("policies", true);
        read.label = comparison.textOr("label", read.id);
        if (comparison.has("run")) {
            readRun(document, comparison.at("run"), path + ".run", read);
        }
        manifest.comparisons.push_back(std::move(read));
    }
}

}  // namespace

const char* toText(PluginKind kind) noexcept {
    switch (kind) {
        case PluginKind::Policy:
            return "policy";
        case PluginKind::Scorer:
            return "scorer";
        case PluginKind::Budget:
            return "budget";
        case PluginKind::Reader:
            return "reader";
        case PluginKind::Codec:
            return "codec";
    }
    return "";
}

const NativeSettings& nativeOf(const Provided& provided, const Preset& preset) {
    return preset.native ? *preset.native : provided.native;
}

std::string laneText(const NativeSettings& settings) {
    return (settings.positions.empty() ? "" : "/positions=" + settings.positions) +
           (settings.prefill.empty() ? "" : "/prefill=" + settings.prefill);
}

const ParameterSpec* Provided::parameter(const std::string& name) const {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const ParameterSpec& spec) { return spec.name == name; });
    return found == parameters.end() ? nullptr : &*found;
}

Result<Manifest> Manifest::read(const std::filesystem::path& file) {
    KVW_TRY_ASSIGN(const auto json, readJsonFile(file, kLargestManifest));
    JsonDocument document(file.string(), Code::BadInput);
    JsonObject object(document, json, {},
                      {"format", "id", "version", "sdk", "name", "description", "license", "authors", "references",
                       "needs", "provides", "comparisons"});
    object.word("format", {"kvw-plugin-1"});
    Manifest manifest;
    manifest.id = object.kebab("id");
    manifest.version = object.text("version");
    if (!isVersion(manifest.version)) {
        document.refuse("version", describe(object.at("version")), "three numbers such as 1.0.0");
    }
    const auto sdkVersion = object.integer("sdk");
    if (sdkVersion && *sdkVersion != kSdkVersion) {
        document.refuse("sdk", fmt::format("{}", *sdkVersion), fmt::format("{}", kSdkVersion), refusal::kOtherSdk);
    }
    manifest.sdkVersion = static_cast<int>(kSdkVersion);
    manifest.name = object.text("name");
    manifest.description = object.text("description");
    manifest.license = object.text("license");
    manifest.authors = object.texts("authors", true);
    manifest.needs = object.texts("needs", false);
    readReferences(document, object, manifest);
    std::set<std::pair<PluginKind, std::string>> provided;
    for (const auto& item : object.array("provides", true)) {
        const std::string path = fmt::format("provides[{}]", manifest.provides.size());
        manifest.provides.push_back(readProvided(document, item, path));
        const Provided& last = manifest.provides.back();
        if (!provided.emplace(last.kind, last.id).second) {
            document.refuse(path + ".id", '"' + last.id + '"', "an id not used before");
        }
    }
    readComparisons(document, object, manifest);
    if (!document.good()) {
        return tl::unexpected(document.error());
    }
    return manifest;
}

}  // namespace kvw
