// SPDX-License-Identifier: GPL-3.0-or-later
/// The run library as a table.
#pragma once

#include <QGuiApplication>
#include <QPalette>
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/table_model.h"
#include "app/workbench/session/words/difference_text.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/number_text.h"
#include "core/library/entry.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LibraryModel : public TableModel {
    Q_OBJECT
 public:
    enum Column { Started, Model, Text, Policy, Nll, Delta, Held, Tags, Name, ColumnCount };
    explicit LibraryModel(QObject* parent = nullptr) : TableModel(parent) {
        setHeads({{tr("started"), tr("When the run was started; ticked runs stay on top")},
                  {tr("model"), tr("Name of the model")},
                  {tr("text"), tr("Title of the text")},
                  {tr("policy"), tr("Policies without the full cache, with settings that differ from the defaults; "
                                    "point at one to see all settings")},
                  {tr("NLL"),
                   tr("Mean NLL of the tokens after the prompt, nats; of several policies that of the one with a star"),
                   true},
                  {tr("ΔNLL"), tr("Mean of NLL − NLL of the full cache over the same tokens, nats"), true},
                  {tr("of full"), tr("Live bytes at the end, of those of the full cache"), true},
                  {tr("tags"), tr("Yours")},
                  {tr("bundle"), tr("Its file or folder")}});
    }

    /// Tag of runs that stay on top; it is stored beside the bundle like any other.
    static constexpr const char* kPinned = "pinned";

    /// Returns the tags as the user types them, separated by commas.
    [[nodiscard]] static QString tagsText(const LibraryEntry& entry) {
        QStringList tags;
        for (const std::string& tag : entry.tags) {
            tags << word(tag);
        }
        return tags.join(QStringLiteral(", "));
    }

    void show(std::vector<LibraryEntry> entries) {
        beginResetModel();
        m_entries = std::move(entries);
        endResetModel();
    }
    [[nodiscard]] bool pinned(int row) const {
        const std::vector<std::string>& tags = entry(row).tags;
        return std::ranges::find(tags, kPinned) != tags.end();
    }
    [[nodiscard]] const LibraryEntry& entry(int row) const { return m_entries[static_cast<std::size_t>(row)]; }

    /// Sets the tick of a row, in its first column.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override {
        const bool pin = value.toInt() == Qt::Checked;
        if (role != Qt::CheckStateRole || index.column() != Started || pin == pinned(index.row())) {
            return false;
        }
        const LibraryEntry seen = entry(index.row());
        std::vector<std::string>& tags = m_entries[static_cast<std::size_t>(index.row())].tags;
        if (pin) {
            tags.emplace_back(kPinned);
        } else {
            std::erase(tags, kPinned);
        }
        Q_EMIT dataChanged(index, index.siblingAtColumn(ColumnCount - 1));
        Q_EMIT tagsChanged(index.row(), seen);
        return true;
    }

    Qt::ItemFlags flags(const QModelIndex& index) const override {
        const Qt::ItemFlags usual = TableModel::flags(index);
        return index.column() == Started ? usual | Qt::ItemIsUserCheckable : usual;
    }

 Q_SIGNALS:
    /// Emitted when a tick changed the tags, which then have to be written. `seen`: the entry before the change.
    void tagsChanged(int row, const kvw::LibraryEntry& seen);

 protected:
    int rows() const override { return static_cast<int>(m_entries.size()); }
    /// Returns the sort key of a column for Qt::UserRole.
    QVariant cell(int row, int column, int role) const override {
        const LibraryEntry& shown = entry(row);
        const bool numeric = column == Nll || column == Delta || column == Held;
        switch (role) {
            case Qt::DisplayRole:
                return cellText(shown, column);
            case Qt::UserRole:
                return numeric ? QVariant(numberIn(shown, column)) : QVariant(cellText(shown, column));
            case Qt::CheckStateRole:
                return column == Started ? QVariant(pinned(row) ? Qt::Checked : Qt::Unchecked) : QVariant();
            case Qt::ToolTipRole:
                return plainTip(tipOf(shown, column));
            case Qt::ForegroundRole:
                // Bundles that cannot be opened, or were changed, are grey; the text says so, too.
                return shown.problem.empty() && shown.warning.empty()
                           ? QVariant()
                           : QVariant(QGuiApplication::palette().color(QPalette::PlaceholderText));
            default:
                return {};
        }
    }

 private:
    static QString word(const std::string& text) { return QString::fromStdString(text); }

    /// Returns the path or problem of the bundle, or in the policy column all settings of its policies; then its
    /// warning and note.
    static QString tipOf(const LibraryEntry& entry, int column) {
        constexpr std::size_t kMostPolicies = 8;
        QStringList lines{entry.problem.empty() ? word(entry.path.string()) : phraseText(entry.problem)};
        if (column == Policy && entry.problem.empty() && !entry.effective.empty()) {
            lines.clear();
            for (std::size_t i = 0; i < std::min(kMostPolicies, entry.effective.size()); ++i) {
                lines << word(entry.effective[i]);
            }
            if (entry.effective.size() > kMostPolicies) {
                lines << QStringLiteral("…");
            }
        }
        if (!entry.warning.empty()) {
            lines << phraseText(entry.warning);
        }
        if (!entry.note.empty()) {
            lines << word(entry.note);
        }
        return lines.join(QLatin1Char('\n'));
    }

    static double numberIn(const LibraryEntry& entry, int column) {
        return column == Nll     ? entry.meanNll
               : column == Delta ? entry.deltaNll
               : column == Held  ? entry.heldShare
                                 : kMissing;
    }

    static QString cellText(const LibraryEntry& entry, int column) {
        const double number = numberIn(entry, column);
        switch (column) {
            case Started:
                return word(entry.startedAt).left(16).replace(QLatin1Char('T'), QLatin1Char(' '));
            case Model:
                return word(entry.model);
            case Text:
                return word(entry.text);
            case Policy:
                return entry.problem.empty() ? word(entry.policy) : phraseText(entry.problem);
            case Tags:
                return tagsText(entry);
            case Name:
                return word(entry.path.filename().string());
            case Held:
                return numberText(100 * number, 'f', 1) + (std::isfinite(number) ? QStringLiteral(" %") : QString());
            default:
                return column == Delta && std::isfinite(number) ? differenceText(number, 3)
                                                                : numberText(number, 'f', 3);
        }
    }

    std::vector<LibraryEntry> m_entries;
};

}  // namespace kvw::wb
