// SPDX-License-Identifier: Apache-2.0
/// Small GGUF files for tests, well-formed or wrong on purpose.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace kvw::test {

class GgufWriter {
 public:
    enum Type : std::uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, Text, Array, U64, I64, F64 };

    explicit GgufWriter(std::uint32_t version = 3) : m_version(version) {}

    GgufWriter& number(const std::string& key, std::uint32_t value) { return raw(key, U32, bytes(value)); }
    GgufWriter& real(const std::string& key, float value) { return raw(key, F32, bytes(value)); }
    GgufWriter& flag(const std::string& key, bool value) { return raw(key, Bool, bytes(static_cast<char>(value))); }
    GgufWriter& text(const std::string& key, const std::string& value) { return raw(key, Text, quoted(value)); }
    GgufWriter& texts(const std::string& key, const std::vector<std::string>& values) {
        std::string all = bytes(std::uint32_t{Text}) + bytes(std::uint64_t{values.size()});
        for (const std::string& value : values) {
            all += quoted(value);
        }
        return raw(key, Array, all);
    }
    template <class T>
    GgufWriter& numbers(const std::string& key, Type type, const std::vector<T>& values) {
        std::string all = bytes(std::uint32_t{type}) + bytes(std::uint64_t{values.size()});
        for (const T value : values) {
            all += bytes(value);
        }
        return raw(key, Array, all);
    }
    GgufWriter& raw(const std::string& key, std::uint32_t type, const std::string& value) {
        m_values += quoted(key) + bytes(type) + value;
        ++m_valueCount;
        return *this;
    }

    /// `axes` innermost first, as stored; `size` bytes 0, 1, 2, ... at the next aligned place or at `offset`.
    GgufWriter& tensor(const std::string& name, const std::vector<std::uint64_t>& axes, std::uint32_t type,
                       std::size_t size, std::uint64_t offset = UINT64_MAX) {
        m_data.resize((m_data.size() + 31) / 32 * 32);
        m_tensors += quoted(name) + bytes(static_cast<std::uint32_t>(axes.size()));
        for (const std::uint64_t axis : axes) {
            m_tensors += bytes(axis);
        }
        m_tensors += bytes(type) + bytes(offset == UINT64_MAX ? std::uint64_t{m_data.size()} : offset);
        for (std::size_t i = 0; i < size; ++i) {
            m_data += static_cast<char>(i % 64);
        }
        ++m_tensorCount;
        return *this;
    }
    GgufWriter& claim(std::uint64_t tensors, std::uint64_t values) {
        m_tensorCount = tensors;
        m_valueCount = values;
        return *this;
    }

    [[nodiscard]] std::string file() const {
        std::string all = "GGUF" + bytes(m_version) + bytes(m_tensorCount) + bytes(m_valueCount) + m_values + m_tensors;
        all.resize((all.size() + 31) / 32 * 32);
        return all + m_data;
    }

    template <class T>
    static std::string bytes(T value) {
        std::string text(sizeof(T), '\0');
        std::memcpy(text.data(), &value, sizeof(T));
        return text;
    }
    static std::string quoted(const std::string& text) { return bytes(std::uint64_t{text.size()}) + text; }

 private:
    std::uint32_t m_version;
    std::uint64_t m_tensorCount = 0, m_valueCount = 0;
    std::string m_values, m_tensors, m_data;
};

}  // namespace kvw::test
