// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/full_logits.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/engine/attention/cached_attention.h"
#include "core/engine/lane/finite_logits.h"
#include "core/model/families/decoder/decoder.h"

namespace kvw {

namespace {

constexpr std::int64_t kLogitBlock = 64;

}  // namespace

Result<void> fullLogits(const Decoder& decoder, const std::shared_ptr<RopeTables>& rope,
                        std::span<const std::int32_t> ids, ThreadPool& pool,
                        const std::function<Result<void>(std::span<const float>)>& sink) {
    const ModelConfig& config = decoder.config();
    const auto count = static_cast<std::int64_t>(ids.size());
    for (const std::int32_t id : ids) {
        if (id < 0 || id >= config.vocabulary) {
            return fail(Code::BadInput, "--ids", "a token is not in the vocabulary", std::to_string(id),
                        phrase("0 to %1", config.vocabulary - 1));
        }
    }
    if (ids.empty()) {
        return fail(Code::BadInput, "--ids", "there are no token ids", "an empty list", "at least one");
    }
    AttentionOptions options = attentionOptions(decoder);
    options.promptTokens = count;
    KVW_TRY_ASSIGN(auto attention, CachedAttention::make(options, GuardedPolicy(keepEverything(), "full"), rope, pool));
    KVW_TRY(attention->beginPass(0, count, true, true));
    DecoderPass pass;
    KVW_TRY(pass.run(decoder, ids, *attention, pool));
    const auto vocabulary = static_cast<std::size_t>(config.vocabulary);
    std::vector<float> block;
    for (std::int64_t first = 0; first < count; first += kLogitBlock) {
        const std::int64_t rows = std::min(kLogitBlock, count - first);
        pass.copyLogits(decoder, first, rows, block, pool);
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::span<const float> row(block.data() + static_cast<std::size_t>(r) * vocabulary, vocabulary);
            KVW_TRY(checkLogits(std::accumulate(row.begin(), row.end(), 0.0), first + r));
            KVW_TRY(sink(row));
        }
    }
    return {};
}

}  // namespace kvw
