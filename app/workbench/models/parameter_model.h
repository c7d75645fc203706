// SPDX-License-Identifier: GPL-3.0-or-later
/// One parameter of a policy as the form shows and edits it: stored, typed and effective value of one manifest entry.
#pragma once

#include <QObject>
#include <QString>

#include "core/policy/host/effective_values.h"

namespace kvw::wb {

/// Thread: GUI thread. A value that the manifest refuses is kept as typed, with the sentence, and does not become
/// effective.
class ParameterModel : public QObject {
    Q_OBJECT
 public:
    /// `name`: as written in a policy text; differs from the entry's for the parts of a composition ("scorer.window").
    ParameterModel(ParameterSpec spec, QString name, QObject* parent = nullptr);

    [[nodiscard]] const ParameterSpec& spec() const noexcept { return m_spec; }
    [[nodiscard]] const QString& name() const noexcept { return m_name; }
    [[nodiscard]] QString label() const;
    /// Rich text: what it does, symbol, range, default, when it takes effect.
    [[nodiscard]] QString toolTip() const;

    [[nodiscard]] QString typed() const { return m_typed; }
    [[nodiscard]] const sdk::Value& value() const noexcept { return m_value; }  ///< the last accepted one
    [[nodiscard]] QString text() const;                                         ///< of `value`, as in a policy text
    [[nodiscard]] QString error() const { return m_error; }                     ///< of `typed`; empty: accepted
    [[nodiscard]] bool isDefault() const;
    /// Percent, where `value` is a share of the prompt.
    [[nodiscard]] std::optional<double> share() const;
    [[nodiscard]] bool enabled() const noexcept { return m_disabledBecause.isEmpty(); }
    [[nodiscard]] QString disabledBecause() const { return m_disabledBecause; }
    [[nodiscard]] QString inert() const {
        return m_inert;
    }  ///< the engine's sentence, from the last run; empty: has an effect
    /// What it will act with in the next run, where that is another value; none: what is typed, or not known.
    [[nodiscard]] const std::optional<EffectiveValue>& effective() const noexcept { return m_effective; }

    void type(const QString& text);
    void setValue(const sdk::Value& value);  ///< checked like `type`
    void reset();
    void setDisabledBecause(const QString& reason);
    void setInert(const QString& sentence);
    void setEffective(std::optional<EffectiveValue> value);

    /// Slider positions 0 ... kSliderSteps over the range, linear or logarithmic; of a share over its per cent. Open
    /// ranges end at ten times the default.
    static constexpr int kSliderSteps = 1000;
    [[nodiscard]] bool hasSlider() const;
    [[nodiscard]] int sliderPosition() const;
    [[nodiscard]] sdk::Value valueAt(int sliderPosition) const;
    [[nodiscard]] double sliderMinimum() const;
    [[nodiscard]] double sliderMaximum() const;

 Q_SIGNALS:
    void changed();
    void valueChanged();      ///< `value` is another one; after `changed`
    void effectiveChanged();  ///< what is typed is as it was

 private:
    ParameterSpec m_spec;
    QString m_name, m_typed, m_error, m_disabledBecause, m_inert;
    sdk::Value m_value;
    std::optional<EffectiveValue> m_effective;
};

}  // namespace kvw::wb
