// SPDX-License-Identifier: GPL-3.0-or-later
/// Tells whether a text was asked of the lists of a language.
#pragma once

#include <QTranslator>

namespace kvw::tests {

/// Marks what is asked of it in one context: "<integer>".
class Marking final : public QTranslator {
 public:
    explicit Marking(const char* context) : m_context(context) {}
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override {
        return qstrcmp(context, m_context) == 0 ? QLatin1Char('<') + QString::fromUtf8(source) + QLatin1Char('>')
                                                : QString();
    }

 private:
    const char* m_context;
};

}  // namespace kvw::tests
