// SPDX-License-Identifier: Apache-2.0
/// Error between the keys and values that a storage codec is given and those that are read back.
#pragma once

#include <cmath>
#include <limits>
#include <span>

namespace kvw {

/// Error over everything that is or was read as codes so far, also of tokens evicted since. Each number counts once,
/// when the cache begins to read it as a code: a key when its block is coded, a value when it leaves the newest
/// `residual` tokens, which are read in full precision. With x^ = code * scale + minimum, scale and minimum as they are
/// stored: sqrt(sum (x - x^)^2 / sum x^2), the root mean square of the error relative to that of the numbers.
struct CodingError {
    struct Sums {
        double off = 0;      ///< sum (x - x^)^2
        double numbers = 0;  ///< sum x^2
        /// Returns the relative error; NaN if nothing but zeros is read as codes.
        [[nodiscard]] double relative() const {
            return numbers > 0 ? std::sqrt(off / numbers) : std::numeric_limits<double>::quiet_NaN();
        }
        /// Adds numbers that are read as codes from now on: `given` to the codec, and as `read`. Each call sums on its
        /// own first, so that small numbers of a long prompt are not lost in a large total.
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
