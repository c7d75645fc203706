// SPDX-License-Identifier: GPL-3.0-or-later
/// A spin box for numbers with decimals, which are written with a point in every language, as on the command line.
#pragma once

#include <QDoubleSpinBox>
#include <QLocale>
#include <QSignalBlocker>
#include <QStringView>
#include <algorithm>
#include <cmath>

namespace kvw::wb {

/// A comma that is typed is a point: taken as the comma of thousands, 3,5 would be 35.
class DecimalBox : public QDoubleSpinBox {
 public:
    explicit DecimalBox(QWidget* parent = nullptr) : QDoubleSpinBox(parent) { setLocale(QLocale::c()); }

    /// Without a signal. What is being typed stays while `number` is what it says so far: whoever is told of it tells
    /// it again.
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
        // Typed on the point that is there it goes past it, as a point does.
        const QStringView beyond = comma < 0 ? QStringView() : typed.mid(comma + 1);
        const bool point = !typed.contains(QLatin1Char('.')) || beyond.startsWith(QLatin1Char('.'));
        if (decimals() > 0 && comma >= 0 && point && !beyond.contains(QLatin1Char(','))) {
            input[from + comma] = QLatin1Char('.');
        }
        return QDoubleSpinBox::validate(input, position);
    }
};

}  // namespace kvw::wb
