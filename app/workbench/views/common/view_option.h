// SPDX-License-Identifier: GPL-3.0-or-later
/// One control of a dock's view: the value that views and undo keep, and the words for it in the id of a figure.
#pragma once

#include <QComboBox>
#include <QJsonValue>
#include <QObject>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

class QAbstractItemModel;
class QTableView;

namespace kvw::figures {
struct FigureRequest;
}

namespace kvw::wb {

/// A child of its control, which it names and makes part of the dock's view. Views store the value under that name, so
/// a name never changes. Thread: GUI thread.
class ViewOption : public QObject {
    Q_OBJECT
 public:
    using Read = std::function<QJsonValue()>;
    using Write = std::function<void(const QJsonValue&)>;
    using InFigure = std::function<QJsonValue(const figures::FigureRequest&)>;
    enum class Ticks { Kept, LeftOut };

    ViewOption(QObject& control, const QString& name, Read read, Write write, InFigure inFigure = {});
    /// `control`: a button, box of numbers, slider, line or action.
    ViewOption(QObject& control, const QString& name, InFigure inFigure = {});
    /// `word`: followed by the number in ids of figures; for a button, stands for the value that is not `otherwise`.
    /// `otherwise`: value of an id without the word.
    ViewOption(QObject& control, const QString& name, const char* word, const QJsonValue& otherwise = {});
    /// Keeps the order of a table that has its model, and its ticked rows by their numbers in the source model.
    ViewOption(QTableView& table, const QString& name, Ticks ticks = Ticks::Kept);

    [[nodiscard]] QObject& control() const noexcept { return m_control; }
    [[nodiscard]] QString name() const { return m_control.objectName(); }
    /// Returns the user's value; undefined: there is none yet.
    [[nodiscard]] QJsonValue value() const { return m_read(); }
    /// Sets a value as if the user did. Other types and items are ignored, since views come from files.
    void setValue(const QJsonValue& value) { m_write(value); }
    /// Returns the value that the id of a figure stands for; null: it says nothing of it.
    [[nodiscard]] QJsonValue valueIn(const figures::FigureRequest& id) const {
        return m_inFigure ? m_inFigure(id) : QJsonValue();
    }

 Q_SIGNALS:
    void used();  ///< by the user, not by the dock

 private:
    QObject& m_control;
    Read m_read;
    Write m_write;
    InFigure m_inFigure;
};

/// A box of a view. It may have to show another value than the user chose; the view keeps the choice.
class ViewChoice : public QComboBox {
    Q_OBJECT
    Q_PROPERTY(int chosen READ chosen)
 public:
    /// `words`: stand for the item in ids of figures, separated by blanks. Empty: the id stands for no other item;
    /// null: ids say nothing of it. If an id has words of several items, the longest count.
    struct Item {
        QString text;
        const char* words = nullptr;
    };

    /// `title`: accessible name.
    ViewChoice(QWidget* parent, const QString& name, const QString& title, const std::vector<Item>& items = {});

    /// Returns the index of the user's choice.
    [[nodiscard]] int chosen() const { return m_chosen.value_or(currentIndex()); }
    /// Changes the choice, not what is shown.
    void choose(int index) { m_chosen = index; }
    /// Shows an item without changing the choice.
    void showInstead(int index);
    /// Returns the shown item, if the items are the values of `Value` in order.
    template <class Value>
    [[nodiscard]] Value shown() const {
        return static_cast<Value>(currentIndex() < 0 ? 0 : currentIndex());
    }

 private:
    std::optional<int> m_chosen;  ///< none: what is shown
};

/// Returns the model below all proxies, in which a row keeps its number however the table is sorted and filtered.
[[nodiscard]] QAbstractItemModel* sourceOf(const QTableView& table);

}  // namespace kvw::wb
