// SPDX-License-Identifier: GPL-3.0-or-later
/// Describes how a codec stores the cache: bits, bytes with scales, error.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <cmath>

#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/views/common/number_text.h"
#include "core/trace/codes_in_use.h"
#include "core/trace/recording.h"

namespace kvw::wb {

struct CodesText {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::CodesText)
};

/// Returns "keys and values in 2 bits (3 with scales)"; empty: the lane's codec reports no bits, or `hidden` is set,
/// because the text names parameters.
[[nodiscard]] inline QString codesName(const Recording& recording, int lane, bool hidden) {
    const std::vector<Finding> notes = hidden ? std::vector<Finding>() : recording.notes(lane);
    const auto codes = codesInUse(notes);
    if (!codes) {
        return {};
    }
    return codes->keyBits == codes->valueBits ? CodesText::tr("keys and values in %1 bits (%2 with scales)")
                                                    .arg(codes->bits)
                                                    .arg(numberText(codes->keyBits))
                                              : CodesText::tr("keys and values in %1 bits (%2 and %3 with scales)")
                                                    .arg(codes->bits)
                                                    .arg(numberText(codes->keyBits), numberText(codes->valueBits));
}

/// Returns codesName with bytes and error after step `at`: "…, 1.3 of 6.3 MiB, keys 3.1 % and values 5.0 % off".
/// Unknown parts are left out; empty: all are unknown.
[[nodiscard]] inline QString codesText(const Recording& recording, int lane, std::int64_t at, bool hidden) {
    const StepRecord& step = recording.trace(lane).step(at);
    QStringList parts;
    if (const QString name = codesName(recording, lane, hidden); !name.isEmpty()) {
        parts << name << bytesOfText(static_cast<double>(step.bytesLive), static_cast<double>(step.bytesFull));
    }
    if (std::isfinite(step.keyError)) {
        parts << CodesText::tr("keys %1 % and values %2 % off")
                     .arg(numberText(100 * static_cast<double>(step.keyError), 'f', 1),
                          numberText(100 * static_cast<double>(step.valueError), 'f', 1));
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace kvw::wb
