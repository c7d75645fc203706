// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/models/contract_client.h"

#include <sys/prctl.h>

#include <QFont>
#include <csignal>

#include "app/workbench/models/kvw_program.h"
#include "core/decode/case_until.h"

namespace kvw::wb {

namespace {

using nlohmann::ordered_json;

constexpr int kPatienceMs = 3000;

QString text(const ordered_json& value, const char* name) {
    const auto found = value.find(name);
    return found == value.end() || !found->is_string() ? QString() : QString::fromStdString(found->get<std::string>());
}

}  // namespace

ContractClient::ContractClient(QObject* parent) : QAbstractTableModel(parent) {
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGTERM); });
    connect(&m_process, &QProcess::finished, this, &ContractClient::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            m_problem = tr("%1 could not be started: %2.").arg(m_process.program(), m_process.errorString());
            Q_EMIT changed();
        }
    });
}

ContractClient::~ContractClient() {
    disconnect(&m_process, nullptr, this, nullptr);
    if (running()) {
        m_process.kill();
        m_process.waitForFinished(kPatienceMs);
    }
}

void ContractClient::ask(const QString& policy) {
    if (running()) {
        const QSignalBlocker quiet(m_process);
        m_process.kill();
        m_process.waitForFinished(kPatienceMs);
    }
    m_asked = policy;
    m_problem.clear();
    m_process.start(kvwProgram(), {QStringLiteral("check-policy"), policy, QStringLiteral("--json")});
    Q_EMIT changed();
}

void ContractClient::finish(int, QProcess::ExitStatus status) {
    const QByteArray answer = m_process.readAllStandardOutput();
    const auto report = ordered_json::parse(answer.constData(), answer.constData() + answer.size(), nullptr, false);
    if (status == QProcess::CrashExit) {
        m_problem = tr("%1 crashed while it was called. Nothing of this window did.").arg(m_asked);
    } else if (!report.is_object() || !report.contains("checks")) {
        const QString said = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
        m_problem = said.isEmpty() ? tr("kvw gave no answer about %1.").arg(m_asked) : said;
    } else {
        show(report);
        return;
    }
    Q_EMIT changed();
}

void ContractClient::show(const ordered_json& report) {
    beginResetModel();
    m_problem.clear();
    const auto about = report.value("calls", ordered_json::array());
    const ordered_json first = about.empty() ? ordered_json::object() : about.front();
    m_calls = first.value("calls", ordered_json::array());
    m_case = first.value("case", ordered_json());
    m_policy = text(first, "policy").isEmpty() ? m_asked : text(first, "policy");
    m_needs = text(first, "needs");
    m_violations = 0;
    for (const auto& call : m_calls) {
        m_violations += text(call, "violation").isEmpty() ? 0 : 1;
    }
    QStringList lines;
    int passed = 0;
    for (const auto& check : report.at("checks")) {
        if (text(check, "outcome") == QLatin1String("pass")) {
            ++passed;
            continue;
        }
        lines << QStringLiteral("<b>%1</b> %2: %3")
                     .arg(text(check, "outcome") == QLatin1String("fail") ? tr("failed") : tr("note"),
                          text(check, "check").toHtmlEscaped(), text(check, "detail").toHtmlEscaped());
    }
    lines.prepend(tr("%1 checks passed").arg(passed));
    m_checks = lines.join(QStringLiteral("<br>"));
    endResetModel();
    Q_EMIT changed();
}

Result<ordered_json> ContractClient::caseOf(int row) const {
    if (row < 0 || row >= rowCount()) {
        return fail(Code::BadUsage, "contract", "no call is chosen", {}, "a row of the table");
    }
    if (m_case.is_null()) {
        return fail(Code::BadUsage, m_policy.toStdString(), "there is no conformance case of this run", {},
                    "a policy or a composition, without a codec, that came to the end of the text");
    }
    return caseUntil(m_case, m_calls[static_cast<std::size_t>(row)].value("step", std::int64_t{0}));
}

QString ContractClient::copyText() const {
    QStringList lines{m_policy, m_needs};
    QStringList names;
    for (int column = 0; column < ColumnCount; ++column) {
        names << headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    lines << names.join(QLatin1Char('\t'));
    for (const auto& call : m_calls) {
        QStringList cells;
        for (int column = 0; column < ColumnCount; ++column) {
            cells << textOf(call, column);
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

int ContractClient::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_calls.size());
}

int ContractClient::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QString ContractClient::textOf(const ordered_json& call, int column) const {
    const auto number = [&](const char* name) {
        const auto found = call.find(name);
        return found == call.end() || !found->is_number() ? QStringLiteral("–")
                                                          : QString::number(found->get<std::int64_t>());
    };
    switch (column) {
        case Call:
            return text(call, "call");
        case Step:
            return call.value("step", std::int64_t{-1}) < 0 ? QStringLiteral("–") : number("step");
        case Layer:
            return call.value("layer", ordered_json()).is_null() ? tr("all") : number("layer");
        case Time:
            return QString::number(1000 * call.value("ms", 0.0), 'f', 1);
        case Held:
            return number("held");
        case After:
            return number("after");
        case Budget:
            return number("budget");
        case Evicted:
            return number("evicted");
        case Violation:
            return text(call, "violation");
        default: {
            const QString reason = text(call, "reason");
            return text(call, "shown") + (reason.isEmpty() ? QString() : tr(" · reason: %1").arg(reason));
        }
    }
}

QVariant ContractClient::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const ordered_json& call = m_calls[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    if (role == Qt::DisplayRole) {
        return textOf(call, column);
    }
    if (role == Qt::ToolTipRole && (column == Violation || column == Shown)) {
        return textOf(call, column);
    }
    if (role == Qt::TextAlignmentRole) {
        const bool words = column == Call || column >= Violation;
        return QVariant::fromValue(Qt::Alignment((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    if (role == Qt::FontRole && !text(call, "violation").isEmpty()) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    return {};
}

QVariant ContractClient::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    static const std::pair<const char*, const char*> kNames[ColumnCount] = {
        {QT_TR_NOOP("call"), QT_TR_NOOP("The function of the SDK")},
        {QT_TR_NOOP("step"), QT_TR_NOOP("Index of the newest token")},
        {QT_TR_NOOP("layer"), QT_TR_NOOP("The layer it is about")},
        {QT_TR_NOOP("µs"), QT_TR_NOOP("Time inside the policy")},
        {QT_TR_NOOP("held"), QT_TR_NOOP("Tokens before the call, over the units it is about")},
        {QT_TR_NOOP("after"), QT_TR_NOOP("Tokens after its edits")},
        {QT_TR_NOOP("budget"), QT_TR_NOOP("What the policy reports that it may hold there")},
        {QT_TR_NOOP("evicted"), QT_TR_NOOP("Slots its edits free, in any layer")},
        {QT_TR_NOOP("violation"), QT_TR_NOOP("What the engine refuses, or that another answer came the second time")},
        {QT_TR_NOOP("arguments"), QT_TR_NOOP("What the call was shown")}};
    return role == Qt::DisplayRole ? tr(kNames[section].first) : tr(kNames[section].second);
}

}  // namespace kvw::wb
