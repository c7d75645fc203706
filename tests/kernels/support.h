// SPDX-License-Identifier: Apache-2.0
/// Shared by the kernel tests: reproducible numbers, storage of every type, one data row per instruction set.
#pragma once

#include <QtTest>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/isa.h"
#include "kernels/linear.h"

namespace kvw::test {

/// Uniform in [-1, 1), the same on every machine.
class Numbers {
 public:
    explicit Numbers(std::uint64_t seed) : m_state(seed * 2862933555777941757ULL + 3037000493ULL) {}

    float next() {
        m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<float>(static_cast<std::int32_t>(m_state >> 32)) * 0x1p-31F;
    }

    std::vector<float> take(std::size_t count, float scale = 1.0F) {
        std::vector<float> values(count);
        for (float& value : values) {
            value = next() * scale;
        }
        return values;
    }

 private:
    std::uint64_t m_state;
};

/// `values` rounded to a storage type, and what is really stored.
struct Stored {
    Stored(const std::vector<float>& values, Dtype type)
        : dtype(type), bytes(values.size() * bytesOf(type)), exact(values.size()) {
        narrow(values.data(), dtype, bytes.data(), values.size());
        widen(bytes.data(), dtype, exact.data(), values.size());
    }

    Dtype dtype;
    std::vector<std::byte> bytes;
    std::vector<float> exact;
};

inline bool sameBits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

/// |actual - expected|_2 / |expected|_2; infinite when anything is not finite.
template <class Number>
double relativeError(const std::vector<float>& actual, const std::vector<Number>& expected) {
    double difference = 0;
    double norm = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto wanted = static_cast<double>(expected[i]);
        const double d = static_cast<double>(actual[i]) - wanted;
        difference += d * d;
        norm += wanted * wanted;
    }
    const double error = norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference);
    return std::isfinite(error) && actual.size() == expected.size() ? error : std::numeric_limits<double>::infinity();
}

inline constexpr Dtype kDtypes[] = {Dtype::F32, Dtype::BF16, Dtype::F16};

inline const char* dtypeName(Dtype dtype) {
    return dtype == Dtype::F32 ? "f32" : dtype == Dtype::BF16 ? "bf16" : "f16";
}

inline std::vector<Isa> availableIsas() {
    std::vector<Isa> isas;
    for (const Isa isa : {Isa::Portable, Isa::Avx2, Isa::Avx512, Isa::Avx512Vnni, Isa::Amx}) {
        if (isaAvailable(isa)) {
            isas.push_back(isa);
        }
    }
    return isas;
}

/// Body of a _data function: one row per instruction set of this machine.
inline void addIsaRows() {
    QTest::addColumn<int>("isa");
    for (const Isa isa : availableIsas()) {
        QTest::newRow(isaName(isa)) << static_cast<int>(isa);
    }
}

/// The same, crossed with the storage types.
inline void addIsaAndDtypeRows() {
    QTest::addColumn<int>("isa");
    QTest::addColumn<int>("dtype");
    for (const Isa isa : availableIsas()) {
        for (const Dtype dtype : kDtypes) {
            QTest::addRow("%s %s", isaName(isa), dtypeName(dtype)) << static_cast<int>(isa) << static_cast<int>(dtype);
        }
    }
}

}  // namespace kvw::test

/// First line of a test with addIsaRows.
#define KVW_USE_ISA() \
    QFETCH(int, isa); \
    QVERIFY(kvw::selectIsa(static_cast<kvw::Isa>(isa)))
