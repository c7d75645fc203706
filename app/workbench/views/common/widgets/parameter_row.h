// SPDX-License-Identifier: GPL-3.0-or-later
/// Widgets of one parameter, made from its manifest entry: editor, slider, unit, badge, reset.
#pragma once

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QObject>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QTextDocument>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/draft/parameter_model.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/number_box.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"
#include "app/workbench/views/common/widgets/seed_buttons.h"
#include "app/workbench/views/common/widgets/type_scale.h"
#include "core/policy/host/choice/prompt_share.h"

namespace kvw::wb {

/// Totals that counts and shares of tokens refer to.
struct BudgetScale {
    std::int64_t tokens = 0;  ///< of the whole run; 0: not known
    std::int64_t prompt = 0;
    std::int64_t layers = 0;
};

/// Fills up to four rows of a grid (label, editor and badges above; slider; share of a budget; a sentence). Owned
/// by the grid's widget.
class ParameterRow : public QObject {
    Q_OBJECT
 public:
    static constexpr int kGridRows = 4;
    ParameterRow(ParameterModel& model, QGridLayout& grid, int row, QWidget* parent)
        : QObject(parent),
          m_model(model),
          m_label(new QLabel(model.label(), parent)),
          m_note(new QLabel(parent)),
          m_badge(new QLabel(model.spec().live ? tr("live") : tr("restart"), parent)),
          m_reset(new QToolButton(parent)) {
        const QString tip = model.toolTip();
        m_label->setTextFormat(Qt::PlainText);  // the text comes from the plugin
        m_label->setToolTip(tip);
        m_label->setWordWrap(true);  // a long one would widen the dock
        m_badge->setToolTip(model.spec().live ? tr("Acts at the next step of a run")
                                              : tr("Acts when a run is started"));
        scaleType(*m_badge, 0.85);
        scaleType(*m_note, 0.85);
        m_badge->setForegroundRole(model.spec().live ? QPalette::WindowText : QPalette::PlaceholderText);
        m_note->setWordWrap(true);
        m_note->hide();
        m_reset->setText(QStringLiteral("●"));
        m_reset->setAutoRaise(true);
        explained(
            m_reset, tr("Reset %1").arg(model.label()),
            plainTip(
                tr("Not the default; back to %1").arg(QString::fromStdString(kvw::toText(model.spec().defaultValue)))));
        QSizePolicy keepsPlace = m_reset->sizePolicy();
        keepsPlace.setRetainSizeWhenHidden(true);
        m_reset->setSizePolicy(keepsPlace);
        connect(m_reset, &QToolButton::clicked, &model, &ParameterModel::reset);

        makeEditor(parent);
        m_editor->setToolTip(tip);
        m_editor->setAccessibleName(model.label());
        m_editor->setObjectName(QStringLiteral("parameter:") + model.name());
        m_label->setBuddy(m_editor);
        grid.addWidget(m_label, row, 0);
        auto* editors = new QHBoxLayout;
        editors->setSpacing(4);
        if (m_auto != nullptr) {
            editors->addWidget(m_auto);
        }
        editors->addWidget(m_editor, m_number == nullptr ? 1 : 0);
        auto* unit = new QLabel(QString::fromStdString(model.spec().unit), parent);
        fitToType(*unit, [](QLabel& label) {
            const QFontMetrics type = label.fontMetrics();
            label.setMinimumWidth(
                std::max(type.horizontalAdvance(QStringLiteral("tok")), type.horizontalAdvance(label.text())));
        });
        unit->setVisible(m_radios == nullptr);  // a choice has no unit, and its words need the room
        editors->addWidget(unit);
        if (m_number != nullptr && model.spec().name == "seed") {
            addSeedButtons(*editors, *m_number, parent);
        }
        grid.addLayout(editors, row, 1, Qt::AlignRight);
        grid.addWidget(m_badge, row, 2);
        grid.addWidget(m_reset, row, 3);
        if (m_share != nullptr) {
            auto* below = new QHBoxLayout;
            below->setSpacing(4);
            if (m_ofPrompt != nullptr) {  // the check box leaves no room for the slider
                grid.addWidget(m_slider, row + 1, 0, 1, 4);
                below->addStretch(1);
            } else {
                below->addWidget(m_slider, 1);
            }
            below->addWidget(m_share);
            below->addWidget(m_shareOf);
            if (m_ofPrompt != nullptr) {
                below->addWidget(m_ofPrompt);
            }
            grid.addLayout(below, m_ofPrompt != nullptr ? row + 2 : row + 1, 0, 1, 4);
        } else if (m_slider != nullptr) {
            grid.addWidget(m_slider, row + 1, 0, 1, 4);
        }
        grid.addWidget(m_note, row + 3, 0, 1, 4);
        connect(&model, &ParameterModel::changed, this, &ParameterRow::show);
        connect(&model, &ParameterModel::effectiveChanged, this, &ParameterRow::show);
        show();
    }

    /// Takes the badge away, which says when the value acts in a run.
    void dropBadge() { m_badge->hide(); }

    /// Sets the totals. A count of tokens (unit "tok") then shows its share, a share (unit "of tok") its count, and a
    /// budget also its sum over the layers. Other parameters do not change.
    void setScale(const BudgetScale& scale) {
        m_scale = scale;
        if (m_share != nullptr) {
            show();
        }
    }

 private:
    void makeEditor(QWidget* parent) {
        const ParameterSpec& spec = m_model.spec();
        if (spec.type == ParameterType::Flag) {
            m_flag = new QCheckBox(parent);
            m_editor = m_flag;
            connect(m_flag, &QCheckBox::toggled, &m_model, [this](bool on) { m_model.setValue(on); });
            return;
        }
        constexpr std::size_t kMostRadios = 3;
        if (!spec.choices.empty() && spec.choices.size() <= kMostRadios) {
            makeRadios(parent);
            return;
        }
        if (!spec.choices.empty()) {
            m_choice = new QComboBox(parent);
            for (const std::string& choice : spec.choices) {
                m_choice->addItem(QString::fromStdString(choice));
            }
            quietWheel(*m_choice);
            m_editor = m_choice;
            connect(m_choice, &QComboBox::textActivated, &m_model, &ParameterModel::type);
            return;
        }
        if (spec.type == ParameterType::Integers) {
            m_list = new QLineEdit(parent);
            m_list->setPlaceholderText(spec.allowsAuto ? QStringLiteral("auto") : QStringLiteral("4/2/1"));
            m_editor = m_list;
            connect(m_list, &QLineEdit::editingFinished, &m_model, [this] {
                const QString typed = m_list->text().trimmed();
                m_model.type(typed.isEmpty() && m_model.spec().allowsAuto ? QStringLiteral("auto") : typed);
            });
            return;
        }
        m_number = new NumberBox(parent);
        m_editor = m_number;
        const bool whole = spec.type == ParameterType::Integer;
        m_number->setDecimals(whole ? 0 : 12);
        m_number->setRange(spec.minimum.value_or(whole ? -9e15 : -1e18), spec.maximum.value_or(whole ? 9e15 : 1e18));
        m_number->setSingleStep(spec.odd ? std::max(2.0, spec.step) : spec.step);
        connect(m_number, &QDoubleSpinBox::valueChanged, &m_model,
                [this] { m_model.type(m_number->textFromValue(m_number->value())); });
        if (spec.allowsAuto) {
            m_auto = explained(new QCheckBox(tr("auto"), parent), tr("%1: automatic").arg(m_model.label()));
            connect(m_auto, &QCheckBox::toggled, &m_model, [this](bool on) {
                m_model.type(on ? QStringLiteral("auto") : m_number->textFromValue(m_number->value()));
            });
        }
        if (m_model.hasSlider()) {
            m_slider = new QSlider(Qt::Horizontal, parent);
            quietWheel(*m_slider, true);
            m_slider->setRange(0, ParameterModel::kSliderSteps);
            m_slider->setPageStep(ParameterModel::kSliderSteps / 20);
            m_slider->setAccessibleName(tr("%1, slider").arg(m_model.label()));
            // A drag does not take the focus: arrow keys pressed after it are meant for layers and steps.
            m_slider->setFocusPolicy(Qt::TabFocus);
            connect(m_slider, &QSlider::valueChanged, &m_model,
                    [this](int at) { m_model.setValue(m_model.valueAt(at)); });
            if (countsTokens() || isShare()) {
                makeShare(parent);
            }
            if (spec.allowsShare) {
                makeOfPrompt(parent);
            }
        }
    }

    void makeRadios(QWidget* parent) {
        m_editor = new QWidget(parent);
        m_radios = new QButtonGroup(m_editor);
        for (const std::string& choice : m_model.spec().choices) {
            auto* radio = new QRadioButton(QString::fromStdString(choice), m_editor);
            radio->setAccessibleName(tr("%1: %2").arg(m_model.label(), radio->text()));
            radio->setObjectName(QStringLiteral("choice:") + radio->text());
            m_radios->addButton(radio);
        }
        auto* box = new QBoxLayout(QBoxLayout::LeftToRight, m_editor);
        box->setContentsMargins(0, 0, 0, 0);
        for (QAbstractButton* radio : m_radios->buttons()) {
            box->addWidget(radio);
        }
        fitToType(*m_editor, [radios = m_radios, box](const QWidget& editor) {
            // Long words are stacked: side by side they would widen the dock.
            constexpr int kCharacters = 8;
            const QFontMetrics type = editor.fontMetrics();
            int wide = 0;
            for (const QAbstractButton* radio : radios->buttons()) {
                wide += type.horizontalAdvance(radio->text());
            }
            const bool beside = wide <= kCharacters * type.horizontalAdvance(QLatin1Char('0'));
            box->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
            box->setSpacing(beside ? type.horizontalAdvance(QLatin1Char('0')) : 0);
        });
        connect(m_radios, &QButtonGroup::buttonClicked, &m_model,
                [this](QAbstractButton* radio) { m_model.type(radio->text()); });
    }

    void makeShare(QWidget* parent) {
        m_share = new NumberBox(parent);
        m_share->setDecimals(1);
        m_share->setRange(0, isShare() ? 100 : 99999);  // a count may be larger than the run
        m_share->setAccessibleName(tr("%1, percent of the text").arg(m_model.label()));
        m_share->setObjectName(QStringLiteral("share:") + m_model.name());
        m_share->setToolTip(isShare() ? tr("The same in percent, and in tokens of the prompt")
                                      : tr("The same as a share of the tokens of the whole run"));
        m_shareOf = new QLabel(parent);
        connect(m_share, &QDoubleSpinBox::valueChanged, &m_model, [this](double percent) {
            if (isShare()) {
                m_model.type(m_number->textFromValue(percent / 100));
                return;
            }
            if (m_model.share()) {
                m_model.type(QString::fromStdString(shareText(percent)));
                return;
            }
            const auto tokens =
                static_cast<std::int64_t>(std::llround(percent / 100 * static_cast<double>(m_scale.tokens)));
            m_model.setValue(std::max<std::int64_t>(tokens, static_cast<std::int64_t>(m_number->minimum())));
        });
    }

    void makeOfPrompt(QWidget* parent) {
        m_ofPrompt = new QCheckBox(tr("of the prompt"), parent);
        m_ofPrompt->setObjectName(QStringLiteral("ofPrompt:") + m_model.name());
        explained(m_ofPrompt, tr("%1: a share of the prompt").arg(m_model.label()),
                  tr("Sets a share of the prompt: for another text it is another number of tokens"));
        connect(m_ofPrompt, &QCheckBox::toggled, this, &ParameterRow::askForShare);
    }

    void askForShare(bool on) {
        const auto share = m_model.share();
        if (on == share.has_value()) {
            return;
        }
        if (!on) {
            m_model.setValue(m_scale.prompt > 0 ? sdk::Value(std::max(kvw::tokensOf(*share, m_scale.prompt),
                                                                      static_cast<std::int64_t>(m_number->minimum())))
                                                : m_model.spec().defaultValue);
            return;
        }
        // A budget that holds the whole prompt is no useful start.
        constexpr double kUsual = 25;
        const double tokens = m_model.text().toDouble(), prompt = static_cast<double>(m_scale.prompt);
        const double percent = tokens > 0 && tokens < prompt ? std::round(1000 * tokens / prompt) / 10 : kUsual;
        m_model.type(QString::fromStdString(shareText(std::max(percent, 0.1))));
    }

    void show() {
        const bool automatic = m_model.text() == QLatin1String("auto");
        if (m_flag != nullptr) {
            const QSignalBlocker blocked(m_flag);
            m_flag->setChecked(std::get<bool>(m_model.value()));
        }
        if (m_choice != nullptr) {
            m_choice->setCurrentText(m_model.text());
        }
        if (m_radios != nullptr) {
            for (QAbstractButton* radio : m_radios->buttons()) {
                radio->setChecked(radio->text() == m_model.text());
            }
        }
        if (m_number != nullptr && !automatic && m_model.error().isEmpty()) {
            const auto share = m_model.share();
            m_number->follow(share ? static_cast<double>(kvw::tokensOf(*share, m_scale.prompt))
                                   : m_model.text().toDouble());
        }
        if (m_list != nullptr && m_model.error().isEmpty() && !m_list->hasFocus()) {
            m_list->setText(automatic ? QString() : m_model.text());
        }
        if (m_auto != nullptr) {
            const QSignalBlocker blocked(m_auto);
            m_auto->setChecked(automatic);
            m_number->setEnabled(!automatic && m_model.enabled());
        }
        if (m_slider != nullptr) {
            if (!m_slider->isSliderDown()) {
                const QSignalBlocker blocked(m_slider);
                m_slider->setValue(m_model.sliderPosition());
            }
            m_slider->setEnabled(m_model.enabled() && !automatic);
        }
        const bool enabled = m_model.enabled();
        m_label->setEnabled(enabled);
        if (m_auto == nullptr) {
            m_editor->setEnabled(enabled && !m_model.share());  // the share determines the count
        }
        m_reset->setVisible(!m_model.isDefault());
        const QString note = !m_model.error().isEmpty()
                                 ? plainTip(tr("%1 stays in effect: %2").arg(m_model.text(), m_model.error()))
                             : !enabled            ? plainTip(m_model.disabledBecause())
                             : m_model.effective() ? effectiveText()
                                                   : plainTip(m_model.inert());
        if (m_share != nullptr) {
            showShare();
        }
        const QString sum = m_share != nullptr && enabled ? sumText() : QString();
        const bool both = !note.isEmpty() && !sum.isEmpty();
        const QString said =
            note + (both ? Qt::mightBeRichText(note) ? QStringLiteral("<br>") : QStringLiteral("\n") : QString()) + sum;
        m_note->setText(said);
        m_note->setVisible(!said.isEmpty());
    }

    void showShare() {
        const auto share = m_model.share();
        const bool known = share || (isShare() ? m_scale.prompt > 0 : m_scale.tokens > 0);
        m_share->setVisible(known);
        m_shareOf->setVisible(known);
        if (m_ofPrompt != nullptr) {
            const QSignalBlocker blocked(m_ofPrompt);
            m_ofPrompt->setChecked(share.has_value());
            m_ofPrompt->setEnabled(m_model.enabled());
        }
        if (!known) {
            return;
        }
        m_share->setEnabled(m_model.enabled());
        if (share) {
            m_share->follow(*share);
            m_shareOf->setText(m_scale.prompt > 0 ? tr("% of %1").arg(m_scale.prompt) : QStringLiteral("%"));
            return;
        }
        const double value = m_model.text().toDouble();
        if (isShare()) {
            m_share->follow(100 * value);
            m_shareOf->setText(
                tr("%: %1 of %2").arg(std::llround(value * static_cast<double>(m_scale.prompt))).arg(m_scale.prompt));
            return;
        }
        m_share->follow(100 * value / static_cast<double>(m_scale.tokens));
        m_shareOf->setText(tr("% of %1").arg(m_scale.tokens));
    }

    [[nodiscard]] bool countsTokens() const {
        const ParameterSpec& spec = m_model.spec();
        return spec.type == ParameterType::Integer && spec.unit == "tok" && !spec.odd;  // odd: the width of a kernel
    }
    [[nodiscard]] bool isShare() const {
        return m_model.spec().type == ParameterType::Number && m_model.spec().unit == "of tok";
    }
    [[nodiscard]] QString sumText() const {
        const std::string& name = m_model.spec().name;
        const bool budget = countsTokens() && (name == "capacity" || name == "budget");  // as in nominalBudget
        const std::int64_t each = m_model.effective()
                                      ? QString::fromStdString(m_model.effective()->effective).toLongLong()
                                      : m_model.text().toLongLong();
        return budget && m_scale.layers > 0 && each > 0 ? tr("%1 layers × %2 = %3 tokens, for each KV head")
                                                              .arg(m_scale.layers)
                                                              .arg(each)
                                                              .arg(m_scale.layers * each)
                                                        : QString();
    }

    [[nodiscard]] QString effectiveText() const {
        const EffectiveValue& value = *m_model.effective();
        return (value.isDefault ? tr("%1 by default, <b>%2 in effect</b>: %3")
                                : tr("%1 typed, <b>%2 in effect</b>: %3"))
            .arg(QString::fromStdString(value.typed).toHtmlEscaped(),
                 QString::fromStdString(value.effective).toHtmlEscaped(), phraseText(value.why).toHtmlEscaped());
    }

    ParameterModel& m_model;
    QLabel *m_label, *m_note, *m_badge;
    QWidget* m_editor = nullptr;
    NumberBox* m_number = nullptr;
    QLineEdit* m_list = nullptr;   ///< list of integers
    NumberBox* m_share = nullptr;  ///< share of the tokens, in percent
    QLabel* m_shareOf = nullptr;
    QCheckBox* m_ofPrompt = nullptr;  ///< asks for the share itself instead of a count
    BudgetScale m_scale;
    QComboBox* m_choice = nullptr;
    QButtonGroup* m_radios = nullptr;  ///< for a choice of a few values
    QCheckBox* m_flag = nullptr;
    QCheckBox* m_auto = nullptr;
    QSlider* m_slider = nullptr;
    QToolButton* m_reset;
};

}  // namespace kvw::wb
