// SPDX-License-Identifier: Apache-2.0
#include "core/figures/svg/map_image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/figures/figure_colours.h"

namespace kvw::figures {
namespace {

// Places of the palette: steps of the scale (or categories), then the cells without a value.
constexpr int kScaleSteps = 240;
constexpr std::uint8_t kEvictedPlace = 240, kMissingPlace = 241, kFuturePlace = 242;
constexpr std::size_t kPalette = 243;

void appendBig(std::string& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        out += static_cast<char>((value >> shift) & 0xFFU);
    }
}

std::uint32_t crcOf(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char byte : bytes) {
        crc ^= static_cast<std::uint8_t>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
        }
    }
    return ~crc;
}

void appendChunk(std::string& png, const char* kind, const std::string& data) {
    appendBig(png, static_cast<std::uint32_t>(data.size()));
    const std::string checked = kind + data;
    png += checked;
    appendBig(png, crcOf(checked));
}

/// Returns the bytes as a zlib stream of stored blocks: a map is small.
std::string storedStream(const std::string& bytes) {
    constexpr std::size_t kBlock = 65535;
    std::string out("\x78\x01", 2);
    for (std::size_t at = 0; at < bytes.size(); at += kBlock) {
        const std::size_t size = std::min(kBlock, bytes.size() - at);
        out += at + size == bytes.size() ? '\1' : '\0';
        for (const std::size_t part : {size, ~size}) {
            out += static_cast<char>(part & 0xFFU);
            out += static_cast<char>((part >> 8) & 0xFFU);
        }
        out.append(bytes, at, size);
    }
    std::uint32_t low = 1, high = 0;  // Adler-32
    for (const char byte : bytes) {
        low = (low + static_cast<std::uint8_t>(byte)) % 65521U;
        high = (high + low) % 65521U;
    }
    appendBig(out, (high << 16) | low);
    return out;
}

std::string base64(const std::string& bytes) {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            three = (three << 8) | (at + i < bytes.size() ? static_cast<std::uint8_t>(bytes[at + i]) : 0U);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            text += at + i > bytes.size() ? '=' : kLetters[(three >> (18 - 6 * i)) & 63U];
        }
    }
    return text;
}

/// Returns the place of a value on the scale of the map.
std::uint8_t placeOf(const FigureMap& map, std::size_t cell) {
    switch (map.cells[cell]) {
        case FigureCell::Evicted:
            return kEvictedPlace;
        case FigureCell::Missing:
            return kMissingPlace;
        case FigureCell::Future:
            return kFuturePlace;
        case FigureCell::Value:
            break;
    }
    const double value = static_cast<double>(map.values[cell]);
    if (std::isnan(value)) {
        return kMissingPlace;
    }
    if (map.scale == FigureScale::Categories) {
        return static_cast<std::uint8_t>(std::clamp(value, 0.0, static_cast<double>(kScaleSteps - 1)));
    }
    const bool logarithmic = map.scale == FigureScale::Logarithmic;
    const auto scaled = [&](double number) { return logarithmic ? std::log10(std::max(number, 1e-30)) : number; };
    const double low = scaled(map.minimum), high = scaled(map.maximum);
    const double share = high > low ? (scaled(value) - low) / (high - low) : 0;
    return std::isfinite(share)
               ? static_cast<std::uint8_t>(std::lround(std::clamp(share, 0.0, 1.0) * (kScaleSteps - 1)))
               : kMissingPlace;
}

std::string paletteOf(const FigureMap& map) {
    std::string palette;
    for (int place = 0; place < static_cast<int>(kPalette); ++place) {
        FigureColour colour{255, 255, 255};
        if (place == kEvictedPlace || place == kMissingPlace) {
            colour = *cellColour(place == kEvictedPlace ? FigureCell::Evicted : FigureCell::Missing);
        } else if (place < kScaleSteps && map.scale != FigureScale::Categories) {
            colour = sequentialColour(static_cast<double>(place) / (kScaleSteps - 1));
        } else if (static_cast<std::size_t>(place) < map.categories.size()) {
            colour = categoryColour(map.categories[static_cast<std::size_t>(place)], place);
        }
        for (const std::uint8_t part : colour) {
            palette += static_cast<char>(part);
        }
    }
    return palette;
}

}  // namespace

std::string mapImage(const FigureMap& map, bool right, bool up) {
    if (map.rows <= 0 || map.columns <= 0 ||
        map.cells.size() < static_cast<std::size_t>(map.rows) * static_cast<std::size_t>(map.columns)) {
        return {};
    }
    std::string pixels;
    for (std::int32_t line = 0; line < map.rows; ++line) {
        pixels += '\0';  // no filter
        for (std::int32_t across = 0; across < map.columns; ++across) {
            pixels += static_cast<char>(
                placeOf(map, map.at(up ? map.rows - 1 - line : line, right ? across : map.columns - 1 - across)));
        }
    }
    std::string head;
    appendBig(head, static_cast<std::uint32_t>(map.columns));
    appendBig(head, static_cast<std::uint32_t>(map.rows));
    head += std::string("\x08\x03\x00\x00\x00", 5);  // eight bits, a palette
    std::string opaque(kPalette, '\xFF');
    opaque[kFuturePlace] = '\0';
    std::string png("\x89PNG\r\n\x1A\n", 8);
    appendChunk(png, "IHDR", head);
    appendChunk(png, "PLTE", paletteOf(map));
    appendChunk(png, "tRNS", opaque);
    appendChunk(png, "IDAT", storedStream(pixels));
    appendChunk(png, "IEND", {});
    return "data:image/png;base64," + base64(png);
}

}  // namespace kvw::figures
