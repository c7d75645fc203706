// SPDX-License-Identifier: Apache-2.0
/// Rows of [layers, units, slots] in CPU memory, wherever they lie: an engine shows a part of wider tables, and a copy
/// of them would cost a decode step more than what it looks for.
#pragma once

#include <ATen/ATen.h>

#include <cstddef>

namespace kvw::sdk {

template <class T>
class HostRows {
 public:
    /// Copies only where the slots of a row do not lie side by side.
    explicit HostRows(const at::Tensor& table)
        : m_table(table.size(2) > 1 && table.stride(2) != 1 ? table.contiguous() : table),
          m_data(m_table.const_data_ptr<T>()),
          m_units(m_table.size(1)) {}
    /// Unit `row` % units of layer `row` / units.
    [[nodiscard]] const T* operator[](std::size_t row) const {
        const auto at = static_cast<std::int64_t>(row);
        return m_data + at / m_units * m_table.stride(0) + at % m_units * m_table.stride(1);
    }

 private:
    at::Tensor m_table;
    const T* m_data;
    std::int64_t m_units;
};

}  // namespace kvw::sdk
