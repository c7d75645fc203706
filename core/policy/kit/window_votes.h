// SPDX-License-Identifier: Apache-2.0
/// The score of the SnapKV family (POLICIES.md, section 8): the last w rows of a pass vote on the tokens before the
/// protected recent block, the votes are pooled along the text and reduced over the group of a KV head.
#pragma once

#include "core/policy/kit/select.h"
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
    void begin(const RunInfo& /*run*/, const Protection& protection) override { m_recent = protection.recent; }
    /// At decode the window is one row, the current one.
    [[nodiscard]] at::Tensor score(const Observation& seen) override;
    [[nodiscard]] std::unique_ptr<Scorer> clone() const override { return std::make_unique<WindowVotes>(*this); }

 private:
    Options m_options;
    std::int64_t m_recent = 0;
};

}  // namespace kvw::sdk
