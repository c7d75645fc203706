// SPDX-License-Identifier: Apache-2.0
/// The LaTeX that every shipped preset of `kvw eval` leads to is typeset: its table with the published numbers beside
/// results that are made up, and the report of its folder. Without LaTeX the test is skipped.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <set>

#include "core/eval/eval_file.h"
#include "core/eval/presets.h"
#include "core/eval/report/report.h"
#include "core/eval/tasks/tasks.h"
#include "core/eval/timing_table.h"
#include "core/figures/tables.h"

using namespace kvw;
using namespace kvw::eval;

namespace {

/// A preset as a plan, with a result of every lane on every subset that the work prints a number of.
struct MadeUp {
    explicit MadeUp(const EvalPreset& preset) : plan(planOf(preset)) {
        plan.preset = preset.name;
        options.policies = plan.run.policies;
        options.against = preset.against;
        std::set<std::string> subsets{"a_subset & 100 %"};
        for (std::size_t lane = 0; lane < preset.lanes.size(); ++lane) {
            for (const auto& [subset, value] : preset.lanes[lane].published) {
                options.published.push_back({subset, plan.run.policies[lane], value});
                if (!subset.empty()) {
                    subsets.insert(subset);
                }
            }
        }
        for (const std::string& subset : subsets) {
            for (const std::string& policy : plan.run.policies) {
                add(subset, policy, static_cast<double>(records.size() % 7));
            }
        }
    }

    void add(const std::string& subset, const std::string& policy, double number) {
        EvalRecord record;
        record.task = plan.task;
        record.subset = subset;
        record.id = "1";
        record.policy = policy;
        record.positions = "original";
        record.prefill = "layer-major";
        record.score = 1 + number / 10;
        record.parts = {{"tokens", 256}, {"total_s", 1 + number}, {"prefill_s", 1}, {"decode_s", number}};
        record.facts = {{"length", 1000}, {"depth", 0.5}};
        record.running = {3 + number, 2 + number};
        record.ttftMs = 12.5 + number;
        record.tpotMs = 3;
        record.heldAfterPrompt = 64;
        record.bytes = 1 << 20;
        if (plan.task.starts_with("timing")) {
            record.machine = R"({"cpu": "A CPU & more", "threads": 2} 0.1.0)";
        }
        records.push_back(std::move(record));
    }

    /// Returns the table as `kvw eval` writes it.
    [[nodiscard]] Result<std::string> latex() const {
        const TaskInfo& task = (*taskOf(plan.task))->info();
        const auto machines = timedMachines(records, options.against, options.published);
        KVW_TRY_ASSIGN(const auto rows, evalRows(records, task, options));
        const tables::Table page = machines.empty() ? evalPage(rows, task, plan.task)
                                                    : timingPage(machines.front(), plan.task, options.against);
        return tables::toLatex(page, "tab:" + plan.preset);
    }

    EvalPlan plan;
    TableOptions options;
    std::vector<EvalRecord> records;
};

}  // namespace

class PresetLatexTest : public QObject {
    Q_OBJECT
 private Q_SLOTS:
    void initTestCase() {
        const auto presets = evalPresets();
        QVERIFY2(presets.has_value(), presets ? "" : presets.error().sentence().c_str());
        m_presets = *presets;
        std::set<std::string> works;
        for (const EvalPreset& preset : m_presets) {
            works.insert(preset.work);
        }
        QCOMPARE(works, (std::set<std::string>{"000", "001", "002", "003", "004", "evidence"}));
    }

    void everyTableIsTypeset() {
        std::string text =
            "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\\usepackage[T1]{fontenc}\n"
            "\\usepackage{textcomp,booktabs,graphicx}\n\\begin{document}\n";
        for (const EvalPreset& preset : m_presets) {
            const MadeUp made(preset);
            const auto table = made.latex();
            QVERIFY2(table.has_value(), qPrintable(QString::fromStdString(
                                            preset.name + ": " + (table ? "" : table.error().sentence()))));
            QVERIFY2(made.options.published.empty() || table->find("published") != std::string::npos,
                     preset.name.c_str());
            text += *table + "\\clearpage\n";
        }
        typeset(text + "\\end{document}\n");
    }

    void everyReportIsTypeset() {
        Report report;
        report.title = "All presets & their tables";
        for (const EvalPreset& preset : m_presets) {
            const MadeUp made(preset);
            const std::filesystem::path folder = m_root.filePath(QString::fromStdString(preset.name)).toStdString();
            auto file = EvalFile::open(folder);
            QVERIFY2(file.has_value(), preset.name.c_str());
            QVERIFY(keepEvalPlan(folder, made.plan).has_value());
            QVERIFY(file->append(made.records).has_value());
            auto part = reportPart(folder);
            QVERIFY2(part.has_value(), part ? "" : part.error().sentence().c_str());
            QVERIFY2(!part->tables.empty(), preset.name.c_str());
            report.parts.push_back(std::move(*part));
        }
        typeset(reportTex(report));
    }

 private:
    void typeset(const std::string& text) const {
        const std::filesystem::path target = m_root.filePath("typeset.pdf").toStdString();
        std::filesystem::remove(target);
        const auto written = writePdf(text, target);
        if (!written && written.error().code == Code::NotFound) {
            QSKIP("neither lualatex nor pdflatex is installed");
        }
        QVERIFY2(written.has_value(), written ? "" : written.error().sentence().c_str());
        QVERIFY(std::filesystem::file_size(target) > 1000);
    }

    std::vector<EvalPreset> m_presets;
    QTemporaryDir m_root;
};

QTEST_APPLESS_MAIN(PresetLatexTest)
#include "preset_latex_test.moc"
