// SPDX-License-Identifier: Apache-2.0
/// Reader of a bundle's array, block by block: what it claims is checked before its data is read.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/error.h"
#include "core/bundle/archive.h"
#include "core/bundle/arrays/npy.h"

namespace kvw::bundle {

struct NpyVisitor {
    std::function<bool(NpyType type, std::int64_t count)> fits;  ///< asked before the data is read
    std::function<bool(const NpyView& block)> take;              ///< values in order; false: they make no sense
    const char* misfit = "the array does not fit the others";    ///< the error if one of them returns false
};

/// Reads the header alone, with the checks of `readArray`. Errors: NotFound, Io, BadInput.
[[nodiscard]] Result<NpyHeader> readArrayHeader(const Archive& archive, const std::string& name,
                                                const NpyVisitor& visitor);
/// Reads an array. Errors: NotFound, Io, BadInput.
[[nodiscard]] Result<void> readArray(const Archive& archive, const std::string& name, const NpyVisitor& visitor);

}  // namespace kvw::bundle
