// SPDX-License-Identifier: Apache-2.0
/// Identity of a model: the hash of its configuration and weights.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/files/mapped_file.h"

namespace kvw {

/// Returns the SHA-256 of config.json and the weights. Weights above 64 MiB contribute their size, the first 16 MiB
/// (header included), the last 64 KiB and 512 blocks of 64 KiB at equal distances, so that 16 GB take as long as 48 MB.
/// `goOn` is called between pieces. Errors: Cancelled, if it returns false.
[[nodiscard]] Result<std::string> contentHash(std::string_view config,
                                              const std::vector<std::shared_ptr<const MappedFile>>& files,
                                              const std::function<bool()>& goOn);

}  // namespace kvw
