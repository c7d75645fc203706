// SPDX-License-Identifier: Apache-2.0
/// Measurements that policies made on one layer of a prompt, kept between the questions about it.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <list>
#include <string>

#include "core/policy/sdk/memo.h"

namespace kvw {

/// Keeps the last used few: a slider over a parameter of a measurement makes a new one with every question. Thread:
/// inference thread.
class KeptMeasures final : public sdk::Memo {
 public:
    [[nodiscard]] at::Tensor recall(const std::string& name, const sdk::Measure& measure) override;
    [[nodiscard]] std::int64_t bytes() const noexcept;

 private:
    struct Kept {
        std::string name;
        at::Tensor value;
    };
    std::list<Kept> m_kept;  ///< last used first
};

}  // namespace kvw
