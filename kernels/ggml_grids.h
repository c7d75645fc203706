// SPDX-License-Identifier: Apache-2.0
/// The grids that the IQ types of ggml index: rows of eight (IQ1, IQ2) or four numbers (IQ3), as codes.
#pragma once

#include <array>
#include <cstdint>

namespace kvw::grids {

extern const std::array<std::uint16_t, 256> kIq2Xxs, kIq3Xxs;
extern const std::array<std::uint16_t, 512> kIq2Xs, kIq3S;
extern const std::array<std::uint16_t, 1024> kIq2S;
extern const std::array<std::uint16_t, 2048> kIq1S;

/// The numbers that the codes stand for.
inline constexpr std::array<float, 3> kIq2Values{8, 25, 43};
inline constexpr std::array<float, 8> kIq3XxsValues{4, 12, 20, 28, 36, 44, 52, 62},
    kIq3SValues{1, 3, 5, 7, 9, 11, 13, 15};
inline constexpr std::array<float, 3> kIq1Values{-1, 0, 1};

}  // namespace kvw::grids
