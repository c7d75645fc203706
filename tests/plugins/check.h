// SPDX-License-Identifier: Apache-2.0
/// Short forms for plugin tests: token sets and numbers as text, so that a failure prints both sides.
#pragma once

#include <QByteArray>
#include <QTest>
#include <cmath>
#include <vector>

#include "tests/plugins/fake_engine.h"

namespace kvw::test {

inline QByteArray text(const Tokens& tokens) {
    QByteArray result;
    for (const std::int64_t token : tokens) {
        result += (result.isEmpty() ? "" : " ") + QByteArray::number(static_cast<qlonglong>(token));
    }
    return result;
}

inline Tokens range(std::int64_t first, std::int64_t end) {
    Tokens tokens;
    for (std::int64_t t = first; t < end; ++t) {
        tokens.push_back(t);
    }
    return tokens;
}

inline Tokens joined(Tokens a, const Tokens& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Relative 1e-5 (rows are f32) or absolute 1e-7.
inline bool near(const std::vector<double>& found, const std::vector<double>& expected) {
    if (found.size() != expected.size()) {
        return false;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!(std::abs(found[i] - expected[i]) <= std::max(1e-7, 1e-5 * std::abs(expected[i])))) {
            return false;
        }
    }
    return true;
}

/// Rows where allocators that share out a capacity above 3 protected tokens have nothing to share.
inline void addUniformCases() {
    QTest::addColumn<int>("capacity");
    QTest::addColumn<int>("prompt");
    QTest::newRow("capacity above the prompt") << 30 << 20;
    QTest::newRow("capacity is the prompt") << 20 << 20;
    QTest::newRow("all protected") << 3 << 20;
    QTest::newRow("one token") << 5 << 1;
}

}  // namespace kvw::test
