// SPDX-License-Identifier: Apache-2.0
/// Nibbles that stand for numbers, on instruction sets that have no register of 16 floats to look them up in. Included
/// at the end of such a lanes header.
#pragma once

#include "kernels/variant/storage.h"

namespace kvw {
namespace {

struct Nibbles {
    Bytes bytes;
};
KVW_LANES Nibbles nibblesOf(Bytes bytes) {
    return {bytes};
}

/// Numbers that `number` computes from the nibbles 0 ... 15.
template <class Number>
struct Computed {
    Number number;
};
template <class Number>
KVW_LANES Computed<Number> numbersOf(const Number& number) {
    return {number};
}
template <class Number>
KVW_LANES F lower(const Computed<Number>& numbers, Nibbles index) {
    return numbers.number(signedNumbers(index.bytes & 15));
}
template <class Number>
KVW_LANES F upper(const Computed<Number>& numbers, Nibbles index) {
    return numbers.number(signedNumbers(index.bytes >> 4));
}

/// Numbers of a table, times a scale.
struct Scaled {
    Bytes table;
    F scale;
};
KVW_LANES Scaled numbersOf(Bytes table, F scale) {
    return {table, scale};
}
KVW_LANES F lower(const Scaled& numbers, Nibbles index) {
    return numbers.scale * signedNumbers(lookUp(numbers.table, index.bytes & 15));
}
KVW_LANES F upper(const Scaled& numbers, Nibbles index) {
    return numbers.scale * signedNumbers(lookUp(numbers.table, index.bytes >> 4));
}

}  // namespace
}  // namespace kvw
