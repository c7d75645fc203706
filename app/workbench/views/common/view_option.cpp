// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/view_option.h"

#include <QAbstractButton>
#include <QAbstractProxyModel>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
#include <QMetaProperty>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/comma_list.h"
#include "core/figures/figure_request.h"

namespace kvw::wb {

namespace {

using figures::FigureRequest;

constexpr QLatin1String kSort("sort"), kDescending("descending"), kTicked("ticked");

bool hasWords(const FigureRequest& id, std::string_view words) {
    return id.isA(words) || id.says(words);
}

ViewOption::InFigure behind(const char* word, const QJsonValue& otherwise) {
    return [word, otherwise](const FigureRequest& id) {
        if (otherwise.isBool()) {
            return QJsonValue(hasWords(id, word) != otherwise.toBool());
        }
        const std::vector<double> numbers = id.numbersOf(word);
        return numbers.empty() ? otherwise : QJsonValue(numbers.front());
    };
}

/// Returns "value" of a slider, "text" of a line.
const char* propertyOf(const QObject& control) {
    const QMetaProperty property = control.metaObject()->userProperty();
    return property.isValid() ? property.name() : "checked";
}

bool canTick(const QAbstractItemModel& rows) {
    return rows.rowCount() > 0 && rows.flags(rows.index(0, 0)).testFlag(Qt::ItemIsUserCheckable);
}

bool isTicked(const QAbstractItemModel& rows, int row) {
    return rows.index(row, 0).data(Qt::CheckStateRole).toInt() == Qt::Checked;
}

/// Returns the column by which a table is sorted (-1: none), and the numbers of its ticked rows in the source model.
QJsonObject orderOf(const QTableView& table, ViewOption::Ticks ticks) {
    const QHeaderView& header = *table.horizontalHeader();
    QJsonObject order{{kSort, header.sortIndicatorSection()}};
    if (header.sortIndicatorSection() >= 0 && header.sortIndicatorOrder() == Qt::DescendingOrder) {
        order[kDescending] = true;
    }
    const QAbstractItemModel& rows = *sourceOf(table);
    if (!canTick(rows) || ticks == ViewOption::Ticks::LeftOut) {
        return order;
    }
    QJsonArray ticked;
    for (int row = 0; row < rows.rowCount(); ++row) {
        if (isTicked(rows, row)) {
            ticked.append(row);
        }
    }
    order[kTicked] = ticked;
    return order;
}

void setOrder(QTableView& table, ViewOption::Ticks ticks, const QJsonObject& order) {
    const QHeaderView& header = *table.horizontalHeader();
    const auto column = static_cast<int>(std::clamp(order.value(kSort).toDouble(-1), -1.0, header.count() - 1.0));
    const Qt::SortOrder way = order.value(kDescending).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder;
    if (column != header.sortIndicatorSection() || (column >= 0 && way != header.sortIndicatorOrder())) {
        table.sortByColumn(column, way);
    }
    QAbstractItemModel& rows = *sourceOf(table);
    const QJsonArray ticked = order.value(kTicked).toArray();
    const bool sets = order.contains(kTicked) && canTick(rows) && ticks == ViewOption::Ticks::Kept;
    for (int row = 0; sets && row < rows.rowCount(); ++row) {
        if (const bool wanted = ticked.contains(row); wanted != isTicked(rows, row)) {
            rows.setData(rows.index(row, 0), wanted ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
        }
    }
}

}  // namespace

ViewOption::ViewOption(QObject& control, const QString& name, Read read, Write write, InFigure inFigure)
    : QObject(&control),
      m_control(control),
      m_read(std::move(read)),
      m_write(std::move(write)),
      m_inFigure(std::move(inFigure)) {
    control.setObjectName(name);
    control.setProperty("view", true);
}

ViewOption::ViewOption(QObject& control, const QString& name, InFigure inFigure)
    : ViewOption(
          control, name,
          [&control, property = propertyOf(control)] { return QJsonValue::fromVariant(control.property(property)); },
          [this, property = propertyOf(control)](const QJsonValue& wanted) {
              if (wanted.type() == value().type()) {
                  m_control.setProperty(property, wanted.toVariant());
              }
          },
          std::move(inFigure)) {
    const auto turned = [this] {
        if (static_cast<QWidget&>(m_control).hasFocus()) {
            Q_EMIT used();
        }
    };
    if (auto* button = qobject_cast<QAbstractButton*>(&control)) {
        connect(button, &QAbstractButton::clicked, this, &ViewOption::used);
    } else if (auto* slider = qobject_cast<QSlider*>(&control)) {
        connect(slider, &QSlider::actionTriggered, this, &ViewOption::used);
    } else if (auto* line = qobject_cast<QLineEdit*>(&control)) {
        connect(line, &QLineEdit::textEdited, this, &ViewOption::used);
    } else if (auto* whole = qobject_cast<QSpinBox*>(&control)) {
        connect(whole, &QSpinBox::valueChanged, this, turned);
    } else if (auto* decimal = qobject_cast<QDoubleSpinBox*>(&control)) {
        connect(decimal, &QDoubleSpinBox::valueChanged, this, turned);
    }
}

ViewOption::ViewOption(QObject& control, const QString& name, const char* word, const QJsonValue& otherwise)
    : ViewOption(control, name, behind(word, otherwise)) {}

ViewOption::ViewOption(QTableView& table, const QString& name, Ticks ticks)
    : ViewOption(
          table, name, [&table, ticks] { return orderOf(table, ticks); },
          [&table, ticks](const QJsonValue& value) {
              if (value.isObject()) {
                  setOrder(table, ticks, value.toObject());
              }
          }) {
    connect(table.horizontalHeader(), &QHeaderView::sectionClicked, this, &ViewOption::used);
    connect(sourceOf(table), &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex&, const QModelIndex&, const QList<int>& roles) {
                if (roles.contains(Qt::CheckStateRole)) {
                    Q_EMIT used();
                }
            });
}

ViewChoice::ViewChoice(QWidget* parent, const QString& name, const QString& title, const std::vector<Item>& items)
    : QComboBox(parent) {
    std::vector<std::vector<std::string>> words;  // [item]
    for (const Item& item : items) {
        addItem(item.text);
        words.push_back(item.words == nullptr ? std::vector<std::string>() : splitAt(item.words, ' '));
    }
    setAccessibleName(title);
    auto* option = new ViewOption(
        *this, name, [this] { return count() > 0 ? QJsonValue(chosen()) : QJsonValue(QJsonValue::Undefined); },
        [this](const QJsonValue& value) {
            if (const int index = value.toInt(-1); index >= 0 && index < count() && index != chosen()) {
                setCurrentIndex(index);
                Q_EMIT activated(index);
            }
        },
        [words = std::move(words)](const FigureRequest& id) {
            QJsonValue found;
            std::size_t longest = 0;
            for (std::size_t item = 0; item < words.size(); ++item) {
                for (const std::string& each : words[item]) {
                    if (each.empty() ? found.isNull() : each.size() > longest && hasWords(id, each)) {
                        found = static_cast<int>(item);
                        longest = each.size();
                    }
                }
            }
            return found;
        });
    connect(this, &QComboBox::activated, option, [this, option](int index) {
        if (m_chosen) {
            m_chosen = index;
        }
        Q_EMIT option->used();
    });
}

void ViewChoice::showInstead(int index) {
    m_chosen = chosen();
    setCurrentIndex(index);
}

QAbstractItemModel* sourceOf(const QTableView& table) {
    QAbstractItemModel* model = table.model();
    while (const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model)) {
        model = proxy->sourceModel();
    }
    return model;
}

}  // namespace kvw::wb
