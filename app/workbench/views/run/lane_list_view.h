// SPDX-License-Identifier: GPL-3.0-or-later
/// List of the lanes of the next run: selects the lane that the form edits, adds and removes lanes, gives all the same
/// budget, or takes those of a published table.
#pragma once

#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QWidget>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/event_hook.h"
#include "app/workbench/views/common/widgets/lane_swatch.h"
#include "core/eval/sweep.h"

namespace kvw::wb {

/// Delegate for rows that show a lane and, at their right end, its budget.
class LaneRows : public LaneSwatches {
 public:
    static constexpr int kBudgetRole = kLaneTitleRole + 1;
    using LaneSwatches::LaneSwatches;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem budget = option, lane = option;
        QStyledItemDelegate::initStyleOption(&budget, index);
        budget.text = index.data(kBudgetRole).toString();
        budget.features &= ~QStyleOptionViewItem::ViewItemFeatures(QStyleOptionViewItem::HasDecoration);
        budget.displayAlignment = Qt::AlignRight | Qt::AlignVCenter;
        constexpr int kAround = 8;
        const int wide = option.fontMetrics.horizontalAdvance(budget.text) + 2 * kAround;
        budget.rect.setLeft(option.rect.right() - wide + 1);
        lane.rect.setRight(option.rect.right() - wide);
        LaneSwatches::paint(painter, lane, index);
        const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &budget, painter, option.widget);
    }
};

/// Thread: GUI thread. Edits the lanes of the draft and shows them.
class LaneListView : public QWidget {
    Q_OBJECT
 public:
    explicit LaneListView(RunDraft& draft, QWidget* parent = nullptr)
        : QWidget(parent),
          m_draft(draft),
          m_list(new QListWidget(this)),
          m_add(new QPushButton(tr("Add lane"), this)),
          m_remove(new QPushButton(tr("Remove"), this)),
          m_tables(new QToolButton(this)),
          m_menu(new QMenu(this)) {
        named(m_list, "lanes", tr("Lanes of the next run"));
        m_list->setTextElideMode(Qt::ElideRight);
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_list->setIconSize({12, 12});
        m_list->setItemDelegate(new LaneRows(m_list));
        named(m_add, "addLane", {}, tr("Another policy on the same text, in lock-step: starts as a copy of this one"));
        named(m_remove, "removeLane", {}, tr("Takes the chosen lane out of the next run (Delete)"));
        m_tables->setText(tr("Tables"));
        named(m_tables, "tables", {}, tr("The lanes of a published table of ablations"));
        m_tables->setPopupMode(QToolButton::InstantPopup);
        m_tables->setMenu(m_menu);
        m_tables->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        m_budget = named(new QLineEdit(this), "sameBudget", tr("Same budget for all"),
                         tr("Tokens that each lane keeps, or a share of the prompt (25%); several parameters of a "
                            "policy share it in the proportion of their defaults"));
        m_budget->setPlaceholderText(tr("they differ"));
        m_same = new QWidget(this);
        auto* words = new QLabel(m_budget->accessibleName(), m_same);
        words->setBuddy(m_budget);
        words->setWordWrap(true);
        rowOf({{words, 1}, {m_budget, 1}}, m_same, {0, 6});
        m_without = sentenceIn(this, "withoutBudget");
        m_without->setForegroundRole(QPalette::PlaceholderText);
        columnOf({m_list, rowOf({{m_add, 1}, {m_remove, 1}, m_tables}), m_same, m_without}, this, {0, 3});

        connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
            if (m_catalog != nullptr && row >= 0) {
                report(m_draft.lanes().select(*m_catalog, row));
            }
        });
        connect(m_add, &QPushButton::clicked, this, [this] {
            if (m_catalog != nullptr) {
                report(m_draft.lanes().add(*m_catalog));
            }
        });
        connect(m_remove, &QPushButton::clicked, this, &LaneListView::removeCurrent);
        onDelete(*m_list, this, &LaneListView::removeCurrent);
        connect(m_budget, &QLineEdit::editingFinished, this, &LaneListView::takeBudget);
        follow();
    }

    /// The catalog is read on every choice and must outlive this.
    void setCatalog(const Catalog& catalog) {
        m_catalog = &catalog;
        fillTables();
    }
    /// Shows the lanes as they are now.
    void follow() {
        const QSignalBlocker blocked(m_list);
        LaneSet& lanes = m_draft.lanes();
        while (m_list->count() > lanes.count()) {
            delete m_list->takeItem(m_list->count() - 1);
        }
        while (m_list->count() < lanes.count()) {
            m_list->addItem(QString());
        }
        QStringList policies{QStringLiteral("full")};
        policies += lanes.texts();
        const RunDescription description = described(policies);
        for (int lane = 0; lane < lanes.count(); ++lane) {
            QListWidgetItem* item = m_list->item(lane);
            item->setText(lanes.text(lane));
            item->setData(kLaneTitleRole, laneTitleParts(description, lane + 1));
            const QString budget = budgetText(lanes.resolved(lane));
            item->setData(LaneRows::kBudgetRole, budget);
            item->setData(Qt::AccessibleTextRole, tr("%1, budget %2").arg(lanes.text(lane), budget));
            item->setToolTip(plainTip(lanes.text(lane)));
            item->setIcon(laneSwatch(laneColor(description, lane + 1, palette())));
        }
        m_list->setCurrentRow(lanes.current());
        m_list->setVisible(lanes.count() > 1);
        m_remove->setEnabled(lanes.count() > 1);
        m_add->setEnabled(lanes.count() < LaneSet::kMost);
        const int rows = lanes.count() * m_list->sizeHintForRow(0);
        m_list->setFixedHeight(rows + 2 * m_list->frameWidth());
        showBudget();
    }

 Q_SIGNALS:
    /// Emitted with one sentence that says what could not be done.
    void refused(const QString& sentence);

 private:
    /// Returns a description of these lanes, from which every view derives their colours.
    static RunDescription described(const QStringList& policies) {
        RunDescription description;
        for (const QString& policy : policies) {
            LaneInfo lane;
            lane.policyText = policy.toStdString();
            lane.policyId = policy.section(QLatin1Char('/'), 0, 0).section(QLatin1Char(':'), 0, 0).toStdString();
            description.lanes.push_back(std::move(lane));
        }
        return description;
    }

    /// Returns `spec` with the settings that the lanes of a table were measured with.
    static RunSpec measuredAs(const Comparison& table, RunSpec spec) {
        LaneChoice choice;
        if (!table.run.positions.empty()) {
            choice.positions =
                table.run.positions == toText(Positions::CacheRank) ? Positions::CacheRank : Positions::Original;
        }
        choice.chunk = chunkOf(table.run.prefill);
        const LaneRun lane = laneRun(spec, choice);
        spec = withLane(std::move(spec), lane);
        spec.promptTokens = table.promptTokens.value_or(spec.promptTokens);
        spec.mode = table.mode.empty()                     ? spec.mode
                    : table.mode == toText(Mode::Generate) ? Mode::Generate
                                                           : Mode::Teacher;
        return spec;
    }

    /// Returns the tokens per layer and head, as far as they are known: "512", "25% = 403", "all".
    [[nodiscard]] QString budgetText(const ResolvedPolicy& policy) const {
        const auto tokens = nominalBudget(policy, m_draft.planned().prompt);
        if (!tokens) {
            return tr("all");
        }
        const QString own = QString::fromStdString(budgetOf(policy).value_or(std::string()));
        if (!own.endsWith(QLatin1Char('%'))) {
            return QString::number(*tokens);
        }
        return m_draft.textFacts().estimated ? own : QStringLiteral("%1 = %2").arg(own).arg(*tokens);
    }
    void showBudget() {
        const LaneSet& lanes = m_draft.lanes();
        const QStringList without = lanes.withoutBudget();
        const bool several = lanes.count() > 1;
        m_same->setVisible(several);
        m_without->setVisible(several && !without.isEmpty());
        m_without->setText(tr("Without a budget: %1").arg(without.join(QStringLiteral(", "))));
        if (!m_budget->isModified()) {
            m_budget->setText(lanes.budget());
        }
    }
    void takeBudget() {
        const QString wanted = m_budget->text().trimmed();
        const QString now = m_draft.lanes().budget();
        if (m_catalog != nullptr && !wanted.isEmpty() && wanted != now) {
            report(m_draft.lanes().setBudget(*m_catalog, wanted));
        }
        m_budget->setText(m_draft.lanes().budget());
    }

    void report(const Result<void>& done) {
        if (!done) {
            Q_EMIT refused(errorText(done.error()));
            follow();  // selects the old row again
        }
    }
    void removeCurrent() {
        if (m_catalog != nullptr) {
            report(m_draft.lanes().remove(*m_catalog, m_draft.lanes().current()));
        }
    }
    void fillTables() {
        m_menu->clear();
        for (const PluginEntry& entry : m_catalog->entries()) {
            if (entry.state != PluginState::Ready) {
                continue;
            }
            for (const Comparison& comparison : entry.manifest.comparisons) {
                QStringList policies;
                for (const std::string& policy : comparison.policies) {
                    policies += QString::fromStdString(policy);
                }
                QAction* action = m_menu->addAction(
                    tr("%1: %2 lanes").arg(QString::fromStdString(comparison.label)).arg(policies.size()), this,
                    [this, comparison, policies] {
                        report(m_draft.lanes().set(*m_catalog, policies));
                        m_draft.setBase(measuredAs(comparison, m_draft.base()));
                    });
                action->setToolTip(plainTip(QString::fromStdString(comparison.source) + QLatin1Char('\n') +
                                            policies.join(QLatin1Char('\n'))));
            }
        }
        m_menu->setToolTipsVisible(true);
        m_tables->setEnabled(!m_menu->isEmpty());
    }

    RunDraft& m_draft;
    const Catalog* m_catalog = nullptr;
    QListWidget* m_list;
    QPushButton *m_add, *m_remove;
    QToolButton* m_tables;
    QMenu* m_menu;
    QWidget* m_same;
    QLineEdit* m_budget;
    QLabel* m_without;
};

}  // namespace kvw::wb
