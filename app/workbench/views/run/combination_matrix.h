// SPDX-License-Identifier: GPL-3.0-or-later
/// Popup table of scorers by budgets from which the user chooses a combination.
#pragma once

#include <QDialog>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <algorithm>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/event_hook.h"
#include "core/policy/host/choice/combination.h"

namespace kvw::wb {

/// Deleted when closed. The pointer and the arrow keys show why a pair does or does not go together; a click or Enter
/// chooses it. Thread: GUI thread.
class CombinationMatrix : public QDialog {
    Q_OBJECT
 public:
    /// `current`: id of the composition in the form, or any other id. The catalog is read during this call only.
    CombinationMatrix(const Catalog& catalog, const RunTraits& run, const QString& current, QWidget* parent)
        : QDialog(parent, Qt::Popup), m_table(new QTableWidget(this)), m_about(sentenceIn(this, "combination")) {
        setObjectName(QStringLiteral("combinations"));
        setAttribute(Qt::WA_DeleteOnClose);
        setAccessibleName(tr("Scorers and budgets that go together"));
        auto* frame = new QFrame(this);
        frame->setFrameShape(QFrame::StyledPanel);
        columnOf({frame}, this, {0});
        auto* title = new QLabel(
            tr("Scorers (rows) and budgets: %1 runs, %2 runs with a setting, %3 does not. A click or Enter chooses.")
                .arg(mark(Combination::Verdict::Runs), mark(Combination::Verdict::WithSettings),
                     mark(Combination::Verdict::Never)),
            this);
        title->setWordWrap(true);
        m_table->setAccessibleName(accessibleName());
        m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_table->setSelectionMode(QAbstractItemView::SingleSelection);
        m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
        onKeys(*m_table, {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}, this, &CombinationMatrix::choose);
        m_about->setMinimumHeight(3 * m_about->fontMetrics().lineSpacing());  // keeps the table in place
        m_about->setAlignment(Qt::AlignTop | Qt::AlignLeading);
        columnOf({title, {m_table, 1}, m_about}, frame, {6});
        fill(compositions(catalog, run), current);
        m_table->setMouseTracking(true);
        const auto tellCurrent = [this] { tell(m_table->currentItem()); };
        connect(m_table, &QTableWidget::currentCellChanged, this, tellCurrent);
        connect(m_table, &QTableWidget::itemEntered, this, &CombinationMatrix::tell);
        connect(m_table, &QTableWidget::cellClicked, this, &CombinationMatrix::choose);
        tellCurrent();
        m_table->setFocus();
    }

    /// Returns the mark of a cell with that verdict.
    [[nodiscard]] static QString mark(Combination::Verdict verdict) {
        switch (verdict) {
            case Combination::Verdict::Runs:
                return QStringLiteral("●");
            case Combination::Verdict::WithSettings:
                return QStringLiteral("◐");
            case Combination::Verdict::Never:
                break;
        }
        return QStringLiteral("–");
    }

    /// Returns the verdict in words: "runs with scorer.granularity=kv-head: this budget differs ..."
    [[nodiscard]] static QString text(const Combination& combination) {
        const QString reason = phraseText(combination.reason);
        switch (combination.verdict) {
            case Combination::Verdict::Runs:
                return tr("runs");
            case Combination::Verdict::WithSettings:
                return tr("runs with %1, which is set as well. Without it: %2")
                    .arg(QString::fromStdString(combination.settings), reason);
            case Combination::Verdict::Never:
                break;
        }
        return tr("does not run. %1").arg(reason);
    }

 Q_SIGNALS:
    /// Emitted with "snapkv+uniform": a pair that runs as it stands or with settings of its own.
    void chosen(const QString& pair);

 private:
    static constexpr int kPair = Qt::UserRole, kText = Qt::UserRole + 1;

    static QString idOf(const Catalog::Found& found) { return QString::fromStdString(found.provided->id); }

    static QTableWidgetItem* heading(const Catalog::Found& found) {
        auto* item = new QTableWidgetItem(idOf(found));
        item->setToolTip(QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                             .arg(QString::fromStdString(found.provided->label).toHtmlEscaped(),
                                  QString::fromStdString(found.provided->description).toHtmlEscaped()));
        return item;
    }

    void fill(const CombinationTable& table, const QString& current) {
        m_table->setRowCount(static_cast<int>(table.rows.size()));
        m_table->setColumnCount(static_cast<int>(table.columns.size()));
        for (int column = 0; column < m_table->columnCount(); ++column) {
            m_table->setHorizontalHeaderItem(column, heading(table.columns[static_cast<std::size_t>(column)]));
        }
        for (int row = 0; row < m_table->rowCount(); ++row) {
            const Catalog::Found& scorer = table.rows[static_cast<std::size_t>(row)];
            m_table->setVerticalHeaderItem(row, heading(scorer));
            for (int column = 0; column < m_table->columnCount(); ++column) {
                const Catalog::Found& budget = table.columns[static_cast<std::size_t>(column)];
                const Combination& combination =
                    table.at(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
                const QString id = idOf(scorer) + QLatin1Char('+') + idOf(budget);
                const QString told = tr("%1: %2").arg(id, text(combination));
                auto* item = new QTableWidgetItem(mark(combination.verdict));
                item->setTextAlignment(Qt::AlignCenter);
                item->setToolTip(plainTip(told));
                item->setData(Qt::AccessibleTextRole, told);
                item->setData(kPair, combination.verdict == Combination::Verdict::Never ? QString() : id);
                item->setData(kText, told);
                m_table->setItem(row, column, item);
                if (id == current.section(QLatin1Char('@'), 0, 0)) {
                    m_table->setCurrentItem(item);
                }
            }
        }
        if (m_table->currentItem() == nullptr && m_table->rowCount() > 0 && m_table->columnCount() > 0) {
            m_table->setCurrentCell(0, 0);
        }
        m_table->resizeColumnsToContents();
        m_table->resizeRowsToContents();
        const int frame = 2 * m_table->frameWidth();
        m_table->setMinimumSize(
            std::min(m_table->horizontalHeader()->length() + m_table->verticalHeader()->sizeHint().width() + frame,
                     900),
            std::min(m_table->verticalHeader()->length() + m_table->horizontalHeader()->sizeHint().height() + frame,
                     440));
    }

    void tell(const QTableWidgetItem* item) {
        m_about->setText(item != nullptr ? item->data(kText).toString() : tr("No scorer and no budget is installed."));
    }
    void choose() {
        const QTableWidgetItem* item = m_table->currentItem();
        const QString pair = item != nullptr ? item->data(kPair).toString() : QString();
        if (!pair.isEmpty()) {
            Q_EMIT chosen(pair);
            close();
        }
    }

    QTableWidget* m_table;
    QLabel* m_about;
};

}  // namespace kvw::wb
