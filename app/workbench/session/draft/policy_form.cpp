// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/draft/policy_form.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/policy/host/condition.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

namespace {

/// Returns the specification of `sinks` or `recent` of a composition.
ParameterSpec ownNumber(const char* name, const char* label, const QString& tooltip) {
    ParameterSpec spec;
    spec.name = name;
    spec.label = label;
    spec.defaultValue = std::int64_t{0};
    spec.minimum = 0;
    spec.unit = "tok";
    spec.tooltip = tooltip.toStdString();
    return spec;
}

ParameterSpec schedule() {
    ParameterSpec spec;
    spec.name = "schedule";
    spec.label = "Schedule";
    spec.type = ParameterType::Choice;
    spec.defaultValue = std::string("once");
    spec.choices = {"once", "every-step", "every:8", "every:32", "every:128"};
    spec.tooltip = QObject::tr("When to cut: once after the prompt, or whenever a layer has grown by this many tokens.")
                       .toStdString();
    return spec;
}

/// Returns a policy, or its id, as it is in front of the @.
QString withoutCodec(const QString& policy) {
    return policy.section(QLatin1Char('@'), 0, 0);
}

}  // namespace

std::vector<ParameterSpec> compositionParameters() {
    return {ownNumber("sinks", "Sinks", PolicyForm::tr("First tokens that are always kept.")),
            ownNumber("recent", "Recent", PolicyForm::tr("Last tokens that are always kept.")), schedule()};
}

PolicyForm::PolicyForm(QObject* parent) : QObject(parent) {}

void PolicyForm::add(const ParameterSpec& spec, const QString& name) {
    auto* model = new ParameterModel(spec, name, this);
    m_parameters.push_back(model);
    connect(model, &ParameterModel::changed, this, [this, model] {
        updateEnabled();
        Q_EMIT edited(model);
    });
    connect(model, &ParameterModel::valueChanged, this, [this] {
        if (!m_loading) {
            Q_EMIT valueChanged();
        }
    });
}

Result<void> PolicyForm::load(const Catalog& catalog, const QString& policyText) {
    return load(catalog, policyText, m_owner);
}

Result<void> PolicyForm::load(const Catalog& catalog, const QString& policyText, int owner) {
    const bool before = std::exchange(m_loading, true);  // already true if `refresh` calls this
    const std::pair left(m_owner, withoutCodec(m_id));
    const Values values{withoutCodec(this->policyText()), m_own};
    auto made = makeRows(catalog, policyText);
    m_loading = before;
    if (made) {
        m_left[left] = values;
        m_owner = owner;
        Q_EMIT rebuilt();
    }
    return made;
}

Result<void> PolicyForm::makeRows(const Catalog& catalog, const QString& policyText) {
    const auto chain = resolveChain(catalog, policyText.toStdString());
    if (chain && !chain->changes.empty()) {
        return fail(Code::BadUsage, "policy", "a lane begins with one policy; it changes in a fork",
                    policyText.toStdString(), chain->policy);
    }
    KVW_TRY_ASSIGN(auto resolved, chain ? resolvePolicy(catalog, chain->policy) : tl::unexpected(chain.error()));
    m_own = chain->own;
    for (ParameterModel* model : m_parameters) {
        model->disconnect(this);
        model->deleteLater();
    }
    m_parameters.clear();
    m_references.clear();
    m_description.clear();
    m_id = QString::fromStdString(resolved.id());
    m_policy = resolved;  // `resolved` is called as soon as there is a row
    if (resolved.composed()) {
        std::vector<ParameterSpec> own = compositionParameters();
        std::vector<std::string>& words = own.back().choices;
        const std::string word = resolved.cutInterval == 0   ? "once"
                                 : resolved.cutInterval == 1 ? "every-step"
                                                             : "every:" + std::to_string(resolved.cutInterval);
        if (std::ranges::find(words, word) == words.end()) {
            words.push_back(word);
        }
        const sdk::Value values[] = {resolved.sinks, resolved.recent, word};
        for (std::size_t row = 0; row < own.size(); ++row) {
            add(own[row], QString::fromStdString(own[row].name));
            m_parameters.back()->setValue(values[row]);
        }
    }
    std::map<std::string, int> labels;
    for (const ResolvedPart& part : resolved.parts) {
        for (const ParameterSpec& spec : part.provided.parameters) {
            ++labels[spec.label];
        }
    }
    for (const ResolvedPart& part : resolved.parts) {
        const QString prefix = QString::fromStdString(resolved.prefixOf(part));
        const std::string& about =
            part.provided.description.empty() ? part.entry.manifest.description : part.provided.description;
        m_description += (m_description.isEmpty() ? QString() : QStringLiteral("\n")) + QString::fromStdString(about);
        for (const Reference& reference : part.entry.manifest.references) {
            m_references.push_back(reference);
        }
        for (ParameterSpec spec : part.provided.parameters) {
            if (labels[spec.label] > 1) {  // scorer and budget have the same label
                spec.label += " · " + part.provided.id;
            }
            add(spec, prefix + QString::fromStdString(spec.name));
            m_parameters.back()->setValue(part.parameters.values().at(spec.name));
        }
    }
    updateEnabled();
    return {};
}

ResolvedPolicy PolicyForm::resolved() const {
    ResolvedPolicy policy = m_policy;
    for (const ParameterModel* model : m_parameters) {
        // The value of the row was accepted by the same specification.
        static_cast<void>(setParameter(policy, model->name().toStdString(), model->text().toStdString()));
    }
    return policy;
}

void PolicyForm::refresh(const Catalog& catalog) {
    // Only the ids: values of parameters that a plugin no longer has would be refused.
    const auto now = resolvePolicy(catalog, m_id.toStdString());
    if (!now) {
        return;
    }
    std::vector<ParameterSpec> installed, shown;
    for (const ResolvedPart& part : now->parts) {
        installed.insert(installed.end(), part.provided.parameters.begin(), part.provided.parameters.end());
    }
    const std::size_t own = now->composed() ? 3 : 0;  // sinks, recent, schedule
    for (std::size_t row = own; row < m_parameters.size(); ++row) {
        shown.push_back(m_parameters[row]->spec());
    }
    if (installed == shown) {
        return;
    }
    std::vector<std::pair<QString, QString>> values;
    for (const ParameterModel* row : m_parameters) {
        if (row->error().isEmpty()) {
            values.emplace_back(row->name(), row->text());
        }
    }
    m_loading = true;
    if (load(catalog, m_id + QString::fromStdString(toText(m_own)))) {
        for (const auto& [name, value] : values) {
            if (ParameterModel* row = parameter(name)) {
                row->type(value);
            }
        }
    }
    m_loading = false;
}

PolicyForm::Values PolicyForm::valuesOf(const Catalog& catalog, const QString& policy) const {
    const auto left = m_left.find({m_owner, policy});
    return left != m_left.end() && resolvePolicy(catalog, left->second.policy.toStdString()) ? left->second
                                                                                             : Values{policy, {}};
}

ParameterModel* PolicyForm::parameter(const QString& name) const {
    const auto found =
        std::ranges::find_if(m_parameters, [&](const ParameterModel* model) { return model->name() == name; });
    return found == m_parameters.end() ? nullptr : *found;
}

std::optional<double> PolicyForm::number(const char* name) const {
    for (const QString& prefix : {QString(), QStringLiteral("budget.")}) {
        const ParameterModel* model = parameter(prefix + QLatin1String(name));
        if (model == nullptr) {
            continue;
        }
        bool ok = false;
        const double value = model->text().toDouble(&ok);
        if (ok) {
            return value;
        }
    }
    return std::nullopt;
}

QString PolicyForm::policyText() const {
    // The parameters of the policy's codec follow the @, without their prefix.
    static const QString kCodec = QStringLiteral("codec.");
    const qsizetype at = m_id.indexOf(QLatin1Char('@'));
    QStringList values;
    QStringList codec;
    for (const ParameterModel* model : m_parameters) {
        if (model->isDefault()) {
            continue;
        }
        const QString item = model->name() + QLatin1Char('=') + model->text();
        if (at >= 0 && item.startsWith(kCodec)) {
            codec += item.mid(kCodec.size());
        } else {
            values += item;
        }
    }
    const auto join = [](const QString& id, const QStringList& items) {
        return items.isEmpty() ? id : id + QLatin1Char(':') + items.join(QLatin1Char(','));
    };
    return at < 0 ? join(m_id, values) : join(m_id.left(at), values) + join(m_id.mid(at), codec);
}

void PolicyForm::setOwn(const LaneChoice& own) {
    if (own != m_own) {
        m_own = own;
        Q_EMIT ownChanged();
    }
}

QString PolicyForm::laneText() const {
    return policyText() + QString::fromStdString(toText(m_own));
}

QString PolicyForm::error() const {
    for (const ParameterModel* model : m_parameters) {
        if (!model->error().isEmpty()) {
            return model->error();
        }
    }
    return {};
}

void PolicyForm::updateEnabled() {
    applyConditions(m_parameters);
}

void PolicyForm::applyConditions(const std::vector<ParameterModel*>& rows) {
    for (ParameterModel* model : rows) {
        const auto condition = parseCondition(model->spec().enabledIf);
        const QString prefix =
            model->name().left(model->name().size() - static_cast<qsizetype>(model->spec().name.size()));
        const auto other = [&](const std::string& name) -> const ParameterModel* {
            const auto found = std::ranges::find(rows, prefix + QString::fromStdString(name), &ParameterModel::name);
            return found == rows.end() ? nullptr : *found;
        };
        const Clause* broken =
            condition ? firstBroken(*condition,
                                    [&](const std::string& name, const std::string& value) {
                                        const ParameterModel* of = other(name);
                                        return of != nullptr && of->text() == QString::fromStdString(value);
                                    })
                      : nullptr;
        QStringList wanted;
        for (const ParameterTest& test : broken != nullptr ? *broken : Clause{}) {
            const ParameterModel* of = other(test.name);
            const QString label = of != nullptr ? of->label() : QString::fromStdString(test.name);
            wanted << (test.equal ? tr("%1 is %2") : tr("%1 is not %2")).arg(label, QString::fromStdString(test.value));
        }
        model->setDisabledBecause(wanted.isEmpty() ? QString()
                                                   : tr("Has an effect only if %1.").arg(wanted.join(tr(" or "))));
    }
}

}  // namespace kvw::wb
