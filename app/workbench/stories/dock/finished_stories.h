// SPDX-License-Identifier: GPL-3.0-or-later
/// Names of the stories whose last page was played to its end, kept between sessions.
#pragma once

#include <QObject>
#include <QSettings>
#include <QStringList>

namespace kvw::wb {

/// Thread: GUI thread.
class FinishedStories : public QObject {
    Q_OBJECT
 public:
    using QObject::QObject;

    /// Reads the stories of earlier sessions from `settings`, and stores new ones there. Null: this session only.
    void rememberIn(QSettings* settings) {
        m_settings = settings;
        if (settings != nullptr) {
            m_names = settings->value(key()).toStringList();
        }
    }
    [[nodiscard]] bool has(const QString& name) const { return m_names.contains(name); }
    /// Empty names, those of stories outside the list, are ignored.
    void add(const QString& name) {
        if (name.isEmpty() || has(name)) {
            return;
        }
        m_names += name;
        if (m_settings != nullptr) {
            m_settings->setValue(key(), m_names);
        }
    }

 private:
    static QString key() { return QStringLiteral("stories/finished"); }

    QSettings* m_settings = nullptr;
    QStringList m_names;
};

}  // namespace kvw::wb
