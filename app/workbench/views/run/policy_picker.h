// SPDX-License-Identifier: GPL-3.0-or-later
/// Boxes for the policy (or a scorer and a budget), the storage codec and presets. Items that do not go together are
/// grey and say why.
#pragma once

#include <QWidget>

#include "app/workbench/session/draft/policy_form.h"
#include "core/policy/host/choice/combination.h"

class QComboBox;
class QLabel;

namespace kvw::wb {

class PresetBar;

/// Thread: GUI thread. Writes into the form; shows what the form holds.
class PolicyPicker : public QWidget {
    Q_OBJECT
 public:
    PolicyPicker(PolicyForm& form, QWidget* parent = nullptr);

    /// Fills the boxes. The catalog is read during this call and on every choice, and must outlive this.
    void setCatalog(const Catalog& catalog);
    /// Sets what the run requires of its policies; others cannot be picked.
    void setTraits(const RunTraits& run);
    /// Shows what the form holds, which others may have loaded.
    void follow();

 Q_SIGNALS:
    /// Emitted with one sentence: why the form refused a choice, or what happened to a preset.
    void refused(const QString& sentence);

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void pick();
    /// Loads the policy `base` ("snapkv", "a+b") with the picked storage. If both do not go together, the storage is
    /// dropped, unless the user picked the storage (`forStorage`).
    void loadPolicy(const QString& base, bool forStorage);
    void pickPreset(int index);
    void showMatrix();
    void showSearch();
    /// Shows a popup under the policy box, within the screen.
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
