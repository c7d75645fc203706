// SPDX-License-Identifier: GPL-3.0-or-later
/// Controls above the token strip: lane, the lane beside it, layer, head, colouring with its legend, what is drawn
/// beside the letters, and a word to find.
#pragma once

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolButton>
#include <QWidget>
#include <algorithm>
#include <memory>

#include "app/workbench/session/shown_selection.h"
#include "app/workbench/session/words/lane_title.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/strip/strip_legend.h"

namespace kvw::wb {

/// Reports what the user chose; its dock selects it. Thread: GUI thread.
class StripHeader : public QWidget {
    Q_OBJECT
 public:
    explicit StripHeader(QWidget* parent = nullptr) : QWidget(parent) {
        auto *row = new QHBoxLayout, *below = new QHBoxLayout;
        m_row = row;
        columnOf({row, below}, this, {0, 3});
        const auto placed = [](auto* box, const QString& name, const QString& tip, QHBoxLayout* in) {
            explained(box, name, tip);
            box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
            in->addWidget(box);
            return box;
        };
        const auto combo = [&](const QString& name, const QString& tip, QHBoxLayout* in) {
            return placed(new QComboBox(this), name, tip, in);
        };
        m_legend = new StripLegend(this);
        below->addWidget(m_legend, 1);
        m_lane = combo(tr("Lane"), tr("Which run of the comparison"), row);
        m_beside = placed(new ViewChoice(this, "viewBeside", {}), tr("Beside it"),
                          tr("Another lane, whose text and cache are shown beside it"), below);
        // Names of policies may be long.
        setContentsLength(*m_beside, 12);
        m_layer = placed(new NumberedBox(this), tr("Layer"), tr("Layer whose cache colours the text (Up, Down)"), row);
        m_head = combo(tr("Head"), tr("Query head whose keep-set colours the text ([ and ])"), row);
        m_colour = placed(
            new ViewChoice(this, "viewColour", {},
                           {{tr("state")},
                            {tr("share that holds it")},
                            {tr("NLL")},
                            {tr("ΔNLL to full")},
                            {tr("attention received")}}),
            tr("Colour by"),
            tr("State in the selected layer and head; the share of all layers and heads that hold the token; its NLL; "
               "its NLL minus that of the full cache; its weight in the attention of the selected step, layer and "
               "head"),
            row);
        // The boxes may cut their words, which the open list shows in full; numbers stay visible.
        setShrinkable(*m_lane, 7);
        setShrinkable(*m_head, 16);
        setShrinkable(*m_colour, 7);
        row->addStretch();
        m_find = new QLineEdit(this);
        m_find->setPlaceholderText(tr("Find in the text"));
        m_find->setAccessibleName(tr("Find in the text"));
        m_find->setClearButtonEnabled(true);
        m_find->setMaximumWidth(170);
        row->addWidget(m_find);
        below->addWidget(marksButton());
        connect(m_lane, &QComboBox::activated, this, &StripHeader::laneChosen);
        connect(m_layer, &QComboBox::activated, this, &StripHeader::layerChosen);
        connect(m_head, &QComboBox::activated, this, [this](int at) { Q_EMIT headChosen(at - 1); });
        connect(m_beside, &QComboBox::activated, this, [this] {
            m_besideChosen = true;
            Q_EMIT changed();
        });
        connect(m_colour, &QComboBox::activated, this, &StripHeader::changed);
        connect(m_find, &QLineEdit::returnPressed, this, &StripHeader::findNext);
    }

    /// Fills the boxes with the lanes, layers and heads of the recording and shows the selected ones. `beside`: the
    /// lane to show beside the selected one until the user chooses; -1: none.
    void fill(const std::shared_ptr<const Recording>& recording, const ShownSelection& shownSelection,
              const Selection& selection, bool namesHidden, int beside) {
        const TraceShape& shape = shownSelection.trace()->shape();
        if (m_of.lock() != recording) {
            m_of = recording;
            m_besideChosen = false;
        }
        const int index = m_besideChosen ? m_beside->currentIndex() : beside + 1;
        m_lane->clear();
        m_beside->clear();
        m_beside->addItem(tr("alone"));
        for (int lane = 0; lane < recording->lanes(); ++lane) {
            const QString title = laneTitle(*recording, lane, namesHidden);
            m_lane->addItem(title);
            m_beside->addItem(tr("beside %1").arg(title));
        }
        m_lane->setVisible(m_lane->count() > 1);
        m_beside->setVisible(m_lane->count() > 1);
        m_lane->setCurrentIndex(std::clamp(selection.lane(), 0, std::max(0, m_lane->count() - 1)));
        m_beside->setCurrentIndex(index > 0 && index < m_beside->count() ? index : 0);
        m_layer->clear();
        for (int layer = 0; layer < shape.layers; ++layer) {
            m_layer->addItem(tr("layer %1").arg(layer));
        }
        m_layer->setCurrentIndex(shownSelection.layer());
        m_head->clear();
        m_head->addItem(shape.units <= 1 ? tr("one set for all heads") : tr("all heads"));
        for (int head = 0; head < shape.queryHeads; ++head) {
            m_head->addItem((shape.units <= 1 ? tr("head %1 (KV %2), one set") : tr("head %1 (KV %2)"))
                                .arg(head)
                                .arg(shape.queryHeads == 0 ? 0 : head * shape.kvHeads / shape.queryHeads));
        }
        m_head->setCurrentIndex(std::clamp(selection.head() + 1, 0, std::max(0, m_head->count() - 1)));
    }

    /// Returns the lane beside; -1: the text stands alone.
    [[nodiscard]] int beside() const { return m_beside->currentIndex() - 1; }
    [[nodiscard]] StripColour colour() const { return m_colour->shown<StripColour>(); }
    [[nodiscard]] StripView::Shown shown() const {
        return {m_marks->isChecked(), m_borders->isChecked(), m_asWritten->isChecked()};
    }
    [[nodiscard]] bool arcs() const { return m_arcs->isChecked(); }
    [[nodiscard]] QString wanted() const { return m_find->text(); }
    [[nodiscard]] StripLegend& legend() const noexcept { return *m_legend; }
    [[nodiscard]] QSize minimumSizeHint() const override {
        QSize least = QWidget::minimumSizeHint();
        least.rwidth() -= std::max(0, m_layer->minimumWidth() - leastLayer());
        return least;
    }

 Q_SIGNALS:
    void laneChosen(int lane);
    void layerChosen(int layer);
    void headChosen(int head);  ///< -1: all
    void changed();             ///< the lane beside, the colouring or the marks changed
    void marksChosen();         ///< by the user
    void findNext();

 protected:
    bool event(QEvent* event) override {
        if (event->type() == QEvent::LayoutRequest) {  // new font or entries, or a box that was hidden or shown
            fitLayer();
        }
        return QWidget::event(event);
    }
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        // A name that lists tokens evicted by hand would leave the other boxes no room.
        constexpr int kPart = 3;
        m_lane->setMaximumWidth(std::max(m_lane->minimumWidth(), width() / kPart));
        fitLayer();
    }

 private:
    /// Box whose entries end in a number; only the number is shown where there is no room for the words.
    class NumberedBox : public QComboBox {
     public:
        using QComboBox::QComboBox;

     protected:
        void paintEvent(QPaintEvent* /*event*/) override {
            QStylePainter painter(this);
            QStyleOptionComboBox option;
            initStyleOption(&option);
            const int room =
                style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
            if (fontMetrics().horizontalAdvance(option.currentText) > room) {
                option.currentText = option.currentText.section(QLatin1Char(' '), -1);
            }
            painter.drawComplexControl(QStyle::CC_ComboBox, option);
            painter.drawControl(QStyle::CE_ComboBoxLabel, option);
        }
    };

    QToolButton* marksButton() {
        auto* button = signButton(this, tr("Marks"), tr("What is drawn beside the letters"), "stripMarks");
        auto* menu = new QMenu(button);
        button->setMenu(menu);
        button->setPopupMode(QToolButton::InstantPopup);
        const auto add = [&](const QString& text, const char* name) {
            QAction* action = menu->addAction(text);
            action->setCheckable(true);
            new ViewOption(*action, QLatin1String(name));
            connect(action, &QAction::toggled, this, &StripHeader::changed);
            connect(action, &QAction::triggered, this, &StripHeader::marksChosen);
            return action;
        };
        m_marks = add(tr("Spaces and line breaks"), "viewMarks");
        m_borders = add(tr("Borders of tokens"), "viewBorders");
        m_asWritten = add(tr("Lines as they are written"), "viewAsWritten");
        m_arcs = add(tr("Arcs to what the selected token reads"), "viewArcs");
        return button;
    }

    /// In a narrow dock, the box shows only the number.
    void fitLayer() {
        const int spacing = m_row->spacing();
        const int words = m_layer->sizeHint().width();
        int needed = words + 2 * spacing;  // with the stretch
        for (const QWidget* each : std::initializer_list<const QWidget*>{m_lane, m_head, m_colour, m_find}) {
            if (!each->isHidden()) {
                const int least = each->minimumWidth();
                needed += (least > 0 ? least : each->minimumSizeHint().width()) + spacing;
            }
        }
        // The minimum size hint of the box is that of an empty list.
        m_layer->setMinimumWidth(needed <= width() ? words : leastLayer());
    }

    [[nodiscard]] int leastLayer() const {
        constexpr int kNumber = 6;  // letters of the number and the arrow
        return kNumber * fontMetrics().averageCharWidth();
    }

    QHBoxLayout* m_row = nullptr;
    QComboBox *m_lane, *m_layer, *m_head;
    ViewChoice *m_beside, *m_colour;
    QLineEdit* m_find;
    QAction *m_marks = nullptr, *m_borders = nullptr, *m_asWritten = nullptr, *m_arcs = nullptr;
    StripLegend* m_legend;
    std::weak_ptr<const Recording> m_of;
    bool m_besideChosen = false;  ///< by the user, in this recording
};

}  // namespace kvw::wb
