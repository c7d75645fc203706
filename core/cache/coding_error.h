// SPDX-License-Identifier: Apache-2.0
/// How far what a codec gives back is from what it was given.
#pragma once

#include <cmath>
#include <limits>

namespace kvw {

/// Of everything that was coded so far, also what was evicted since. With x^ = code * scale + minimum, scale and minimum
/// as they are stored: sqrt(sum (x - x^)^2 / sum x^2), the root mean square of the error relative to that of the numbers.
struct CodingError {
    struct Sums {
        double off = 0;      ///< sum (x - x^)^2
        double numbers = 0;  ///< sum x^2
        /// NaN: nothing was coded, or zeros only.
        [[nodiscard]] double relative() const {
            return numbers > 0 ? std::sqrt(off / numbers) : std::numeric_limits<double>::quiet_NaN();
        }
    };
    Sums keys, values;
};

}  // namespace kvw
