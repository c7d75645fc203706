// SPDX-License-Identifier: GPL-3.0-or-later
/// Boxes for the policy (or a scorer and a budget), the storage codec and presets. Items that do not go together are
/// grey and say why.
#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QScreen>
#include <QStandardItemModel>
#include <QWidget>
#include <algorithm>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/draft/policy_form.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/session/words/plugin_words.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/event_hook.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"
#include "app/workbench/views/run/combination_matrix.h"
#include "app/workbench/views/run/policy_search.h"
#include "app/workbench/views/run/preset_bar.h"
#include "app/workbench/views/run/source_box.h"
#include "core/policy/host/choice/combination.h"

namespace kvw::wb {

/// Thread: GUI thread. Writes into the form; shows what the form holds.
class PolicyPicker : public QWidget {
    Q_OBJECT
 public:
    PolicyPicker(PolicyForm& form, QWidget* parent = nullptr) : QWidget(parent), m_form(form) {
        m_policy = picker(tr("Policy"), this);
        onKeys(*m_policy, {Qt::Key_Slash}, this, &PolicyPicker::showSearch);
        auto* search = signButton(this, QStringLiteral("⌕"),
                                  tr("Find a policy by its name or by its paper (/ in the list)"), "findPolicy");
        connect(search, &QToolButton::clicked, this, &PolicyPicker::showSearch);
        auto* matrix = signButton(this, QStringLiteral("▦"), tr("Which scorers and budgets go together"), "matrix");
        connect(matrix, &QToolButton::clicked, this, &PolicyPicker::showMatrix);
        m_composition = new QWidget(this);
        auto* pair = new QFormLayout(m_composition);
        pair->setContentsMargins(0, 0, 0, 0);
        m_scorer = picker(tr("Scorer"), m_composition);
        m_scorer->setToolTip(tr("Gives every cached token a score"));
        m_budget = picker(tr("Budget"), m_composition);
        m_budget->setToolTip(tr("Says how many tokens each layer or head may hold"));
        pair->addRow(tr("Scorer"), m_scorer);
        pair->addRow(tr("Budget"), m_budget);
        m_about = sentenceIn(this);
        m_about->setForegroundRole(QPalette::PlaceholderText);
        auto* storage = new QFormLayout;
        m_codec = picker(tr("Storage"), this);
        m_codec->setToolTip(tr("How the tokens that are held are stored"));
        storage->addRow(tr("Storage"), m_codec);
        m_preset = picker(tr("Preset"), this);
        m_presets = new PresetBar(form, this);
        auto* policy = rowOf({{m_policy, 1}, search, matrix}, nullptr, {-1, 3});
        columnOf({policy, m_composition, m_about, storage, rowOf({{m_preset, 1}, m_presets}), m_presets->nameLine()},
                 this, {0, 3});
        connect(m_presets, &PresetBar::changed, this, &PolicyPicker::fillPresets);
        connect(m_presets, &PresetBar::told, this, &PolicyPicker::refused);
        for (QComboBox* box : {m_policy, m_scorer, m_budget, m_codec}) {
            connect(box, &QComboBox::activated, this, &PolicyPicker::pick);
        }
        connect(m_preset, &QComboBox::activated, this, &PolicyPicker::pickPreset);
    }

    /// Fills the boxes. The catalog is read during this call and on every choice, and must outlive this.
    void setCatalog(const Catalog& catalog) {
        m_catalog = &catalog;
        m_presets->setCatalog(catalog);
        for (QComboBox* box : {m_policy, m_scorer, m_budget, m_codec}) {
            box->clear();
        }
        const auto policies = catalog.all(PluginKind::Policy), readers = catalog.all(PluginKind::Reader);
        addItems(*m_scorer, catalog.all(PluginKind::Scorer));
        addItems(*m_budget, catalog.all(PluginKind::Budget));
        if (!policies.empty()) {
            addGroup(*m_policy, tr("Policies"));
            addItems(*m_policy, policies);
        }
        if (!readers.empty()) {
            addGroup(*m_policy, tr("Read selection"));
            addItems(*m_policy, readers);
        }
        if (m_scorer->count() > 0 && m_budget->count() > 0) {
            addGroup(*m_policy, tr("Composition"));
            m_policy->addItem(tr("Scorer + budget"), kComposition);
        }
        if (m_policy->count() == 0) {
            m_policy->setPlaceholderText(tr("no policy found: see Plugins"));
        }
        m_codec->addItem(tr("as the run's KV type"), QString());
        addItems(*m_codec, catalog.all(PluginKind::Codec));
        m_shown.clear();
        follow();
    }

    /// Sets what the run requires of its policies; others cannot be picked.
    void setTraits(const RunTraits& run) {
        if (m_run != run) {
            m_run = run;
            mark();
        }
    }

    /// Shows what the form holds, which others may have loaded.
    void follow() {
        if (m_catalog == nullptr || (m_shown == m_form.id() && !m_shown.isEmpty())) {
            return;
        }
        m_shown = m_form.id();
        const Ids ids = idsOf(m_shown, *m_catalog);
        m_policy->setCurrentIndex(m_policy->findData(ids.policy));
        m_composition->setVisible(ids.policy == kComposition);
        if (ids.policy == kComposition) {
            m_scorer->setCurrentIndex(m_scorer->findData(ids.scorer));
            m_budget->setCurrentIndex(m_budget->findData(ids.budget));
        }
        m_codec->setCurrentIndex(std::max(m_codec->findData(ids.codec), 0));
        m_about->setText(m_form.description());
        m_about->setVisible(!m_form.description().isEmpty());
        fillPresets();
        mark();
    }

 Q_SIGNALS:
    /// Emitted with one sentence: why the form refused a choice, or what happened to a preset.
    void refused(const QString& sentence);

 private:
    /// Marks a preset that includes the storage: those of the user.
    static constexpr int kWholeRole = Qt::UserRole + 1;
    /// Description of an item without its fit to the other boxes.
    static constexpr int kAbout = Qt::UserRole + 2;
    /// Words by which an item is found, in addition to its text.
    static constexpr int kWords = Qt::UserRole + 3;
    /// Lane settings of the preset's paper, in the form that follows a policy.
    static constexpr int kNative = Qt::UserRole + 4;

    inline static const QString kComposition = QStringLiteral("+");

    static QComboBox* picker(const QString& name, QWidget* parent) {
        auto* box = explained(new QComboBox(parent), name);
        // Long names must not widen the dock.
        setContentsLength(*box, 8);
        quietWheel(*box);
        return box;
    }

    static void addItems(QComboBox& box, const std::vector<Catalog::Found>& found) {
        for (const Catalog::Found& each : found) {
            const QString id = QString::fromStdString(each.provided->id);
            const QString label = QString::fromStdString(each.provided->label);
            box.addItem(label.isEmpty() ? id : QObject::tr("%1 (%2)").arg(label, id), id);
            box.setItemData(box.count() - 1, QString::fromStdString(each.provided->description), kAbout);
            box.setItemData(box.count() - 1, pluginWords(each), kWords);
        }
    }

    /// Parts of an id "a+b@c". A codec alone means the full cache with that codec.
    struct Ids {
        QString policy, scorer, budget, codec;
    };

    static Ids idsOf(const QString& id, const Catalog& catalog) {
        Ids ids;
        const QString base = id.section(QLatin1Char('@'), 0, 0);
        ids.codec = id.section(QLatin1Char('@'), 1);
        if (base.contains(QLatin1Char('+'))) {
            ids.policy = kComposition;
            ids.scorer = base.section(QLatin1Char('+'), 0, 0);
            ids.budget = base.section(QLatin1Char('+'), 1);
        } else if (catalog.find(PluginKind::Codec, base.toStdString())) {
            ids.policy = QStringLiteral("full");
            ids.codec = base;
        } else {
            ids.policy = base;
        }
        return ids;
    }

    void pick() {
        if (m_policy->currentData().toString().isEmpty()) {
            return follow();
        }
        loadPolicy(baseNow(), sender() == m_codec);
    }

    /// Loads the policy `base` ("snapkv", "a+b") with the picked storage. If both do not go together, the storage is
    /// dropped, unless the user picked the storage (`forStorage`).
    void loadPolicy(const QString& base, bool forStorage) {
        // If the policy stays, only its storage changed: typed parameters stay, too. A policy that comes back has those
        // with which it left.
        const QString text = m_form.policyText();
        const Ids now = idsOf(m_form.id(), *m_catalog);
        const bool same = m_form.id().section(QLatin1Char('@'), 0, 0) == base && now.policy != QLatin1String("full");
        const QString codec = m_codec->currentData().toString();
        const PolicyForm::Values values = same ? PolicyForm::Values{text.section(QLatin1Char('@'), 0, 0), m_form.own()}
                                               : m_form.valuesOf(*m_catalog, base);
        QString wanted = values.policy;
        if (!codec.isEmpty()) {
            const QString behind = text.section(QLatin1Char('@'), 1);
            wanted = base == QLatin1String("full")
                         ? codec
                         : wanted + QLatin1Char('@') + (now.codec == codec && !behind.isEmpty() ? behind : codec);
        }
        Combination found = combinationOf(*m_catalog, wanted.toStdString(), m_run);
        if (found.verdict == Combination::Verdict::Never && !forStorage && wanted.contains(QLatin1Char('@'))) {
            // The user asked for another policy, so the storage has to give way.
            Q_EMIT refused(phraseText(found.reason));
            wanted = wanted.section(QLatin1Char('@'), 0, 0);
            found = combinationOf(*m_catalog, wanted.toStdString(), m_run);
        }
        // The lane's own settings stay together with the policy.
        load((found.verdict == Combination::Verdict::WithSettings ? QString::fromStdString(found.policy) : wanted) +
             QString::fromStdString(toText(values.own)));
    }

    void pickPreset(int index) {
        const QString preset = m_preset->itemData(index).toString();
        if (preset.isEmpty()) {
            return;
        }
        if (m_preset->itemData(index, kWholeRole).toBool()) {
            return load(preset);
        }
        const QString behind = m_form.policyText().section(QLatin1Char('@'), 1);
        load((behind.isEmpty() ? preset : preset + QLatin1Char('@') + behind) +
             m_preset->itemData(index, kNative).toString());
    }

    void showMatrix() {
        if (m_catalog == nullptr) {
            return;
        }
        auto* matrix = new CombinationMatrix(*m_catalog, m_run, m_form.id(), this);
        connect(matrix, &CombinationMatrix::chosen, this, [this](const QString& pair) { loadPolicy(pair, false); });
        matrix->adjustSize();
        showBelow(*matrix);
    }

    void showSearch() {
        std::vector<PolicySearch::Entry> entries;
        const auto* model = qobject_cast<const QStandardItemModel*>(m_policy->model());
        for (int i = 0; model != nullptr && i < m_policy->count(); ++i) {
            entries.push_back({m_policy->itemText(i), m_policy->itemData(i).toString(),
                               m_policy->itemData(i, kWords).toString(),
                               m_policy->itemData(i, Qt::ToolTipRole).toString(), model->item(i)->isEnabled()});
        }
        auto* search = new PolicySearch(std::move(entries), this);
        connect(search, &PolicySearch::chosen, this, [this](const QString& id) {
            m_policy->setFocus();
            if (const int index = m_policy->findData(id); index >= 0) {  // the catalog may have been read again
                m_policy->setCurrentIndex(index);
                pick();
            }
        });
        search->resize(std::max(width(), search->sizeHint().width()), search->sizeHint().height());
        showBelow(*search);
    }

    /// Shows a popup under the policy box, within the screen.
    void showBelow(QWidget& popup) const {
        const QRect screen = this->screen()->availableGeometry();
        QPoint at = mapToGlobal(QPoint(0, m_policy->height()));
        at.setX(std::max(screen.left(), std::min(at.x(), screen.right() - popup.width())));
        at.setY(std::max(screen.top(), std::min(at.y(), screen.bottom() - popup.height())));
        popup.move(at);
        popup.show();
    }

    void mark() {
        if (m_catalog == nullptr) {
            return;
        }
        for (QComboBox* box : {m_policy, m_scorer, m_budget, m_codec}) {
            auto* model = qobject_cast<QStandardItemModel*>(box->model());
            for (int i = 0; model != nullptr && i < box->count(); ++i) {
                const QString id = box->itemData(i).toString();
                const QString about = box->itemData(i, kAbout).toString();
                // Titles have no id. The composition stays enabled: its parts are chosen in the other two boxes.
                const bool fixed = about.isEmpty() && (id.isEmpty() || id == kComposition);
                const bool ofPair = box == m_scorer || box == m_budget;
                if (fixed || (ofPair && m_policy->currentData() != kComposition)) {
                    continue;
                }
                const Combination found = combinationWith(*box, id);
                model->item(i)->setEnabled(found.verdict != Combination::Verdict::Never);
                const bool runs = found.verdict == Combination::Verdict::Runs;
                box->setItemData(
                    i, plainTip(runs ? about : CombinationMatrix::text(found) + QStringLiteral("\n\n") + about),
                    Qt::ToolTipRole);
                box->setItemData(
                    i, runs ? QVariant() : box->itemText(i) + QStringLiteral(": ") + CombinationMatrix::text(found),
                    Qt::AccessibleTextRole);
            }
        }
    }

    [[nodiscard]] Combination combinationWith(QComboBox& box, const QString& id) const {
        QString base = baseNow();
        if (&box == m_scorer || &box == m_budget) {
            base = (&box == m_scorer ? id : m_scorer->currentData().toString()) + QLatin1Char('+') +
                   (&box == m_budget ? id : m_budget->currentData().toString());
        } else if (&box == m_policy) {
            base = id;
        }
        const QString codec = (&box == m_codec ? id : m_codec->currentData().toString());
        const QString text = codec.isEmpty() || &box == m_policy ? base : base + QLatin1Char('@') + codec;
        return combinationOf(*m_catalog, text.toStdString(), m_run);
    }

    [[nodiscard]] QString baseNow() const {
        const QString base = m_policy->currentData().toString();
        return base == kComposition
                   ? m_scorer->currentData().toString() + QLatin1Char('+') + m_budget->currentData().toString()
                   : base;
    }
    void fillPresets() {
        m_preset->clear();
        m_preset->addItem(tr("Presets…"), QString());
        const QString id = m_shown.section(QLatin1Char('@'), 0, 0);
        if (const auto found = m_catalog->findAlone(id.toStdString())) {
            for (const Preset& preset : found->provided->presets) {
                QStringList values;
                for (const auto& [name, value] : preset.parameters) {
                    values += QString::fromStdString(name + "=" + kvw::toText(value));
                }
                m_preset->addItem(QString::fromStdString(preset.label),
                                  preset.policy.empty() ? id + QLatin1Char(':') + values.join(QLatin1Char(','))
                                                        : QString::fromStdString(preset.policy));
                m_preset->setItemData(m_preset->count() - 1, plainTip(QString::fromStdString(preset.source)),
                                      Qt::ToolTipRole);
                m_preset->setItemData(m_preset->count() - 1,
                                      QString::fromStdString(laneText(nativeOf(*found->provided, preset))), kNative);
            }
        }
        const std::vector<UserPreset> own = PresetBar::presets();
        if (!own.empty()) {
            addGroup(*m_preset, tr("Your own"));
        }
        for (const UserPreset& preset : own) {
            m_preset->addItem(QString::fromStdString(preset.name), QString::fromStdString(preset.policy));
            m_preset->setItemData(m_preset->count() - 1, plainTip(QString::fromStdString(preset.policy)),
                                  Qt::ToolTipRole);
            m_preset->setItemData(m_preset->count() - 1, true, kWholeRole);
        }
        m_preset->setEnabled(m_preset->count() > 1);
    }

    void load(const QString& policyText) {
        if (const auto loaded = m_form.load(*m_catalog, policyText); !loaded) {
            Q_EMIT refused(errorText(loaded.error()));
        }
        m_shown.clear();
        follow();
    }

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
