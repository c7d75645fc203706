// SPDX-License-Identifier: Apache-2.0
/// One pass over a prompt on a device: hidden rows stay there from layer to layer, and attention takes queries, keys
/// and values from there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/attention/prompt_blocks.h"
#include "core/engine/device/device_decoder.h"
#include "core/engine/device/device_ropes.h"

namespace kvw {

/// Thread: inference thread.
class DevicePromptPass final : public PromptBlocks {
 public:
    /// Rotations of keys that are rotated once or on read, and of those that turn again.
    using Ropes = std::array<DeviceRopes, 2>;

    /// All of these outlive the pass.
    DevicePromptPass(const DeviceDecoder& decoder, Ropes& ropes, PromptSink& attention)
        : m_decoder(decoder),
          m_ropes(ropes),
          m_attention(attention),
          m_memory(decoder.device(), "a prompt on the device") {}
    /// Returns the bytes that a pass of `tokens` tokens takes.
    [[nodiscard]] static std::size_t bytesFor(const DeviceDecoder& decoder, std::int64_t tokens,
                                              const PromptSink::Keys& keys);
    /// Takes the tokens through all layers. A request to stop ends it between two blocks of tokens, or of queries.
    Result<void> run(std::span<const std::int32_t> ids, const std::function<void(std::int32_t)>& layerDone);
    /// Copies the hidden rows after the last layer to the host, rows [tokens, hidden].
    Result<void> copyRows(std::span<float> rows);

    Result<float*> copiedQueries() override { return copied(m_q, m_querySize, m_hostQueries); }
    Result<float*> copiedKeys() override { return copied(m_k, m_keySize, m_hostKeys); }
    Result<float*> copiedValues() override { return copied(m_v, m_keySize, m_hostValues); }
    Result<void> begin(const BlockAttention& layer) override;
    Result<void> attend(std::int64_t first, std::int64_t rows, float* probs) override;
    Result<void> copySums(double* sums) override;
    Result<void> copyLastScores(float* scores) override;

 private:
    using Layer = DeviceDecoder::Layer;
    /// Tokens whose products are computed together.
    struct Block {
        std::size_t first = 0, rows = 0;
    };
    void makeBuffers(std::size_t tokens);
    /// Runs `work` block by block; between two of them the pass can be stopped.
    Result<void> inBlocks(const std::function<Result<void>(const Block&)>& work);
    Result<void> layer(std::int32_t index);
    void project(std::int32_t index, const Layer& layer, const Block& block);
    /// Adds what attention made of the block to its rows.
    void addAttention(const Layer& layer, const Block& block);
    Result<void> mlp(const Layer& layer, const float* in, const Block& block);
    Result<void> experts(const Layer& layer, const float* in, const Block& block);
    [[nodiscard]] float* rowsOf(const Block& block) const { return m_x + block.first * m_hidden; }
    /// Returns the normed rows of a block in m_in, or the rows themselves if there is no norm.
    [[nodiscard]] const float* normed(const device::Norm& norm, const Block& block);
    /// Returns `x`, or a copy in m_in if it is the block's own rows, which change.
    [[nodiscard]] const float* apart(const float* x, const Block& block);
    [[nodiscard]] device::MatMulArgs product(const DeviceDecoder::Map& map, std::size_t rows, const float* x,
                                             float* y) const;
    /// Adds W x to rows of the block, through a norm if there is one.
    void addProduct(const device::MatMulArgs& product, const device::Norm& out, const Block& block);
    /// Makes room for keys and values of a layer, and for its blocks of queries.
    Result<void> reserve(const BlockAttention& layer);
    [[nodiscard]] device::BlockArgs blockOf(std::int64_t first, std::int64_t rows) const;
    [[nodiscard]] Result<float*> copied(const float* from, std::size_t width, std::vector<float>& to);
    [[nodiscard]] bool rounded() const { return m_attention.rowProducts() == RowProducts::InBf16; }

    const DeviceDecoder& m_decoder;
    Ropes& m_ropes;
    PromptSink& m_attention;
    DeviceMemory m_memory;
    std::size_t m_tokens = 0, m_hidden = 0, m_querySize = 0, m_keySize = 0, m_wide = 0;
    // Rows of all tokens.
    float *m_x = nullptr, *m_q = nullptr, *m_k = nullptr, *m_v = nullptr, *m_attended = nullptr;
    // Rows of one block of tokens.
    float *m_in = nullptr, *m_joined = nullptr, *m_down = nullptr, *m_inner = nullptr, *m_gateScratch = nullptr;
    float *m_routes = nullptr, *m_shares = nullptr, *m_pickedShares = nullptr;
    std::int32_t *m_chosen = nullptr, *m_picked = nullptr;
    std::vector<float> m_hostQueries, m_hostKeys, m_hostValues;  ///< of this layer once they were asked for

    // Attention of the layer.
    const BlockAttention* m_layer = nullptr;
    std::unique_ptr<DeviceMemory> m_keyMemory;  ///< of those below
    struct {
        std::size_t stride = 0, heads = 0, rowNumbers = 0;
    } m_room;  ///< for keys of so many stored heads, and for the rows of a block
    float *m_keyRows = nullptr, *m_valueRows = nullptr, *m_probs = nullptr;
    double* m_sums = nullptr;
    std::int32_t *m_held = nullptr, *m_places = nullptr, *m_keyPhases = nullptr, *m_queryPhases = nullptr;
    std::int32_t* m_begins = nullptr;
    bool m_hasBegins = false;
};

}  // namespace kvw
