// SPDX-License-Identifier: Apache-2.0
/// Reasons for which catalog and loader refuse a plugin. Code that gives advice acts on these names; the sentences are
/// for humans.
#pragma once

#include <string_view>

#include "core/base/error.h"

namespace kvw::refusal {

inline constexpr std::string_view kNoManifest = "no-manifest";
inline constexpr std::string_view kOtherSdk = "other-sdk";         ///< its manifest is for another SDK
inline constexpr std::string_view kIdUsed = "id-used";             ///< by another folder beside it
inline constexpr std::string_view kProvided = "already-provided";  ///< by another plugin
inline constexpr std::string_view kNoLibrary = "no-library";
inline constexpr std::string_view kNotLoaded = "not-loaded";    ///< the linker refuses the library
inline constexpr std::string_view kOtherBuild = "other-build";  ///< ABI, descriptor, libtorch or compiler
inline constexpr std::string_view kNoFunction = "no-function";  ///< the library lacks KVW_PLUGIN or a kind

/// Returns true if the loader gives this reason, about the library.
[[nodiscard]] constexpr bool ofLibrary(std::string_view reason) {
    return reason == kNoLibrary || reason == kNotLoaded || reason == kOtherBuild || reason == kNoFunction;
}

/// Returns the error with a reason: `refused(kNoLibrary, fail(...))`.
[[nodiscard]] inline tl::unexpected<Error> refused(std::string_view reason, tl::unexpected<Error> error) {
    error.value().reason = reason;
    return error;
}

}  // namespace kvw::refusal
