// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_memory.h"

#include <algorithm>
#include <filesystem>

#include "core/model/config.h"
#include "core/model/model_fit.h"
#include "core/model/text/document.h"
#include "core/policy/host/choice/nominal_budget.h"
#include "core/session/spec/run_changes.h"

namespace kvw {
namespace {

constexpr std::int64_t kProgramBytes = std::int64_t{256} << 20;  // libtorch, the plugins and buffers
constexpr std::int64_t kBytesPerToken = 3;  // of a text; fewer than usual, so that the estimate is rather too high

}  // namespace

std::int64_t bytesLeft(std::int64_t available, std::int64_t limit, const std::map<long, ProcessBytes>& running) {
    std::int64_t free = available, all = 0;
    for (const auto& [process, bytes] : running) {
        free -= std::max<std::int64_t>(0, bytes.estimated - bytes.resident);
        all += std::max(bytes.estimated, bytes.resident);
    }
    return limit > 0 ? std::min(free, limit - all) : free;
}

const MemoryEstimate::Model& MemoryEstimate::modelOf(const std::string& path) {
    const auto known = m_models.find(path);
    if (known != m_models.end()) {
        return known->second;
    }
    Model model;
    const auto folder = path.empty() ? embeddedModelDir() : Result<std::filesystem::path>(path);
    if (folder) {
        const auto weights = weightSize(*folder);
        model.weights = weights ? weights->bytes : 0;
        std::error_code error;
        const auto file = std::filesystem::is_directory(*folder, error) ? *folder / "config.json" : *folder;
        if (const auto config = ModelConfig::load(file)) {
            model.kvHeads = config->kvHeads;
            model.queryHeads = config->queryHeads;
            model.layers = config->layers;
            model.elements = config->kvBytesPerToken(1);
        }
    }
    return m_models.emplace(path, model).first->second;
}

std::int64_t MemoryEstimate::tokensOf(const RunSpec& spec) {
    const std::string file = spec.textFile.string();
    std::int64_t bytes = spec.prompt ? std::ssize(*spec.prompt) : 0;
    if (!spec.prompt && !file.empty()) {
        const auto known = m_textBytes.find(file);
        std::error_code error;
        const auto size = known == m_textBytes.end() ? std::filesystem::file_size(file, error) : std::uintmax_t{0};
        bytes = known != m_textBytes.end() ? known->second : error ? 0 : static_cast<std::int64_t>(size);
        m_textBytes[file] = bytes;
    }
    const std::int64_t text = spec.ids ? std::ssize(*spec.ids) : (bytes + kBytesPerToken - 1) / kBytesPerToken;
    const bool generate = spec.mode == Mode::Generate;
    const std::int64_t prompt = spec.promptTokens >= 0 ? spec.promptTokens : generate ? text : text / 4;
    const std::int64_t steps = spec.steps >= 0 ? spec.steps : generate ? kGenerateSteps : text - prompt;
    return generate ? prompt + steps : std::min(text, prompt + std::max<std::int64_t>(0, steps));
}

std::int64_t MemoryEstimate::bytesOf(const RunSpec& spec) {
    const Model& model = modelOf(spec.model.string());
    const std::int64_t elementBytes = spec.kvDtype == "f32" ? 4 : 2, tokens = tokensOf(spec);
    const TokenSize size{model.elements * elementBytes, elementBytes,
                         model.kvHeads > 0 ? model.queryHeads / model.kvHeads : 1};
    const std::int64_t prompt = std::clamp<std::int64_t>(spec.promptTokens, 0, tokens);
    std::int64_t caches = 0;
    for (const std::string& text : spec.policies) {
        // While the prompt is read, a policy that selects once holds all of it.
        std::int64_t held = tokens;
        if (const auto chain = resolveChain(*m_catalog, text)) {
            if (const auto policy = resolvePolicy(*m_catalog, chain->policy)) {
                held = std::min(tokens, std::max(spec.streamingPrefill   ? 0
                                                 : spec.promptTokens < 0 ? tokens
                                                                         : prompt,
                                                 heldTokens(*policy, prompt, tokens).atEnd));
                caches += nominalBytes(*policy, held, size);
                continue;
            }
        }
        caches += held * size.bytes;
    }
    const std::int64_t rows =
        spec.capture == Capture::None ? 0 : 4 * model.layers * model.queryHeads * tokens * std::ssize(spec.policies);
    const bool host = spec.device == "cpu" || spec.device.starts_with("emulated");
    return kProgramBytes + model.weights + (host ? caches + rows : 0);
}

}  // namespace kvw
