// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/run/combination_matrix.h"

#include <QFrame>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTableWidget>
#include <algorithm>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

namespace {

constexpr int kPair = Qt::UserRole, kText = Qt::UserRole + 1;

QString idOf(const Catalog::Found& found) {
    return QString::fromStdString(found.provided->id);
}

QTableWidgetItem* heading(const Catalog::Found& found) {
    auto* item = new QTableWidgetItem(idOf(found));
    item->setToolTip(QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                         .arg(QString::fromStdString(found.provided->label).toHtmlEscaped(),
                              QString::fromStdString(found.provided->description).toHtmlEscaped()));
    return item;
}

}  // namespace

QString combinationMark(Combination::Verdict verdict) {
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

QString combinationText(const Combination& combination) {
    const QString reason = phraseText(combination.reason);
    switch (combination.verdict) {
        case Combination::Verdict::Runs:
            return CombinationMatrix::tr("runs");
        case Combination::Verdict::WithSettings:
            return CombinationMatrix::tr("runs with %1, which is set as well. Without it: %2")
                .arg(QString::fromStdString(combination.settings), reason);
        case Combination::Verdict::Never:
            break;
    }
    return CombinationMatrix::tr("does not run. %1").arg(reason);
}

CombinationMatrix::CombinationMatrix(const Catalog& catalog, const RunTraits& run, const QString& current,
                                     QWidget* parent)
    : QDialog(parent, Qt::Popup), m_table(new QTableWidget(this)), m_about(sentenceIn(this, "combination")) {
    setObjectName(QStringLiteral("combinations"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("Scorers and budgets that go together"));
    auto* frame = new QFrame(this);
    frame->setFrameShape(QFrame::StyledPanel);
    columnOf({frame}, this, {0});
    auto* title = new QLabel(
        tr("Scorers (rows) and budgets: %1 runs, %2 runs with a setting, %3 does not. A click or "
           "Enter chooses.")
            .arg(combinationMark(Combination::Verdict::Runs), combinationMark(Combination::Verdict::WithSettings),
                 combinationMark(Combination::Verdict::Never)),
        this);
    title->setWordWrap(true);
    m_table->setAccessibleName(accessibleName());
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_table->installEventFilter(this);
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

void CombinationMatrix::fill(const CombinationTable& table, const QString& current) {
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
            const Combination& combination = table.at(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
            const QString id = idOf(scorer) + QLatin1Char('+') + idOf(budget);
            const QString text = tr("%1: %2").arg(id, combinationText(combination));
            auto* item = new QTableWidgetItem(combinationMark(combination.verdict));
            item->setTextAlignment(Qt::AlignCenter);
            item->setToolTip(plainTip(text));
            item->setData(Qt::AccessibleTextRole, text);
            item->setData(kPair, combination.verdict == Combination::Verdict::Never ? QString() : id);
            item->setData(kText, text);
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
        std::min(m_table->horizontalHeader()->length() + m_table->verticalHeader()->sizeHint().width() + frame, 900),
        std::min(m_table->verticalHeader()->length() + m_table->horizontalHeader()->sizeHint().height() + frame, 440));
}

void CombinationMatrix::tell(const QTableWidgetItem* item) {
    m_about->setText(item != nullptr ? item->data(kText).toString() : tr("No scorer and no budget is installed."));
}

void CombinationMatrix::choose() {
    const QTableWidgetItem* item = m_table->currentItem();
    const QString pair = item != nullptr ? item->data(kPair).toString() : QString();
    if (!pair.isEmpty()) {
        Q_EMIT chosen(pair);
        close();
    }
}

bool CombinationMatrix::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) {
            choose();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace kvw::wb
