// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs `kvw check-policy` to learn which calls a policy gets and what it answers. It runs in a process of its own, so
/// that a plugin that crashes does not end the window.
#pragma once

#include <QProcess>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/workbench/views/contract/call_table.h"
#include "core/base/error.h"

namespace kvw::wb {

/// Table of the calls of the policy that was asked about last. Thread: GUI thread.
class ContractClient : public CallTable {
    Q_OBJECT
 public:
    explicit ContractClient(QObject* parent = nullptr);
    ~ContractClient() override;

    /// Starts `kvw check-policy POLICY --json`; a question under way is given up.
    void ask(const QString& policy);
    [[nodiscard]] bool running() const { return m_process.state() != QProcess::NotRunning; }
    /// Shows an answer of kvw; it stays until the next one arrives or a question fails.
    void show(const nlohmann::ordered_json& report);
    [[nodiscard]] QString policy() const { return m_policy; }    ///< policy whose calls are shown; empty: none
    [[nodiscard]] QString needs() const { return m_needs; }      ///< what the policy asked for
    [[nodiscard]] QString checks() const { return m_checks; }    ///< passed and other checks, rich text
    [[nodiscard]] QString problem() const { return m_problem; }  ///< reason why there is no answer; empty: none
    [[nodiscard]] int violations() const { return m_violations; }
    /// Returns the conformance case that ends with the call of a row. Errors: the policy cannot be named in a case, or
    /// the run did not reach the end of its text.
    [[nodiscard]] Result<nlohmann::ordered_json> caseOf(int row) const;

    [[nodiscard]] CallRecord call(int row) const override { return m_calls[static_cast<std::size_t>(row)]; }
    [[nodiscard]] bool broken(int row) const override {
        return !m_calls[static_cast<std::size_t>(row)].violation.empty();
    }

 Q_SIGNALS:
    void changed();

 private:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_calls.size()); }
    void finish(int code, QProcess::ExitStatus status);

    QProcess m_process;
    std::vector<CallRecord> m_calls;
    nlohmann::ordered_json m_case;
    QString m_asked, m_policy, m_needs, m_checks, m_problem;
    int m_violations = 0;
};

}  // namespace kvw::wb
