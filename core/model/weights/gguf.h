// SPDX-License-Identifier: Apache-2.0
/// Reader of a GGUF file or of the parts of a split one: metadata and tensors as stored. Every size the file claims is
/// checked before use. Source: docs/gguf.md of ggml, versions 2 and 3.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/files/mapped_file.h"
#include "core/model/weights/tensor.h"

namespace kvw {

/// Movable. Thread: const access from any thread. Texts and tensors point into the mapped file.
class Gguf {
 public:
    /// Opens a file; any part of a split model opens all parts, which lie beside it under the names that llama.cpp
    /// gives them. Errors: those of MappedFile; BadInput, naming the file, for anything that is not a little-endian
    /// GGUF file of version 2 or 3; counts, lengths, types or offsets that the file cannot hold; an unsupported tensor
    /// type, by name; duplicate names; overlaps; a part that is missing or belongs to another model.
    [[nodiscard]] static Result<Gguf> open(const std::filesystem::path& path);

    /// These return a value of the metadata; nothing if the key is absent or has another type. Numbers of any width are
    /// read.
    [[nodiscard]] std::optional<std::string_view> text(std::string_view key) const;
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key) const;
    [[nodiscard]] std::optional<double> number(std::string_view key) const;
    [[nodiscard]] std::optional<bool> flag(std::string_view key) const;
    [[nodiscard]] std::optional<std::vector<std::string_view>> texts(std::string_view key) const;
    [[nodiscard]] std::optional<std::vector<double>> numbers(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const { return m_values.contains(key); }
    /// Returns the keys that begin with `beginning`, without it.
    [[nodiscard]] std::vector<std::string> keysBehind(std::string_view beginning) const;
    /// Returns the keys that begin with `prefix`, sorted.
    [[nodiscard]] std::vector<std::string> keys(std::string_view prefix) const;
    /// Returns the value as text for a sentence; long values are cut.
    [[nodiscard]] std::string shown(std::string_view key) const;
    /// Returns a number that is stored once or as a list with the same value for each layer; else nothing.
    [[nodiscard]] std::optional<double> perLayer(std::string_view key) const;

    /// Returns the tensors under the names of the file; shapes have the outermost axis first.
    [[nodiscard]] const std::vector<TensorView>& tensors() const noexcept { return m_tensors; }
    [[nodiscard]] const TensorView* find(std::string_view name) const;
    /// Returns the parts in order; one if the model is not split.
    [[nodiscard]] const std::vector<std::shared_ptr<const MappedFile>>& files() const noexcept { return m_files; }

 private:
    enum class Type : std::uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, Text, Array, U64, I64, F64 };
    struct Value {
        Type type = Type::U8;
        Type element = Type::U8;  ///< element type of an array
        std::uint64_t count = 0;  ///< number of elements of an array
        std::span<const std::byte> bytes;
    };
    class Parser;
    [[nodiscard]] static Result<Gguf> openPart(const std::filesystem::path& path);
    /// Appends the tensors of `part`.
    Result<void> append(Gguf part, const std::filesystem::path& path);
    [[nodiscard]] const Value* value(std::string_view key) const;
    [[nodiscard]] static std::size_t width(Type type) noexcept;
    [[nodiscard]] static double numberAt(Type type, const std::byte* bytes) noexcept;

    std::vector<std::shared_ptr<const MappedFile>> m_files;
    std::map<std::string, Value, std::less<>> m_values;
    std::vector<TensorView> m_tensors;
    std::map<std::string, std::size_t, std::less<>> m_byName;
};

}  // namespace kvw
