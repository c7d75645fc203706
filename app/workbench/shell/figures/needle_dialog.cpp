// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/figures/needle_dialog.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "app/workbench/export/figure_page.h"
#include "app/workbench/language/phrase_text.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "core/figures/builders/figure_needle.h"
#include "core/figures/tables.h"
#include "core/session/needle_budget.h"

namespace kvw::wb {

namespace {

constexpr int kNeedleWidth = 560, kNeedleLookMs = 50;

/// Examined copies with their picture and their table.
struct Examined {
    NeedleAutopsy autopsy;
    FigurePage page;
    std::string table;
    std::shared_ptr<const ResultExport> result;
};

Needle needleHere(Workspace& workspace) {
    const std::vector<std::int32_t>& tokens = workspace.selection().tokens();
    Needle needle;
    if (!tokens.empty()) {
        const auto [first, last] = std::ranges::minmax(tokens);
        needle.begin = first;
        needle.end = last + 1;
    }
    needle.at = workspace.forks().stepHere() - 1;
    return needle;
}

}  // namespace

struct NeedleDialog::Search {
    std::stop_source stop;
    std::mutex mutex;
    std::vector<BudgetTry> tries;
    std::optional<Result<NeedleBudget>> result;  ///< none: under way

    void end(Result<NeedleBudget> found) {
        const std::lock_guard lock(mutex);
        if (!result) {
            result = std::move(found);
        }
    }
};

NeedleDialog::NeedleDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_recording(workspace.recording()),
      m_lane(std::clamp(workspace.selection().lane(), 0, std::max(0, m_recording->lanes() - 1))),
      m_needle(needleHere(workspace)),
      m_said(new QLabel(this)),
      m_picture(new QLabel(this)),
      m_budget(new QLabel(this)),
      m_copies(new QPlainTextEdit(this)),
      m_find(new QPushButton(tr("Find the smallest budget"), this)) {
    setObjectName(QStringLiteral("needleDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("When was it forgotten? Tokens %1–%2").arg(m_needle.begin).arg(m_needle.end - 1));
    for (const auto& [label, name] : {std::pair{m_said, "needleSaid"}, {m_budget, "needleBudget"}}) {
        label->setObjectName(QLatin1String(name));
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_picture->setAccessibleName(tr("Step at which each layer and head lost its copy"));
    m_copies->setObjectName(QStringLiteral("needleCopies"));
    m_copies->setAccessibleName(tr("Copies by layer and head"));
    m_copies->setReadOnly(true);
    m_copies->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_copies->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_find->setObjectName(QStringLiteral("findBudget"));
    m_find->setToolTip(
        tr("Bisects the policy's budget with a run for each value, until the smallest that keeps one whole "
           "copy of these tokens is found"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_export = buttons->addButton(tr("Export…"), QDialogButtonBox::ActionRole);
    m_export->setObjectName(QStringLiteral("needleExport"));
    m_export->setToolTip(tr("Writes the picture with its data, or the table of the copies"));
    m_export->setEnabled(false);
    connect(m_export, &QPushButton::clicked, this, [this] { ResultExport::ask(m_result, m_workspace, *this); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_find, &QPushButton::clicked, this, [this] { m_search ? stop() : search(); });
    connect(&workspace.client(), &EngineClient::startRequested, this, &NeedleDialog::stop);
    connect(&workspace.client(), &EngineClient::recordingChanged, this, [this] {
        if (m_workspace.recording() != m_recording) {
            close();
        }
    });
    m_timer.setInterval(kNeedleLookMs);
    connect(&m_timer, &QTimer::timeout, this, &NeedleDialog::look);
    columnOf({m_said, m_picture, {m_copies, 1}, {m_find, 0, Qt::AlignLeft}, m_budget, buttons}, this, {8});
    resize(kNeedleWidth + 40, 720);
    examine();
}

NeedleDialog::~NeedleDialog() {
    stop();
}

void NeedleDialog::examine() {
    m_said->setText(tr("Looking at every layer and head …"));
    m_job.request(
        [this, recording = m_recording, lane = m_lane, needle = m_needle,
         hash = m_workspace.kept().hashOf(m_recording)](const LatestJob::Stale&) {
            auto autopsy = needleAutopsy(*recording, lane, needle);
            if (!autopsy) {
                return LatestJob::Report([this, error = autopsy.error()] {
                    m_said->setText(errorText(error));
                    m_find->setEnabled(false);
                });
            }
            auto examined = std::make_shared<Examined>();
            examined->page.figures = {figures::needle(*recording, lane, needle)};
            examined->page.columns = 1;
            tables::Table table = tables::needle(*recording, lane, *autopsy, hash);
            examined->table = tables::toText(table);
            examined->result = std::make_shared<const ResultExport>(examined->page.figures.front(), std::move(table),
                                                                    *recording, hash);
            examined->autopsy = std::move(*autopsy);
            return LatestJob::Report([this, examined] {
                m_said->setText(sentenceOf(examined->autopsy));
                m_picture->setPixmap(QPixmap::fromImage(pagePicture(examined->page, kNeedleWidth)));
                m_copies->setPlainText(QString::fromStdString(examined->table));
                m_result = examined->result;
                m_export->setEnabled(true);
            });
        },
        true);
}

QString NeedleDialog::sentenceOf(const NeedleAutopsy& autopsy) {
    const NeedleCopy* last = autopsy.last();
    if (last == nullptr) {
        return tr("%1 of %2 copies are whole at the end of step %3.")
            .arg(autopsy.whole())
            .arg(autopsy.copies.size())
            .arg(autopsy.needle.at);
    }
    const QString place =
        autopsy.units == 1 ? tr("layer %1").arg(last->layer) : tr("layer %1, head %2").arg(last->layer).arg(last->unit);
    const QString left = tr("No copy is whole at the end of step %1: the last one left %2 at step %3.")
                             .arg(autopsy.needle.at)
                             .arg(place)
                             .arg(last->left);
    const auto number = [](float value) { return QLocale::c().toString(static_cast<double>(value), 'g', 4); };
    return left + QLatin1Char(' ') +
           (std::isfinite(last->score)
                ? tr("Its token %1 scored %2, the lowest that stayed %3.")
                      .arg(last->token)
                      .arg(number(last->score), std::isfinite(last->cut) ? number(last->cut) : QStringLiteral("–"))
                : tr("The policy compares no scores."));
}

void NeedleDialog::search() {
    const int run = m_workspace.forks().current();
    if (run < 0) {
        m_budget->setText(tr("Show one run of this session to search its budget."));
        return;
    }
    m_search = std::make_shared<Search>();
    // The session drops the job if it cannot open the engine.
    const std::shared_ptr<void> dropped(nullptr, [search = m_search](void*) {
        search->end(fail(Code::Internal, "autopsy", "the engine could not be opened"));
    });
    BudgetQuestion question;
    question.needle = m_needle;
    m_workspace.client().post([search = m_search, recording = m_recording, lane = m_lane, question,
                               like = m_workspace.forks().like(run), catalog = m_workspace.plugins().catalog(),
                               dropped](Engine& engine) {
        const BudgetTold told = [&search](const BudgetTry& each) {
            const std::lock_guard lock(search->mutex);
            search->tries.push_back(each);
            return !search->stop.stop_requested();
        };
        search->end(smallestBudget(engine, catalog, *recording, lane, question, like, told, search->stop.get_token()));
    });
    m_find->setText(tr("Stop the search"));
    m_budget->setText(tr("The search begins as soon as no run is under way."));
    m_timer.start();
}

void NeedleDialog::stop() {
    if (m_search) {
        m_search->stop.request_stop();
        m_search->end(fail(Code::Cancelled, "autopsy", "the search was stopped"));
        look();
    }
}

void NeedleDialog::look() {
    const std::shared_ptr<Search> search = m_search;  // outlives the lock
    if (!search) {
        return;
    }
    const std::lock_guard lock(search->mutex);
    if (!search->result) {
        if (!search->tries.empty()) {
            const BudgetTry& last = search->tries.back();
            m_budget->setText(
                last.whole < 0
                    ? tr("Run %1: the policy refuses %2.").arg(search->tries.size()).arg(last.value)
                    : tr("Run %1: %2 whole copies with %3.").arg(search->tries.size()).arg(last.whole).arg(last.value));
        }
        return;
    }
    const Result<NeedleBudget>& result = *search->result;
    if (!result) {
        m_budget->setText(errorText(result.error()));
    } else if (result->smallest < 0) {
        m_budget->setText(tr("No %1 from %2 to %3 saves it.")
                              .arg(QString::fromStdString(result->parameter))
                              .arg(result->least)
                              .arg(result->most));
    } else {
        m_budget->setText(tr("Smallest budget that keeps a whole copy: %1=%2, after %3 runs between %4 and %5.%6")
                              .arg(QString::fromStdString(result->parameter))
                              .arg(result->smallest)
                              .arg(result->tries.size())
                              .arg(result->least)
                              .arg(result->most)
                              .arg(result->uneven() ? QLatin1Char(' ') + tr("A larger one that was tried loses it "
                                                                            "again, so a smaller one may save it, too.")
                                                    : QString()));
    }
    m_timer.stop();
    m_find->setText(tr("Find the smallest budget"));
    m_search.reset();
}

}  // namespace kvw::wb
