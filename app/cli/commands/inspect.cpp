// SPDX-License-Identifier: Apache-2.0
/// `kvw inspect`: describes a model directory or a bundle without the engine.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/report/device_report.h"
#include "app/cli/report/fit_report.h"
#include "app/cli/report/json_text.h"
#include "app/cli/report/text_table.h"
#include "app/cli/values.h"
#include "core/base/json/json_value.h"
#include "core/bundle/bundle.h"
#include "core/model/model_files.h"
#include "core/model/model_fit.h"
#include "core/model/text/document.h"
#include "core/policy/host/choice/choice.h"
#include "core/policy/host/choice/nominal_budget.h"
#include "core/session/engine.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct InspectOptions {
    std::string path, context, policy, device, kvDtype = "f32";
    std::int64_t promptTokens = -1;
    bool json = false, tensors = false;

    /// Returns the first option given that asks what fits; empty: none.
    [[nodiscard]] std::string fitOption() const {
        return !context.empty()   ? "--context"
               : !policy.empty()  ? "--policy"
               : !device.empty()  ? "--device"
               : promptTokens > 0 ? "--prompt-tokens"
                                  : "";
    }
};

/// Returns the RoPE scaling with all parameters that determine its frequencies.
ordered_json ropeJson(const RopeConfig& rope) {
    ordered_json json{{"theta", rope.theta}, {"scaling", toText(rope.scaling)}};
    if (rope.scaling == RopeScaling::None) {
        return json;
    }
    if (rope.scaling == RopeScaling::LongRope) {
        const auto range = [](const std::vector<double>& factors) {
            const auto [least, most] = std::minmax_element(factors.begin(), factors.end());
            return factors.empty() ? ordered_json(nullptr) : ordered_json{{"from", *least}, {"to", *most}};
        };
        json["short_factors"] = range(rope.shortFactors);
        json["long_factors"] = range(rope.longFactors);
    } else {
        json["factor"] = rope.factor;
    }
    if (rope.scaling != RopeScaling::Linear) {
        json["original_context"] = rope.originalContext;
    }
    if (rope.scaling == RopeScaling::Llama3) {
        json["low_frequency_factor"] = rope.lowFrequencyFactor;
        json["high_frequency_factor"] = rope.highFrequencyFactor;
    }
    if (rope.scaling == RopeScaling::Yarn) {
        json["beta_fast"] = rope.betaFast;
        json["beta_slow"] = rope.betaSlow;
    }
    if (rope.attentionFactor != 1) {
        json["attention_factor"] = rope.attentionFactor;
    }
    return json;
}

/// Returns "all", or the layers as ranges, such as "0, 2, 4-7".
std::string layersText(const std::vector<std::int64_t>& layers, std::int64_t all) {
    if (std::ssize(layers) == all) {
        return "all";
    }
    std::string text;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        std::size_t last = i;
        while (last + 1 < layers.size() && layers[last + 1] == layers[last] + 1) {
            ++last;
        }
        text += fmt::format("{}{}", text.empty() ? "" : ", ", layers[i]);
        text += last > i ? fmt::format("-{}", layers[last]) : "";
        i = last;
    }
    return text;
}

template <class Condition>
std::vector<std::int64_t> layersWith(const ModelConfig& config, const Condition& condition) {
    std::vector<std::int64_t> layers;
    for (std::int64_t layer = 0; layer < config.layers; ++layer) {
        if (condition(layer)) {
            layers.push_back(layer);
        }
    }
    return layers;
}

/// Returns what `bytes` says for elements of 4 and of 2 bytes.
template <class Bytes>
ordered_json byType(const Bytes& bytes) {
    return {{"f32", bytes(4)}, {"f16, bf16", bytes(2)}};
}

/// Returns the model's sliding windows and the cache sizes with and without them; null if all layers see all tokens.
ordered_json windowJson(const ModelConfig& config) {
    const auto layers = layersWith(config, [&](std::int64_t layer) { return config.window(layer) > 0; });
    if (layers.empty()) {
        return nullptr;
    }
    return {{"tokens", config.window(layers.front())},
            {"layers", layersText(layers, config.layers)},
            {"kv_bytes_at_context",
             byType([&](int size) { return config.kvBytesWithinWindows(config.context, size); })},
            {"kv_bytes_without_it", byType([&](int size) { return config.context * config.kvBytesPerToken(size); })}};
}

ordered_json unturnedJson(const ModelConfig& config) {
    const auto layers = layersWith(config, [&](std::int64_t layer) { return !config.hasRope(layer); });
    return layers.empty() ? ordered_json(nullptr) : ordered_json(layersText(layers, config.layers));
}

/// Returns the members that need no weights.
ordered_json configJson(const fs::path& path, const ModelConfig& config) {
    return {{"kind", "model"},
            {"path", path.string()},
            {"name", nullptr},
            {"hash", nullptr},
            {"architecture", config.architecture},
            {"dtype", config.dtype},
            {"layers", config.layers},
            {"query_heads", config.queryHeads},
            {"kv_heads", config.kvHeads},
            {"head_dim", config.headDim},
            {"hidden", config.hidden},
            {"intermediate", config.intermediate},
            {"vocabulary", config.vocabulary},
            {"context", config.context},
            {"tied_embeddings", config.tiedEmbeddings},
            {"rope", ropeJson(config.rope)},
            {"local_rope", config.secondaryRope ? ropeJson(*config.secondaryRope) : ordered_json(nullptr)},
            {"layers_without_rope", unturnedJson(config)},
            {"sliding_window", windowJson(config)},
            {"parameters", nullptr},
            {"weight_bytes", nullptr},
            {"kv_bytes_per_token", byType([&](int size) { return config.kvBytesPerToken(size); })}};
}

ordered_json tensorJson(const TensorView& tensor) {
    return {{"name", tensor.name},
            {"type", tensor.typeText()},
            {"shape", tensor.shape},
            {"bytes", static_cast<std::int64_t>(tensor.data.size())}};
}

/// Adds the budgets of the layers. Only the policy itself knows them, so this opens the engine.
Result<void> addBudgets(ordered_json& fit, const ModelConfig& config, const FitRequest& request,
                        const Catalog& catalog) {
    const auto policy = resolvePolicy(catalog, request.policy);
    if (!policy || !nominalBudget(*policy, request.context)) {
        return {};  // fitJson has checked the text already; without a nominal budget every token is held
    }
    KVW_TRY_ASSIGN(const auto engine, openEngine());
    PlanRequest question{policy->text,   config.layers,  config.queryHeads,
                         config.kvHeads, config.headDim, request.promptTokens()};
    question.context = config.context;
    question.inverseFrequency = config.rope.inverseFrequencies(config.rotaryDim(), request.context);
    KVW_TRY_ASSIGN(const auto plan, engine->plan(question, catalog));
    if (!plan.budgets.empty()) {
        fit["budgets_per_layer"] = budgetsText(plan.budgets, plan.budgets.size());
    } else if (budgetsFollowPrompt(*policy)) {
        fit["budgets_per_layer"] = "decided by the prompt, known after prefill (kvw what-if)";
    }
    if (!plan.warnings.empty()) {
        fit["policy_warnings"] = englishOf(plan.warnings);
    }
    return {};
}

/// Returns the report of a model; for absent weights, the sizes follow from the configuration.
Result<ordered_json> modelJson(const fs::path& path, const InspectOptions& options) {
    const auto weights = weightSize(path);
    KVW_TRY_ASSIGN(const auto config, weights ? loadModelConfig(path) : tl::unexpected(weights.error()));
    ordered_json json = configJson(path, config);
    json["parameters"] = weights->parameters;
    json["weight_bytes"] = weights->bytes;
    if (weights->fromFiles) {
        KVW_TRY_ASSIGN(const auto files, ModelFiles::open(path));
        json["name"] = files.info().name;
        json["hash"] = files.hash();
        json["dtype"] = files.info().dtype;
        json["tied_embeddings"] = files.config().tiedEmbeddings;
        json["warnings"] = englishOf(files.config().warnings);
        json["tensor_count"] = files.weights().tensors().size();
        if (options.tensors || options.json) {
            json["tensors"] = jsonList(files.weights().tensors(), tensorJson);
        }
    } else {
        json["warnings"] = englishOf(config.warnings);
        json["weights"] = "absent; sizes follow from config.json";
    }
    if (options.fitOption().empty()) {
        return json;
    }
    FitRequest request{config.context, options.promptTokens, options.policy, options.kvDtype, nullptr};
    if (!options.context.empty()) {
        request.context = contextTokens(options.context);
        if (request.context == 0) {
            return fail(Code::BadUsage, "--context", "this is not a number of tokens", options.context,
                        "a whole number, with k for 1024 or M for 1048576 behind it or not");
        }
    }
    if (!options.device.empty()) {
        request.device = rowJson(deviceTable({deviceChoice(options.device)}), 0);
    }
    if (request.prompt > request.context) {
        return fail(Code::BadUsage, "--prompt-tokens", "the prompt is longer than the context",
                    std::to_string(request.prompt), phrase("at most %1", request.context));
    }
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    KVW_TRY_ASSIGN(auto fit, fitJson(config, *weights, request, catalog, thisMachine()));
    json["fit"] = std::move(fit);
    if (!options.policy.empty()) {
        KVW_TRY(addBudgets(json["fit"], config, request, catalog));
    }
    return json;
}

bool isGgufName(const fs::path& path) {
    return path.extension() == ".gguf" || path.extension() == ".GGUF";
}

Result<Exit> inspect(const InspectOptions& options) {
    fs::path path = options.path;
    std::error_code error;
    if (path.empty()) {
        KVW_TRY_ASSIGN(path, embeddedModelDir());
    } else if (!fs::exists(path, error)) {
        return fail(Code::NotFound, path.string(), "there is no such file or folder", {},
                    "a model directory, a GGUF file or a bundle");
    }
    if (path.extension() != ".zip") {
        KVW_TRY_ASSIGN(path, modelRoot(path));
    }
    const bool folder = fs::is_directory(path, error);
    const bool model = folder ? !isBundle(path) : isGgufName(path);
    if (folder && model && !fs::exists(fs::symlink_status(path / "config.json", error))) {
        return fail(Code::BadInput, path.string(), "the folder is neither a model nor a bundle",
                    "no config.json and no manifest.json", "a model directory or a bundle");
    }
    if (!model && !options.fitOption().empty()) {
        return fail(Code::BadUsage, options.fitOption(), "a bundle is not asked what fits", path.string(), "a model");
    }
    KVW_TRY_ASSIGN(const auto json, model ? modelJson(path, options) : inspectBundle(path));
    print(options.json ? dumped(json) : jsonText(json));
    const ordered_json integrity = json.value("integrity", ordered_json());
    return integrity.is_object() && !integrity.value("ok", true) ? Exit::Failed : Exit::Good;
}

}  // namespace

void addInspect(Commands& commands) {
    const auto [app, options] = commands.add<InspectOptions>(
        "inspect", "Describe a model directory or a bundle; check a bundle's checksums",
        "  kvw inspect\n"
        "  kvw inspect path/to/model --tensors\n"
        "  kvw inspect path/to/model --context 128k --policy snapkv:capacity=2048\n"
        "  kvw inspect path/to/model --device cuda --context 32k\n"
        "  kvw inspect run.zip --json\n", inspect);
    addOption(app, "path", options.path, "model directory, GGUF file or bundle; default: the embedded model",
              modelPath().named("PATH"));
    app.add_flag("--json", options.json, "print one JSON object");
    app.add_flag("--tensors", options.tensors, "list the tensors of a model");
    addOption(app, "--context", options.context,
              "tokens for which the fit to this machine is shown, e.g. 128k; default with --policy or --device: the "
              "model's context",
              anyText("N"));
    addOption(app, "--prompt-tokens", options.promptTokens,
              "tokens of the prompt, which some policies cut only once; default: all", wholeNumber(1));
    addOption(app, "--policy", options.policy, "policy whose cache is compared with the full one", presetNames());
    addDevice(app, options.device, "device whose memory is compared, too");
    addSetting(app, "--kv-dtype", options.kvDtype, "type of keys and values", oneOf({"f32", "bf16", "f16"}));
}

}  // namespace kvw::cli
