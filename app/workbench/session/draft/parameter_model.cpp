// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/parameter_model.h"

#include <algorithm>
#include <cmath>

#include "app/workbench/language/phrase_text.h"
#include "core/policy/host/choice/prompt_share.h"

namespace kvw::wb {

namespace {

double asNumber(const sdk::Value& value, double otherwise) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return static_cast<double>(*whole);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return *real;
    }
    return shareIn(value).value_or(otherwise);
}

}  // namespace

ParameterModel::ParameterModel(ParameterSpec spec, QString name, QObject* parent)
    : QObject(parent), m_spec(std::move(spec)), m_name(std::move(name)), m_value(m_spec.defaultValue) {
    m_typed = text();
}

QString ParameterModel::label() const {
    return QString::fromStdString(m_spec.label.empty() ? m_spec.name : m_spec.label);
}

QString ParameterModel::toolTip() const {
    QString tip = QStringLiteral("<p style='white-space:pre-wrap'><b>%1</b>").arg(label().toHtmlEscaped());
    if (!m_spec.symbol.empty()) {
        tip += QStringLiteral("  (%1)").arg(QString::fromStdString(m_spec.symbol).toHtmlEscaped());
    }
    tip += QStringLiteral("</p>");
    if (!m_spec.tooltip.empty()) {
        tip += QStringLiteral("<p>%1</p>").arg(QString::fromStdString(m_spec.tooltip).toHtmlEscaped());
    }
    tip += tr("<p>%1; default %2. %3</p>")
               .arg(phraseText(m_spec.range()).toHtmlEscaped(),
                    QString::fromStdString(kvw::toText(m_spec.defaultValue)).toHtmlEscaped(),
                    m_spec.live ? tr("Live: acts at the next step of a run.") : tr("Acts when a run is started."));
    return tip;
}

QString ParameterModel::text() const {
    return QString::fromStdString(kvw::toText(m_value));
}

bool ParameterModel::isDefault() const {
    return kvw::toText(m_value) == kvw::toText(m_spec.defaultValue);
}

std::optional<double> ParameterModel::share() const {
    return m_spec.allowsShare ? shareIn(m_value) : std::nullopt;
}

void ParameterModel::type(const QString& text) {
    if (text == m_typed && m_error.isEmpty()) {
        return;
    }
    m_typed = text;
    bool another = false;
    if (auto value = m_spec.parse(text.trimmed().toStdString(), m_name.toStdString())) {
        another = m_value != *value;
        if (another) {
            m_inert.clear();  // it was about the previous value
        }
        m_value = std::move(*value);
        m_error.clear();
    } else {
        m_error = errorText(value.error());
    }
    Q_EMIT changed();
    if (another) {
        Q_EMIT valueChanged();
    }
}

void ParameterModel::setValue(const sdk::Value& value) {
    type(QString::fromStdString(kvw::toText(value)));
}

void ParameterModel::reset() {
    setValue(m_spec.defaultValue);
}

void ParameterModel::setDisabledBecause(const QString& reason) {
    if (m_disabledBecause != reason) {
        m_disabledBecause = reason;
        Q_EMIT changed();
    }
}

void ParameterModel::setInert(const QString& sentence) {
    if (m_inert != sentence) {
        m_inert = sentence;
        Q_EMIT changed();
    }
}

void ParameterModel::setEffective(std::optional<EffectiveValue> value) {
    if (m_effective != value) {
        m_effective = std::move(value);
        Q_EMIT effectiveChanged();
    }
}

bool ParameterModel::hasSlider() const {
    return (m_spec.type == ParameterType::Integer || m_spec.type == ParameterType::Number) && m_spec.choices.empty() &&
           sliderMaximum() > sliderMinimum();
}

double ParameterModel::sliderMinimum() const {
    if (share()) {
        return 0;
    }
    return m_spec.minimum.value_or(0.0);
}

double ParameterModel::sliderMaximum() const {
    if (share()) {
        return 100;
    }
    if (m_spec.maximum) {
        return *m_spec.maximum;
    }
    // An open range covers the values that make sense for the embedded texts and models.
    const double usual = asNumber(m_spec.defaultValue, 0);
    return std::max({sliderMinimum() + 64 * m_spec.step, usual * 8, asNumber(m_value, 0)});
}

int ParameterModel::sliderPosition() const {
    const double low = sliderMinimum(), high = sliderMaximum();
    const double value = std::clamp(asNumber(m_value, low), low, high);
    // log(1 + x), because the range begins at 0.
    const double part = m_spec.logarithmic && !share() ? std::log1p(value - low) / std::log1p(high - low)
                                                       : (value - low) / (high - low);
    return static_cast<int>(std::lround(part * kSliderSteps));
}

sdk::Value ParameterModel::valueAt(int sliderPosition) const {
    const double low = sliderMinimum(), high = sliderMaximum();
    const double part = static_cast<double>(std::clamp(sliderPosition, 0, kSliderSteps)) / kSliderSteps;
    if (share()) {
        return shareText(std::max(0.1, std::round(part * kSliderSteps) / (kSliderSteps / 100)));
    }
    double value = m_spec.logarithmic ? low + std::expm1(part * std::log1p(high - low)) : low + part * (high - low);
    if (m_spec.step > 0) {
        value = low + std::round((value - low) / m_spec.step) * m_spec.step;
    }
    // A range need not be a whole number of steps.
    const auto beyond = [this](double at) {
        return m_spec.maximum && (m_spec.maximumExclusive ? at >= *m_spec.maximum : at > *m_spec.maximum);
    };
    if (m_spec.type == ParameterType::Integer) {
        auto whole = static_cast<std::int64_t>(std::llround(value));
        if (beyond(static_cast<double>(whole))) {
            whole -= std::max<std::int64_t>(1, std::llround(m_spec.step));
        }
        if (m_spec.odd && whole % 2 == 0) {
            whole += beyond(static_cast<double>(whole + 1)) ? -1 : 1;
        }
        return whole;
    }
    if (beyond(value)) {
        value = m_spec.maximumExclusive ? value - m_spec.step : *m_spec.maximum;
    }
    // 0.1 + 0.2 would be shown as 0.30000000000000004; no step has more than twelve digits.
    return QString::number(value, 'g', 12).toDouble();
}

}  // namespace kvw::wb
