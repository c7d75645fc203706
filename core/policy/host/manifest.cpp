// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/json/json_reader.h"
#include "core/policy/host/manifest_parameters.h"
#include "core/policy/host/refusal.h"

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

/// Returns true for "layer-major", "streaming" or "streaming:<integer from 1>".
bool isPrefill(const std::string& text) {
    constexpr std::string_view kChunk = "streaming:";
    const std::string_view digits = text.starts_with(kChunk) ? std::string_view(text).substr(kChunk.size()) : "";
    return text == "layer-major" || text == "streaming" ||
           (!digits.empty() && digits.size() <= 9 && digits.front() != '0' &&
            std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; }));
}

/// Reads `positions` and `prefill` from `object`.
NativeSettings readRunSettings(const JsonObject& object) {
    NativeSettings settings;
    if (object.has("positions")) {
        settings.positions = object.word("positions", {"original", "cache-rank"}) == 1 ? "cache-rank" : "original";
    }
    settings.prefill = object.textOr("prefill", {});
    if (object.has("prefill") && !isPrefill(settings.prefill)) {
        object.refuse("prefill", "layer-major, streaming, or streaming:CHUNK with CHUNK at least 1");
    }
    return settings;
}

/// Reads the member "native" of `object`.
NativeSettings readNative(const JsonObject& object) {
    const JsonObject native = object.object("native", {"positions", "prefill", "source"});
    NativeSettings settings = readRunSettings(native);
    settings.source = native.textOr("source", {});
    if (!settings.given()) {
        object.refuse("native", "positions, prefill or both");
    }
    return settings;
}

Preset readPreset(const JsonObject& object, const Provided& provided) {
    Preset preset{object.kebab("id"), {}, object.textOr("source", {}), {}, {}, {}};
    preset.label = object.textOr("label", preset.id);
    if (object.has("native")) {
        preset.native = readNative(object);
    }
    if (object.has("policy")) {
        preset.policy = object.text("policy");
        if (object.has("parameters")) {
            object.refuse("parameters", "parameters beside a policy", "one of them");
        }
        return preset;
    }
    const JsonObject values(object.document(), object.at("parameters"), object.pathOf("parameters"));
    for (const auto& [name, item] : object.at("parameters").items()) {
        const ParameterSpec* spec = provided.parameter(name);
        if (spec == nullptr) {
            values.refuse(name, "an unknown parameter", phrase("a parameter of \"%1\"", provided.id));
            return preset;
        }
        preset.parameters.emplace_back(name, readValue(values, name, *spec));
    }
    return preset;
}

/// Reads a flag that only one kind may have.
bool readTrait(const JsonObject& object, const char* name, const Provided& provided, PluginKind kind) {
    if (object.has(name) && provided.kind != kind) {
        object.refuse(name, phrase("no such member for a %1", toText(provided.kind)));
    }
    return object.flagOr(name, false);
}

/// Reads true, false, or a condition under which it is true.
bool readConditional(const JsonObject& object, const char* name, const Provided& provided, std::string& condition) {
    if (!object.has(name) || !object.at(name).is_string()) {
        return object.flagOr(name, false);
    }
    condition = object.text(name);
    if (!conditionIsKnown(provided, condition)) {
        object.refuse(name, phrase("true, false, or %1", kCondition));
    }
    return true;
}

Provided readProvided(const JsonObject& object) {
    Provided provided;
    provided.kind = static_cast<PluginKind>(object.word("kind", {"policy", "scorer", "budget", "reader", "codec"}));
    provided.id = object.kebab("id");
    provided.label = object.textOr("label", provided.id);
    provided.description = object.textOr("description", {});
    provided.onceOnly = readTrait(object, "once-only", provided, PluginKind::Scorer);
    provided.perLayer = readTrait(object, "per-layer", provided, PluginKind::Scorer);
    provided.perHead = readTrait(object, "per-head", provided, PluginKind::Budget);
    provided.reencodes = readTrait(object, "re-encodes", provided, PluginKind::Policy);
    if (object.has("native")) {
        provided.native = readNative(object);
        if (provided.kind == PluginKind::Scorer || provided.kind == PluginKind::Budget) {
            object.refuse("native", phrase("no such member for a %1", toText(provided.kind)));
        }
    }
    readParameterSpecs(object, provided);
    if (object.has("streaming-prefill")) {
        provided.streamingPrefill = readConditional(object, "streaming-prefill", provided, provided.streamingIf);
    }
    provided.promptBudgets = readConditional(object, "prompt-budgets", provided, provided.promptBudgetsIf);
    provided.growsAfterPrompt = readConditional(object, "grows-after-prompt", provided, provided.growsAfterPromptIf);
    if (object.has("grows-after-prompt") && provided.kind != PluginKind::Policy) {
        object.refuse("grows-after-prompt", phrase("no such member for a %1", toText(provided.kind)));
    }
    for (const JsonObject& preset :
         object.objects("presets", {"id", "label", "source", "parameters", "native", "policy"})) {
        if (!preset.document().good()) {
            break;
        }
        provided.presets.push_back(readPreset(preset, provided));
    }
    return provided;
}

/// Returns true if BibTeX needs no escaping: ASCII letters, digits and the characters of `more`.
bool isPlain(const std::string& text, const char* more) {
    return std::ranges::all_of(text, [more](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view(more).find(c) != std::string_view::npos;
    });
}

void checkCredit(const JsonObject& object, const Reference& read) {
    if (!isPlain(read.key, "-_:")) {
        object.refuse("key", "letters, digits, dashes");
    }
    if (!isPlain(read.eprint, "./-")) {
        object.refuse("eprint", "a number of arXiv such as 2309.17453");
    }
    if (object.has("year") && (read.year < 1000 || read.year > 9999)) {
        object.refuse("year", "a year");
    }
}

void readReferences(const JsonObject& object, Manifest& manifest) {
    for (const JsonObject& reference :
         object.objects("references", {"title", "url", "key", "authors", "year", "eprint"})) {
        Reference read{reference.text("title"),    reference.text("url"),          reference.textOr("key", {}),
                       reference.texts("authors"), reference.integerOr("year", 0), reference.textOr("eprint", {})};
        checkCredit(reference, read);
        // A click opens the link, so only web addresses are allowed.
        if (read.url.rfind("https://", 0) != 0 && read.url.rfind("http://", 0) != 0) {
            reference.refuse("url", "an http or https address");
        }
        manifest.references.push_back(std::move(read));
    }
}

void readRun(const JsonObject& run, Comparison& comparison) {
    comparison.run = readRunSettings(run);
    if (run.has("prompt-tokens")) {
        comparison.promptTokens = run.integerOr("prompt-tokens", 1, 1);
    }
    if (run.has("mode")) {
        comparison.mode = run.word("mode", {"teacher", "generate"}) == 1 ? "generate" : "teacher";
    }
}

void readComparisons(const JsonObject& object, Manifest& manifest) {
    for (const JsonObject& comparison : object.objects("comparisons", {"id", "label", "source", "policies", "run"})) {
        Comparison read;
        read.id = comparison.kebab("id");
        read.source = comparison.textOr("source", {});
        read.policies = comparison.texts("policies", true);
        read.label = comparison.textOr("label", read.id);
        readRun(comparison.object("run", {"positions", "prefill", "prompt-tokens", "mode"}), read);
        manifest.comparisons.push_back(std::move(read));
    }
}

}  // namespace

const char* toText(PluginKind kind) noexcept {
    constexpr const char* kNames[] = {"policy", "scorer", "budget", "reader", "codec"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(PluginKind::Codec) + 1);
    return kNames[static_cast<std::size_t>(kind)];
}

Phrase placeOf(PluginKind kind, const std::string& id) {
    const Phrase texts[] = {phrase("policy \"%1\"", id), phrase("scorer \"%1\"", id), phrase("budget \"%1\"", id),
                            phrase("reader \"%1\"", id), phrase("codec \"%1\"", id)};
    return texts[static_cast<std::size_t>(kind)];
}

const NativeSettings& nativeOf(const Provided& provided, const Preset& preset) {
    return preset.native ? *preset.native : provided.native;
}

std::string laneText(const NativeSettings& settings) {
    return (settings.positions.empty() ? "" : "/positions=" + settings.positions) +
           (settings.prefill.empty() ? "" : "/prefill=" + settings.prefill);
}

const ParameterSpec* Provided::parameter(const std::string& name) const {
    const auto found = std::ranges::find_if(parameters, [&](const ParameterSpec& spec) { return spec.name == name; });
    return found == parameters.end() ? nullptr : &*found;
}

Result<Manifest> Manifest::read(const std::filesystem::path& file) {
    KVW_TRY_ASSIGN(const auto json, readJsonFile(file, kLargestManifest));
    JsonDocument document(file.string(), Code::BadInput);
    const JsonObject object(document, json, {},
                            {"format", "id", "version", "sdk", "name", "description", "license", "authors",
                             "references", "needs", "provides", "comparisons"});
    object.word("format", {"kvw-plugin-1"});
    Manifest manifest;
    manifest.id = object.kebab("id");
    manifest.version = object.text("version");
    if (!isVersion(manifest.version)) {
        object.refuse("version", "three numbers such as 1.0.0");
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
    manifest.needs = object.texts("needs");
    readReferences(object, manifest);
    std::set<std::pair<PluginKind, std::string>> provided;
    for (const JsonObject& each : object.objects(
             "provides",
             {"kind", "id", "label", "description", "streaming-prefill", "once-only", "per-layer", "per-head",
              "prompt-budgets", "grows-after-prompt", "re-encodes", "native", "parameters", "presets"},
             true)) {
        manifest.provides.push_back(readProvided(each));
        const Provided& last = manifest.provides.back();
        if (!provided.emplace(last.kind, last.id).second) {
            each.refuse("id", "an id not used before");
        }
    }
    readComparisons(object, manifest);
    return document.checked().map([&] { return std::move(manifest); });
}

}  // namespace kvw
