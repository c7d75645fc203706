// SPDX-License-Identifier: GPL-3.0-or-later
/// The generated form: one row per parameter of the chosen policy.
#pragma once

#include <QWidget>

#include "app/workbench/models/policy_form.h"

namespace kvw::wb {

/// Rebuilds itself when the form's rows change. Thread: GUI thread.
class PolicyFormView : public QWidget {
    Q_OBJECT
 public:
    explicit PolicyFormView(PolicyForm& form, QWidget* parent = nullptr);

 private:
    void rebuild();

    PolicyForm& m_form;
    QWidget* m_rows = nullptr;
};

}  // namespace kvw::wb
