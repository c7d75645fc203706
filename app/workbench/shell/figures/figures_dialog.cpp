// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/figures/figures_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "app/workbench/export/file_job.h"
#include "app/workbench/export/replace_question.h"
#include "app/workbench/session/words/core_words.h"
#include "app/workbench/shell/figures/figure_search.h"
#include "app/workbench/views/common/print_form.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/decimal_box.h"
#include "core/figures/figure_presets.h"
#include "core/figures/print/figure_print.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::wb {

namespace {

constexpr int kPicture = 720, kSoonMs = 150;

QString idOf(const QListWidgetItem& item) {
    return item.data(Qt::UserRole).toString();
}

}  // namespace

FiguresDialog::FiguresDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_recording(workspace.recording()),
      m_cache(std::make_shared<FigureCache>(m_recording)),
      m_preset(new QComboBox(this)),
      m_width(new QComboBox(this)),
      m_legend(new QComboBox(this)),
      m_millimetres(new DecimalBox(this)),
      m_columns(new QSpinBox(this)),
      m_list(new QListWidget(this)),
      m_picture(new QLabel(this)),
      m_state(new QLabel(this)) {
    setObjectName(QStringLiteral("figuresDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Figures for a page"));
    auto *settings = makeSettings(), *list = makeList();
    m_state->setObjectName(QStringLiteral("figuresState"));
    m_state->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_save = buttons->addButton(tr("Export…"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("exportPage"));
    connect(m_save, &QPushButton::clicked, this, &FiguresDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* scroll = new QScrollArea(this);
    m_picture->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_picture->setAccessibleName(tr("Preview of the page"));
    scroll->setWidget(m_picture);
    scroll->setWidgetResizable(true);
    scroll->setMinimumWidth(400);
    rowOf({columnOf({settings, {list, 1}, m_state, buttons}), {scroll, 1}}, this);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &FiguresDialog::preview);
    connect(&workspace.client(), &EngineClient::recordingChanged, this, &QDialog::close);
    connect(&workspace, &Workspace::dirty, this, [this] {
        if (m_workspace.namesHidden()) {
            close();  // the preview shows the names
        }
    });
    for (LatestJob* job : {&m_look, &m_draw}) {
        connect(job, &LatestJob::finished, this, &FiguresDialog::tell);
        connect(job, &LatestJob::failed, this, [this, job](const QString& thrown) {
            m_workspace.tellError(notComputed(windowTitle().toStdString(), thrown.toStdString()).value());
            if (job == &m_draw) {
                m_choosing = false;
            } else if (++m_looked < kFigureParts) {
                searchFigures();
            }
        });
    }
    searchFigures();
    usePreset();
    resize(980, 620);
}

int FiguresDialog::lane() const {
    return std::clamp(m_workspace.selection().lane(), 0, std::max(0, m_recording->lanes() - 1));
}

QWidget* FiguresDialog::makeSettings() {
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    m_preset->setObjectName(QStringLiteral("figurePreset"));
    for (const figures::FigurePreset& preset : figures::presets()) {
        m_preset->addItem(figureWords(preset.title), QString::fromUtf8(preset.id));
        m_preset->setItemData(m_preset->count() - 1, figureWords(preset.about), Qt::ToolTipRole);
    }
    m_preset->addItem(tr("chosen figures"), QString());
    form->addRow(tr("Preset"), m_preset);
    m_width->addItem(tr("one column, 85 mm"), 85.0);
    m_width->addItem(tr("two columns, 178 mm"), 178.0);
    m_width->addItem(tr("slide 16:9, 254 mm"), millimetres(FigureWidth::Slide));
    m_width->addItem(tr("other"), 0.0);
    m_width->setCurrentIndex(1);
    form->addRow(tr("Width"), m_width);
    m_millimetres->setRange(40, 600);
    m_millimetres->setDecimals(1);
    m_millimetres->setValue(178);
    m_millimetres->setSuffix(QStringLiteral(" mm"));
    m_millimetres->setAccessibleName(tr("Width in millimetres"));
    form->addRow(QString(), m_millimetres);
    m_columns->setRange(1, 4);
    form->addRow(tr("Beside each other"), m_columns);
    m_legend->addItems({tr("below"), tr("above"), tr("right"), tr("inside"), tr("none")});
    m_legend->setObjectName(QStringLiteral("figureLegend"));
    form->addRow(tr("Legend"), m_legend);
    auto* more = named(new QToolButton(box), "printSettings", {}, tr("Font, height, axes, cells and caption"));
    more->setText(tr("Printing"));
    more->setCheckable(true);
    m_print = new PrintForm(true, box);
    m_print->hide();
    form->addRow(more);
    form->addRow(m_print);
    connect(more, &QToolButton::toggled, m_print, &QWidget::setVisible);
    connect(m_print, &PrintForm::changed, this, &FiguresDialog::change);
    connect(m_preset, &QComboBox::activated, this, &FiguresDialog::usePreset);
    connect(m_width, &QComboBox::activated, this, [this] {
        if (const double width = m_width->currentData().toDouble(); width > 0) {
            m_millimetres->setValue(width);
        }
    });
    connect(m_millimetres, &QDoubleSpinBox::valueChanged, this, [this](double width) {
        const int known = m_width->findData(width);
        m_width->setCurrentIndex(known >= 0 ? known : m_width->count() - 1);
        change();
    });
    connect(m_columns, &QSpinBox::valueChanged, this, &FiguresDialog::change);
    connect(m_legend, &QComboBox::activated, this, &FiguresDialog::change);
    return box;
}

QWidget* FiguresDialog::makeList() {
    m_list->setObjectName(QStringLiteral("figureList"));
    m_list->setAccessibleName(tr("Figures of the run"));
    m_list->setMinimumWidth(260);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);  // their order is that of the page
    connect(m_list, &QListWidget::itemChanged, this, [this] {
        m_preset->setCurrentIndex(m_preset->count() - 1);
        forgetPreset();
        change();
    });
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &FiguresDialog::change);
    return m_list;
}

/// Searches all figures of the run for the selected lane, layer, head and step, one part after the other.
void FiguresDialog::searchFigures() {
    std::vector<std::string> ids;
    if (m_looked == static_cast<int>(FigurePart::Selected)) {
        const ShownSelection shownSelection(m_workspace.client(), m_workspace.selection());
        ids = selectedFigures(shownSelection, m_workspace.selection(), *m_recording, lane());
    }
    m_look.request(
        [this, recording = std::shared_ptr<const Recording>(m_recording), ofLane = lane(),
         part = static_cast<FigurePart>(m_looked), ids = std::move(ids)](const LatestJob::Stale& stale) {
            std::vector<Found> found;
            lookThrough(*recording, ofLane, part, ids, stale, [&found](const FigureSpec& figure) {
                if (!figures::nothingToDraw(figure)) {
                    found.push_back({QString::fromStdString(figure.id), figureTitle(figure.title),
                                     QString::fromStdString(figure.caption)});
                }
            });
            return LatestJob::Report([this, found] {
                add(found);
                if (++m_looked < kFigureParts) {
                    searchFigures();
                }
            });
        },
        true);
    tell();
}

void FiguresDialog::add(const std::vector<Found>& found) {
    const QSignalBlocker blocked(m_list);
    QStringList known;
    for (int i = 0; i < m_list->count(); ++i) {
        known << idOf(*m_list->item(i));
    }
    bool ticked = false;
    for (const Found& figure : found) {
        if (known.contains(figure.id)) {
            continue;
        }
        known << figure.id;
        const bool wanted = std::ranges::find(m_wanted, figure.id.toStdString()) != m_wanted.end();
        auto* item = new QListWidgetItem(figure.title, m_list);
        item->setData(Qt::UserRole, figure.id);
        item->setToolTip(figure.about);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled);
        item->setCheckState(wanted ? Qt::Checked : Qt::Unchecked);
        ticked = ticked || wanted;
    }
    if (ticked) {
        change();
    }
}

void FiguresDialog::usePreset() {
    const std::string preset = m_preset->currentData().toString().toStdString();
    forgetPreset();
    m_choosing = !preset.empty();
    change();
    if (preset.empty()) {
        return;
    }
    m_draw.request(
        [this, recording = std::shared_ptr<const Recording>(m_recording), cache = m_cache, ofLane = lane(),
         preset](const LatestJob::Stale&) {
            const FigureCache::Now now = cache->now();
            auto figures = figures::presetFigures(*recording, ofLane, preset);
            if (!figures) {
                return LatestJob::Report([this, preset, why = figures.error()] {
                    choose(preset, {});
                    m_workspace.refuse(why);
                });
            }
            std::vector<std::string> ids;
            for (FigureSpec& figure : *figures) {
                ids.push_back(figure.id);
                cache->put(ofLane, std::move(figure), now);
            }
            return LatestJob::Report([this, preset, ids] { choose(preset, ids); });
        },
        true);
    tell();
}

void FiguresDialog::forgetPreset() {
    m_wanted.clear();
    if (m_choosing) {
        m_choosing = false;
        m_draw.cancel();
    }
}

void FiguresDialog::choose(const std::string& preset, const std::vector<std::string>& ids) {
    m_choosing = false;
    m_wanted = ids;
    const QSignalBlocker blocked(m_list);
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem& item = *m_list->item(i);
        const bool in = std::ranges::find(ids, idOf(item).toStdString()) != ids.end();
        item.setCheckState(in ? Qt::Checked : Qt::Unchecked);
    }
    for (const figures::FigurePreset& each : figures::presets()) {
        if (preset == each.id) {
            m_columns->setValue(each.columns);
        }
    }
    change();
}

std::vector<std::string> FiguresDialog::selectedIds() const {
    std::vector<std::string> ids;
    for (int i = 0; i < m_list->count(); ++i) {
        if (m_list->item(i)->checkState() == Qt::Checked) {
            ids.push_back(idOf(*m_list->item(i)).toStdString());
        }
    }
    return ids;
}

FiguresDialog::Choice FiguresDialog::choice() const {
    Choice choice;
    choice.cache = m_cache;
    choice.lane = lane();
    choice.ids = selectedIds();
    FigurePage& page = choice.page;
    page.id = m_preset->currentData().toString().isEmpty() ? "page" : m_preset->currentData().toString().toStdString();
    page.title = m_preset->currentText().toStdString();
    page.columns = m_columns->value();
    page.millimetres = m_millimetres->value();
    page.slide = m_width->currentData().toDouble() == millimetres(FigureWidth::Slide);
    choice.legend = static_cast<FigureLegend>(std::max(0, m_legend->currentIndex()));
    choice.print = m_print->print();
    if (choice.print.symbols) {
        choice.symbols = figures::symbolsOf(m_workspace.plugins().catalog(), *m_recording);
    }
    if (const std::string hash = m_workspace.kept().hashOf(m_recording); !hash.empty()) {
        choice.provenance.emplace_back("bundle", hash);
    }
    choice.provenance.emplace_back("command", repeatCommand(*m_recording));
    choice.provenance.emplace_back("lane", std::to_string(choice.lane));
    return choice;
}

FiguresDialog::Choice FiguresDialog::Choice::of(const std::shared_ptr<const Recording>& held) const {
    Choice made = *this;
    made.cache = std::make_shared<FigureCache>(held);
    for (auto& [name, value] : made.provenance) {
        value = name == "command" ? repeatCommand(*held) : value;
    }
    return made;
}

FigurePage FiguresDialog::Choice::computed(const LatestJob::Stale& stale) const {
    FigurePage made = page;
    for (const std::string& id : ids) {
        if (stale()) {
            break;
        }
        if (const auto figure = cache->figure(lane, id)) {
            made.figures.push_back(**figure);
            figures::printWith(made.figures.back(), print);
            figures::writeSymbols(made.figures.back(), symbols);
            made.figures.back().legend = legend;
            for (const auto& [name, value] : provenance) {
                setProvenance(made.figures.back(), name, value);
            }
        }
    }
    return made;
}

FigurePage FiguresDialog::page() const {
    return m_page != nullptr ? *m_page : choice().page;
}

bool FiguresDialog::computing() const {
    return m_soon.isActive() || m_choosing || !m_draw.idle() || !m_look.idle();
}

/// Handles another choice or other page settings.
void FiguresDialog::change() {
    m_page.reset();
    m_soon.start();
    tell();
}

void FiguresDialog::tell() {
    const auto below = m_page != nullptr && !computing() ? static_cast<int>(legendsBelow(*m_page).size()) : 0;
    m_state->setText(computing() ? tr("Computing figures…")
                     : below > 0 ? tr("Legends placed below for lack of room: %1.").arg(below)
                                 : QString());
}

void FiguresDialog::preview() {
    if (m_choosing) {
        return;  // another choice follows soon
    }
    const Choice shown = choice();
    m_save->setEnabled(!shown.ids.empty());
    if (shown.ids.empty()) {
        m_draw.cancel();
        m_picture->setPixmap({});
        m_picture->setText(tr("Tick the figures for the page. A run with “Record: and the rows” has more."));
        m_picture->setWordWrap(true);
        tell();
        return;
    }
    m_draw.request(
        [this, shown](const LatestJob::Stale& stale) {
            const auto page = std::make_shared<const FigurePage>(shown.computed(stale));
            if (!stale()) {
                shown.cache->keepOnly(shown.ids);
            }
            return LatestJob::Report([this, page] {
                m_page = page;
                m_picture->setPixmap(QPixmap::fromImage(pagePicture(*page, kPicture)));
            });
        },
        true);
    tell();
}

void FiguresDialog::save() {
    QString chosen;
    QString file = QFileDialog::getSaveFileName(
        this, tr("Export figures"), QString::fromStdString(choice().page.id) + QStringLiteral(".pdf"),
        tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png)"), &chosen, QFileDialog::DontConfirmOverwrite);
    if (file.isEmpty()) {
        return;
    }
    if (QFileInfo(file).suffix().isEmpty()) {
        file += chosen.section(QLatin1Char('*'), 1).chopped(1);
    }
    askAndWrite(file);
}

void FiguresDialog::askAndWrite(const QString& file) {
    askToReplace(figureFiles(file.toStdString()), this, [this, file] { writeTo(file); });
}

void FiguresDialog::writeTo(const QString& file) {
    // The job continues if the dialog is closed.
    new FileJob(
        tr("Writing %1…").arg(file),
        pageWork(
            [chosen = choice(), recording = m_recording,
             held = KeptRuns::stepsNow(*m_recording)](const LatestJob::Stale& stale) {
                return held.empty() ? chosen.computed(stale)
                                    : chosen.of(KeptRuns::held(recording, held)).computed(stale);
            },
            file.toStdString()),
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
