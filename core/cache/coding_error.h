// SPDX-License-Identifier: Apache-2.0
/// How far what a codec gives back is from what it was given.
#pragma once

#include <cmath>
#include <limits>
#include <span>

namespace kvw {

/// Of everything that is or was read as codes so far, also what was evicted since; each number counts once, when the
/// cache begins to read it so: keys as their block is coded, values as they leave the newest `residual` tokens, which
/// are read in full precision. With x^ = code * scale + minimum, scale and minimum as they are stored:
/// sqrt(sum (x - x^)^2 / sum x^2), the root mean square of the error relative to that of the numbers.
struct CodingError {
    struct Sums {
        double off = 0;      ///< sum (x - x^)^2
        double numbers = 0;  ///< sum x^2
        /// NaN: nothing is read as codes, or zeros only.
        [[nodiscard]] double relative() const {
            return numbers > 0 ? std::sqrt(off / numbers) : std::numeric_limits<double>::quiet_NaN();
        }
        /// Numbers that are read as codes from now on, and what is read. One sum per call keeps the small ones of a
        /// long prompt from being lost in a large total.
        void add(std::span<const float> given, std::span<const float> read) {
            double thisOff = 0, thisNumbers = 0;
            for (std::size_t i = 0; i < given.size(); ++i) {
                const double x = static_cast<double>(given[i]);
                const double less = x - static_cast<double>(read[i]);
                thisOff += less * less;
                thisNumbers += x * x;
            }
            off += thisOff;
            numbers += thisNumbers;
        }
    };
    Sums keys, values;
};

}  // namespace kvw
