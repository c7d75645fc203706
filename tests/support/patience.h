// SPDX-License-Identifier: Apache-2.0
/// QTRY_ macros that wait half a minute instead of Qt's five seconds: a test that shares two cores with another one and
/// with a compiler is late, not wrong. The precompiled headers of the tests include it behind <QtTest>.
#pragma once

#include <QtTest>

#undef QTRY_VERIFY
#define QTRY_VERIFY(expr) QTRY_VERIFY_WITH_TIMEOUT(expr, 30000)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expr, message) QTRY_VERIFY2_WITH_TIMEOUT(expr, message, 30000)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expr, expected) QTRY_COMPARE_WITH_TIMEOUT(expr, expected, 30000)
