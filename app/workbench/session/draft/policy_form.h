// SPDX-License-Identifier: GPL-3.0-or-later
/// Parameters of one policy or composition: the generated form without its widgets.
#pragma once

#include <QObject>
#include <QStringList>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "app/workbench/session/draft/parameter_model.h"
#include "core/policy/host/choice/choice.h"
#include "core/session/spec/lane_choice.h"

namespace kvw::wb {

/// Returns `sinks`, `recent` and `schedule`, which a composition has in addition to the parameters of its parts.
[[nodiscard]] std::vector<ParameterSpec> compositionParameters();

/// Thread: GUI thread.
class PolicyForm : public QObject {
    Q_OBJECT
 public:
    explicit PolicyForm(QObject* parent = nullptr);

    /// Makes the rows of `policyText` ("snapkv:capacity=256", "snapkv+uniform"), sets their values, and takes the
    /// lane's own settings from the rest ("/positions=cache-rank", "/native"). Errors: BadUsage for a change in
    /// mid-run; those of the policy.
    Result<void> load(const Catalog& catalog, const QString& policyText);

    /// Does the same for another owner (LaneSet::key): each has its own values of every policy.
    Result<void> load(const Catalog& catalog, const QString& policyText, int owner);
    void setOwner(int owner) { m_owner = owner; }  ///< of the rows as they are
    /// A policy without its codec, and the lane's own settings.
    struct Values {
        QString policy;
        LaneChoice own;
    };
    /// Returns what the owner had in `policy` ("snapkv", "snapkv+uniform") when another one was loaded in its place;
    /// the policy as it is installed, if it never had one or no longer can.
    [[nodiscard]] Values valuesOf(const Catalog& catalog, const QString& policy) const;

    /// Rebuilds the rows with their values if a plugin of the form has other parameters by now.
    void refresh(const Catalog& catalog);

    [[nodiscard]] QString id() const { return m_id; }  ///< "streaming", "snapkv+uniform"; empty before the first load
    [[nodiscard]] QString description() const { return m_description; }
    [[nodiscard]] const std::vector<Reference>& references() const noexcept { return m_references; }
    [[nodiscard]] const std::vector<ParameterModel*>& parameters() const noexcept { return m_parameters; }
    [[nodiscard]] ParameterModel* parameter(const QString& name) const;
    /// Value of a parameter of the policy, or of the budget of a composition; none: there is no number of that name.
    [[nodiscard]] std::optional<double> number(const char* name) const;
    /// Canonical text: only what differs from the defaults, in the order of the rows.
    [[nodiscard]] QString policyText() const;
    /// Positions and prefill that the lane has in place of the run's.
    [[nodiscard]] const LaneChoice& own() const noexcept { return m_own; }
    void setOwn(const LaneChoice& own);
    /// Returns the policy text followed by the lane's own settings, as on the command line.
    [[nodiscard]] QString laneText() const;
    /// The policy with the values of the rows; empty before the first load.
    [[nodiscard]] ResolvedPolicy resolved() const;
    [[nodiscard]] QString error() const;  ///< first error of a row; empty: none
    /// Disables the rows whose condition does not hold, with the reason. The name of a row may have a prefix, as the
    /// parts of a composition have; its condition is about rows with the same one.
    static void applyConditions(const std::vector<ParameterModel*>& rows);

 Q_SIGNALS:
    void rebuilt();                                   ///< the rows were replaced
    void edited(kvw::wb::ParameterModel* parameter);  ///< a row changed: its value, or a sentence about it
    void valueChanged();                              ///< the value of a row; loading emits `rebuilt` only
    void ownChanged();                                ///< the lane's own settings; not emitted by loading

 private:
    void add(const ParameterSpec& spec, const QString& name);
    void updateEnabled();
    Result<void> makeRows(const Catalog& catalog, const QString& policyText);

    QString m_id, m_description;
    ResolvedPolicy m_policy;  ///< as it was loaded
    LaneChoice m_own;
    std::vector<Reference> m_references;
    std::vector<ParameterModel*> m_parameters;
    std::map<std::pair<int, QString>, Values> m_left;  ///< by owner and policy
    int m_owner = 0;
    bool m_loading = false;
};

}  // namespace kvw::wb
