// SPDX-License-Identifier: GPL-3.0-or-later
/// The contract dock, for authors of policies: every call to the policy of the run on screen, or of the Run dock over a
/// made-up text, with its input, its answer and the contract violations in it.
#include <QCheckBox>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <algorithm>
#include <optional>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/files/save_file.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "app/workbench/views/common/widgets/type_scale.h"
#include "app/workbench/views/contract/case_maker.h"
#include "app/workbench/views/contract/contract_client.h"
#include "app/workbench/views/contract/run_calls.h"

namespace kvw::wb {

namespace {

class ContractDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ContractDock)

 public:
    ContractDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry,
               DirtyFlag::Draft | DirtyFlag::Plugins | DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Status |
                   DirtyFlag::Step | DirtyFlag::Unit,
               workspace, parent),
          m_client(new ContractClient(this)),
          m_calls(new RunCalls(this)),
          m_cases(new CaseMaker(workspace.client(), this)),
          m_rows(new QSortFilterProxyModel(this)) {
        auto* content = new QWidget(this);
        m_of = new ViewChoice(content, "callsOf", tr("Calls of"), {{tr("this run")}, {tr("a check")}});
        m_of->setToolTip(tr("The run on screen, or the check of a policy over a made-up text"));
        m_ask = named(new QPushButton(content), "askContract", {},
                      tr("Runs kvw check-policy on it, in a separate process"));
        m_broken = new QCheckBox(tr("Violations only"), content);
        new ViewOption(*m_broken, "viewBroken");
        auto* top = rowOf({m_of, m_ask, m_broken, BoxPart::room()});
        m_about = named(new QLabel(content), "contractAbout");
        m_about->setTextFormat(Qt::RichText);
        m_about->setWordWrap(true);
        m_about->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_rows->setSourceModel(m_calls);
        m_rows->setFilterKeyColumn(ContractClient::Violation);
        m_table = makeTable(m_rows, ContractClient::Shown, tr("Calls of the policy"), content);
        m_table->horizontalHeader()->setSectionResizeMode(ContractClient::Shown, QHeaderView::Interactive);
        m_table->horizontalHeader()->setStretchLastSection(true);
        m_table->horizontalHeader()->setResizeContentsPrecision(0);  // a long run has many rows
        // The column is not fitted to its contents: the first rows have short numbers.
        m_table->horizontalHeader()->setSectionResizeMode(ContractClient::Step, QHeaderView::Interactive);
        fitToType(*m_table, [](QTableView& table) {
            table.setColumnWidth(ContractClient::Step,
                                 table.fontMetrics().horizontalAdvance(QStringLiteral("00000000")));
        });
        m_save = buttonIn(content, tr("Save as case…"), "saveCase");
        auto* copy = new QPushButton(tr("Copy all"), content);
        columnOf({top, m_about, {m_table, 1}, rowOf({m_save, BoxPart::room(), copy})}, content, {2});
        setContent(content);
        connect(m_ask, &QPushButton::clicked, this, [this] { ask(); });
        connect(m_broken, &QCheckBox::toggled, this,
                [this](bool only) { m_rows->setFilterRegularExpression(only ? QStringLiteral(".") : QString()); });
        connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(copyText()); });
        connect(m_save, &QPushButton::clicked, this, [this] { m_cases->working() ? m_cases->giveUp() : chooseCase(); });
        connect(m_cases, &CaseMaker::changed, this, [this] { showCalls(); });
        connect(m_cases, &CaseMaker::made, this, [this](const QString& file) { tellMade(file); });
        connect(m_cases, &CaseMaker::refused, this, [this](const Phrase& sentence) {
            sentence.empty() ? Q_EMIT this->workspace().notice(tr("The case was cancelled."))
                             : this->workspace().reportError(sentence);
        });
        connect(m_of, &QComboBox::activated, this, [this] { showCalls(); });
        connect(m_client, &ContractClient::changed, this, [this] { showCalls(); });
        connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { enableSave(); });
        connect(m_table, &QTableView::clicked, this, [this] { go(); });
        connect(m_table, &QTableView::activated, this, [this] { go(); });
    }

    QStringList exportFormats() const override { return {}; }
    QString copyText() const override {
        const QStringList about =
            live() ? QStringList{policyOfRun(), m_calls->needs()} : QStringList{m_client->policy(), m_client->needs()};
        return about.join(QLatin1Char('\n')) + QLatin1Char('\n') +
               tabSeparated(live() ? static_cast<const CallTable&>(*m_calls) : *m_client);
    }

 protected:
    void refresh(Dirty what) override {
        m_calls->show(workspace().recording(), selection().lane());
        showCalls();
        if (live() && (what & (DirtyFlag::Step | DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Unit))) {
            showStep();
        }
    }

 private:
    static constexpr int kOfRun = 0, kOfCheck = 1;

    void ask() {
        m_of->choose(kOfCheck);
        m_client->ask(workspace().draft().form().policyText());
    }

    /// True: the calls are those of the run, not of a check.
    bool live() const { return m_calls->rowCount() > 0 && m_of->chosen() == kOfRun; }

    QString policyOfRun() const {
        const auto recording = workspace().recording();
        const auto lane = static_cast<std::size_t>(std::max(0, selection().lane()));
        return recording == nullptr || lane >= recording->description().lanes.size()
                   ? QString()
                   : QString::fromStdString(recording->description().lanes[lane].policyText);
    }

    void showCalls() {
        const bool run = live();
        if (QAbstractItemModel* calls = run ? static_cast<QAbstractItemModel*>(m_calls) : m_client;
            m_rows->sourceModel() != calls) {
            m_rows->setSourceModel(calls);
        }
        m_of->showInstead(run ? kOfRun : kOfCheck);
        m_of->setEnabled(m_calls->rowCount() > 0);
        m_ask->setVisible(!run);
        run ? showRun() : showAnswer();
        enableSave();
    }

    static QString counted(std::int64_t calls, std::int64_t violations) {
        return (calls == 1 ? tr("1 call") : tr("%1 calls").arg(calls)) + QStringLiteral(", ") +
               (violations == 1 ? tr("1 violation") : tr("%1 violations").arg(violations));
    }

    void showRun() {
        showContent();
        const QString needs = m_calls->needs().toHtmlEscaped();
        m_about->setText(
            tr("<b>%1</b>: %2, %3 ms inside the policy. A click shows the step.")
                .arg(policyOfRun().toHtmlEscaped(), counted(m_calls->rowCount(), m_calls->violations()))
                .arg(m_calls->milliseconds(), 0, 'f', 1) +
            QLatin1Char(' ') +
            (needs.isEmpty() ? tr("Its requirements were not recorded.") : tr("It asked for: %1.").arg(needs)) +
            makingText());
        m_broken->setEnabled(m_calls->violations() > 0 || m_broken->isChecked());
    }

    QString makingText() const {
        if (!m_cases->working()) {
            return {};
        }
        return QStringLiteral("<br>") +
               (m_cases->done() > 0
                    ? tr("Repeating the lane for the case: %1 of %2 tokens.").arg(m_cases->done()).arg(m_cases->total())
                : workspace().client().busy() ? tr("The case waits until the run pauses or ends.")
                                              : tr("Repeating the lane for the case."));
    }

    /// Selects the calls of the step that all views show.
    void showStep() {
        const std::int64_t step = shownSelection().step();
        const int row = chosen();
        // A call that broke the lane off has no step of its own, so it stays selected while the last step is shown.
        if (step < 0 || (row >= 0 && std::clamp<std::int64_t>(m_calls->call(row).step, 0, lastStep()) == step)) {
            return;
        }
        const QModelIndex index = m_rows->mapFromSource(m_calls->index(m_calls->rowOf(step), 0));
        if (index.isValid()) {
            m_table->setCurrentIndex(index);
        }
    }

    void go() {
        const auto recording = workspace().recording();
        if (!live() || chosen() < 0 || shownSelection().trace() == nullptr || recording == nullptr) {
            return;
        }
        const CallRecord call = m_calls->call(chosen());
        if (call.layer >= 0) {
            selection().setLayer(call.layer);
        }
        // Lanes that went on have the step at which this lane broke off.
        std::int64_t last = lastStep();
        for (int lane = 0; lane < recording->lanes(); ++lane) {
            last = std::max(last, recording->stepsOf(lane) - 1);
        }
        selection().setStep(std::clamp<std::int64_t>(call.step, 0, last));
    }

    /// Returns the last step of the lane whose calls are shown.
    std::int64_t lastStep() const {
        const Trace* trace = shownSelection().trace();
        return trace == nullptr ? 0 : std::max<std::int64_t>(0, trace->steps() - 1);
    }

    void showAnswer() {
        const QString next = workspace().draft().form().policyText();
        const QString call = tr("Call %1").arg(next);
        m_ask->setText(m_client->running() ? tr("Calling…") : call);
        m_ask->setEnabled(!m_client->running() && !next.isEmpty());
        if (!m_client->problem().isEmpty()) {
            tellWhy(m_client->problem(), tr("Call it again"));
        } else if (m_client->running() && m_client->policy().isEmpty()) {
            tellWhy(tr("The policy is being called."), {});
        } else if (m_client->policy().isEmpty()) {
            tellWhy(
                shownSelection().trace() == nullptr || m_calls->rowCount() > 0
                    ? tr("SDK calls appear here with time, input, tokens before and after, and violations of the "
                         "contract: those of the run on screen, or of the policy of the run dock over a made-up text.")
                    : tr("The calls of this run's policy were not recorded: Record was “nothing of attention”, or an "
                         "older version wrote the bundle. The policy of the run dock can be called over a made-up "
                         "text."),
                call);
        } else {
            showContent();
            m_about->setText(tr("<b>%1</b>: %2. It asked for: %3.")
                                 .arg(m_client->policy().toHtmlEscaped(),
                                      counted(m_client->rowCount(), m_client->violations()),
                                      m_client->needs().toHtmlEscaped()) +
                             QStringLiteral("<br>") + m_client->checks());
            m_broken->setEnabled(m_client->violations() > 0 || m_broken->isChecked());
        }
    }

    /// Shows `sentence` in place of calls. If the run has calls, the table stays, so that the user can return to them.
    void tellWhy(const QString& sentence, const QString& action) {
        if (m_calls->rowCount() > 0) {
            showContent();
            m_about->setText(sentence.toHtmlEscaped());
        } else {
            showEmpty(sentence, action, [this] { ask(); });
        }
    }

    CaseRequest caseRequest() const {
        return {workspace().recording(),
                static_cast<std::int32_t>(std::max(0, selection().lane())),
                m_calls->call(chosen()).step,
                {}};
    }

    /// Returns why no case can be made of the selected call; empty: one can.
    QString whyNoCase() const {
        const auto sentence = [](const auto& result) { return result ? QString() : errorText(result.error()); };
        if (!live()) {
            return sentence(m_client->caseOf(chosen()));
        }
        if (chosen() < 0) {
            return tr("No call is chosen.");
        }
        if (m_calls->broken(chosen())) {
            return tr("The run failed in this call, so there is no answer to expect.");
        }
        return sentence(checkCase(caseRequest()));
    }

    void enableSave() {
        const bool working = m_cases->working();
        const QString why = working ? QString() : whyNoCase();
        m_save->setText(working ? tr("Cancel the case") : tr("Save as case…"));
        m_save->setEnabled(working || why.isEmpty());
        m_save->setToolTip(
            !why.isEmpty() ? why
            : live() ? tr("A conformance case that ends with the chosen call and expects what the policy did. The lane "
                          "is repeated up to it once no run is in progress. The file contains queries, keys and values "
                          "of every token.")
                     : tr("A conformance case that ends with the chosen call and expects what the policy did"));
    }

    int chosen() const {
        const QModelIndex index = m_table->currentIndex();
        return index.isValid() ? m_rows->mapToSource(index).row() : -1;
    }

    void chooseCase() {
        std::optional<CaseRequest> request;
        if (live()) {
            request = caseRequest();
            const auto model = modelOf(request->recording->description(), workspace().draft());
            if (!model) {
                workspace().tellError(model.error());
                return;
            }
            request->model = *model;
        }
        const QString file = QFileDialog::getSaveFileName(this, tr("Save as case"), QStringLiteral("case.json"),
                                                          tr("Conformance case (*.json)"));
        if (file.isEmpty()) {
            return;
        }
        if (request) {
            m_cases->make(std::move(*request), workspace().plugins().catalog(), file);
            return;
        }
        const auto made = m_client->caseOf(chosen());
        if (!made) {
            workspace().tellError(made.error());
            return;
        }
        const QString reason = saveFile(file, QByteArray::fromStdString(made->dump(1) + "\n"));
        if (!reason.isEmpty()) {
            workspace().reportError(phrase("%1 could not be written: %2.", file.toStdString(), reason.toStdString()));
            return;
        }
        tellMade(file);
    }

    void tellMade(const QString& file) { Q_EMIT workspace().notice(tr("Wrote %1; kvw conformance runs it").arg(file)); }

    ContractClient* m_client;
    RunCalls* m_calls;
    CaseMaker* m_cases;
    QSortFilterProxyModel* m_rows;
    ViewChoice* m_of;
    QPushButton *m_ask, *m_save;
    QCheckBox* m_broken;
    QLabel* m_about;
    QTableView* m_table;
};

}  // namespace

DockEntry contractDock() {
    return {"contract", QT_TRANSLATE_NOOP("QObject", "Contract"), Place::Middle, 41, makeDock<ContractDock>};
}

}  // namespace kvw::wb
