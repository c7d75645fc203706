// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/plots/codes_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

#include "app/workbench/session/words/bytes_text.h"
#include "core/trace/codes_in_use.h"

namespace kvw::wb {

namespace {

struct CodesText {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::CodesText)
};

QString inFixed(double number, int digits) {
    return QLocale::c().toString(number, 'f', digits);
}

}  // namespace

QString codesName(const Recording& recording, int lane, bool hidden) {
    const std::vector<Finding> notes = hidden ? std::vector<Finding>() : recording.notes(lane);
    const auto codes = codesInUse(notes);
    if (!codes) {
        return {};
    }
    const auto bits = [](double number) { return QLocale::c().toString(number, 'g', 3); };
    return codes->keyBits == codes->valueBits
               ? CodesText::tr("keys and values in %1 bits (%2 with scales)").arg(codes->bits).arg(bits(codes->keyBits))
               : CodesText::tr("keys and values in %1 bits (%2 and %3 with scales)")
                     .arg(codes->bits)
                     .arg(bits(codes->keyBits), bits(codes->valueBits));
}

QString codesText(const Recording& recording, int lane, std::int64_t at, bool hidden) {
    const StepRecord& step = recording.trace(lane).step(at);
    QStringList parts;
    if (const QString name = codesName(recording, lane, hidden); !name.isEmpty()) {
        parts << name << bytesOfText(static_cast<double>(step.bytesLive), static_cast<double>(step.bytesFull));
    }
    if (std::isfinite(step.keyError)) {
        parts << CodesText::tr("keys %1 % and values %2 % off")
                     .arg(inFixed(100 * static_cast<double>(step.keyError), 1),
                          inFixed(100 * static_cast<double>(step.valueError), 1));
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace kvw::wb
