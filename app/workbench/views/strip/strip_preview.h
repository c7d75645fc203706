// SPDX-License-Identifier: GPL-3.0-or-later
/// Line above the token strip which says that the hatching is a preview, with a button that hides the preview.
#pragma once

#include <QLocale>
#include <QPushButton>
#include <QWidget>

#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/text_line.h"

namespace kvw::wb {

class StripPreview : public QWidget {
    Q_OBJECT
 public:
    explicit StripPreview(QWidget* parent = nullptr) : QWidget(parent), m_line(new TextLine(this, "stripPreview")) {
        m_line->setAccessibleName(tr("Preview of the next run's policy"));
        auto* away = buttonIn(this, tr("Hide the preview"), "hidePreview",
                              tr("Shows the run again, until the policy of the Run dock is changed"));
        rowOf({{m_line, 1}, away}, this, {0});
        connect(away, &QPushButton::clicked, this, &StripPreview::dismissed);
        hide();
    }

    /// `policy`: policy of the preview; empty: there is none, and this is hidden. `held`: share of the prompt's tokens
    /// that it keeps in the layer.
    void say(const QString& policy, double held) {
        setVisible(!policy.isEmpty());
        if (!policy.isEmpty()) {
            m_line->setText(tr("<b>Preview</b>, nothing was run: hatched is what <b>%1</b> would keep of the prompt "
                               "(%2\u00a0% of this layer).")
                                .arg(policy.toHtmlEscaped(), QLocale::c().toString(100 * held, 'f', 1)));
            m_line->grow();
        }
    }

 Q_SIGNALS:
    void dismissed();

 private:
    TextLine* m_line;
};

}  // namespace kvw::wb
