// SPDX-License-Identifier: Apache-2.0
/// Phrases in which catalog and loader refuse a plugin; code that gives advice recognises the reason by them.
#pragma once

namespace kvw::refusal {

inline constexpr const char* kNoFile = "the file is missing";  ///< the manifest; readJsonFile says so
inline constexpr const char* kOtherSdk = "member \"sdk\" is wrong";
inline constexpr const char* kNoLibrary = "the library of the plugin is missing";
inline constexpr const char* kIdUsed = "is already used by";
inline constexpr const char* kProvided = "is already provided by plugin";
inline constexpr const char* kNotLoaded = "the library could not be loaded";
inline constexpr const char* kNoSymbol = "the library does not export the function";
inline constexpr const char* kNoFunction = "but the library has no function that creates one";
inline constexpr const char* kOtherAbi = "the plugin was built for another version of the SDK";
inline constexpr const char* kShort = "the descriptor is too short";
inline constexpr const char* kOtherTorch = "the plugin was built with another libtorch";
inline constexpr const char* kOtherCompiler = "the plugin was built with another compiler ABI";

}  // namespace kvw::refusal
