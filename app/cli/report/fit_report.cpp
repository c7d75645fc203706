// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/fit_report.h"

#include <fmt/format.h>

#include <charconv>

#include "core/policy/host/choice/nominal_budget.h"
#include "core/session/spec/run_warnings.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

const char* verdict(std::int64_t needed, std::int64_t there) {
    return needed <= there ? "fits" : "does not fit";
}

/// Compares with one memory that has `there` bytes free.
ordered_json against(std::int64_t there, const WeightSize& weights, std::int64_t full, std::int64_t policy,
                     std::int64_t perToken) {
    return {{"weights", verdict(weights.bytes, there)},
            {"with_full_cache", verdict(weights.bytes + full, there)},
            {"with_policy", policy < 0 ? ordered_json(nullptr) : ordered_json(verdict(weights.bytes + policy, there))},
            {"longest_context_full_cache", longestContext(there, weights.bytes, perToken)}};
}

/// Adds to a device how weights and a lane would lie in its memory, and what would fit if they do not. `held`: tokens
/// of the lane under the policy, whose keys and values take `policy` bytes; -1: no policy is asked about.
ordered_json onDevice(const ModelConfig& config, const WeightSize& weights, const FitRequest& request,
                      std::int64_t perToken, std::int64_t held, std::int64_t policy) {
    ordered_json device = request.device;
    if (!device["free_bytes"].is_number()) {
        return device;
    }
    // A softmax row of each query head, and two tables of tokens of each KV head.
    const std::int64_t rowsPerToken = config.layers * (4 * config.queryHeads + 8 * config.kvHeads);
    const std::int64_t there = device["free_bytes"].get<std::int64_t>();
    const std::int64_t full = request.context * (perToken + rowsPerToken);
    const std::int64_t under = policy < 0 ? -1 : policy + held * rowsPerToken;
    device["weight_bytes"] = weights.bytes;
    device["lane_full"] = {{"cache_bytes", request.context * perToken}, {"row_bytes", request.context * rowsPerToken}};
    if (policy >= 0) {
        device["lane_policy"] = {{"cache_bytes", policy}, {"row_bytes", held * rowsPerToken}};
    }
    device.update(against(there, weights, full, under, perToken + rowsPerToken));
    if (weights.bytes > there) {
        device["what_would_fit"] = "a quantised file";
    } else if (weights.bytes + (under < 0 ? full : under) > there) {
        device["what_would_fit"] =
            fmt::format("at most {} tokens per layer and head: a shorter context or a policy with a smaller budget{}",
                        longestContext(there, weights.bytes, perToken + rowsPerToken),
                        request.kvDtype == "f32" ? "; more with --kv-dtype bf16" : "");
    }
    return device;
}

}  // namespace

Result<ordered_json> fitJson(const ModelConfig& config, const WeightSize& weights, const FitRequest& request,
                             const Catalog& catalog, const Machine& machine) {
    const std::int64_t elementBytes = request.kvDtype == "f32" ? 4 : 2;
    const std::int64_t perToken = config.kvBytesPerToken(elementBytes);
    const std::int64_t full = request.context * perToken;
    ordered_json json{{"context", request.context},     {"kv_dtype", request.kvDtype},
                      {"weight_bytes", weights.bytes},  {"weights_from", weights.fromFiles ? "files" : "config.json"},
                      {"kv_bytes_per_token", perToken}, {"kv_bytes_per_token_and_layer", perToken / config.layers},
                      {"kv_bytes_full", full},          {"total_bytes_full", weights.bytes + full}};
    if (config.slidingWindow) {
        json["kv_bytes_within_windows"] = config.kvBytesWithinWindows(request.context, elementBytes);
    }
    std::int64_t underPolicy = -1, underPolicyThere = -1, heldAtEnd = 0;
    if (!request.policy.empty()) {
        KVW_TRY_ASSIGN(const auto policy, resolvePolicy(catalog, request.policy));
        RunSpec run;
        run.kvDtype = request.kvDtype;
        KVW_TRY(checkCompatible(policy, traitsOf(run, config)));
        const HeldTokens held = heldTokens(policy, request.promptTokens(), request.context);
        const TokenSize size{perToken, elementBytes, config.group()};
        underPolicy = nominalBytes(policy, held.atEnd, size);
        underPolicyThere = nominalBytesOnDevice(policy, held.atEnd, size);
        heldAtEnd = held.atEnd;
        json["policy"] = policy.text;
        json["prompt_tokens"] = request.promptTokens();
        json["held_after_prompt"] = held.afterPrompt;
        json["held_tokens"] = held.atEnd;
        json["kv_bytes_policy"] = underPolicy;
        json["total_bytes_policy"] = weights.bytes + underPolicy;
    }
    json["ram"] = {{"total_bytes", machine.ramTotal}, {"available_bytes", machine.ramAvailable}};
    json["ram"].update(against(machine.ramAvailable, weights, full, underPolicy, perToken));
    json["gpus"] = ordered_json::array();
    for (const Machine::Gpu& gpu : machine.gpus) {
        ordered_json one{{"name", gpu.name}, {"total_bytes", gpu.total}, {"free_bytes", gpu.free}};
        one.update(against(gpu.free, weights, full, underPolicy, perToken));
        json["gpus"].push_back(std::move(one));
    }
    if (!request.device.is_null()) {
        json["device"] = onDevice(config, weights, request, perToken, heldAtEnd, underPolicyThere);
    }
    return json;
}

std::int64_t contextTokens(const std::string& text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string unit(end, text.data() + text.size());
    const std::int64_t factor = unit.empty()                 ? 1
                                : unit == "k" || unit == "K" ? 1 << 10
                                : unit == "m" || unit == "M" ? 1 << 20
                                                             : 0;
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    return error != std::errc() || number < 1 || number > kMost || factor == 0 ? 0 : number * factor;
}

}  // namespace kvw::cli
