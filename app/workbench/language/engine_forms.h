// SPDX-License-Identifier: GPL-3.0-or-later
/// Sentence forms of the engine as data: English text with numbered placeholders in ascending order. Each is an entry
/// of the translations in the context kvw::wb::Engine.
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
/// Return the forms of texts that fill placeholders or are found or expected; the placeholders of `settings` are single
/// words, those of `numbers` are numbers.
[[nodiscard]] std::span<const char* const> phrases();
[[nodiscard]] std::span<const char* const> settings();
[[nodiscard]] std::span<const char* const> numbers();
[[nodiscard]] std::span<const char* const> findings();
/// Returns the forms of the place that an error is about.
[[nodiscard]] std::span<const char* const> places();

}  // namespace kvw::wb::forms
