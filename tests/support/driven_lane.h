// SPDX-License-Identifier: Apache-2.0
/// One lane of the engine driven by hand, pass after pass, with its logits in reach; torch stays behind this header.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/session/engine.h"
#include "core/session/spec/run_spec.h"
#include "core/trace/trace.h"
#include "tests/support/embedded.h"

namespace kvw::device {
class Device;
}

namespace kvw::test {

struct LaneOptions {
    std::string policy = "full";
    bool cacheRank = false;
    bool rotatedRanks = false;
    std::int64_t chunk = 0;  ///< tokens of a streaming prefill pass; 0: layer-major
    std::string kvDtype = "f32";
    std::string device = "cpu";  ///< of decode steps
    Capture capture = Capture::Rows;
    std::int64_t runTokens = 0;  ///< of the whole run, where RoPE depends on it; 0: the prompt
    bool followsRules = true;    ///< false: a device asks the policy at every step
};

/// Bytes of K and V buffers, by formula and as the engine reports them.
struct LaneBytes {
    std::int64_t live = 0, allocated = 0, peakAllocated = 0, perTokenRow = 0;
};

/// Exceptions that a model throws in the middle of its work.
enum class Fault { NoMemory, NoTorchMemory, Torch, Standard, Foreign };

/// Every function throws std::runtime_error with the engine's sentence where the engine fails. Thread: one at a time.
class DrivenLane {
 public:
    struct Impl;
    explicit DrivenLane(std::unique_ptr<Impl> impl);
    ~DrivenLane();
    DrivenLane(const DrivenLane&) = delete;
    DrivenLane& operator=(const DrivenLane&) = delete;

    void prefill(std::span<const std::int32_t> prompt);
    void decode(std::int32_t id);
    /// After the newest token, [vocabulary].
    [[nodiscard]] std::span<const float> logits() const;
    [[nodiscard]] std::unique_ptr<DrivenLane> fork() const;
    [[nodiscard]] const Trace& trace() const;
    [[nodiscard]] LaneBytes bytes() const;
    [[nodiscard]] std::int64_t held(std::int32_t layer, std::int32_t unit) const;
    [[nodiscard]] std::int64_t capacity(std::int32_t layer, std::int32_t unit) const;
    /// Tokens that a query head read in the last step, where a reader chose; else all.
    [[nodiscard]] std::vector<std::int32_t> tokensRead(std::int32_t layer, std::int32_t queryHead) const;
    /// Step at whose end (layer, query head) dropped each token seen so far, or -1; what the oracle must hide.
    [[nodiscard]] std::vector<std::vector<std::vector<std::int32_t>>> dropped() const;

 private:
    std::unique_ptr<Impl> m_impl;
};

struct InstalledPolicy {
    std::string id;
    std::vector<std::string> parameters;  ///< names
    bool streamingPrefill = false;        ///< of the manifest: accepted with some parameters
};

/// Models, plugins of the build tree and a pool of threads; must outlive its lanes. One per process (plugin loader).
class EngineParts {
 public:
    explicit EngineParts(int threads);
    ~EngineParts();
    EngineParts(const EngineParts&) = delete;
    EngineParts& operator=(const EngineParts&) = delete;

    [[nodiscard]] std::unique_ptr<DrivenLane> lane(const std::filesystem::path& model, const LaneOptions& options,
                                                   std::int64_t promptTokens);
    /// A run over `ids` whose model throws once, in the layer that is the `call`-th of all layers that are computed
    /// (0-based): lanes share those of a prompt and of a step, but for a streaming prefill (`chunk` > 0).
    [[nodiscard]] std::unique_ptr<Run> faultyRun(const std::filesystem::path& model,
                                                 const std::vector<std::string>& policies,
                                                 const std::vector<std::int32_t>& ids, std::int64_t promptTokens,
                                                 Fault fault, std::int64_t call, std::int64_t chunk = 0);
    /// A run over `ids` whose decode steps are computed by `device`, which outlives it.
    [[nodiscard]] std::unique_ptr<Run> deviceRun(const std::filesystem::path& model,
                                                 const std::vector<std::string>& policies,
                                                 const std::vector<std::int32_t>& ids, std::int64_t promptTokens,
                                                 device::Device& device);
    /// The installed policies.
    [[nodiscard]] std::vector<InstalledPolicy> policies() const;
    /// Logits of every token as `kvw logits` writes them.
    [[nodiscard]] std::vector<std::vector<float>> fullLogits(const std::filesystem::path& model,
                                                             std::span<const std::int32_t> ids);

 private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace kvw::test
