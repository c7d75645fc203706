// SPDX-License-Identifier: Apache-2.0
/// File names of figures and lanes.
#pragma once

#include <cstdint>
#include <string>

namespace kvw::figures {

/// Returns the file name without ending: the id, which says what is drawn. An id that names many tokens may be longer
/// than a file system allows: it is cut, between words if possible, and ends with twelve digits of its SHA-256. The
/// file contains the whole id.
[[nodiscard]] std::string fileStem(const std::string& id);
/// Returns the prefix of a lane's files, or the name of its folder: "1-snapkv_kivi". Every character other than
/// letters, digits and "-+." becomes "_", so that no policy id leads out of the folder.
[[nodiscard]] std::string laneStem(std::int32_t lane, const std::string& policyId);

}  // namespace kvw::figures
