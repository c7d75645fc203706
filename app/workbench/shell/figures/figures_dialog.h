// SPDX-License-Identifier: GPL-3.0-or-later
/// Dialog that sets chosen figures of the shown run, or those of a preset, on a page of an exact width, with preview
/// and export.
#pragma once

#include <QDialog>
#include <QTimer>

#include "app/workbench/export/figure_cache.h"
#include "app/workbench/export/figure_page.h"
#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/workspace.h"
#include "core/figures/print/parameter_symbols.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace kvw::wb {

class PrintForm;

/// Not modal; closes when another run is shown. Figures are computed on another thread and drawn on the GUI thread.
/// Closing stops computation for the preview, but not an export. Thread: GUI thread.
class FiguresDialog : public QDialog {
    Q_OBJECT
 public:
    explicit FiguresDialog(Workspace& workspace, QWidget* parent);

    /// Returns the chosen figures as computed last; without figures before that.
    [[nodiscard]] FigurePage page() const;
    /// Returns whether it is searching for figures or computing the chosen ones.
    [[nodiscard]] bool computing() const;
    /// Does the same as `writeTo`, after asking about existing files.
    void askAndWrite(const QString& file);
    /// Writes the chosen figures of the run as it is now, with the current width and legend. Errors go to the problems.
    void writeTo(const QString& file);

 private:
    /// Settings of a page that can be computed on any thread.
    struct Choice {
        std::shared_ptr<FigureCache> cache;
        int lane = 0;
        std::vector<std::string> ids;
        FigurePage page;  ///< without its figures
        FigureLegend legend = FigureLegend::Below;
        FigurePrint print = {};
        figures::ParameterSymbols symbols = {};
        std::vector<std::pair<std::string, std::string>> provenance;
        /// Returns the same choice for the part of the run that its bundle holds.
        [[nodiscard]] Choice of(const std::shared_ptr<const Recording>& held) const;
        [[nodiscard]] FigurePage computed(const LatestJob::Stale& stale) const;
    };
    struct Found {
        QString id, title, about;
    };

    QWidget* makeList();
    QWidget* makeSettings();
    void searchFigures();
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
    std::shared_ptr<FigureCache> m_cache;
    QComboBox *m_preset, *m_width, *m_legend;
    QDoubleSpinBox* m_millimetres;
    QSpinBox* m_columns;
    PrintForm* m_print = nullptr;
    QListWidget* m_list;
    QLabel *m_picture, *m_state;
    QPushButton* m_save;
    QTimer m_soon;
    int m_looked = 0;                          ///< number of list parts searched so far
    std::vector<std::string> m_wanted;         ///< ids in the preset; checked when they are found
    bool m_choosing = false;                   ///< the preset is being computed
    std::shared_ptr<const FigurePage> m_page;  ///< null: not computed yet
    LatestJob m_look{this, LatestJob::End::Leave}, m_draw{this, LatestJob::End::Leave};
};

}  // namespace kvw::wb
