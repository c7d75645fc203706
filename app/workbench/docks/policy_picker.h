// SPDX-License-Identifier: GPL-3.0-or-later
/// What decides and how it is stored: a policy, or a scorer and a budget, a storage codec under it, and presets. What
/// does not go together is grey and says why.
#pragma once

#include <QWidget>

#include "app/workbench/models/policy_form.h"
#include "core/policy/host/combination.h"

class QComboBox;
class QLabel;

namespace kvw::wb {

class PresetBar;

/// Thread: GUI thread. Writes into the form; shows what the form holds.
class PolicyPicker : public QWidget {
    Q_OBJECT
 public:
    PolicyPicker(PolicyForm& form, QWidget* parent = nullptr);

    /// What can be picked. The catalog is read during this call and whenever something is picked, and outlives this.
    void setCatalog(const Catalog& catalog);
    /// What the run asks of its policies: what does not go with it cannot be picked.
    void setTraits(const RunTraits& run);
    /// Puts the pickers where the form is; the form may have been loaded by others.
    void follow();

 Q_SIGNALS:
    /// A choice that the form refused, or what became of a preset, as one sentence.
    void refused(const QString& sentence);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void pick();
    /// Makes `base` ("snapkv", "a+b") the policy with the storage that is picked, which gives way unless all this is
    /// for it.
    void take(const QString& base, bool forStorage);
    void pickPreset(int index);
    void showMatrix();
    void showSearch();
    /// Under the box of the policy, on the screen.
    void showBelow(QWidget& popup) const;
    void mark();
    [[nodiscard]] Combination combinationWith(QComboBox& box, const QString& id) const;
    [[nodiscard]] QString baseNow() const;
    void fillPresets();
    void load(const QString& policyText);

    PolicyForm& m_form;
    const Catalog* m_catalog = nullptr;
    RunTraits m_run;
    QComboBox *m_policy, *m_scorer, *m_budget, *m_codec, *m_preset;
    PresetBar* m_presets;
    QWidget* m_composition;
    QLabel* m_about;
    QString m_shown;
};

}  // namespace kvw::wb
