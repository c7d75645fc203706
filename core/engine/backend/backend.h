// SPDX-License-Identifier: Apache-2.0
/// Interface to what computes the prompts and decode steps of runs: the CPU, or a device with memory of its own.
///
/// A backend gets a model and the lanes of a run, or the attention of lanes. Numbers in host memory go by calls that
/// copy them. What a step computes is left with the lanes: logits by Lane::copyLogits, or their statistics by
/// Lane::placeLogits; cache and rows, on the host, in the lane's AttentionStore, which holds, evicts, compacts and
/// forks alike for every backend. Lanes make NLL, KL, metrics and cuts of them; a backend that measures rows itself
/// leaves their numbers by Lane::placeSums.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/finding.h"

namespace kvw {

namespace device {
struct Info;
}
class Backend;
class CachedAttention;
class Decoder;
class DecoderPass;
class Lane;
class PromptSink;
struct DeviceUse;
struct RowWindow;

/// Part of a lane in a decode step.
struct StepMember {
    Lane* lane = nullptr;  ///< lane whose `beginDecode` asked for the model
    std::int32_t id = 0;
    std::int64_t step = 0;
    std::span<const std::int32_t> coming;  ///< ids of the tokens after this one, as far as they are known
    bool rows = true;                      ///< somebody beside policy and metrics reads the softmax rows
    const Lane* full = nullptr;            ///< as for Lane::beginDecode
    Result<void> done;  ///< result of its own part of the step; after an error the others go on without it
};

/// Memory that a backend has of a lane between its steps, beside the cache on the host; it goes with the lane.
class LaneReplica {
 public:
    virtual ~LaneReplica() = default;
    /// Returns a copy of the rows of the temporal variance, for a fork of the lane; null: it has none.
    [[nodiscard]] virtual Result<std::shared_ptr<RowWindow>> window() const = 0;
};

/// Decode steps of the lanes of one run. Keeps buffers between steps. Thread: inference thread.
class StepRunner {
 public:
    virtual ~StepRunner() = default;
    /// Runs the model for the newest tokens of at least one lane, all of one decoder and pool. A lane gets the bits
    /// that it has alone. The shared time counts in full for each member. Fails if what all members share fails; an
    /// error of some of them is theirs. May fail with the error of a member if none is left, or if it is Internal or
    /// Cancelled.
    virtual Result<void> step(std::span<StepMember> members) = 0;
    /// Returns what the model, these lanes and these steps take on a device.
    [[nodiscard]] virtual DeviceUse use(std::span<const std::unique_ptr<Lane>> lanes) const = 0;
};

/// Passes of prompts through the model of one run. Keeps tables between passes. Thread: inference thread.
class PromptRunner {
 public:
    virtual ~PromptRunner() = default;
    /// Does what DecoderPass::run does: takes the tokens through all layers. The hidden rows, or copies of them, are
    /// then in `pass`.
    virtual Result<void> layers(DecoderPass& pass, std::span<const std::int32_t> ids, PromptSink& attention,
                                const std::function<void(std::int32_t layer)>& layerDone) = 0;
    /// Copies the logits of such rows of a pass to `logits`: hidden [rows, hidden], logits [rows, vocabulary].
    /// `attention`: of that pass.
    virtual Result<void> copyLogits(std::span<const float> hidden, const PromptSink& attention,
                                    std::span<float> logits) = 0;
    /// Returns what is to be said about where the newest pass was computed; none: nothing, or it was said.
    [[nodiscard]] virtual std::optional<Finding> takeNote() = 0;
};

/// Decode steps of one lane over bare queries, keys and values, without a model: for conformance cases. A step is
/// `begin`, `attend` of every layer in order, and `end`. Thread: inference thread.
class TensorSteps {
 public:
    virtual ~TensorSteps() = default;
    /// Begins the step of `token`, after CachedAttention::beginPass.
    virtual Result<void> begin(CachedAttention& attention, std::int64_t token) = 0;
    /// Computes the attention of one token as AttentionSink::attend does, with copies of q, k and v on the host; q and
    /// k may be overwritten. Copies the result to `out`.
    virtual Result<void> attend(std::int32_t layer, std::span<float> q, std::span<float> k, std::span<const float> v,
                                std::span<float> out) = 0;
    /// Leaves the step in the attention.
    virtual Result<void> end() = 0;
};

/// A model in the memory of a backend, shared by its runs. Immutable. Thread: inference thread.
class BackendModel {
 public:
    virtual ~BackendModel() = default;
    [[nodiscard]] virtual const Backend& backend() const noexcept = 0;
    [[nodiscard]] virtual std::unique_ptr<StepRunner> makeSteps() const = 0;
    [[nodiscard]] virtual std::unique_ptr<PromptRunner> makePrompts() const = 0;
};

/// Immutable. Thread: inference thread.
class Backend {
 public:
    virtual ~Backend() = default;
    /// Word of `--device`.
    [[nodiscard]] virtual std::string_view name() const noexcept = 0;
    /// Device that computes; null: the processor does.
    [[nodiscard]] virtual const device::Info* info() const noexcept = 0;
    /// Returns the bytes that are free on its device; nothing: the processor computes, or the device does not say.
    [[nodiscard]] virtual std::optional<std::int64_t> freeMemory() const = 0;
    /// Refuses what the backend cannot do for a lane yet. `who` names its policy.
    [[nodiscard]] virtual Result<void> checkRuns(const std::string& who, const CachedAttention& attention) const = 0;
    /// Puts a model into the backend's memory. Errors: BadUsage, naming the part that it cannot take or the memory that
    /// the weights need; OutOfMemory, Io.
    [[nodiscard]] virtual Result<std::shared_ptr<const BackendModel>> put(
        std::shared_ptr<const Decoder> decoder) const = 0;
    [[nodiscard]] virtual std::unique_ptr<TensorSteps> makeTensorSteps() const = 0;
};

/// Returns the backend of a word of `--device`. Errors: those of openDevice.
[[nodiscard]] Result<std::shared_ptr<const Backend>> openBackend(const std::string& name);

}  // namespace kvw
