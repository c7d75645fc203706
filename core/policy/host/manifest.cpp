// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/policy/host/condition.h"
#include "core/policy/host/json_reader.h"

namespace kvw {

namespace {

constexpr std::size_t kLargestManifest = 1000000;
constexpr std::int64_t kSdkVersion = 1;

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

/// Reads `name` as a value of the parameter; `fallback` where it is absent or wrong.
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
    const bool numeric = spec.type == ParameterType::Integer || spec.type == ParameterType::Number;
    if (!numeric) {
        for (const char* name : {"minimum", "maximum", "maximum-exclusive", "step", "scale", "odd", "auto"}) {
            if (object.has(name)) {
                document.refuse(object.pathOf(name), describe(object.at(name)), "no such member for this type");
            }
        }
        return;
    }
    spec.minimum = object.number("minimum");
    spec.maximum = object.number("maximum");
    spec.maximumExclusive = object.flagOr("maximum-exclusive", false);
    spec.odd = object.flagOr("odd", false);
    spec.allowsAuto = object.flagOr("auto", false);
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
    if (!(spec.step > 0)) {
        document.refuse(object.pathOf("step"), describe(object.at("step")), "more than 0");
    }
}

ParameterSpec readParameter(JsonDocument& document, const nlohmann::json& value, const std::string& path) {
    JsonObject object(document, value, path,
                      {"name", "type", "default", "minimum", "maximum", "maximum-exclusive", "step", "scale", "odd",
                       "auto", "unit", "label", "symbol", "tooltip", "choices", "live", "enabled-if"});
    ParameterSpec spec;
    spec.name = object.kebab("name");
    spec.type = static_cast<ParameterType>(object.word("type", {"integer", "number", "flag", "choice"}));
    readRange(document, object, spec);
    readChoices(document, object, spec);
    spec.unit = object.textOr("unit", {});
    spec.label = object.textOr("label", spec.name);
    spec.symbol = object.textOr("symbol", {});
    spec.tooltip = object.textOr("tooltip", {});
    spec.live = object.flagOr("live", false);
    spec.enabledIf = object.textOr("enabled-if", {});
    if (document.good()) {
        spec.defaultValue = readValue(document, spec, object.at("default"), object.pathOf("default"));
    }
    return spec;
}

/// The tests are of other parameters of the same thing, against values these may have.
bool conditionIsKnown(const Provided& provided, const ParameterSpec& spec) {
    const auto condition = parseCondition(spec.enabledIf);
    return condition && std::all_of(condition->begin(), condition->end(), [&](const Clause& clause) {
               return std::all_of(clause.begin(), clause.end(), [&](const ParameterTest& test) {
                   const ParameterSpec* other = provided.parameter(test.name);
                   return other != nullptr && other != &spec && other->parse(test.value, {}).has_value();
               });
           });
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
        if (!spec.enabledIf.empty() && !conditionIsKnown(provided, spec)) {
            document.refuse(fmt::format("{}[{}].enabled-if", object.pathOf("parameters"), i),
                            '"' + spec.enabledIf + '"',
                            "name=value or name!=value of other parameters, joined by | (or) and & (and)");
        }
    }
}

Preset readPreset(JsonDocument& document, const Provided& provided, const nlohmann::json& value,
                  const std::string& path) {
    JsonObject object(document, value, path, {"id", "label", "source", "parameters"});
    Preset preset{object.kebab("id"), {}, object.textOr("source", {}), {}};
    preset.label = object.textOr("label", preset.id);
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

Provided readProvided(JsonDocument& document, const nlohmann::json& value, const std::string& path) {
    JsonObject object(document, value, path,
                      {"kind", "id", "label", "description", "streaming-prefill", "parameters", "presets"});
    Provided provided;
    provided.kind = static_cast<PluginKind>(object.word("kind", {"policy", "scorer", "budget", "reader", "codec"}));
    provided.id = object.kebab("id");
    provided.label = object.textOr("label", provided.id);
    provided.description = object.textOr("description", {});
    provided.streamingPrefill = object.flagOr("streaming-prefill", false);
    readParameters(document, object, provided);
    for (const auto& item : object.array("presets", false)) {
        if (!document.good()) {
            break;
        }
        const std::string preset = fmt::format("{}[{}]", object.pathOf("presets"), provided.presets.size());
        provided.presets.push_back(readPreset(document, provided, item, preset));
    }
    return provided;
}

void readReferences(JsonDocument& document, JsonObject& object, Manifest& manifest) {
    for (const auto& item : object.array("references", false)) {
        const std::string path = fmt::format("references[{}]", manifest.references.size());
        JsonObject reference(document, item, path, {"title", "url"});
        Reference read{reference.text("title"), reference.text("url")};
        // Links are opened by a click, so nothing but a web address is let through.
        if (read.url.rfind("https://", 0) != 0 && read.url.rfind("http://", 0) != 0) {
            document.refuse(path + ".url", describe(reference.at("url")), "an http or https address");
        }
        manifest.references.push_back(std::move(read));
    }
}

void readComparisons(JsonDocument& document, JsonObject& object, Manifest& manifest) {
    for (const auto& item : object.array("comparisons", false)) {
        const std::string path = fmt::format("comparisons[{}]", manifest.comparisons.size());
        JsonObject comparison(document, item, path, {"id", "label", "source", "policies"});
        Comparison read{
            comparison.kebab("id"), {}, comparison.textOr("source", {}), comparison.texts("policies", true)};
        read.label = comparison.textOr("label", read.id);
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

const ParameterSpec* Provided::parameter(const std::string& name) const {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const ParameterSpec& spec) { return spec.name == name; });
    return found == parameters.end() ? nullptr : &*found;
}

Result<Manifest> Manifest::read(const std::filesystem::path& file) {
    const auto json = readJsonFile(file, kLargestManifest);
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonDocument document(file.string(), Code::BadInput);
    JsonObject object(document, *json, {},
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
        document.refuse("sdk", fmt::format("{}", *sdkVersion), fmt::format("{}", kSdkVersion));
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
