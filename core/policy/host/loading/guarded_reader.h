// SPDX-License-Identifier: Apache-2.0
/// Wraps a reader: every call returns a Result, and answers are checked before they are used.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/loading/first_calls.h"
#include "core/policy/sdk/reader.h"

namespace kvw {

/// Pages that the query heads of a layer read.
struct PagesRead {
    bool everything = true;
    std::vector<std::vector<std::int32_t>> pages;  ///< [query_heads], ascending; empty if `everything`
    at::Tensor scores;                             ///< as the reader gave them; may be undefined
};

/// Has the calls of sdk::ReadSelector; see there. Thread: inference thread only.
class GuardedReader {
 public:
    /// `who` is id and version, e.g. "quest 1.0.0".
    GuardedReader(std::unique_ptr<sdk::ReadSelector> reader, std::string who);

    /// Marks calls from here on until they have returned once (first_calls.h).
    void watch(FirstCalls calls) { m_reader.setCalls(std::move(calls)); }

    [[nodiscard]] const std::string& who() const noexcept { return m_who; }

    [[nodiscard]] Result<std::int64_t> pageSize() const;
    [[nodiscard]] Result<void> begin(const sdk::RunInfo& run);
    [[nodiscard]] Result<PagesRead> pages(const sdk::PageView& view);
    [[nodiscard]] Result<void> set(const sdk::Parameters& values);
    [[nodiscard]] Result<sdk::Report> report() const;
    [[nodiscard]] Result<GuardedReader> clone() const;

 private:
    [[nodiscard]] Phrase now() const;

    PluginObject<sdk::ReadSelector> m_reader;
    std::string m_who;
    std::int64_t m_step = -1;
};

}  // namespace kvw
