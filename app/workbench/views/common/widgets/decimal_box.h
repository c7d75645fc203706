// SPDX-License-Identifier: GPL-3.0-or-later
/// A spin box for decimal numbers, which are written with a point in every language, as on the command line.
#pragma once

#include <QDoubleSpinBox>
#include <QLocale>
#include <QSignalBlocker>
#include <QStringView>
#include <algorithm>
#include <cmath>

namespace kvw::wb {

/// Reads a typed comma as a point. As a thousands separator it would make 35 of 3,5.
class DecimalBox : public QDoubleSpinBox {
 public:
    explicit DecimalBox(QWidget* parent = nullptr) : QDoubleSpinBox(parent) { setLocale(QLocale::c()); }

    /// Sets the value without a signal. Keeps the typed text while it stands for `number`, since a receiver of
    /// valueChanged usually calls this again.
    void follow(double number) {
        const double least = std::pow(10.0, -decimals()) / 2;
        if (std::abs(std::clamp(number, minimum(), maximum()) - value()) >= least) {
            const QSignalBlocker blocked(this);
            setValue(number);
        }
    }

    QValidator::State validate(QString& input, int& position) const override {
        const qsizetype from = input.startsWith(prefix()) ? prefix().size() : 0;
        const qsizetype behind = input.endsWith(suffix()) ? suffix().size() : 0;
        const QStringView typed = QStringView(input).mid(from).chopped(std::min(behind, input.size() - from));
        const qsizetype comma = typed.indexOf(QLatin1Char(','));
        // A comma typed before the existing point moves past it, as a point does.
        const QStringView beyond = comma < 0 ? QStringView() : typed.mid(comma + 1);
        const bool point = !typed.contains(QLatin1Char('.')) || beyond.startsWith(QLatin1Char('.'));
        if (decimals() > 0 && comma >= 0 && point && !beyond.contains(QLatin1Char(','))) {
            input[from + comma] = QLatin1Char('.');
        }
        return QDoubleSpinBox::validate(input, position);
    }
};

}  // namespace kvw::wb
