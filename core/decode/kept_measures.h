// SPDX-License-Identifier: Apache-2.0
/// What policies measured of a layer of a prompt, kept between the questions to it.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <list>
#include <string>

#include "core/policy/sdk/memo.h"

namespace kvw {

/// The newest few: a slider over what a measure depends on makes a new one with every question. Thread: inference
/// thread.
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
