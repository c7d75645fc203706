// SPDX-License-Identifier: Apache-2.0
/// The version of the workbench, as written into bundles.
#pragma once

namespace kvw {

[[nodiscard]] const char* version() noexcept;

}  // namespace kvw
