// SPDX-License-Identifier: GPL-3.0-or-later
/// Figures of the shown run for a paper: choose some, or a preset, set them on a page of an exact width, look at it,
/// write it.
#pragma once

#include <QDialog>
#include <QTimer>

#include "app/workbench/export/figure_page.h"
#include "app/workbench/export/figure_shelf.h"
#include "app/workbench/models/workspace.h"
#include "app/workbench/plots/latest_job.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace kvw::wb {

/// Thread: GUI thread. Not modal; closes when another run is shown. Figures are computed off the GUI thread, and drawn
/// on it; closing leaves what is computed, but not what is being exported.
class FiguresDialog : public QDialog {
    Q_OBJECT
 public:
    explicit FiguresDialog(Workspace& workspace, QWidget* parent);

    /// What is chosen, as it was computed last; without figures until it was.
    [[nodiscard]] FigurePage page() const;
    /// It looks for figures, or computes what is chosen.
    [[nodiscard]] bool computing() const;
    /// The same as `writeTo`, after asking about files that are there.
    void askAndWrite(const QString& file);
    /// Writes what is chosen, of the run as it is now, with the width and legend that are set. Errors go to the
    /// problems.
    void writeTo(const QString& file);

 private:
    /// A page that is to be computed, on any thread.
    struct Choice {
        std::shared_ptr<FigureShelf> shelf;
        int lane = 0;
        std::vector<std::string> ids;
        FigurePage page;  ///< without its figures
        FigureLegend legend = FigureLegend::Below;
        std::vector<std::pair<std::string, std::string>> provenance;
        /// Of the run as far as its bundle holds it.
        [[nodiscard]] Choice of(const std::shared_ptr<const Recording>& held) const;
        [[nodiscard]] FigurePage computed(const LatestJob::Stale& stale) const;
    };
    struct Found {
        QString id, title, about;
    };

    QWidget* makeList();
    QWidget* makeSettings();
    void look();
    void add(const std::vector<Found>& found);
    void usePreset();
    void forgetPreset();
    void choose(const std::string& preset, const std::vector<std::string>& ids);
    void change();
    void preview();
    void tell();
    void save();
    [[nodiscard]] int lane() const;
    [[nodiscard]] Choice choice() const;
    [[nodiscard]] std::vector<std::string> selectedIds() const;

    Workspace& m_workspace;
    std::shared_ptr<Recording> m_recording;
    std::shared_ptr<FigureShelf> m_shelf;
    QComboBox *m_preset, *m_width, *m_legend;
    QDoubleSpinBox* m_millimetres;
    QSpinBox* m_columns;
    QListWidget* m_list;
    QLabel *m_picture, *m_state;
    QPushButton* m_save;
    QTimer m_soon;
    int m_looked = 0;                          ///< parts of the list that are there
    std::vector<std::string> m_wanted;         ///< by the preset: ticked when they are found
    bool m_choosing = false;                   ///< the preset is being computed
    std::shared_ptr<const FigurePage> m_page;  ///< null: it is not computed
    LatestJob m_look{this, LatestJob::End::Leave}, m_draw{this, LatestJob::End::Leave};
};

}  // namespace kvw::wb
