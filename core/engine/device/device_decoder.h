// SPDX-License-Identifier: Apache-2.0
/// A model in the memory of a device, and the kernels of a decode step over it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/device/device_memory.h"
#include "core/model/families/decoder/blocks.h"

namespace kvw {

/// One decode step of lanes that are alike.
struct DeviceBatch {
    const device::Lane* lanes = nullptr;  ///< on the device
    std::int32_t count = 0;               ///< at most kMostLanes
    std::int32_t units = 0, storedHeads = 0;
    device::Number cache = device::Number::F32;
    device::Number rounded = device::Number::F32;  ///< as QkvArgs::rounded
    bool rotatesOnRead = false;
    bool reads = false;                   ///< lanes have rules of what they read
    std::span<const device::Rope> ropes;  ///< of each layer
    std::int64_t phases = 0;              ///< that their tables have
    float* logits = nullptr;              ///< [count, vocabulary], written
};

/// Holds the weights as they are stored, and one set of activations: the steps of all runs come one after another.
/// Thread: inference thread.
class DeviceDecoder {
 public:
    /// Copies the weights of `decoder`. Errors: BadUsage, naming the part that no kernel takes or the memory that the
    /// weights need; OutOfMemory, Io.
    [[nodiscard]] static Result<std::shared_ptr<DeviceDecoder>> make(std::shared_ptr<const Decoder> decoder,
                                                                     device::Device& device);

    [[nodiscard]] device::Device& device() const noexcept { return m_memory.device(); }
    [[nodiscard]] const Decoder& decoder() const noexcept { return *m_decoder; }
    [[nodiscard]] device::Heads headShape() const noexcept;
    [[nodiscard]] std::size_t weightBytes() const noexcept { return m_weightBytes; }
    /// Returns the bytes of weights that a step of one lane reads: all but those of an embedding that is not the head,
    /// and of experts that it does not choose.
    [[nodiscard]] std::size_t stepBytes() const noexcept { return m_weightBytes - m_unreadBytes; }
    /// Returns the rate at which the device reads its memory, in bytes per second; 0: not known.
    [[nodiscard]] double readRate() const noexcept { return m_readRate; }
    [[nodiscard]] std::size_t bufferBytes() const noexcept { return m_memory.bytes() - m_weightBytes; }
    /// Clears what a step that broke off may have left; before a step, and not in what is recorded of it.
    void clearCounters(DeviceCalls& calls) const;
    /// Asks for the kernels of a step between the slots that were taken for its tokens and the ends of its rows: from
    /// embeddings to logits.
    void enqueue(DeviceCalls& calls, const DeviceBatch& batch) const;

    // The model there, for passes over prompts:
    struct Map {
        device::Matrix matrix;
        const float* bias = nullptr;
    };
    struct Layer {
        device::Norm attentionIn, attentionOut, mlpIn, mlpOut, query, key;
        device::Matrix qkv[3];
        int pieces = 0;
        const float* qkvBias = nullptr;
        Map output, gate, up, down, router;  ///< with experts, gate, up and down are those of the first
        const float* sinks = nullptr;
    };
    [[nodiscard]] const BlockRules& rules() const noexcept { return m_model.rules; }
    [[nodiscard]] const device::Matrix& embedding() const noexcept { return m_embedding; }
    [[nodiscard]] const Map& head() const noexcept { return m_head; }
    [[nodiscard]] const device::Norm& finalNorm() const noexcept { return m_finalNorm; }
    [[nodiscard]] const std::vector<Layer>& layers() const noexcept { return m_layers; }
    /// Returns the first half of a layer's MLP without its vectors.
    [[nodiscard]] device::GateUpArgs gateUpOf(const Layer& layer) const;

 private:
    DeviceDecoder(std::shared_ptr<const Decoder> decoder, const BlockModel& model, device::Device& device)
        : m_decoder(std::move(decoder)), m_model(model), m_memory(device, "the model") {}
    Result<void> load();
    Result<Layer> load(const BlockLayer& from);
    Result<void> loadMlp(const BlockLayer& from, Layer& layer);
    /// Puts rows of several maps under one another: `rows` from `first` on of each.
    Result<Map> load(std::span<const Linear> maps, std::size_t first, std::size_t rows);
    Result<Map> load(const Linear& map) { return load({&map, 1}, 0, map.rows()); }
    [[nodiscard]] device::Norm load(const Norm& norm);
    [[nodiscard]] bool gated() const noexcept { return m_model.rules.mlp <= MlpKind::GeluTanhGate; }
    [[nodiscard]] bool parallel() const noexcept { return m_model.rules.parallel; }

    void attend(DeviceCalls& calls, const DeviceBatch& batch, std::int32_t index) const;
    void mlp(DeviceCalls& calls, const DeviceBatch& batch, const Layer& layer) const;
    void experts(DeviceCalls& calls, const DeviceBatch& batch, const Layer& layer) const;
    [[nodiscard]] device::GateUpArgs gateUp(const Layer& layer) const;
    [[nodiscard]] device::MatVecsArgs product(const Map& map, int count, const float* x, float* y) const;

    std::shared_ptr<const Decoder> m_decoder;
    const BlockModel& m_model;  ///< of m_decoder
    DeviceMemory m_memory;
    device::Matrix m_embedding;
    Map m_head;
    device::Norm m_finalNorm;
    std::vector<Layer> m_layers;
    // Activations of kMostLanes lanes.
    float *m_x = nullptr, *m_q = nullptr, *m_attended = nullptr, *m_projected = nullptr, *m_hidden = nullptr;
    float *m_sum = nullptr, *m_routes = nullptr, *m_shares = nullptr;
    float *m_qkvScratch = nullptr, *m_attendScratch = nullptr, *m_outScratch = nullptr, *m_gateScratch = nullptr;
    std::int32_t* m_chosen = nullptr;
    int* m_counters = nullptr;
    std::size_t m_counterCount = 0, m_weightBytes = 0, m_unreadBytes = 0;
    double m_readRate = 0;
};

}  // namespace kvw
