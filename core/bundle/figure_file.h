// SPDX-License-Identifier: Apache-2.0
/// How files of a figure are called.
#pragma once

#include <cstdint>
#include <string>

namespace kvw::figures {

/// The id, which says what is drawn. One that names many tokens would be longer than a file system allows: its
/// beginning, as far as whole words go, and twelve digits of its SHA-256. The whole id is in the file.
[[nodiscard]] std::string fileStem(const std::string& id);
/// "1-snapkv_kivi": what stands in front of a lane's files, or its folder; every sign that is no letter, digit or one
/// of
/// "-+." becomes "_", so that no policy, whatever it is called, leads out of the folder.
[[nodiscard]] std::string laneStem(std::int32_t lane, const std::string& policyId);

}  // namespace kvw::figures
