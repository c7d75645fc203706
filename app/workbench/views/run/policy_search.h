// SPDX-License-Identifier: GPL-3.0-or-later
/// Search for a policy by words of its name, of its description or of its papers.
#pragma once

#include <utility>
#include <vector>

#include "app/workbench/session/words/plugin_words.h"
#include "app/workbench/views/common/widgets/list_search.h"

namespace kvw::wb {

/// Thread: GUI thread.
class PolicySearch : public ListSearch {
    Q_OBJECT
 public:
    struct Entry {
        QString text, id;  ///< no id: the title of the group that follows
        QString about;     ///< further words by which it is found
        QString tip;
        bool enabled = true;
    };
    PolicySearch(std::vector<Entry> entries, QWidget* parent)
        : ListSearch("policySearch", tr("Find a policy"), tr("Name, or words of its description or paper"),
                     tr("Policies that match"), parent),
          m_entries(std::move(entries)) {
        PolicySearch::filter({});
    }

 Q_SIGNALS:
    void chosen(const QString& id);

 protected:
    void filter(const QString& typed) override {
        list().clear();
        const Entry* title = nullptr;
        int first = -1, byName = -1;
        for (const Entry& entry : m_entries) {
            if (entry.id.isEmpty()) {
                title = &entry;
                continue;
            }
            if (!containsAllWords(entry.text + QLatin1Char(' ') + entry.about, typed)) {
                continue;
            }
            if (title != nullptr) {
                addWords(title->text);
                title = nullptr;
            }
            addEntry(entry.text, entry.id, entry.tip, entry.enabled);
            if (entry.enabled) {
                const int row = list().count() - 1;
                first = first < 0 ? row : first;
                // A policy whose name matches comes before one whose description mentions the others.
                byName = byName < 0 && containsAllWords(entry.text, typed) ? row : byName;
            }
        }
        if (list().count() == 0) {
            addWords(tr("No policy matches"));
        }
        list().setCurrentRow(byName < 0 ? first : byName);
    }

    void take(const QVariant& id) override { Q_EMIT chosen(id.toString()); }

 private:
    std::vector<Entry> m_entries;
};

}  // namespace kvw::wb
