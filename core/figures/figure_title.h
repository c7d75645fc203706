// SPDX-License-Identifier: Apache-2.0
/// Title of a figure as data, so that a program that shows another language translates its parts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kvw {

struct FigureTitle {
    struct Part {
        std::string form;                         ///< "layer %1", or a whole text
        std::optional<std::int64_t> number = {};  ///< stands in place of %1

        [[nodiscard]] std::string text() const {
            std::string filled = form;
            return number ? filled.replace(filled.find("%1"), 2, std::to_string(*number)) : filled;
        }
    };

    FigureTitle() = default;
    FigureTitle(std::string whole) : parts{{std::move(whole)}} {}        // NOLINT(google-explicit-constructor)
    FigureTitle(const char* whole) : FigureTitle(std::string(whole)) {}  // NOLINT(google-explicit-constructor)

    std::vector<Part> parts;  ///< commas stand between them

    /// Adds a part, if it is wanted.
    [[nodiscard]] FigureTitle with(Part part, bool wanted = true) && {
        if (wanted) {
            parts.push_back(std::move(part));
        }
        return std::move(*this);
    }
    /// Returns the English text: "Lorenz curve, layer 3".
    [[nodiscard]] std::string text() const {
        std::string all;
        for (const Part& part : parts) {
            all += (all.empty() ? "" : ", ") + part.text();
        }
        return all;
    }
};

}  // namespace kvw
