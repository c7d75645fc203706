// SPDX-License-Identifier: GPL-3.0-or-later
/// Plots of attention rows: the Lorenz curve of one row, and attention by age of token over many.
#pragma once

#include <optional>
#include <vector>

#include "app/workbench/plot/series.h"
#include "core/analysis/attention/attention_ages.h"

namespace kvw::wb {

/// Lorenz curve [n + 1] and Gini number of one recorded row; empty: there is no such row. Thread: any.
struct RowLorenz {
    std::vector<double> curve;
    std::optional<double> gini;
};
[[nodiscard]] RowLorenz lorenzOfRow(const Trace& trace, std::int64_t step, int layer, int head);

/// Cumulative attention over tokens in ascending order, and the diagonal of an even row. Thread: GUI thread.
class LorenzPlot : public Plot {
    Q_OBJECT
 public:
    explicit LorenzPlot(QWidget* parent);

    void setRow(RowLorenz row, const QColor& color);
    [[nodiscard]] std::optional<double> gini() const noexcept { return m_gini; }
    [[nodiscard]] std::size_t tokens() const noexcept { return m_curve.empty() ? 0 : m_curve.size() - 1; }
    /// Returns how much attention the `share` of tokens that are read least get; empty: no row.
    [[nodiscard]] QString describe(double share) const;
    void recolour(const QColor& color);

 private:
    QCPGraph *m_even, *m_line;
    std::vector<double> m_curve;
    std::optional<double> m_gini;
};

/// A line per layer over the position in the text, oldest to newest. Thread: GUI thread.
class AgesPlot : public Plot {
    Q_OBJECT
 public:
    explicit AgesPlot(QWidget* parent);

    void setAges(AttentionAges ages);
    [[nodiscard]] const AttentionAges& ages() const noexcept { return m_ages; }
    /// Draws the lines of `layers` and highlights `chosen`.
    void showLayers(const std::vector<int>& layers, int chosen);
    /// Returns the attention that the first and last tenth of the text and the part between get; empty: no rows.
    [[nodiscard]] QString describe(int layer) const;
    /// Returns the attention at position `x` of the text; empty: `x` is outside.
    [[nodiscard]] QString describeAt(int layer, double x) const;

 private:
    AttentionAges m_ages;
    std::vector<Series> m_lines;
    QCPGraph* m_even;
};

}  // namespace kvw::wb
