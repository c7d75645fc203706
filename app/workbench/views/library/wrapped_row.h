// SPDX-License-Identifier: GPL-3.0-or-later
/// Layout that places widgets side by side, in as many rows as the width requires.
#pragma once

#include <QLayout>
#include <algorithm>
#include <memory>
#include <vector>

namespace kvw::wb {

/// Each item has its preferred size; hidden ones take no room. Thread: GUI thread.
class WrappedRow : public QLayout {
 public:
    WrappedRow() { setContentsMargins(0, 0, 0, 0); }

    void addItem(QLayoutItem* item) override { m_items.emplace_back(item); }
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override {
        return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
    }
    QLayoutItem* takeAt(int index) override {
        if (index < 0 || index >= count()) {
            return nullptr;
        }
        QLayoutItem* taken = m_items[static_cast<std::size_t>(index)].release();
        m_items.erase(m_items.begin() + index);
        return taken;
    }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override { return place(QRect(0, 0, width, 0), false); }
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] QSize minimumSize() const override {
        QSize widest(0, 0);
        for (const auto& item : m_items) {
            widest = item->isEmpty() ? widest : widest.expandedTo(item->minimumSize());
        }
        return widest;
    }
    /// Returns the size of all items in one row.
    [[nodiscard]] QSize sizeHint() const override {
        QSize whole(0, 0);
        for (const auto& item : m_items) {
            if (!item->isEmpty()) {
                const QSize one = item->sizeHint();
                whole = {whole.width() + (whole.width() > 0 ? gap() : 0) + one.width(),
                         std::max(whole.height(), one.height())};
            }
        }
        return whole;
    }
    void setGeometry(const QRect& rect) override {
        QLayout::setGeometry(rect);
        place(rect, true);
    }

 private:
    [[nodiscard]] int gap() const { return std::max(0, spacing()); }
    /// Places the items if `move` is set. Returns the height that they take.
    int place(const QRect& in, bool move) const {
        int x = in.left(), y = in.top(), high = 0;
        for (const auto& item : m_items) {
            if (item->isEmpty()) {
                continue;
            }
            const QSize size = item->sizeHint();
            if (x > in.left() && x + size.width() > in.left() + in.width()) {
                x = in.left();
                y += high + gap();
                high = 0;
            }
            if (move) {
                item->setGeometry({QPoint(x, y), size});
            }
            x += size.width() + gap();
            high = std::max(high, size.height());
        }
        return y + high - in.top();
    }

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

}  // namespace kvw::wb
