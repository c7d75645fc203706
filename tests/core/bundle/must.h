// SPDX-License-Identifier: Apache-2.0
/// Fails a test whose preparation failed.
#pragma once

#include <QTest>

#include "core/base/error.h"

namespace kvw::test {

inline void must(const Result<void>& result) {
    QVERIFY2(result.has_value(), result ? "" : result.error().sentence().c_str());
}

}  // namespace kvw::test
