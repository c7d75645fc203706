// SPDX-License-Identifier: GPL-3.0-or-later
/// Lines of layers over the steps: a panel per number, a line per layer, one of them highlighted.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/series.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LayerLines {
 public:
    /// Most layers drawn at once.
    static constexpr int kMostLines = 10;
    /// Returns the values by step of panel `number` and `layer`.
    using ValueOf = std::function<Digest::ValueAt(int number, int layer)>;

    /// Style of a panel: a line; a line on an axis that includes 0; a stroke from 0 to each value, for numbers that few
    /// steps have.
    enum class Form { Line, FromZero, Strokes };

    /// Draws into the panels of `plot`; `forms` has one entry per panel.
    LayerLines(Plot& plot, std::vector<Form> forms) : m_plot(&plot), m_forms(std::move(forms)) {}

    /// Chooses which of `layers` are drawn: evenly spaced, `chosen` among them.
    void choose(int layers, int chosen) {
        m_of = layers;
        m_layers.clear();
        const int lines = std::min(layers, kMostLines);
        for (int i = 0; i < lines; ++i) {
            m_layers.push_back(lines == 1 ? 0 : i * (layers - 1) / (lines - 1));
        }
        if (!draws(chosen) && !m_layers.empty()) {
            // Replaces the nearest layer that is not at an end.
            auto nearest = std::min_element(m_layers.begin() + 1, m_layers.end() - 1,
                                            [&](int a, int b) { return std::abs(a - chosen) < std::abs(b - chosen); });
            *nearest = chosen;
        }
    }

    [[nodiscard]] const std::vector<int>& layers() const noexcept { return m_layers; }
    [[nodiscard]] bool draws(int layer) const { return std::ranges::find(m_layers, layer) != m_layers.end(); }
    /// Starts over with no steps.
    void follow(const ValueOf& valueOf) {
        clear();
        m_series.assign(static_cast<std::size_t>(m_plot->panels()), {});
        for (int panel = 0; panel < m_plot->panels(); ++panel) {
            for (const int layer : m_layers) {
                Series series(*m_plot, panel, layerColor(layer, m_of));
                series.follow(valueOf(panel, layer));
                if (m_forms[static_cast<std::size_t>(panel)] == Form::Strokes) {
                    series.graph()->setLineStyle(QCPGraph::lsImpulse);
                }
                m_series[static_cast<std::size_t>(panel)].push_back(series);
            }
        }
    }

    /// Draws nothing until the next follow().
    void clear() {
        for (auto& panel : m_series) {
            for (Series& series : panel) {
                m_plot->removeGraph(series.graph());
            }
        }
        m_series.clear();
    }

    void extendTo(std::int64_t steps) {
        if (m_series.empty() || m_series.front().empty()) {
            return;
        }
        // Extends all lines by one stretch after another: a trace stores the numbers of a step together.
        constexpr std::int64_t kStretch = 512;
        for (std::int64_t to = m_series.front().front().points().size(); to < steps;) {
            to = std::min(steps, to + kStretch);
            for (auto& panel : m_series) {
                for (Series& series : panel) {
                    series.extendTo(to);
                }
            }
        }
    }

    /// Highlights `chosen`; the other lines fade towards `base`. `whole`: every step is visible.
    void show(int chosen, const QColor& base, bool whole) {
        for (std::size_t panel = 0; panel < m_series.size(); ++panel) {
            for (std::size_t place = 0; place < m_layers.size(); ++place) {
                Series& series = m_series[panel][place];
                const bool selected = m_layers[place] == chosen;
                const QColor color = layerColor(m_layers[place], m_of);
                // The others fade instead of the selected one being thicker: a thick pen would take a hundred times as
                // long.
                series.setColor(selected ? color : mixed(base, color, 0.55));
                series.graph()->setLayer(selected ? QStringLiteral("chosen") : QStringLiteral("main"));
            }
            fitY(*m_plot, static_cast<int>(panel), m_series[panel], whole, m_forms[panel] != Form::Line);
        }
    }

 private:
    Plot* m_plot;
    std::vector<Form> m_forms;  ///< [panels]
    std::vector<int> m_layers;
    int m_of = 0;                               ///< number of all layers
    std::vector<std::vector<Series>> m_series;  ///< [panels][m_layers]
};

}  // namespace kvw::wb
