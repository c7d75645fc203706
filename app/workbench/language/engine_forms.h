// SPDX-License-Identifier: GPL-3.0-or-later
/// Forms of the phrases of core and of the window (core/base/phrase.h), listed for lupdate. Each is an entry of the
/// translations in the context kvw::wb::Engine. A test finds the forms that lack one.
#pragma once

#include <span>

namespace kvw::wb::forms {

/// Returns the forms of whole sentences.
[[nodiscard]] std::span<const char* const> notices();
/// Return the forms of the message of an error (core/base/error.h), that is, of the text between place and "found",
/// without a full stop.
[[nodiscard]] std::span<const char* const> pluginErrors();
[[nodiscard]] std::span<const char* const> contractErrors();
[[nodiscard]] std::span<const char* const> runErrors();
[[nodiscard]] std::span<const char* const> modelErrors();
[[nodiscard]] std::span<const char* const> bundleErrors();
[[nodiscard]] std::span<const char* const> evalErrors();
[[nodiscard]] std::span<const char* const> windowErrors();
/// Return the forms of texts that fill places or are found or expected; the places of `numbers` are numbers.
[[nodiscard]] std::span<const char* const> phrases();
[[nodiscard]] std::span<const char* const> numbers();
[[nodiscard]] std::span<const char* const> findings();
/// Returns the forms of the place that an error is about.
[[nodiscard]] std::span<const char* const> places();

}  // namespace kvw::wb::forms
