// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs `kvw check-policy` to learn which calls a policy gets and what it answers. It runs in a process of its own, so
/// that a plugin that crashes does not end the window.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/processes/kvw_program.h"
#include "app/workbench/views/contract/call_table.h"
#include "core/base/error.h"
#include "core/base/json/json_access.h"
#include "core/base/json/phrase_json.h"
#include "core/conformance/case_until.h"

namespace kvw::wb {

/// Table of the calls of the policy that was asked about last. Thread: GUI thread.
class ContractClient : public CallTable {
    Q_OBJECT
 public:
    using ordered_json = nlohmann::ordered_json;

    explicit ContractClient(QObject* parent = nullptr) : CallTable(parent) {
        connect(&m_process, &QProcess::finished, this, &ContractClient::finish);
        connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart) {
                m_problem = tr("%1 could not be started: %2.").arg(m_process.program(), m_process.errorString());
                Q_EMIT changed();
            }
        });
    }

    ~ContractClient() override { m_process.kill(); }

    /// Starts `kvw check-policy POLICY --json`; a question under way is given up.
    void ask(const QString& policy) {
        if (running()) {
            const QSignalBlocker quiet(m_process);
            m_process.kill();
            m_process.waitForFinished(kStopPatienceMs);
        }
        m_asked = policy;
        m_problem.clear();
        m_process.start(kvwProgram(), {QStringLiteral("check-policy"), policy, QStringLiteral("--json")});
        Q_EMIT changed();
    }

    [[nodiscard]] bool running() const { return m_process.state() != QProcess::NotRunning; }
    /// Shows an answer of kvw; it stays until the next one arrives or a question fails.
    void show(const ordered_json& report) {
        beginResetModel();
        m_problem.clear();
        const auto about = report.value("calls", ordered_json::array());
        const ordered_json first = about.empty() ? ordered_json::object() : about.front();
        m_calls.clear();
        m_violations = 0;
        for (const auto& json : first.value("calls", ordered_json::array())) {
            m_calls.push_back(callOf(json));
            m_violations += m_calls.back().violation.empty() ? 0 : 1;
        }
        m_case = first.value("case", ordered_json());
        m_policy = text(first, "policy").isEmpty() ? m_asked : text(first, "policy");
        m_needs = text(first, "needs");
        QStringList lines;
        int passed = 0;
        for (const auto& check : report.at("checks")) {
            if (text(check, "outcome") == QLatin1String("pass")) {
                ++passed;
                continue;
            }
            lines << QStringLiteral("<b>%1</b> %2: %3")
                         .arg(text(check, "outcome") == QLatin1String("fail") ? tr("failed") : tr("note"),
                              text(check, "check").toHtmlEscaped(),
                              phraseText(phraseOf(member(check, "phrase"))).toHtmlEscaped());
        }
        lines.prepend(tr("%1 checks passed").arg(passed));
        m_checks = lines.join(QStringLiteral("<br>"));
        endResetModel();
        Q_EMIT changed();
    }

    [[nodiscard]] QString policy() const { return m_policy; }    ///< policy whose calls are shown; empty: none
    [[nodiscard]] QString needs() const { return m_needs; }      ///< what the policy asked for
    [[nodiscard]] QString checks() const { return m_checks; }    ///< passed and other checks, rich text
    [[nodiscard]] QString problem() const { return m_problem; }  ///< reason why there is no answer; empty: none
    [[nodiscard]] int violations() const { return m_violations; }
    /// Returns the conformance case that ends with the call of a row. Errors: the policy cannot be named in a case, or
    /// the run did not reach the end of its text.
    [[nodiscard]] Result<ordered_json> caseOf(int row) const {
        if (row < 0 || row >= rowCount()) {
            return fail(Code::BadUsage, "contract", "no call is chosen", {}, "a row of the table");
        }
        if (m_case.is_null()) {
            return fail(Code::BadUsage, m_policy.toStdString(), "there is no conformance case of this run", {},
                        "a policy or a composition, without a codec, that came to the end of the text");
        }
        return caseUntil(m_case, m_calls[static_cast<std::size_t>(row)].step);
    }

    [[nodiscard]] CallRecord call(int row) const override { return m_calls[static_cast<std::size_t>(row)]; }
    [[nodiscard]] bool broken(int row) const override {
        return !m_calls[static_cast<std::size_t>(row)].violation.empty();
    }

 Q_SIGNALS:
    void changed();

 private:
    static constexpr int kStopPatienceMs = 3000;

    static QString text(const ordered_json& value, const char* name) {
        return QString::fromStdString(textOf(value, name));
    }

    static CallRecord callOf(const ordered_json& json) {
        const auto count = [&](const char* name) { return wholeOf(json, name, -1); };
        CallRecord call;
        call.name = textOf(json, "call");
        call.step = static_cast<std::int32_t>(count("step"));
        call.layer = static_cast<std::int32_t>(count("layer"));
        call.us = static_cast<float>(1000 * json.value("ms", 0.0));
        call.given = textOf(json, "shown");
        call.held = count("held");
        call.after = count("after");
        call.budget = count("budget");
        call.evicted = count("evicted");
        call.reason = textOf(json, "reason");
        call.violation = phraseOf(member(json, "phrase"));
        return call;
    }

    [[nodiscard]] int rows() const override { return static_cast<int>(m_calls.size()); }
    void finish(int, QProcess::ExitStatus status) {
        const QByteArray answer = m_process.readAllStandardOutput();
        const auto report = ordered_json::parse(answer.constData(), answer.constData() + answer.size(), nullptr, false);
        if (status == QProcess::CrashExit) {
            m_problem = tr("%1 crashed in a call. This window is not affected.").arg(m_asked);
        } else if (!report.is_object() || !report.contains("checks")) {
            const QString said = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
            const Phrase why = phraseOf(member(report, "phrase"));
            m_problem = !why.empty()      ? phraseText(why)
                        : !said.isEmpty() ? said
                                          : tr("kvw gave no answer about %1.").arg(m_asked);
        } else {
            show(report);
            return;
        }
        // The calls of the previous policy must not stay below the sentence.
        beginResetModel();
        m_calls.clear();
        m_violations = 0;
        m_case = {};
        m_policy.clear();
        m_needs.clear();
        endResetModel();
        Q_EMIT changed();
    }

    KvwProcess m_process;
    std::vector<CallRecord> m_calls;
    ordered_json m_case;
    QString m_asked, m_policy, m_needs, m_checks, m_problem;
    int m_violations = 0;
};

}  // namespace kvw::wb
