// SPDX-License-Identifier: Apache-2.0
/// Wraps a reader: every call returns a Result, and answers are checked before they are used.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/loading/guarded_object.h"
#include "core/policy/sdk/reader.h"

namespace kvw {

/// Pages that the query heads of a layer read.
struct PagesRead {
    bool everything = true;
    std::vector<std::vector<std::int32_t>> pages;  ///< [query_heads], ascending; empty if `everything`
    at::Tensor scores;                             ///< as the reader gave them; may be undefined
};

/// Has the calls of sdk::ReadSelector; see there. Thread: inference thread only.
class GuardedReader : public GuardedObject<sdk::ReadSelector> {
 public:
    /// `who` is id and version, e.g. "quest 1.0.0".
    GuardedReader(std::unique_ptr<sdk::ReadSelector> reader, std::string who)
        : GuardedObject(std::move(reader), std::move(who)) {}

    [[nodiscard]] Result<std::int64_t> pageSize() const;
    [[nodiscard]] Result<PagesRead> pages(const sdk::PageView& view);
    [[nodiscard]] Result<GuardedReader> clone() const {
        KVW_TRY_ASSIGN(auto copy, copied());
        return GuardedReader(std::move(copy));
    }

 private:
    explicit GuardedReader(GuardedObject object) : GuardedObject(std::move(object)) {}
};

}  // namespace kvw
