// SPDX-License-Identifier: Apache-2.0
/// How files of a figure are called.
#pragma once

#include <string>

namespace kvw::figures {

/// The id, which says what is drawn. One that names many tokens would be longer than a file system allows: its
/// beginning, as far as whole words go, and twelve digits of its SHA-256. The whole id is in the file.
[[nodiscard]] std::string fileStem(const std::string& id);

}  // namespace kvw::figures
