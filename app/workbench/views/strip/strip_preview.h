// SPDX-License-Identifier: GPL-3.0-or-later
/// Line above the token strip which says that the hatching is a preview, with a button that hides the preview.
#pragma once

#include <QWidget>

namespace kvw::wb {

class TextLine;

class StripPreview : public QWidget {
    Q_OBJECT
 public:
    explicit StripPreview(QWidget* parent = nullptr);
    /// `policy`: policy of the preview; empty: there is none, and this is hidden. `held`: share of the prompt's tokens
    /// that it keeps in the layer.
    void say(const QString& policy, double held);

 Q_SIGNALS:
    void dismissed();

 private:
    TextLine* m_line;
};

}  // namespace kvw::wb
