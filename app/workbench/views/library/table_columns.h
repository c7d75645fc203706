// SPDX-License-Identifier: GPL-3.0-or-later
/// Menu of the columns that an exported table of runs has, with check marks; it stays open while it is used.
#pragma once

#include <QMenu>
#include <string>
#include <vector>

class QSettings;

namespace kvw::wb {

/// Columns that are left out are kept in the settings, so that all tables of a paper have the same columns.
class TableColumns : public QMenu {
    Q_OBJECT
 public:
    explicit TableColumns(QWidget* parent);
    /// Reads the columns that earlier sessions left out from `settings`, and stores changes there. Null: this session
    /// only.
    void rememberIn(QSettings* settings);

    /// Returns names of runTableColumns, in their order; at least one.
    [[nodiscard]] std::vector<std::string> chosen() const;

 protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

 private:
    bool toggleActive();
    /// Disables the last column that is left, so that it cannot be left out.
    void guardLast();
    void store() const;

    QSettings* m_settings = nullptr;
};

}  // namespace kvw::wb
