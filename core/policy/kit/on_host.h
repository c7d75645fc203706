// SPDX-License-Identifier: Apache-2.0
/// Chooses between the two forms of a helper: loops over CPU memory, and tensor operations for memory elsewhere. The
/// engine shows policies CPU memory only.
#pragma once

#include <ATen/core/Tensor.h>

namespace kvw::sdk {

/// While one lives, the functions of its thread use tensor operations in CPU memory, too; tests compare the two forms.
class TensorOperations {
 public:
    explicit TensorOperations(bool alone = true) : m_before(s_alone) { s_alone = alone; }
    ~TensorOperations() { s_alone = m_before; }
    TensorOperations(const TensorOperations&) = delete;
    TensorOperations& operator=(const TensorOperations&) = delete;
    [[nodiscard]] static bool alone() noexcept { return s_alone; }

 private:
    static inline constinit thread_local bool s_alone = false;
    bool m_before;
};

/// Tells whether a function may loop over the memory of `tensor`.
[[nodiscard]] inline bool on_host(const at::Tensor& tensor) {
    return tensor.is_cpu() && !TensorOperations::alone();
}

}  // namespace kvw::sdk
