// SPDX-License-Identifier: GPL-3.0-or-later
/// The costs of a run as a table in the rich text of a label, which wraps at any width.
#pragma once

#include <QString>
#include <vector>

#include "app/workbench/session/draft/fit_rows.h"

namespace kvw::wb {

/// Names and values are shown as they are, whatever signs they have. Empty: no rows.
[[nodiscard]] inline QString costTable(const std::vector<CostRow>& rows) {
    QString table;
    for (const CostRow& row : rows) {
        table += QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td>%2</td></tr>")
                     .arg(row.what.toHtmlEscaped(), row.value.toHtmlEscaped());
    }
    return table.isEmpty() ? QString() : QStringLiteral("<table cellspacing='0'>%1</table>").arg(table);
}

}  // namespace kvw::wb
