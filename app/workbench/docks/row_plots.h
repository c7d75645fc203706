// SPDX-License-Identifier: GPL-3.0-or-later
/// Plots of what attention rows look like: the Lorenz curve of one, and attention by age of token over many.
#pragma once

#include <optional>
#include <vector>

#include "app/workbench/plots/series.h"
#include "core/trace/attention_ages.h"

namespace kvw::wb {

/// The Lorenz curve [n + 1] and the Gini number of one recorded row; empty: there is no such row. Thread: any.
struct RowLorenz {
    std::vector<double> curve;
    std::optional<double> gini;
};
[[nodiscard]] RowLorenz lorenzOfRow(const Trace& trace, std::int64_t step, int layer, int head);

/// Cumulative attention over tokens, least read first, against the diagonal of an even row. Thread: GUI thread.
class LorenzPlot : public Plot {
    Q_OBJECT
 public:
    explicit LorenzPlot(QWidget* parent);

    void setRow(RowLorenz row, const QColor& color);
    [[nodiscard]] std::optional<double> gini() const noexcept { return m_gini; }
    [[nodiscard]] std::size_t tokens() const noexcept { return m_curve.empty() ? 0 : m_curve.size() - 1; }
    /// What the `share` least read tokens get; empty: no row.
    [[nodiscard]] QString describe(double share) const;
    void recolour(const QColor& color);

 private:
    QCPGraph *m_even, *m_line;
    std::vector<double> m_curve;
    std::optional<double> m_gini;
};

/// A line per layer over the place in the text, oldest to newest. Thread: GUI thread.
class AgesPlot : public Plot {
    Q_OBJECT
 public:
    explicit AgesPlot(QWidget* parent);

    void setAges(AttentionAges ages);
    [[nodiscard]] const AttentionAges& ages() const noexcept { return m_ages; }
    /// Lines of `layers`; the chosen one stands out.
    void showLayers(const std::vector<int>& layers, int chosen);
    /// Of one layer: what the first and last tenth of the text get, and what lies between; empty: no rows.
    [[nodiscard]] QString describe(int layer) const;
    /// Of the place `x`; empty: outside.
    [[nodiscard]] QString describeAt(int layer, double x) const;

 private:
    AttentionAges m_ages;
    std::vector<Series> m_lines;
    QCPGraph* m_even;
};

}  // namespace kvw::wb
