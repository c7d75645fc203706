// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/window/figures_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>

#include "core/bundle/figure_presets.h"
#include "core/bundle/figures.h"

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
      m_preset(new QComboBox(this)),
      m_width(new QComboBox(this)),
      m_legend(new QComboBox(this)),
      m_millimetres(new QDoubleSpinBox(this)),
      m_columns(new QSpinBox(this)),
      m_list(new QListWidget(this)),
      m_picture(new QLabel(this)) {
    setObjectName(QStringLiteral("figuresDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Figures for a page"));
    auto* row = new QHBoxLayout(this);
    auto* side = new QVBoxLayout;
    side->addWidget(makeSettings());
    side->addWidget(makeList(), 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_save = buttons->addButton(tr("Export…"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("exportPage"));
    connect(m_save, &QPushButton::clicked, this, &FiguresDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    side->addWidget(buttons);
    row->addLayout(side);
    auto* scroll = new QScrollArea(this);
    m_picture->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_picture->setAccessibleName(tr("Preview of the page"));
    scroll->setWidget(m_picture);
    scroll->setWidgetResizable(true);
    scroll->setMinimumWidth(400);
    row->addWidget(scroll, 1);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &FiguresDialog::preview);
    connect(&workspace.client(), &EngineClient::recordingChanged, this, &QDialog::close);
    fill();
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
        m_preset->addItem(QString::fromUtf8(preset.title), QString::fromUtf8(preset.id));
        m_preset->setItemData(m_preset->count() - 1, QString::fromUtf8(preset.about), Qt::ToolTipRole);
    }
    m_preset->addItem(tr("chosen figures"), QString());
    form->addRow(tr("Preset"), m_preset);
    m_width->addItem(tr("one column, 85 mm"), 85.0);
    m_width->addItem(tr("two columns, 178 mm"), 178.0);
    m_width->addItem(tr("slide, 254 mm"), 254.0);
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
    connect(m_preset, &QComboBox::activated, this, &FiguresDialog::usePreset);
    connect(m_width, &QComboBox::activated, this, [this] {
        if (const double width = m_width->currentData().toDouble(); width > 0) {
            m_millimetres->setValue(width);
        }
    });
    connect(m_millimetres, &QDoubleSpinBox::valueChanged, this, [this](double width) {
        const int known = m_width->findData(width);
        m_width->setCurrentIndex(known >= 0 ? known : m_width->count() - 1);
        m_soon.start();
    });
    connect(m_columns, &QSpinBox::valueChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(m_legend, &QComboBox::activated, &m_soon, qOverload<>(&QTimer::start));
    return box;
}

QWidget* FiguresDialog::makeList() {
    m_list->setObjectName(QStringLiteral("figureList"));
    m_list->setAccessibleName(tr("Figures of the run"));
    m_list->setMinimumWidth(260);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);  // their order is that of the page
    connect(m_list, &QListWidget::itemChanged, this, [this] {
        m_preset->setCurrentIndex(m_preset->count() - 1);
        m_soon.start();
    });
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, &m_soon, qOverload<>(&QTimer::start));
    return m_list;
}

/// Everything there is to draw of the run, for the selected lane, layer, head and step.
void FiguresDialog::fill() {
    const QSignalBlocker blocked(m_list);
    std::vector<FigureSpec> all = figures::standard(*m_recording, lane());
    for (std::vector<FigureSpec> more : {figures::further(*m_recording, lane()), figures::shared(*m_recording)}) {
        std::move(more.begin(), more.end(), std::back_inserter(all));
    }
    const auto add = [&](const std::string& id) {
        if (auto figure = figures::byId(*m_recording, lane(), id)) {
            all.push_back(std::move(*figure));
        }
    };
    const std::string layer = std::to_string(m_workspace.layer());
    const int head = m_workspace.selection().head();
    const std::string unit = head < 0 ? layer : layer + "-head-" + std::to_string(head);
    add("keepset-layer-" + layer);
    add("attention-layer-" + unit);
    add("lorenz-layer-" + unit + "-step-" + std::to_string(std::max<std::int64_t>(0, m_workspace.step())));
    if (m_recording->lanes() > 1) {
        add("attention-lanes-layer-" + unit);
        add("attention-lanes-layer-" + std::to_string(m_recording->trace(0).shape().layers - 1));
        for (const auto curve : {figures::LaneCurve::MeanNll, figures::LaneCurve::MeanDelta, figures::LaneCurve::Nll,
                                 figures::LaneCurve::Delta, figures::LaneCurve::Kl, figures::LaneCurve::Live,
                                 figures::LaneCurve::MeanLess, figures::LaneCurve::Less}) {
            add(figures::laneCurveId(curve, lane()));
        }
        add("overlap-lane-" + std::to_string(lane()) + "-step-" +
            std::to_string(std::max<std::int64_t>(0, m_workspace.step())));
    } else {
        add("perplexity");
        add("memory-length");
    }
    QStringList known;
    for (const FigureSpec& figure : all) {
        const QString id = QString::fromStdString(figure.id);
        if (figures::nothingToDraw(figure) || known.contains(id)) {
            continue;
        }
        known << id;
        auto* item = new QListWidgetItem(QString::fromStdString(figure.title), m_list);
        item->setData(Qt::UserRole, id);
        item->setToolTip(QString::fromStdString(figure.caption));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled);
        item->setCheckState(Qt::Unchecked);
    }
}

void FiguresDialog::usePreset() {
    const std::string preset = m_preset->currentData().toString().toStdString();
    m_soon.start();
    if (preset.empty()) {
        return;
    }
    const auto figures = figures::presetFigures(*m_recording, lane(), preset);
    const QSignalBlocker blocked(m_list);
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem& item = *m_list->item(i);
        const bool in = figures && std::any_of(figures->begin(), figures->end(), [&](const FigureSpec& each) {
                            return each.id == idOf(item).toStdString();
                        });
        item.setCheckState(in ? Qt::Checked : Qt::Unchecked);
    }
    if (!figures) {
        m_workspace.refuse(figures.error());
    }
    for (const figures::FigurePreset& each : figures::presets()) {
        if (preset == each.id) {
            m_columns->setValue(each.columns);
        }
    }
}

FigurePage FiguresDialog::page() const {
    FigurePage page;
    page.id = m_preset->currentData().toString().isEmpty() ? "page" : m_preset->currentData().toString().toStdString();
    page.title = m_preset->currentText().toStdString();
    page.columns = m_columns->value();
    page.millimetres = m_millimetres->value();
    page.legend = static_cast<FigureLegend>(std::max(0, m_legend->currentIndex()));
    for (int i = 0; i < m_list->count(); ++i) {
        if (m_list->item(i)->checkState() != Qt::Checked) {
            continue;
        }
        if (auto figure = figures::byId(*m_recording, lane(), idOf(*m_list->item(i)).toStdString())) {
            if (const std::string hash = m_workspace.kept().hashOf(m_recording); !hash.empty()) {
                setProvenance(*figure, "bundle", hash);
            }
            setProvenance(*figure, "command", m_recording->description().commandLine);
            setProvenance(*figure, "lane", std::to_string(lane()));
            page.figures.push_back(std::move(*figure));
        }
    }
    return page;
}

void FiguresDialog::preview() {
    const FigurePage shown = page();
    m_save->setEnabled(!shown.figures.empty());
    if (shown.figures.empty()) {
        m_picture->setPixmap({});
        m_picture->setText(
            tr("Tick the figures that shall stand on the page. A run with “Record: and the rows” has more "
               "of them."));
        m_picture->setWordWrap(true);
    } else {
        m_picture->setPixmap(QPixmap::fromImage(pagePicture(shown, kPicture)));
    }
}

void FiguresDialog::save() {
    QString chosen;
    QString file = QFileDialog::getSaveFileName(this, tr("Export figures"),
                                                QString::fromStdString(page().id) + QStringLiteral(".pdf"),
                                                tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png)"), &chosen);
    if (file.isEmpty()) {
        return;
    }
    if (QFileInfo(file).suffix().isEmpty()) {
        file += chosen.section(QLatin1Char('*'), 1).chopped(1);
    }
    writeTo(file);
}

void FiguresDialog::writeTo(const QString& file) {
    m_workspace.kept().keep(m_recording, [self = QPointer(this), file] {
        if (self == nullptr) {
            return;
        }
        if (const auto done = exportPage(self->page(), file.toStdString()); done) {
            Q_EMIT self->m_workspace.notice(tr("Wrote %1, with data, caption and pgfplots beside it").arg(file));
        } else {
            self->m_workspace.reportError(QString::fromStdString(done.error().sentence()));
        }
    });
}

}  // namespace kvw::wb
