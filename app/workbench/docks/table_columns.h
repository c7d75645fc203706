// SPDX-License-Identifier: GPL-3.0-or-later
/// Which columns an exported table of runs has: a menu of check marks that stays open while it is used.
#pragma once

#include <QMenu>
#include <string>
#include <vector>

class QSettings;

namespace kvw::wb {

/// What is left out is kept in the settings, so that all tables of a paper have the same columns.
class TableColumns : public QMenu {
    Q_OBJECT
 public:
    explicit TableColumns(QWidget* parent);
    /// Takes what earlier sessions left out from there, and keeps it there. Null: this session only.
    void rememberIn(QSettings* settings);

    /// Names of runTableColumns, in their order; at least one.
    [[nodiscard]] std::vector<std::string> chosen() const;

 protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

 private:
    bool toggleActive();
    /// The last one that is left cannot be left out.
    void guardLast();
    void store() const;

    QSettings* m_settings = nullptr;
};

}  // namespace kvw::wb
