// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/strip/strip_preview.h"

#include <QLocale>
#include <QPushButton>

#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/text_line.h"

namespace kvw::wb {

StripPreview::StripPreview(QWidget* parent) : QWidget(parent), m_line(new TextLine(this, "stripPreview")) {
    m_line->setAccessibleName(tr("Preview of the next run's policy"));
    auto* away = new QPushButton(tr("Hide the preview"), this);
    away->setObjectName(QStringLiteral("hidePreview"));
    away->setToolTip(tr("Shows the run again, until the policy of the Run dock is changed"));
    rowOf({{m_line, 1}, away}, this, {0});
    connect(away, &QPushButton::clicked, this, &StripPreview::dismissed);
    hide();
}

void StripPreview::say(const QString& policy, double held) {
    setVisible(!policy.isEmpty());
    if (!policy.isEmpty()) {
        m_line->setText(tr("<b>Preview</b>, nothing was run: hatched is what <b>%1</b> would keep of the prompt "
                           "(%2\u00a0% of this layer).")
                            .arg(policy.toHtmlEscaped(), QLocale::c().toString(100 * held, 'f', 1)));
        m_line->grow();
    }
}

}  // namespace kvw::wb
