// SPDX-License-Identifier: GPL-3.0-or-later
/// Inequality of attention over the run: Gini, spatial entropy and temporal variance, a line per layer.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/workbench/docks/plot_dock.h"
#include "app/workbench/plots/colors.h"
#include "app/workbench/plots/series.h"
#include "core/bundle/figures.h"

namespace kvw::wb {

namespace {

/// Lines are for ten series or fewer.
constexpr int kMostLines = 10;
constexpr std::array<float LayerRecord::*, 3> kFields{&LayerRecord::gini, &LayerRecord::entropy,
                                                      &LayerRecord::variance};

QString value(float number) {
    return std::isfinite(number) ? QLocale::c().toString(static_cast<double>(number), 'g', 3) : QStringLiteral("–");
}

class InequalityDock : public PlotDock {
 public:
    InequalityDock(Workspace& workspace, QWidget* parent)
        : PlotDock(QStringLiteral("inequality"), QObject::tr("Inequality"), workspace, parent), m_plot(new Plot(this)) {
        m_plot->setAccessibleName(tr("Gini, entropy and variance per step"));
        m_plot->setXTitle(tr("step (tokens)"));
        m_plot->addPanel(tr("Gini"));
        m_plot->addPanel(tr("H (nats)"));
        m_plot->addPanel(tr("V"));
        m_plot->y(2)->setNumberFormat(QStringLiteral("gb"));
        m_plot->y(2)->setNumberPrecision(3);
        m_plot->setToolTip(formula());
        link(m_plot, true);
        body()->addWidget(m_plot, 1);
    }

 protected:
    /// More layers than lines: which ones are drawn depends on the selected layer.
    bool dependsOn(int, int layer, int) const override {
        return workspace().part() != m_unit ||
               (m_plot != nullptr && std::find(m_layers.begin(), m_layers.end(), layer) == m_layers.end());
    }

    void rebuild(const Trace& trace) override {
        for (auto& panel : m_series) {
            for (Series& series : panel) {
                m_plot->removeGraph(series.graph());
            }
            panel.clear();
        }
        m_unit = workspace().part();
        chooseLayers(trace.shape().layers);
        for (std::size_t field = 0; field < kFields.size(); ++field) {
            for (const int layer : m_layers) {
                m_series[field].emplace_back(*m_plot, static_cast<int>(field), layerColor(layer, trace.shape().layers));
            }
        }
        // A recording without values per head shows the layer's.
        m_recorded = m_unit;
        if (m_unit >= 0 && !std::isfinite(trace.layer(trace.steps() - 1, workspace().layer(), m_unit).gini)) {
            m_recorded = -1;
        }
        const std::int64_t prompt = workspace().recording()->description().promptTokens;
        m_plot->setBoundary(
            prompt > 0 && prompt < axisEnd(trace) ? std::optional(static_cast<double>(prompt) - 0.5) : std::nullopt,
            {});
    }

    void append(const Trace& trace, std::int64_t from, std::int64_t to) override {
        for (std::size_t place = 0; place < m_layers.size(); ++place) {
            for (std::int64_t step = from; step < to; ++step) {
                const LayerRecord& record = trace.layer(step, m_layers[place], m_recorded);
                for (std::size_t field = 0; field < kFields.size(); ++field) {
                    m_series[field][place].append(static_cast<double>(step),
                                                  static_cast<double>(record.*kFields[field]));
                }
            }
        }
    }

    void show(const Trace& trace, Dirty) override {
        const int layers = trace.shape().layers, chosen = workspace().layer();
        const QColor base = palette().color(QPalette::Base);
        QString legend;
        for (std::size_t field = 0; field < kFields.size(); ++field) {
            for (std::size_t place = 0; place < m_layers.size(); ++place) {
                Series& series = m_series[field][place];
                const bool selected = m_layers[place] == chosen;
                const QColor color = layerColor(m_layers[place], layers);
                // The others step back; a thick pen would cost a hundred times the time.
                series.setColor(selected ? color : mixed(base, color, 0.55));
                series.graph()->setLayer(selected ? QStringLiteral("overlay") : QStringLiteral("main"));
            }
            fitY(*m_plot, static_cast<int>(field), m_series[field], wholeRange(), field == 0);
        }
        for (const int layer : m_layers) {
            const QString name = layer == chosen ? tr("layer %1").arg(layer) : QString::number(layer);
            legend += legendEntry(layerColor(layer, layers), name);
        }
        if (static_cast<int>(m_layers.size()) < layers) {
            legend += tr("(%1 of %2 layers)").arg(m_layers.size()).arg(layers);
        }
        setLegend(legend);
    }

    QString status(const Trace& trace) const override {
        const std::int64_t step = workspace().step();
        return step < 0 ? QString() : describe(trace, step);
    }

    QString describe(const Trace& trace, std::int64_t step) const override {
        const LayerRecord& record = trace.layer(step, workspace().layer(), m_recorded);
        const QString who = m_recorded >= 0 ? tr("layer %1, KV head %2").arg(workspace().layer()).arg(m_recorded)
                            : m_unit >= 0   ? tr("layer %1 (not recorded per head)").arg(workspace().layer())
                                            : tr("layer %1, mean of heads").arg(workspace().layer());
        return tr("step %1, %2: Gini\u00a0%3, H\u00a0%4\u00a0nats, V\u00a0%5")
            .arg(step)
            .arg(who, value(record.gini), value(record.entropy), value(record.variance));
    }

    FigureSpec figure(const Recording& recording, int ofLane) const override {
        return figures::inequality(recording, ofLane);
    }

    QString formula() const override {
        return tr(
            "<b>Gini</b> of the current attention row over the held tokens (mean over heads): "
            "G = Σ<sub>i</sub>(2i − n − 1)·a<sub>(i)</sub> / (n·Σa), ascending; 0 = equal, (n−1)/n = one token."
            "<br><b>Spatial entropy</b> H = −Σ<sub>j</sub> a<sub>j</sub> ln(a<sub>j</sub> + 1e-10), nats; mean over "
            "heads.<br><b>Temporal variance</b> V: unbiased variance of each column over the last 8 rows, summed "
            "over columns and heads; fewer than 2 rows: no value.");
    }

    QString emptySentence() const override {
        return tr("How unevenly each layer spreads its attention (Gini, entropy, variance) appears here.");
    }

 private:
    void chooseLayers(int layers) {
        m_layers.clear();
        const int lines = std::min(layers, kMostLines);
        for (int i = 0; i < lines; ++i) {
            m_layers.push_back(lines == 1 ? 0 : i * (layers - 1) / (lines - 1));
        }
        const int chosen = workspace().layer();
        if (std::find(m_layers.begin(), m_layers.end(), chosen) == m_layers.end() && !m_layers.empty()) {
            // Takes the place of its nearest neighbour that is no end.
            auto nearest = std::min_element(m_layers.begin() + 1, m_layers.end() - 1,
                                            [&](int a, int b) { return std::abs(a - chosen) < std::abs(b - chosen); });
            *nearest = chosen;
        }
    }

    Plot* m_plot = nullptr;
    std::array<std::vector<Series>, 3> m_series;
    std::vector<int> m_layers;
    int m_unit = -1, m_recorded = -1;
};

}  // namespace

DockEntry inequalityDock() {
    return {"inequality", Place::RightMiddle, 7, true,
            [](Workspace& workspace, QWidget* parent) -> Dock* { return new InequalityDock(workspace, parent); }};
}

}  // namespace kvw::wb
