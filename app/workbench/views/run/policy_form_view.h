// SPDX-License-Identifier: GPL-3.0-or-later
/// Generated form: one row per parameter of the chosen policy.
#pragma once

#include <QWidget>

#include "app/workbench/session/draft/policy_form.h"
#include "app/workbench/views/run/parameter_row.h"

namespace kvw::wb {

/// Rebuilds itself when the form's rows change. Thread: GUI thread.
class PolicyFormView : public QWidget {
    Q_OBJECT
 public:
    explicit PolicyFormView(PolicyForm& form, QWidget* parent = nullptr);
    /// Sets the totals that shares of budgets refer to.
    void setScale(const BudgetScale& scale);

 private:
    void rebuild();

    PolicyForm& m_form;
    QWidget* m_rows = nullptr;
    std::vector<ParameterRow*> m_parameters;  ///< owned by `m_rows`
    BudgetScale m_scale;
};

}  // namespace kvw::wb
