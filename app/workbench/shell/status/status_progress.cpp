// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/status/status_progress.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QStyle>
#include <QToolButton>
#include <algorithm>

#include "app/workbench/session/files/bundle_saves.h"
#include "app/workbench/session/files/model_fetch.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/session/workspace.h"

namespace kvw::wb {

namespace {

constexpr int kBarParts = 1000;

/// A progress bar and its cancel button.
struct Part {
    QWidget* whole;
    QProgressBar* bar;
    QToolButton* stop;

    Part(const char* name, const char* stopName, QWidget& within)
        : whole(new QWidget(&within)), bar(new QProgressBar(whole)), stop(new QToolButton(whole)) {
        whole->setObjectName(QLatin1String(name));
        stop->setObjectName(QLatin1String(stopName));
        stop->setAutoRaise(true);
        stop->setIcon(whole->style()->standardIcon(QStyle::SP_DialogCancelButton));
        auto* row = new QHBoxLayout(whole);
        row->setContentsMargins(0, 0, 0, 0);
        row->addWidget(bar);
        row->addWidget(stop);
        whole->hide();
        within.layout()->addWidget(whole);
    }
    void say(const QString& text) const {
        bar->setFormat(text);
        const int wanted = bar->fontMetrics().horizontalAdvance(text) + 3 * bar->fontMetrics().averageCharWidth();
        bar->setFixedWidth(whole->isHidden() ? wanted : std::max(wanted, bar->width()));
    }
};

}  // namespace

StatusProgress::StatusProgress(Workspace& workspace, QWidget* parent) : QWidget(parent) {
    BundleFiles& files = workspace.bundles();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);

    const Part check("checkProgress", "stopCheck", *this);
    check.bar->setRange(0, 100);
    check.bar->setAccessibleName(tr("Check of the bundle"));
    check.stop->setAccessibleName(tr("Stop the check"));
    check.stop->setToolTip(tr("Stops the check: sums are not compared, and the rest is not unpacked"));
    connect(check.stop, &QToolButton::clicked, &files, &BundleFiles::stopChecks);
    connect(&files, &BundleFiles::checkAdvanced, this, [check](const QString& path, int percent) {
        check.say(tr("checking %p %"));
        check.bar->setValue(percent);
        check.bar->setToolTip(plainTip(tr("The rows of %1, and the sums of its files").arg(path)));
        check.whole->show();
    });
    connect(&files, &BundleFiles::checked, this, [check, &files] { check.whole->setVisible(files.checking()); });

    const Part save("saveProgress", "stopSave", *this);
    BundleSaves& saves = BundleSaves::of(files);
    save.bar->setRange(0, kBarParts);
    save.bar->setAccessibleName(tr("Writing of the bundle"));
    save.stop->setAccessibleName(tr("Stop writing the bundle"));
    save.stop->setToolTip(tr("Cancels the bundle: removes it and keeps what was there before"));
    connect(save.stop, &QToolButton::clicked, &saves, &BundleSaves::stop);
    connect(&saves, &BundleSaves::advanced, this, [save](const QString& path, qint64 done, qint64 total) {
        save.say(tr("saving %1").arg(bytesOfText(static_cast<double>(done), static_cast<double>(total))));
        save.bar->setValue(static_cast<int>(kBarParts * done / std::max<qint64>(1, total)));
        save.bar->setToolTip(plainTip(tr("Bytes of %1; those of a .zip count twice, written and packed").arg(path)));
        save.whole->show();
    });
    connect(&saves, &BundleSaves::ended, this, [save, &saves] { save.whole->setVisible(saves.saving()); });

    const Part fetch("fetchProgress", "stopFetch", *this);
    ModelFetch& model = ModelFetch::of(workspace);
    fetch.bar->setAccessibleName(tr("Fetch of the model"));
    fetch.stop->setAccessibleName(tr("Stop fetching the model"));
    fetch.stop->setToolTip(tr("Cancels and removes the download"));
    connect(fetch.stop, &QToolButton::clicked, &model, &ModelFetch::cancel);
    const auto tell = [fetch, &model, &workspace] {
        fetch.say(tr("fetching %1 of %2 MB").arg(model.done()).arg(model.total()));
        fetch.bar->setRange(0, std::max(1, model.total()));
        fetch.bar->setValue(model.done());
        fetch.whole->setVisible(model.running() && workspace.recording());  // before a run, the start page shows it
    };
    connect(&model, &ModelFetch::changed, this, tell);
    connect(&workspace.client(), &EngineClient::recordingChanged, this, tell);
}

}  // namespace kvw::wb
