// SPDX-License-Identifier: GPL-3.0-or-later
/// One parameter of a policy as the form shows and edits it: typed, accepted and effective value of a manifest entry.
#pragma once

#include <QObject>
#include <QString>

#include "core/policy/host/choice/effective_values.h"

namespace kvw::wb {

/// Thread: GUI thread. A value that the manifest refuses is kept as typed, with the error, and is not accepted.
class ParameterModel : public QObject {
    Q_OBJECT
 public:
    /// `name`: as written in a policy text; it differs from the entry's in parts of a composition ("scorer.window").
    ParameterModel(ParameterSpec spec, QString name, QObject* parent = nullptr);

    [[nodiscard]] const ParameterSpec& spec() const noexcept { return m_spec; }
    [[nodiscard]] const QString& name() const noexcept { return m_name; }
    [[nodiscard]] QString label() const;
    /// Returns rich text: the parameter's effect, symbol, range, default, and when it takes effect.
    [[nodiscard]] QString toolTip() const;

    [[nodiscard]] QString typed() const { return m_typed; }
    [[nodiscard]] const sdk::Value& value() const noexcept { return m_value; }  ///< the last accepted value
    [[nodiscard]] QString text() const;                                         ///< `value`, as in a policy text
    [[nodiscard]] QString error() const { return m_error; }  ///< why `typed` is refused; empty: accepted
    [[nodiscard]] bool isDefault() const;
    /// Returns the percentage if `value` is a share of the prompt.
    [[nodiscard]] std::optional<double> share() const;
    [[nodiscard]] bool enabled() const noexcept { return m_disabledBecause.isEmpty(); }
    [[nodiscard]] QString disabledBecause() const { return m_disabledBecause; }
    /// Returns the engine's sentence from the last run on why the value has no effect; empty: it has one.
    [[nodiscard]] QString inert() const { return m_inert; }
    /// Returns the value in effect in the next run if it differs from the typed one; none: it is the same or not known.
    [[nodiscard]] const std::optional<EffectiveValue>& effective() const noexcept { return m_effective; }

    void type(const QString& text);
    void setValue(const sdk::Value& value);  ///< checked like `type`
    void reset();
    void setDisabledBecause(const QString& reason);
    void setInert(const QString& sentence);
    void setEffective(std::optional<EffectiveValue> value);

    /// Slider positions 0 ... kSliderSteps cover the range, linearly or logarithmically; for a share, 0 to 100 %. An
    /// open range ends at the largest of eight times the default, 64 steps above the minimum, and the value.
    static constexpr int kSliderSteps = 1000;
    [[nodiscard]] bool hasSlider() const;
    [[nodiscard]] int sliderPosition() const;
    [[nodiscard]] sdk::Value valueAt(int sliderPosition) const;
    [[nodiscard]] double sliderMinimum() const;
    [[nodiscard]] double sliderMaximum() const;

 Q_SIGNALS:
    void changed();
    void valueChanged();      ///< `value` changed; after `changed`
    void effectiveChanged();  ///< `effective` changed; `typed` did not

 private:
    ParameterSpec m_spec;
    QString m_name, m_typed, m_error, m_disabledBecause, m_inert;
    sdk::Value m_value;
    std::optional<EffectiveValue> m_effective;
};

}  // namespace kvw::wb
