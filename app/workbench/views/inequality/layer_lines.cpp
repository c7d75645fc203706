// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/inequality/layer_lines.h"

#include <algorithm>
#include <cstdlib>

#include "app/workbench/plot/colors.h"

namespace kvw::wb {

void LayerLines::choose(int layers, int chosen) {
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

bool LayerLines::draws(int layer) const {
    return std::find(m_layers.begin(), m_layers.end(), layer) != m_layers.end();
}

void LayerLines::clear() {
    for (auto& panel : m_series) {
        for (Series& series : panel) {
            m_plot->removeGraph(series.graph());
        }
    }
    m_series.clear();
}

void LayerLines::follow(const ValueOf& valueOf) {
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

void LayerLines::extendTo(std::int64_t steps) {
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

void LayerLines::show(int chosen, const QColor& base, bool whole) {
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

}  // namespace kvw::wb
