// SPDX-License-Identifier: GPL-3.0-or-later
/// The Run dock: settings of the next run, its policy with the generated form, a preview, and the start button.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QWidget>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/draft/policy_form.h"
#include "app/workbench/session/draft/settings_summary.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/fold.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/parameter_row.h"
#include "app/workbench/views/common/widgets/scrolled_text.h"
#include "app/workbench/views/run/cost_table.h"
#include "app/workbench/views/run/lane_list_view.h"
#include "app/workbench/views/run/lane_settings_view.h"
#include "app/workbench/views/run/policy_picker.h"
#include "app/workbench/views/run/run_settings_view.h"
#include "app/workbench/views/run/run_sources_view.h"
#include "core/model/model_fit.h"

namespace kvw::wb {

namespace {

/// Generated form: one row per parameter of the chosen policy. Rebuilds itself when the form's rows change. Thread: GUI
/// thread.
class PolicyFormView : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::PolicyFormView)
 public:
    explicit PolicyFormView(PolicyForm& form, QWidget* parent = nullptr) : QWidget(parent), m_form(form) {
        columnOf({}, this, {0});
        connect(&form, &PolicyForm::rebuilt, this, &PolicyFormView::rebuild);
        rebuild();
    }
    /// Sets the totals that shares of budgets refer to.
    void setScale(const BudgetScale& scale) {
        m_scale = scale;
        for (ParameterRow* row : m_parameters) {
            row->setScale(scale);
        }
    }

 private:
    void rebuild() {
        delete m_rows;
        m_parameters.clear();
        m_rows = new QWidget(this);
        auto* grid = new QGridLayout(m_rows);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(3);
        grid->setVerticalSpacing(1);
        grid->setColumnStretch(1, 1);
        int row = 0;
        for (ParameterModel* parameter : m_form.parameters()) {
            m_parameters.push_back(new ParameterRow(*parameter, *grid, row, m_rows));
            m_parameters.back()->setScale(m_scale);
            row += ParameterRow::kGridRows;
        }
        if (m_form.parameters().empty() && !m_form.id().isEmpty()) {
            grid->addWidget(new QLabel(tr("This policy has no parameters."), m_rows), row++, 0, 1, 4);
        }
        if (!m_form.references().empty()) {
            QString links;
            for (const Reference& reference : m_form.references()) {
                links += QStringLiteral("<p style='margin:2px 0'><a href=\"%1\">%2</a></p>")
                             .arg(QString::fromStdString(reference.url).toHtmlEscaped(),
                                  QString::fromStdString(reference.title).toHtmlEscaped());
            }
            auto* label = new QLabel(links, m_rows);
            label->setWordWrap(true);
            label->setOpenExternalLinks(true);
            label->setTextInteractionFlags(Qt::TextBrowserInteraction);
            label->setAccessibleName(tr("References"));
            grid->addWidget(label, row, 0, 1, 4);
        }
        layout()->addWidget(m_rows);
    }

    PolicyForm& m_form;
    QWidget* m_rows = nullptr;
    std::vector<ParameterRow*> m_parameters;  ///< owned by `m_rows`
    BudgetScale m_scale;
};

/// Scroll area as wide as its content, whose width differs from policy to policy: otherwise the edge would cut it.
class FormArea : public QScrollArea {
 public:
    using QScrollArea::QScrollArea;

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) {
            setMinimumWidth(widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width());
        }
        return QScrollArea::eventFilter(watched, event);
    }
};

class RunDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::RunDock)

 public:
    RunDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, DirtyFlag::Draft | DirtyFlag::Plugins | DirtyFlag::Status | DirtyFlag::Recording, workspace,
               parent) {
        auto* content = new QWidget(this);
        auto* scroll = new FormArea(content);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        auto* page = new QWidget(scroll);
        m_sources = new RunSourcesView(workspace, page);
        auto* policy = heading(tr("Policy"), page);
        m_lanes = new LaneListView(workspace.draft(), page);
        m_policy = new PolicyPicker(workspace.draft().form(), page);
        m_form = new PolicyFormView(workspace.draft().form(), page);
        auto* settings = new QWidget(page);
        m_settings = new RunSettingsView(workspace, settings);
        m_lane = new LaneSettingsView(workspace.draft(), settings);
        columnOf({m_settings, m_lane}, settings, {0});
        m_fold = new Fold(tr("Settings"), "runSettings", settings, page);
        m_design = buttonIn(page, tr("Design…"), "designCascade",
                            tr("Sizes and periods, judged by the attention of the shown run's full cache"));
        connect(m_design, &QPushButton::clicked, this, [this] { command("designCascade"); });
        columnOf({m_sources,
                  policy,
                  m_lanes,
                  m_policy,
                  m_form,
                  {m_design, 0, Qt::AlignLeft},
                  m_lane->nativeLine(),
                  m_fold,
                  BoxPart::room()},
                 page)
            ->setContentsMargins(2, 2, 3, 2);
        scroll->setWidget(page);
        m_compare = new QCheckBox(tr("Compare with the full cache"), content);
        m_compare->setToolTip(
            tr("Runs the full cache beside the policy, on the same text: differences in NLL need it"));
        auto* notes = new QWidget(content);
        m_fit = sentenceIn(notes, "fit");
        m_fit->setTextFormat(Qt::RichText);
        m_preview = sentenceIn(notes, "preview");
        m_fit->setToolTip(
            tr("Estimated from the model's configuration and the policy's budget; nothing is loaded for it. "
               "kvw inspect says the same for any context."));
        columnOf({m_fit, m_preview}, notes, {0});
        auto* told = new ScrolledText(*notes, tr("What the run will be"), content);
        m_start = buttonIn(content, tr("Start"), "start");
        m_start->setFocusPolicy(Qt::TabFocus);  // after a click, Space pauses the run instead of starting another
        m_start->setToolTip(tr("Starts a new run; stops and keeps the current one"));
        auto* copy = buttonIn(content, tr("Copy as kvw"), "", tr("Copies the kvw command of this run"));
        m_revert =
            buttonIn(content, tr("Revert"), "revert", tr("Back to the settings of the run that is shown (Ctrl+R)"));
        columnOf({{scroll, 1}, m_compare, told, rowOf({{m_start, 1}, copy, m_revert})}, content, {4});
        for (QPushButton* button : {m_start, copy, m_revert}) {
            makeNarrow(*button);
        }
        setContent(content);

        const auto start = [this] { this->workspace().refuseIfFailed(this->workspace().startDraft()); };
        connect(m_start, &QPushButton::clicked, this, start);
        connect(m_sources, &RunSourcesView::submitted, this, start);
        connect(m_settings, &RunSettingsView::submitted, this, start);
        connect(copy, &QPushButton::clicked, this, [this] {
            QApplication::clipboard()->setText(this->workspace().draft().commandLine());
            Q_EMIT this->workspace().notice(tr("Copied: %1").arg(this->workspace().draft().commandLine()));
        });
        connect(m_revert, &QPushButton::clicked, this, [this] { command("asShown"); });
        connect(m_compare, &QCheckBox::toggled, &workspace.draft(), &RunDraft::setCompareWithFull);
        connect(m_policy, &PolicyPicker::refused, &workspace, &Workspace::notice);
        connect(m_lanes, &LaneListView::refused, &workspace, &Workspace::notice);
    }

    QStringList exportFormats() const override { return {}; }
    QString copyText() const override { return workspace().draft().commandLine(); }

 protected:
    void refresh(Dirty what) override {
        RunDraft& draft = workspace().draft();
        if (what & DirtyFlag::Plugins || !m_filled) {
            m_filled = true;
            m_policy->setCatalog(workspace().plugins().catalog());
            m_lanes->setCatalog(workspace().plugins().catalog());
        }
        if (what & (DirtyFlag::Draft | DirtyFlag::Plugins)) {
            m_sources->show(draft);
            m_settings->show(draft);
            m_fold->setSummary(settingsSummary(draft));
            m_fold->setUrgent(draft.settingsRefused());
            const QSignalBlocker blocked(m_compare);
            m_compare->setChecked(draft.compareWithFull());
            const bool several = draft.lanes().count() > 1;
            m_compare->setEnabled(!several && draft.form().id() != QLatin1String("full"));
            m_policy->setTraits(draft.traits());
            m_policy->follow();
            m_design->setVisible(draft.form().id() == QLatin1String("cascade"));
            m_lanes->follow();
            m_lane->follow();
            // No shares are shown until the tokens are counted.
            const RunDraft::Plan plan = draft.textFacts().estimated ? RunDraft::Plan() : draft.planned();
            m_form->setScale({plan.total(), plan.prompt, draft.modelFacts().layers});
            m_preview->setText((draft.preview() + workspace().planned().lines()).join(QLatin1Char('\n')));
            m_preview->setVisible(!m_preview->text().isEmpty());
            const auto spec = draft.spec();
            m_start->setEnabled(spec || draft.rendering());
            m_start->setToolTip(m_start->isEnabled() ? tr("Starts a new run; stops and keeps the current one")
                                                     : plainTip(errorText(spec.error())));
        }
        m_design->setEnabled(workspace().recording() != nullptr);
        const std::filesystem::path loaded = workspace().client().loadedModel();
        if (what & (DirtyFlag::Draft | DirtyFlag::Plugins) || loaded != m_loaded) {
            m_loaded = loaded;
            m_fit->setText(costTable(draft.costs(thisMachine(), loaded)));
            m_fit->setVisible(!m_fit->text().isEmpty());
        }
        m_revert->setEnabled(workspace().client().recording() != nullptr);
        const bool again = workspace().client().recording() && !workspace().client().viewing();
        if (const QString text = again ? tr("Start again") : tr("Start"); text != m_start->text()) {
            m_start->setText(text);
            fitToWords(*m_start);
        }
    }

 private:
    static QLabel* heading(const QString& text, QWidget* parent) {
        auto* label = new QLabel(text, parent);
        QFont bold = label->font();
        bold.setBold(true);
        label->setFont(bold);
        label->setContentsMargins(0, 6, 0, 0);
        return label;
    }

    RunSourcesView* m_sources;
    RunSettingsView* m_settings;
    Fold* m_fold;  ///< has m_settings and m_lane
    PolicyFormView* m_form;
    LaneSettingsView* m_lane;
    LaneListView* m_lanes;
    PolicyPicker* m_policy;
    QPushButton* m_design;           ///< of a cascade only
    QLabel* m_preview;               ///< sentences below the costs
    QLabel* m_fit;                   ///< costs
    std::filesystem::path m_loaded;  ///< model in memory when m_fit was last set
    QCheckBox* m_compare;
    QPushButton *m_start, *m_revert;
    bool m_filled = false;
};

}  // namespace

DockEntry runDock() {
    return {"run", QT_TRANSLATE_NOOP("QObject", "Run"), Place::Side, 1, makeDock<RunDock>};
}

}  // namespace kvw::wb
