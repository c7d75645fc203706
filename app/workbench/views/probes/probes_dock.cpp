// SPDX-License-Identifier: GPL-3.0-or-later
/// The probes dock: fact, question, answer and the cost of the answer, for each probe of the text. A row selects the
/// tokens of its fact and goes to the question.
#include <QCoreApplication>
#include <QMenu>
#include <algorithm>
#include <memory>
#include <vector>

#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/widgets/event_hook.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "core/figures/figures.h"
#include "core/figures/tables.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::wb {

namespace {

constexpr int kLeastNameWidth = 14;  // characters

class ProbesDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ProbesDock)

 public:
    ProbesDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Unit | DirtyFlag::Status, workspace, parent) {
        m_table = makeTable(&workspace.probes(), ProbesModel::Name, tr("Probes of the text"), this);
        // The strip shows where a fact is stated and asked for; the tooltip has the numbers.
        m_table->setColumnHidden(ProbesModel::FactAt, true);
        m_table->setColumnHidden(ProbesModel::AskedAt, true);
        onEvent(*m_table->viewport(), {QEvent::Resize}, this, &ProbesDock::fitColumns);
        setContent(m_table);
        connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) { go(index.row()); });
        connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { go(index.row()); });
        // Follows the selected row; a row that only has the focus is not selected.
        connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
                [this](const QItemSelection& chosen) {
                    if (!chosen.isEmpty()) {
                        go(chosen.indexes().front().row());
                    }
                });
    }

    QStringList exportFormats() const override { return namesIn("pdf svg png csv tex md"); }

    /// Exports the table, or a figure of it.
    FileWork exportWork(const QString& file, FigureWidth width) override {
        const std::shared_ptr<const Recording> recording = workspace().recording();
        if (!recording || recording->description().probes.empty() || !recording->hasTrace(lane())) {
            return nothingToExport(phrase("a run of a text with probes"));
        }
        if (isTable(file)) {
            return tableWork(&tables::probes, file);
        }
        const std::vector<std::int64_t> held = KeptRuns::stepsNow(*recording);
        const auto at = static_cast<std::size_t>(lane());
        if (answered(*recording, at < held.size() ? held[at] : recording->trace(lane()).steps()) == 0) {
            return failedWork(
                fail(Code::NotFound, windowTitle().toStdString(), "no question of the text is answered yet").value());
        }
        return plotWork(
            withEvidence([ofLane = lane()](const Recording& of) { return figures::probes(of, ofLane); }, held),
            file.toStdString(), width);
    }

    bool isTable(const QString& file) const override { return tables::isFormat(formatOf(file)); }

    QString copyText() const override { return tabSeparated(workspace().probes()); }

 protected:
    /// A row selects the tokens of its fact.
    void addOwnCommands(QMenu& menu) override {
        addCommands(menu, {"autopsy", "forget"});
        menu.addSeparator();
    }

    void refresh(Dirty what) override {
        const auto recording = workspace().recording();
        if (!recording || recording->description().probes.empty()) {
            showEmptyWithExample(whyNone(recording.get()));
            return;
        }
        // During a run, results change only where an answer was just read.
        const std::int64_t steps = workspace().client().steps();
        if (what & ~Dirty(DirtyFlag::Data) || answered(*recording, steps) != m_answered) {
            m_answered = answered(*recording, steps);
            workspace().probes().update(recording.get(), lane());
            fitColumns();
        }
        showContent();
    }

 private:
    static QString whyNone(const Recording* recording) {
        if (recording == nullptr) {
            return tr("The questions of the text appear here, with the cost of their answers.");
        }
        return recording->description().mode == "generate"
                   ? tr("A run that generates has no probes, because their answers are in the text. Read the text "
                        "instead (mode “read”), and they appear here.")
                   : tr("This text has no probes. The embedded texts A winter story, needle and ledger have.");
    }

    /// Hides the answers if the table is too narrow for the names of the facts and the costs: the strip shows them,
    /// too.
    void fitColumns() {
        const QAbstractItemModel& model = *m_table->model();
        const QFontMetrics metrics = m_table->fontMetrics();
        const auto widthOf = [&](int column) {
            int widest = metrics.horizontalAdvance(model.headerData(column, Qt::Horizontal).toString());
            for (int row = 0; row < model.rowCount(); ++row) {
                widest = std::max(widest, metrics.horizontalAdvance(model.index(row, column).data().toString()));
            }
            return widest + metrics.averageCharWidth();
        };
        int needed = metrics.averageCharWidth() * kLeastNameWidth;
        for (const int column : {int{ProbesModel::Answer}, int{ProbesModel::FactHeld}, int{ProbesModel::Nll},
                                 int{ProbesModel::NllFull}, int{ProbesModel::Delta}}) {
            needed += widthOf(column);
        }
        m_table->setColumnHidden(ProbesModel::Answer, needed > m_table->viewport()->width());
    }

    static int answered(const Recording& recording, std::int64_t steps) {
        int count = 0;
        for (const ProbeInfo& probe : recording.description().probes) {
            count += probe.answerEnd <= steps ? 1 : 0;
        }
        return count;
    }

    void go(int row) {
        const ProbeInfo& probe = workspace().probes().probe(row);
        workspace().selection().setTokens(probe.factTokens());
        if (probe.answerBegin < workspace().client().steps()) {
            workspace().selection().setStep(std::max(0, probe.answerBegin - 1));
        }
    }

    QTableView* m_table;
    int m_answered = -1;
};

}  // namespace

DockEntry probesDock() {
    return {"probes", QT_TRANSLATE_NOOP("QObject", "Probes"), Place::Right, 9, makeDock<ProbesDock>};
}

}  // namespace kvw::wb
