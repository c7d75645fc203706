// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/figures/cascade_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <utility>

#include "app/workbench/export/figure_page.h"
#include "app/workbench/language/phrase_text.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "core/analysis/attention/cascade_design.h"
#include "core/figures/builders/figure_cascade_design.h"
#include "core/figures/tables.h"

namespace kvw::wb {

namespace {

constexpr int kDesignWidth = 620;
constexpr std::int64_t kUsualTotal = 256, kUsualSinks = 4;

/// Judged designs with their picture.
struct JudgedDesigns {
    CascadeStudy study;
    FigurePage page;
    std::shared_ptr<const ResultExport> result;
};

QSpinBox* tokensBox(QWidget* parent, const char* name, int least, std::int64_t value, const QString& tip) {
    auto* box = new QSpinBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setRange(least, 1 << 20);
    box->setValue(static_cast<int>(value));
    box->setKeyboardTracking(false);
    box->setToolTip(tip);
    return box;
}

}  // namespace

CascadeDialog::CascadeDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_recording(workspace.recording()),
      m_total(tokensBox(this, "designTotal", 1, kUsualTotal, tr("Tokens of all sub-caches together"))),
      m_sinks(tokensBox(this, "designSinks", 0, kUsualSinks, tr("First tokens that are held beside the sub-caches"))),
      m_said(new QLabel(this)),
      m_picture(new QLabel(this)),
      m_designs(new QListWidget(this)),
      m_use(new QPushButton(tr("Use for the next run"), this)) {
    setObjectName(QStringLiteral("cascadeDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Design a cascade"));
    auto* form = new QFormLayout;
    form->addRow(tr("Total"), m_total);
    form->addRow(tr("Sinks"), m_sinks);
    m_said->setObjectName(QStringLiteral("designSaid"));
    m_said->setTextFormat(Qt::PlainText);
    m_said->setWordWrap(true);
    m_picture->setAccessibleName(tr("Attention by age, and what the best designs hold of it"));
    m_designs->setObjectName(QStringLiteral("designs"));
    m_designs->setAccessibleName(tr("Designs, the most retained first"));
    m_use->setObjectName(QStringLiteral("useDesign"));
    m_use->setToolTip(tr("Sets the policy of the run dock to the chosen design"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_export = buttons->addButton(tr("Export…"), QDialogButtonBox::ActionRole);
    m_export->setObjectName(QStringLiteral("designExport"));
    m_export->setToolTip(tr("Writes the picture with its data, or the table of the designs"));
    connect(m_export, &QPushButton::clicked, this, [this] { ResultExport::ask(m_result, m_workspace, *this); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_use, &QPushButton::clicked, this, &CascadeDialog::use);
    for (QSpinBox* box : {m_total, m_sinks}) {
        connect(box, &QSpinBox::valueChanged, this, &CascadeDialog::judge);
    }
    connect(&workspace.client(), &EngineClient::recordingChanged, this, [this] {
        if (m_workspace.recording() != m_recording) {
            close();
        }
    });
    columnOf({form, m_said, m_picture, {m_designs, 1}, {m_use, 0, Qt::AlignLeft}, buttons}, this, {8});
    resize(kDesignWidth + 40, 760);
    judge();
}

void CascadeDialog::judge() {
    CascadeChoices choices;
    choices.total = m_total->value();
    choices.sinks = m_sinks->value();
    m_said->setText(tr("Replaying designs on the recorded attention …"));
    m_designs->clear();
    m_use->setEnabled(false);
    m_export->setEnabled(false);
    m_result.reset();
    m_job.request(
        [this, recording = m_recording, choices,
         hash = m_workspace.kept().hashOf(m_recording)](const LatestJob::Stale& stale) {
            auto study = studyCascades(*recording, 0, cascadeDesigns(choices), stale);
            if (!study) {
                return LatestJob::Report([this, error = study.error()] {
                    m_said->setText(errorText(error));
                    m_picture->setPixmap({});
                });
            }
            auto judged = std::make_shared<JudgedDesigns>();
            judged->page.figures = {figures::cascadeDesigns(*recording, 0, *study)};
            judged->page.columns = 1;
            judged->result = std::make_shared<const ResultExport>(
                judged->page.figures.front(), tables::cascadeDesigns(*recording, 0, *study, hash), *recording, hash);
            judged->study = std::move(*study);
            return LatestJob::Report([this, judged] {
                m_said->setText(
                    tr("Share of the full cache's attention that each design retains, over %1 rows. Weights "
                       "are those of the full cache; a run spreads them over what it holds.")
                        .arg(judged->study.rows));
                m_picture->setPixmap(QPixmap::fromImage(pagePicture(judged->page, kDesignWidth)));
                for (const JudgedCascade& each : judged->study.designs) {
                    auto* item =
                        new QListWidgetItem(QStringLiteral("%1  %2").arg(QLocale::c().toString(each.retained, 'f', 4),
                                                                         QString::fromStdString(each.design.policy())),
                                            m_designs);
                    item->setData(Qt::UserRole, QString::fromStdString(each.design.policy()));
                }
                m_designs->setCurrentRow(0);
                m_use->setEnabled(m_designs->count() > 0);
                m_result = judged->result;
                m_export->setEnabled(m_designs->count() > 0);
            });
        },
        true);
}

void CascadeDialog::use() {
    if (const QListWidgetItem* item = m_designs->currentItem()) {
        m_workspace.refuseIfFailed(
            m_workspace.draft().form().load(m_workspace.plugins().catalog(), item->data(Qt::UserRole).toString()));
    }
}

}  // namespace kvw::wb
