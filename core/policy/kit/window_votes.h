// SPDX-License-Identifier: Apache-2.0
/// The score of the SnapKV family (POLICIES.md, section 8): the last w rows of a pass vote on the tokens before the
/// protected recent block, the votes are pooled along the text and reduced over the group of a KV head.
#pragma once

#include <string>

#include "core/policy/kit/select.h"
#include "core/policy/sdk/memo.h"
#include "core/policy/sdk/policy.h"

namespace kvw::sdk {

class WindowVotes final : public Scorer {
 public:
    struct Options {
        std::int64_t window = 32;
        std::int64_t kernel = 7;
        Pool pool = Pool::Max;
        bool sumRows = false;  ///< sum of the window rows; false: their mean
        bool poolFirst = true;
        Reduce groupReduce = Reduce::Mean;
        Granularity granularity = Granularity::KvHead;

        /// Reads `window`, `kernel`, `pool`, `group-order`, `group-reduce`, and `rows` and `granularity` if they exist.
        [[nodiscard]] static Options from(const Parameters& parameters);
    };

    explicit WindowVotes(const Options& options) : m_options(options) {}

    [[nodiscard]] Needs needs() const override;
    void begin(const RunInfo& run, const Protection& protection) override;
    /// At decode the window is one row, the current one.
    [[nodiscard]] at::Tensor score(const Observation& seen) override {
        // A run has no memo and calls this at every step: it should not even build the name.
        return seen.memo == nullptr ? scoreOf(seen) : memoized(seen, measureName(), [&] { return scoreOf(seen); });
    }
    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<WindowVotes>(*this); }

 private:
    [[nodiscard]] std::string measureName() const;
    [[nodiscard]] at::Tensor scoreOf(const Observation& seen) const;
    [[nodiscard]] at::Tensor pooled(const Observation& seen, const at::Tensor& votes, const at::Tensor& tokens,
                                    const at::Tensor& range) const {
        return pool_by_position(votes, tokens, range, m_options.kernel, m_options.pool, Where::Anywhere, seen.workers);
    }
    [[nodiscard]] at::Tensor reduced(const at::Tensor& perHead) const {
        return reduce_heads(perHead, m_shape, m_options.granularity, m_options.groupReduce);
    }

    Options m_options;
    ModelShape m_shape;
    std::int64_t m_recent = 0;
};

}  // namespace kvw::sdk
