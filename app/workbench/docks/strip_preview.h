// SPDX-License-Identifier: GPL-3.0-or-later
/// Says above the token strip that what is hatched there is a preview, and takes it away.
#pragma once

#include <QWidget>

namespace kvw::wb {

class TextLine;

class StripPreview : public QWidget {
    Q_OBJECT
 public:
    explicit StripPreview(QWidget* parent = nullptr);
    /// `policy`: of the preview; empty: there is none, and this is hidden. `held`: share of the layer's prompt tokens
    /// that it keeps.
    void say(const QString& policy, double held);

 Q_SIGNALS:
    void dismissed();

 private:
    TextLine* m_line;
};

}  // namespace kvw::wb
