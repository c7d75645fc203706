// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/export_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <algorithm>
#include <utility>

#include "app/workbench/export/file_job.h"
#include "app/workbench/export/replace_question.h"
#include "app/workbench/views/common/print_form.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "core/figures/print/figure_print.h"

namespace kvw::wb {

namespace {

constexpr int kPreviewWidth = 640, kPreviewMs = 150;

}  // namespace

ExportDialog::ExportDialog(Workspace& workspace, std::function<FigureSpec()> make, figures::ParameterSymbols symbols,
                           const QString& title, const QString& name, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_symbols(std::move(symbols)),
      m_name(name),
      m_size(new QComboBox(this)),
      m_print(new PrintForm(false, this)),
      m_picture(new QLabel(this)) {
    setObjectName(QStringLiteral("exportDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export “%1”").arg(title));
    m_size->setObjectName(QStringLiteral("exportSize"));
    m_size->addItems({tr("one column, 85 mm"), tr("two columns, 178 mm"), tr("slide 16:9, 254 mm")});
    m_size->setCurrentIndex(static_cast<int>(FigureWidth::TwoColumns));
    auto* size = new QFormLayout;
    size->addRow(tr("Page"), m_size);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_save = buttons->addButton(tr("Export…"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("exportPrinted"));
    m_save->setEnabled(false);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_picture->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_picture->setAccessibleName(tr("Preview of the figure"));
    m_picture->setText(tr("Computing the figure…"));
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(m_picture);
    scroll->setWidgetResizable(true);
    scroll->setMinimumWidth(400);
    rowOf({columnOf({size, m_print, BoxPart::room(1), buttons}), {scroll, 1}}, this);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kPreviewMs);
    connect(&m_soon, &QTimer::timeout, this, &ExportDialog::preview);
    connect(m_print, &PrintForm::changed, &m_soon, qOverload<>(&QTimer::start));
    connect(m_size, &QComboBox::currentIndexChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(&workspace, &Workspace::dirty, this, [this] {
        if (m_workspace.namesHidden()) {
            close();  // the preview shows the names
        }
    });
    connect(&m_job, &LatestJob::failed, this, [this](const QString& thrown) {
        m_workspace.tellError(notComputed(windowTitle().toStdString(), thrown.toStdString()).value());
        close();
    });
    m_job.request(
        [this, make = std::move(make)](const LatestJob::Stale&) {
            const auto made = std::make_shared<const FigureSpec>(make());
            return LatestJob::Report([this, made] {
                m_made = made;
                m_save->setEnabled(true);
                preview();
            });
        },
        true);
    resize(960, 560);
}

std::shared_ptr<const FigureSpec> ExportDialog::figure() const {
    if (m_made == nullptr) {
        return nullptr;
    }
    const auto printed = std::make_shared<FigureSpec>(*m_made);
    figures::printWith(*printed, m_print->print());
    figures::writeSymbols(*printed, m_symbols);
    return printed;
}

FigureWidth ExportDialog::width() const {
    return static_cast<FigureWidth>(std::max(0, m_size->currentIndex()));
}

void ExportDialog::preview() {
    if (const auto printed = figure()) {
        m_picture->setPixmap(QPixmap::fromImage(figurePicture(*printed, width(), kPreviewWidth)));
    }
}

void ExportDialog::save() {
    QString chosen;
    QString file = QFileDialog::getSaveFileName(this, windowTitle(), m_name + QStringLiteral(".pdf"),
                                                tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png)"), &chosen,
                                                QFileDialog::DontConfirmOverwrite);
    if (file.isEmpty()) {
        return;
    }
    if (QFileInfo(file).suffix().isEmpty()) {
        file += chosen.section(QLatin1Char('*'), 1).chopped(1);
    }
    askToReplace(figureFiles(file.toStdString()), this, [this, file] { writeTo(file); });
}

void ExportDialog::writeTo(const QString& file) {
    const auto printed = figure();
    if (printed == nullptr) {
        return;
    }
    // The job continues if the dialog is closed.
    new FileJob(
        tr("Writing %1…").arg(file), plotWork([printed] { return *printed; }, file.toStdString(), width()),
        [&workspace = m_workspace, file](const Result<void>& done) {
            if (done) {
                Q_EMIT workspace.notice(tr("Wrote %1, with data, caption and pgfplots beside it").arg(file));
            } else {
                workspace.tellError(done.error());
            }
        },
        parentWidget());
}

}  // namespace kvw::wb
