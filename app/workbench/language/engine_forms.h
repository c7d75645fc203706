// SPDX-License-Identifier: GPL-3.0-or-later
/// The sentences that the engine can give, as data: English, with numbered places for what differs, in ascending order.
/// Each is an entry of the translations in the context kvw::wb::Engine.
#pragma once

#include <span>

namespace kvw::wb::forms {

/// Whole sentences.
[[nodiscard]] std::span<const char* const> notices();
/// What errors (core/base/error.h) say between where and found, without a full stop.
[[nodiscard]] std::span<const char* const> pluginErrors();
[[nodiscard]] std::span<const char* const> contractErrors();
[[nodiscard]] std::span<const char* const> runErrors();
[[nodiscard]] std::span<const char* const> modelErrors();
[[nodiscard]] std::span<const char* const> bundleErrors();
[[nodiscard]] std::span<const char* const> evalErrors();
[[nodiscard]] std::span<const char* const> windowErrors();
/// What stands in a place of one, or is found or expected; of `settings` the places are single words, of `numbers`
/// numbers.
[[nodiscard]] std::span<const char* const> phrases();
[[nodiscard]] std::span<const char* const> settings();
[[nodiscard]] std::span<const char* const> numbers();
[[nodiscard]] std::span<const char* const> findings();
/// What an error is about.
[[nodiscard]] std::span<const char* const> places();

}  // namespace kvw::wb::forms
