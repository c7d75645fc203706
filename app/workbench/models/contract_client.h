// SPDX-License-Identifier: GPL-3.0-or-later
/// Asks `kvw check-policy`, in a process of its own, what calls a policy gets and what it answers: a plugin that
/// crashes takes nothing with it.
#pragma once

#include <QProcess>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/workbench/models/call_table.h"
#include "core/base/error.h"

namespace kvw::wb {

/// Thread: GUI thread. A row per call.
class ContractClient : public CallTable {
    Q_OBJECT
 public:
    explicit ContractClient(QObject* parent = nullptr);
    ~ContractClient() override;

    /// `kvw check-policy POLICY --json`; a question under way is given up.
    void ask(const QString& policy);
    [[nodiscard]] bool running() const { return m_process.state() != QProcess::NotRunning; }
    /// What stands in kvw's answer; the last one is shown until the next is there.
    void show(const nlohmann::ordered_json& report);
    [[nodiscard]] QString policy() const { return m_policy; }    ///< whose calls are shown; empty: nothing yet
    [[nodiscard]] QString needs() const { return m_needs; }      ///< what it asked for
    [[nodiscard]] QString checks() const { return m_checks; }    ///< what passed and what did not, rich text
    [[nodiscard]] QString problem() const { return m_problem; }  ///< why there is no answer; empty: there is one
    [[nodiscard]] int violations() const { return m_violations; }
    /// The case that ends with a call; an error where the policy has no name in cases, or the run broke off.
    [[nodiscard]] Result<nlohmann::ordered_json> caseOf(int row) const;

    [[nodiscard]] CallRecord call(int row) const override { return m_calls[static_cast<std::size_t>(row)]; }
    [[nodiscard]] bool broken(int row) const override {
        return !m_calls[static_cast<std::size_t>(row)].violation.empty();
    }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

 Q_SIGNALS:
    void changed();

 private:
    void finish(int code, QProcess::ExitStatus status);

    QProcess m_process;
    std::vector<CallRecord> m_calls;
    nlohmann::ordered_json m_case;
    QString m_asked, m_policy, m_needs, m_checks, m_problem;
    int m_violations = 0;
};

}  // namespace kvw::wb
