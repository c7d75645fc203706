// SPDX-License-Identifier: GPL-3.0-or-later
/// The probes of the text: fact, question, answer, and what the answer costs. A row selects the fact's tokens and goes
/// to the question.
#include <QCoreApplication>
#include <algorithm>

#include "app/workbench/docks/dock.h"
#include "app/workbench/docks/empty_action.h"
#include "app/workbench/docks/table_view.h"

namespace kvw::wb {

namespace {

constexpr const char* kProbesTitle = QT_TRANSLATE_NOOP("QObject", "Probes");

class ProbesDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ProbesDock)

 public:
    ProbesDock(Workspace& workspace, QWidget* parent)
        : Dock(QStringLiteral("probes"), QObject::tr(kProbesTitle),
               DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Unit | DirtyFlag::Status, workspace, parent) {
        m_table = makeTable(&workspace.probes(), ProbesModel::Name, tr("Probes of the text"), this);
        // Where it is stated and asked shows in the strip; the tooltip has the numbers.
        m_table->setColumnHidden(ProbesModel::FactAt, true);
        m_table->setColumnHidden(ProbesModel::AskedAt, true);
        setContent(m_table);
        connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) { go(index.row()); });
        connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { go(index.row()); });
    }

    QStringList exportFormats() const override { return {QStringLiteral("png")}; }
    QString copyText() const override { return tabSeparated(workspace().probes()); }

 protected:
    void refresh(Dirty what) override {
        const auto recording = workspace().recording();
        if (!recording || recording->description().probes.empty()) {
            showEmpty(recording
                          ? tr("This text has no probes. The embedded texts A winter story, needle and ledger have.")
                          : tr("Questions the text asks about itself appear here, with what their answers cost."),
                      runExampleLabel(workspace()), [this] { runExample(workspace()); });
            return;
        }
        // While the run is on, results change only where an answer was just read.
        const std::int64_t steps = workspace().client().steps();
        if (what & ~Dirty(DirtyFlag::Data) || answered(*recording, steps) != m_answered) {
            m_answered = answered(*recording, steps);
            workspace().probes().update(recording.get(),
                                        std::clamp(workspace().selection().lane(), 0, recording->lanes() - 1));
        }
        showContent();
    }

 private:
    static int answered(const Recording& recording, std::int64_t steps) {
        int count = 0;
        for (const ProbeInfo& probe : recording.description().probes) {
            count += probe.answerEnd <= steps ? 1 : 0;
        }
        return count;
    }

    void go(int row) {
        const ProbeInfo& probe = workspace().probes().probe(row);
        std::vector<std::int32_t> tokens;
        for (std::int32_t token = probe.factBegin; token < probe.factEnd; ++token) {
            tokens.push_back(token);
        }
        workspace().selection().setTokens(std::move(tokens));
        if (probe.answerBegin < workspace().client().steps()) {
            workspace().selection().setStep(std::max(0, probe.answerBegin - 1));
        }
    }

    QTableView* m_table;
    int m_answered = -1;
};

}  // namespace

DockEntry probesDock() {
    return {"probes", kProbesTitle, Place::RightBottom, 9, true, [](Workspace& workspace, QWidget* parent) -> Dock* {
                return new ProbesDock(workspace, parent);
            }};
}

}  // namespace kvw::wb
