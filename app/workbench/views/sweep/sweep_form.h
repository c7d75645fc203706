// SPDX-License-Identifier: GPL-3.0-or-later
/// Form of the next sweep: text, axes, points, seeds, folder, workers.
#pragma once

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFileInfoList>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QWidget>
#include <array>
#include <optional>
#include <utility>

#include "app/workbench/session/words/core_words.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/form_rows.h"
#include "app/workbench/views/common/widgets/form_text.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"
#include "core/library/run_folder.h"

namespace kvw::wb {

/// Thread: GUI thread. Writes into the drafts; shows them, or the running sweep.
class SweepForm : public QWidget {
    Q_OBJECT
 public:
    explicit SweepForm(Workspace& workspace, QWidget* parent = nullptr)
        : QWidget(parent), m_workspace(workspace), m_texts(shippedTextChoices()) {
        auto* form = formIn(this);
        m_text = narrow(new QComboBox(this));
        named(m_text, "sweepText", tr("Text of the sweep"), tr("Text, model and settings of the Run dock"));
        form->addRow(tr("Text"), m_text);
        m_policies =
            named(new FormText(this), "sweepPolicies", {},
                  tr("The lanes of the Run dock; several are an axis of their own. Each runs beside the full cache."));
        form->addRow(tr("Policies"), m_policies);
        static const char* const kAxisNames[] = {QT_TR_NOOP("Across"), QT_TR_NOOP("Up")};
        for (int axis = 0; axis < SweepDraft::kAxes; ++axis) {
            AxisRow& each = m_axes[static_cast<std::size_t>(axis)];
            each.name = narrow(new QComboBox(this));
            each.name->setObjectName(QStringLiteral("axis%1").arg(axis));
            each.name->setAccessibleName(tr("Parameter: %1").arg(tr(kAxisNames[axis])));
            each.values = new QLineEdit(this);
            each.values->setObjectName(QStringLiteral("values%1").arg(axis));
            each.values->setAccessibleName(tr("Values: %1").arg(tr(kAxisNames[axis])));
            each.values->setPlaceholderText(QStringLiteral("64,128 or 64:512:x2"));
            each.values->setToolTip(
                tr("Values: a list (64,128,256), first:last:step (64:256:64) or first:last:factor (64:1024:x2)"));
            form->addRow(tr(kAxisNames[axis]), rowOf({{each.name, 2}, {each.values, 3}}, nullptr, {-1, 3}));
            connect(each.name, &QComboBox::activated, this, [this, axis] {
                const AxisRow& edited = m_axes[static_cast<std::size_t>(axis)];
                m_workspace.sweepDraft().setAxis(axis, {edited.name->currentData().toString(), {}});
            });
            connect(each.values, &QLineEdit::textEdited, this, [this, axis] { write(axis); });
        }
        m_further = new QWidget(this);
        m_furtherNames = sentenceIn(m_further, "furtherAxes");
        m_furtherNames->setToolTip(
            tr("Further axes of the sweep that was taken over: its runs vary in them too. The map shows the mean over "
               "them; they are not edited here."));
        auto* drop =
            signButton(m_further, QStringLiteral("✕"),
                       tr("Leave these axes out of the next sweep; it then needs a folder of its own"), "dropFurther");
        rowOf({{m_furtherNames, 1}, drop}, m_further, {0, 3});
        form->addRow(tr("Also"), m_further);
        connect(drop, &QToolButton::clicked, &workspace.sweepDraft(), &SweepDraft::dropFurther);
        m_kind = narrow(new QComboBox(this));
        named(m_kind, "sweepKind", tr("Points of the sweep"),
              tr("All points of the axes, some of them drawn without repetition by the seed of the run, or a list: "
                 "JSON objects, one per line, or CSV with a heading; names are those of axes, and policy"));
        m_kind->addItem(tr("all of the grid"), static_cast<int>(SweepPlan::Kind::Grid));
        m_kind->addItem(tr("drawn at random"), static_cast<int>(SweepPlan::Kind::Random));
        m_kind->addItem(tr("a list from a file…"), static_cast<int>(SweepPlan::Kind::Points));
        m_count = named(new QSpinBox(this), "sweepCount", tr("Points to draw"));
        m_count->setRange(1, static_cast<int>(kMostPoints));
        form->addRow(tr("Points"), rowOf({{m_kind, 2}, {m_count, 1}}, nullptr, {-1, 3}));
        m_halving = named(new QLineEdit(this), "halving", tr("Halving"));
        m_halving->setPlaceholderText(tr("none; 3: the best third goes on"));
        m_halving->setToolTip(
            tr("Successive halving: all points run with few of the steps, and the best one of so many goes on with so "
               "many times as many. Best by ΔNLL, or by another number of a row: 3:mean_kl."));
        form->addRow(tr("Halving"), m_halving);
        m_seeds = named(new QLineEdit(this), "seeds", tr("Seeds"));
        m_seeds->setPlaceholderText(tr("one run per point; 0,1,2 repeats it"));
        m_seeds->setToolTip(
            tr("Repeats: results are then means, with their standard deviation. The seed acts on sampling and on "
               "policies that draw."));
        form->addRow(tr("Seeds"), m_seeds);
        m_workers = named(new QSpinBox(this), "workers", tr("Workers"));
        m_workers->setRange(1, 256);
        m_workers->setToolTip(
            tr("Processes that run points at the same time, each with the model. Cores are shared out. A crash ends "
               "one point only."));
        form->addRow(tr("Workers"), m_workers);
        m_folder = narrow(new FolderBox(*this));
        named(m_folder, "sweepFolder", tr("Folder of the sweep"));
        m_folder->setEditable(true);
        m_folder->setInsertPolicy(QComboBox::NoInsert);
        m_folder->lineEdit()->setPlaceholderText(tr("a new name, or a sweep to continue"));
        m_folder->setToolTip(tr("A name is a folder in %1. Finished runs in it are not run again.")
                                 .arg(QString::fromStdString(runFolder().string())));
        auto* open = signButton(this, QStringLiteral("…"), tr("Choose a folder"));
        form->addRow(tr("Folder"), rowOf({{m_folder, 1}, open}, nullptr, {-1, 3}));

        for (QWidget* each : std::initializer_list<QWidget*>{m_text, m_axes[0].name, m_axes[1].name, m_kind, m_count,
                                                             m_workers, m_folder}) {
            quietWheel(*each);
        }
        connect(m_text, &QComboBox::activated, this, [this](int index) {
            if (static_cast<std::size_t>(index) < m_texts.size()) {
                m_workspace.draft().chooseText(m_texts[static_cast<std::size_t>(index)].file);
            }
        });
        SweepDraft& draft = workspace.sweepDraft();
        connect(m_kind, &QComboBox::activated, this, &SweepForm::chooseKind);
        connect(m_count, &QSpinBox::valueChanged, &draft, &SweepDraft::setCount);
        connect(m_halving, &QLineEdit::textEdited, &draft, &SweepDraft::setHalving);
        connect(m_seeds, &QLineEdit::textEdited, &draft, &SweepDraft::setSeeds);
        connect(m_workers, &QSpinBox::valueChanged, &draft, &SweepDraft::setWorkers);
        connect(m_folder, &QComboBox::activated, this, [this](int index) {
            m_typed = false;
            Q_EMIT folderChosen(m_folder->itemData(index).toString());
        });
        connect(m_folder->lineEdit(), &QLineEdit::editingFinished, this, [this] {
            const QString folder = m_workspace.sweepDraft().folder();
            if (std::exchange(m_typed, false) && QFileInfo::exists(folder + QStringLiteral("/sweep.json"))) {
                Q_EMIT folderChosen(folder);
            }
        });
        connect(m_folder->lineEdit(), &QLineEdit::textEdited, this, [this](const QString& name) {
            m_typed = true;
            const QString folder = name.trimmed();
            m_workspace.sweepDraft().setFolder(
                folder.isEmpty() || QDir::isAbsolutePath(folder)
                    ? folder
                    : QString::fromStdString((runFolder() / folder.toStdString()).string()));
        });
        connect(open, &QToolButton::clicked, this, &SweepForm::chooseFolder);
        fillFolders();
        m_rows.emplace(*form);
        m_rows->show(m_further, false);
    }

    /// Returns a folder for a new sweep in the folder of runs, which does not exist yet.
    [[nodiscard]] static QString newFolder() {
        for (int number = 1;; ++number) {
            const std::filesystem::path folder = runFolder() / ("sweep-" + std::to_string(number));
            std::error_code error;
            if (!std::filesystem::exists(folder, error)) {
                return QString::fromStdString(folder.string());
            }
        }
    }

    /// Returns the sweeps in the folder of runs, newest first.
    [[nodiscard]] static QFileInfoList folders() {
        const QDir root(QString::fromStdString(runFolder().string()));
        QFileInfoList folders = root.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time);
        folders.removeIf(
            [](const QFileInfo& each) { return !QFileInfo::exists(each.filePath() + QStringLiteral("/sweep.json")); });
        return folders;
    }

    void follow() {
        // During a sweep the Run dock may be edited, so the form shows the settings of the sweep.
        m_underWay = m_workspace.sweeps().running() ? &m_workspace.sweeps().sweep() : nullptr;
        const SweepDraft& draft = m_workspace.sweepDraft();
        const RunSpec& base = m_underWay != nullptr ? m_underWay->base : m_workspace.draft().base();
        m_text->clear();
        m_text->setCurrentIndex(-1);
        bool known = false;
        for (const TextChoice& choice : m_texts) {
            m_text->addItem(textWords(choice.title));
            if (choice.file == base.textFile) {
                m_text->setCurrentIndex(m_text->count() - 1);
                known = true;
            }
        }
        if (!known) {
            const QString file = QString::fromStdString(base.textFile.stem().string());
            m_text->addItem(base.prompt             ? tr("typed in the Run dock")
                            : m_underWay != nullptr ? file
                                                    : textWords(m_workspace.draft().textFacts().title));
            m_text->setCurrentIndex(m_text->count() - 1);
        }
        QStringList policies = m_workspace.draft().lanes().texts();
        if (m_underWay != nullptr) {
            policies.clear();
            for (const std::string& policy : m_underWay->policies) {
                policies << QString::fromStdString(policy);
            }
        }
        m_policies->say(policies.join(QLatin1Char('\n')));
        const std::vector<SweepDraft::Parameter> parameters = draft.parameters();
        for (int axis = 0; axis < SweepDraft::kAxes; ++axis) {
            followAxis(axis, parameters);
        }
        followFurther();
        if (m_seeds->text() != draft.seeds()) {
            m_seeds->setText(draft.seeds());
        }
        if (m_halving->text() != draft.halving()) {
            m_halving->setText(draft.halving());
        }
        m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(draft.kind())));
        m_count->setVisible(draft.kind() == SweepPlan::Kind::Random);
        if (draft.kind() == SweepPlan::Kind::Random) {
            const QSignalBlocker counting(m_count);
            m_count->setValue(draft.count());
        }
        const QSignalBlocker blocked(m_workers);
        m_workers->setValue(draft.workers());
        const QFileInfo folder(draft.folder());
        const bool inRoot = folder.path() == QString::fromStdString(runFolder().string());
        const QString name = inRoot ? folder.fileName() : draft.folder();
        if (m_folder->lineEdit()->text().trimmed() != name) {
            m_folder->setEditText(name);
        }
    }

    /// Lists the sweeps that exist now.
    void fillFolders() {
        const QString shown = m_folder->currentText();
        m_folder->clear();
        for (const QFileInfo& each : folders()) {
            m_folder->addItem(each.fileName(), each.filePath());
        }
        m_folder->setCurrentIndex(-1);
        m_folder->setEditText(shown);
    }

    /// `editable`: false while a sweep runs.
    void setEditable(bool editable) {
        for (QWidget* each :
             {static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_seeds), static_cast<QWidget*>(m_kind),
              static_cast<QWidget*>(m_count), static_cast<QWidget*>(m_halving), static_cast<QWidget*>(m_workers),
              static_cast<QWidget*>(m_folder), m_further}) {
            each->setEnabled(editable);
        }
        for (const AxisRow& row : m_axes) {
            row.name->setEnabled(editable);
            row.values->setEnabled(editable && !row.name->currentData().toString().isEmpty());
        }
    }

 Q_SIGNALS:
    void folderChosen(const QString& folder);

 private:
    static QComboBox* narrow(QComboBox* box) {
        setContentsLength(*box, 8);
        return box;
    }

    static void setItems(QComboBox& box, const std::vector<SweepDraft::Parameter>& parameters) {
        box.clear();
        box.addItem(tr("none"), QString());
        for (const SweepDraft::Parameter& parameter : parameters) {
            box.addItem(parameter.name, parameter.name);
            box.setItemData(box.count() - 1, plainTip(parameter.label + QStringLiteral(": ") + parameter.about),
                            Qt::ToolTipRole);
        }
    }

    /// Fills its list when it opens: sweeps come and go while the window is open.
    class FolderBox : public QComboBox {
     public:
        explicit FolderBox(SweepForm& form) : QComboBox(&form), m_form(form) {}
        void showPopup() override {
            m_form.fillFolders();
            QComboBox::showPopup();
        }

     private:
        SweepForm& m_form;
    };

    struct AxisRow {
        QComboBox* name;
        QLineEdit* values;
    };
    void write(int axis) {
        const AxisRow& row = m_axes[static_cast<std::size_t>(axis)];
        m_workspace.sweepDraft().setAxis(axis, {row.name->currentData().toString(), row.values->text()});
    }

    void chooseKind() {
        SweepDraft& draft = m_workspace.sweepDraft();
        const auto kind = static_cast<SweepPlan::Kind>(m_kind->currentData().toInt());
        if (kind != SweepPlan::Kind::Points) {
            draft.setKind(kind);
            return;
        }
        const QString file = QFileDialog::getOpenFileName(
            this, tr("List of points"), {}, tr("Lists of points (*.jsonl *.json *.csv)") + QStringLiteral(";;*"));
        const auto read = file.isEmpty() ? Result<void>() : draft.readPoints(file);
        if (!read) {
            m_workspace.tellError(read.error());
        }
        follow();
    }

    void chooseFolder() {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of the sweep"),
                                                                 QString::fromStdString(runFolder().string()));
        if (!folder.isEmpty()) {
            Q_EMIT folderChosen(folder);
        }
    }

    void followAxis(int axis, const std::vector<SweepDraft::Parameter>& parameters) {
        const AxisRow& row = m_axes[static_cast<std::size_t>(axis)];
        const SweepDraft::Axis& held = m_workspace.sweepDraft().axis(axis);
        const QString lacking = m_underWay != nullptr ? QString() : m_workspace.sweepDraft().lacking(held.name);
        setItems(*row.name, parameters);
        if (const int at = row.name->findData(held.name); at >= 0) {
            row.name->setCurrentIndex(at);
        } else {
            row.name->addItem(lacking.isEmpty() ? held.name : tr("%1: not a parameter of %2").arg(held.name, lacking),
                              held.name);
            row.name->setCurrentIndex(row.name->count() - 1);
        }
        QPalette colours;
        if (!lacking.isEmpty()) {
            const QColor grey = palette().color(QPalette::Disabled, QPalette::ButtonText);
            colours.setColor(QPalette::ButtonText, grey);
            colours.setColor(QPalette::Text, grey);
        }
        row.name->setPalette(colours);
        row.name->setToolTip(
            lacking.isEmpty()
                ? QString()
                : tr("It is left out while it is not a parameter of %1, and comes back with a policy that has it.")
                      .arg(lacking));
        if (row.values->text() != held.values) {
            row.values->setText(held.values);
            row.values->setCursorPosition(0);
        }
        row.values->setEnabled(!held.name.isEmpty() && lacking.isEmpty() && row.name->isEnabled());
    }

    void followFurther() {
        QStringList lines;
        for (const SweepDraft::Axis& axis : m_workspace.sweepDraft().further()) {
            QString values = axis.values;
            values.replace(QLatin1Char(','), QStringLiteral(",\u200b"));  // allows a line break there
            lines << axis.name + QStringLiteral(": ") + values;
        }
        m_furtherNames->setText(lines.join(QLatin1Char('\n')));
        m_rows->show(m_further, !lines.isEmpty());
    }

    Workspace& m_workspace;
    std::vector<TextChoice> m_texts;
    QComboBox *m_text, *m_folder;
    FormText* m_policies;
    QLabel* m_furtherNames;
    QWidget* m_further;  ///< axes beyond the two, of a loaded sweep
    std::optional<FormRows> m_rows;
    std::array<AxisRow, SweepDraft::kAxes> m_axes{};
    QComboBox* m_kind;
    QSpinBox* m_count;  ///< points to draw
    QLineEdit *m_halving, *m_seeds;
    QSpinBox* m_workers;
    const Sweep* m_underWay = nullptr;  ///< running sweep, shown instead of the drafts; null: none
    bool m_typed = false;               ///< the user typed a folder that was not looked at yet
};

}  // namespace kvw::wb
