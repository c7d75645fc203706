// SPDX-License-Identifier: Apache-2.0
/// Interface between attention and a pass over a prompt in the memory of a device: there lie the queries, keys and
/// values of a layer, and there blocks of queries are computed. What is stored, observed and evicted stays here.
#pragma once

#include <cstdint>

#include "core/base/error.h"
#include "core/model/families/decoder/attention_sink.h"

namespace kvw {

class BlockAttention;
class ThreadPool;

/// One layer of such a pass. Thread: inference thread.
class PromptBlocks {
 public:
    virtual ~PromptBlocks() = default;
    // Copies on the host before rotation, laid out as for AttentionSink::attend; made once they are asked for, before
    // `begin`, and held until the next layer. They may be overwritten.
    virtual Result<float*> copiedQueries() = 0;
    virtual Result<float*> copiedKeys() = 0;
    virtual Result<float*> copiedValues() = 0;

    /// Rotates the queries, and brings the keys and values together that they see: those of the pass, and older ones
    /// that `layer` has gathered. `layer` outlives the other calls.
    virtual Result<void> begin(const BlockAttention& layer) = 0;
    /// Computes queries first ... first + rows - 1 of all heads. Copies their softmax rows to `probs`, laid out as
    /// BlockAttention::probs; null: nobody reads them. May return before the device is done, but not before it has done
    /// the block before.
    virtual Result<void> attend(std::int64_t first, std::int64_t rows, float* probs) = 0;
    /// Copies the sums of all rows, if the layer keeps them: sums [query_heads, most()].
    virtual Result<void> copySums(double* sums) = 0;
    /// Copies the scores of the newest query where it sees a key: scores [query_heads, stride()].
    virtual Result<void> copyLastScores(float* scores) = 0;
};

/// Attention that takes the layers of a prompt from either memory.
class PromptSink : public AttentionSink {
 public:
    using AttentionSink::attend;
    /// Does what the other `attend` does for a layer on a device, which keeps the result.
    virtual Result<void> attend(std::int32_t layer, PromptBlocks& there) = 0;

    struct Keys {
        std::int64_t rows = 0, heads = 0;
    };
    /// Returns the most rows of keys that a stored head has during the pass, and the most stored heads of a layer.
    [[nodiscard]] virtual Keys mostKeys() const = 0;
    /// Threads of the lanes, for what the host computes of the pass.
    [[nodiscard]] virtual ThreadPool& pool() const noexcept = 0;
};

}  // namespace kvw
