// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/preference/cascade_view.h"

#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <numeric>

#include "app/workbench/session/theme.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/halves.h"

namespace kvw::wb {

namespace {

/// Limits: the whole cascade plays in about kCascadeMs, and every stage stays visible long enough.
constexpr int kCascadeMs = 6000, kShortestStageMs = 60, kLongestStageMs = 700;

QString tokens(double count) {
    return QLocale::c().toString(count, 'g', 6);
}

}  // namespace

CascadeView::CascadeView(QWidget* parent)
    : QWidget(parent),
      m_map(new Plot(this)),
      m_bars(new Plot(this)),
      m_slider(new QSlider(Qt::Horizontal, this)),
      m_play(new QToolButton(this)) {
    m_map->setAccessibleName(tr("Tokens held by layer, after each layer of the prefill"));
    m_map->setXTitle(tr("layers done"));
    m_map->addPanel(tr("layer"));
    m_map->setInteractions(QCP::Interactions());
    m_scale = m_map->addColorScale(tr("held (tokens)"));
    m_cells = m_map->addLayerMap(0, m_scale);
    m_bars->setAccessibleName(tr("Tokens held per layer at the chosen stage"));
    m_bars->setXTitle(tr("layer"));
    m_bars->addPanel(tr("held (tokens)"));
    m_bars->setLayerAxis(Qt::Horizontal);
    m_bars->setInteractions(QCP::Interactions());
    m_held = m_bars->addBars(0, colorOf(figures::kSky), 0.7);
    m_chosenBar = m_bars->addBars(0, colorOf(figures::kBlue), 0.7);

    m_play->setText(tr("Play"));
    m_play->setCheckable(true);
    m_play->setToolTip(tr("Goes through the layers of the prefill"));
    new ViewOption(*m_slider, "viewStage");
    m_slider->setAccessibleName(tr("Stage of the prefill"));
    connect(m_play, &QToolButton::toggled, this, &CascadeView::play);
    connect(m_slider, &QSlider::valueChanged, this, [this] { showStage(); });
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (!isVisible() || m_slider->value() >= m_slider->maximum()) {
            m_play->setChecked(false);
        } else {
            m_slider->setValue(m_slider->value() + 1);
        }
    });
    auto* halves = splitOf(new Halves(this), {m_bars, m_map});
    columnOf({{halves, 1}, rowOf({m_play, {m_slider, 1}})}, this, {0, 1});
}

int CascadeView::stage() const {
    return m_stages.empty() ? -1 : m_slider->value();
}

void CascadeView::setStages(std::vector<PrefillStage> stages, bool sameRun) {
    m_play->setChecked(false);
    const bool newest = m_slider->value() >= m_slider->maximum();
    const bool stays = sameRun && !m_stages.empty() && !newest;
    m_stages = std::move(stages);
    const int count = static_cast<int>(m_stages.size());
    const int layers = m_stages.empty() ? 1 : static_cast<int>(m_stages.front().held.size());
    // QCustomPlot draws no map of one row or column, so a single one is drawn as two halves.
    const int columns = std::max(2, count), rows = std::max(2, layers);
    m_cells->data()->setSize(columns, rows);
    m_cells->data()->fill(qQNaN());
    double most = 1;
    for (int column = 0; count > 0 && column < columns; ++column) {
        const PrefillStage& stage = m_stages[static_cast<std::size_t>(std::min(column, count - 1))];
        for (int row = 0; row < rows; ++row) {
            const double held = stage.held[static_cast<std::size_t>(std::min(row, layers - 1))];
            m_cells->data()->setCell(column, row, held > 0 ? held : qQNaN());
            most = std::max(most, held);
        }
    }
    m_cells->data()->setRange(count > 1 ? QCPRange(1, count) : QCPRange(0.75, 1.25),
                              layers > 1 ? QCPRange(0, layers - 1) : QCPRange(-0.25, 0.25));
    m_scale->setDataRange(QCPRange(0, most));
    m_map->y(0)->setRange(-0.5, layers - 0.5);
    m_map->setXBounds(0.5, std::max(1, count) + 0.5);
    m_map->showX(std::nullopt);
    m_bars->setXBounds(-0.6, layers - 0.4);
    m_bars->showX(std::nullopt);
    m_bars->y(0)->setRange(0, most * 1.06);
    m_slider->setRange(0, std::max(0, count - 1));
    if (!stays) {
        m_slider->setValue(std::max(0, count - 1));
    }
    showStage();
    m_map->redraw();
}

void CascadeView::choose(int layer) {
    if (layer != m_chosen) {
        m_chosen = layer;
        showStage();
    }
}

void CascadeView::showStage() {
    m_held->data()->clear();
    m_chosenBar->data()->clear();
    if (!m_stages.empty()) {
        const std::vector<double>& held = m_stages[static_cast<std::size_t>(stage())].held;
        for (int layer = 0; layer < static_cast<int>(held.size()); ++layer) {
            (layer == m_chosen ? m_chosenBar : m_held)->addData(layer, held[static_cast<std::size_t>(layer)]);
        }
    }
    m_map->setCursor(m_stages.empty() ? std::nullopt : std::optional(static_cast<double>(stage() + 1)));
    m_bars->redraw();
    Q_EMIT stageChanged();
}

void CascadeView::play(bool on) {
    m_play->setText(on ? tr("Pause") : tr("Play"));
    if (!on) {
        m_timer.stop();
        return;
    }
    if (m_slider->value() >= m_slider->maximum()) {
        m_slider->setValue(0);
    }
    const int count = std::max(1, static_cast<int>(m_stages.size()));
    m_timer.start(std::clamp(kCascadeMs / count, kShortestStageMs, kLongestStageMs));
}

QString CascadeView::describe(int stage) const {
    if (stage < 0 || stage >= static_cast<int>(m_stages.size())) {
        return {};
    }
    const PrefillStage& at = m_stages[static_cast<std::size_t>(stage)];
    const QString all = tokens(std::accumulate(at.held.begin(), at.held.end(), 0.0));
    const int layers = static_cast<int>(at.held.size());
    return at.layer >= layers
               ? tr("at the end of the pass up to token %1: %2 tokens in all layers").arg(at.step).arg(all)
               : tr("after layer %1, pass up to token %2: %3 tokens in all layers").arg(at.layer).arg(at.step).arg(all);
}

QString CascadeView::describe(int stage, int layer) const {
    if (stage < 0 || stage >= static_cast<int>(m_stages.size()) || layer < 0 ||
        layer >= static_cast<int>(m_stages.front().held.size())) {
        return {};
    }
    return describe(stage) +
           tr(" · layer %1 holds %2")
               .arg(layer)
               .arg(tokens(m_stages[static_cast<std::size_t>(stage)].held[static_cast<std::size_t>(layer)]));
}

}  // namespace kvw::wb
