// SPDX-License-Identifier: Apache-2.0
/// Tokens on their way through a decoder.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/model/families/decoder/decoder.h"

namespace kvw {

/// Hidden rows of a pass, and the buffers that its layers need; reused from pass to pass. Thread: inference thread.
class DecoderPass {
 public:
    /// Embeds the tokens and runs all layers over them. `layerDone`, if there is one, is called after each. Errors:
    /// those of Decoder::layer; the rows are then undefined.
    Result<void> run(const Decoder& decoder, std::span<const std::int32_t> ids, AttentionSink& attention,
                     ThreadPool& pool, const std::function<void(std::int32_t layer)>& layerDone = {});
    /// Takes rows that were computed elsewhere in place of `run`.
    void take(std::vector<float> rows) noexcept { m_rows = std::move(rows); }
    /// Hidden rows after the last layer, the input of Decoder::logits, [tokens, hidden].
    [[nodiscard]] std::span<const float> rows() const noexcept { return m_rows; }
    /// Copies the logits of tokens first ... first + count - 1 of the pass to `out`, [count, vocabulary].
    void copyLogits(const Decoder& decoder, std::int64_t first, std::int64_t count, std::vector<float>& out,
                    ThreadPool& pool);
    /// Frees everything but the rows.
    void keepRowsOnly() { m_scratch = {}; }

 private:
    std::vector<float> m_rows;
    DecoderScratch m_scratch;
    RowProducts m_products = RowProducts::Together;  ///< of the pass
};

}  // namespace kvw
