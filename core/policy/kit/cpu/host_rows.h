// SPDX-License-Identifier: Apache-2.0
/// Rows of a tensor [layers, units, slots] in CPU memory with any strides: the engine shows a part of wider tables, and
/// copying it would cost a decode step more than its search.
#pragma once

#include <ATen/ATen.h>

#include <cstddef>

namespace kvw::sdk {

template <class T>
class HostRows {
 public:
    /// Copies the table only if the slots of a row are not adjacent in memory.
    explicit HostRows(const at::Tensor& table)
        : m_table(table.size(2) > 1 && table.stride(2) != 1 ? table.contiguous() : table),
          m_data(m_table.const_data_ptr<T>()),
          m_units(m_table.size(1)) {}
    /// Returns unit `row` % units of layer `row` / units.
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
