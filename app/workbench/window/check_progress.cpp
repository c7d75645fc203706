// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/check_progress.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QStyle>
#include <QToolButton>

#include "app/workbench/models/bundle_files.h"

namespace kvw::wb {

CheckProgress::CheckProgress(BundleFiles& files, QWidget* parent) : QWidget(parent), m_bar(new QProgressBar(this)) {
    setObjectName(QStringLiteral("checkProgress"));
    m_bar->setRange(0, 100);
    m_bar->setFormat(tr("checking %p %"));
    m_bar->setAccessibleName(tr("Check of the bundle"));
    m_bar->setFixedWidth(fontMetrics().horizontalAdvance(m_bar->format()) + 3 * fontMetrics().averageCharWidth());
    auto* stop = new QToolButton(this);
    stop->setObjectName(QStringLiteral("stopCheck"));
    stop->setAutoRaise(true);
    stop->setIcon(style()->standardIcon(QStyle::SP_DialogCancelButton));
    stop->setAccessibleName(tr("Stop the check"));
    stop->setToolTip(tr("Stops the check: sums are not compared, and what is not unpacked stays away"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_bar);
    row->addWidget(stop);
    hide();
    connect(stop, &QToolButton::clicked, &files, &BundleFiles::stopChecks);
    connect(&files, &BundleFiles::checkAdvanced, this, [this](const QString& path, int percent) {
        m_bar->setValue(percent);
        m_bar->setToolTip(tr("The rows of %1, and the sums of its files").arg(path));
        show();
    });
    connect(&files, &BundleFiles::checked, this, [this, &files] { setVisible(files.checking()); });
}

}  // namespace kvw::wb
