// SPDX-License-Identifier: GPL-3.0-or-later
/// The policies of the next run, one lane each; one of them is in the form, where it is edited.
#pragma once

#include <QObject>
#include <QStringList>
#include <map>
#include <vector>

#include "app/workbench/session/draft/policy_form.h"

namespace kvw::wb {

/// Thread: GUI thread. There is always one lane. The full cache, which others are compared with, is not among them.
class LaneSet : public QObject {
    Q_OBJECT
 public:
    /// Most lanes of one run besides the full cache: the number of colours that can be told apart.
    static constexpr int kMost = 6;

    explicit LaneSet(PolicyForm& form, QObject* parent = nullptr);

    [[nodiscard]] int count() const noexcept { return static_cast<int>(m_others.size()); }
    [[nodiscard]] int current() const noexcept { return m_current; }  ///< lane in the form
    [[nodiscard]] QString text(int lane) const;                       ///< as on the command line
    [[nodiscard]] QStringList texts() const;
    [[nodiscard]] ResolvedPolicy resolved(int lane) const;
    [[nodiscard]] LaneChoice own(int lane) const;  ///< its positions and prefill, if they are not the run's

    /// Returns the id of a lane, which it keeps whatever happens to its place or its policy; a lane that is removed and
    /// comes back with the same text has it again.
    [[nodiscard]] int key(int lane) const { return m_keys[static_cast<std::size_t>(lane)]; }

    /// Loads another lane into the form. Errors: BadUsage if the form has an error; those of loading (a plugin that is
    /// gone).
    Result<void> select(const Catalog& catalog, int lane);
    /// Appends a copy of the lane in the form, which is in the form from then on. Errors: BadUsage if there are kMost,
    /// or if the form has an error.
    Result<void> add(const Catalog& catalog);
    /// Replaces all lanes and loads the first into the form. Errors: BadUsage for none or more than kMost; an unknown
    /// policy.
    Result<void> set(const Catalog& catalog, const QStringList& texts);
    /// Replaces all lanes by those of another run, with new keys. Errors: those of `set`.
    Result<void> replace(const Catalog& catalog, const QStringList& texts);
    /// Gives every lane that has a budget this one (kvw::setBudget): "512", "25%". Errors: BadUsage if the form has an
    /// error, or no lane has a budget; those of setBudget. All lanes stay as they were then.
    Result<void> setBudget(const Catalog& catalog, const QString& budget);
    /// Returns the budget that all lanes with a budget have; empty: they differ, or there is none.
    [[nodiscard]] QString budget() const;
    /// Returns the names of the policies that have no budget, each once.
    [[nodiscard]] QStringList withoutBudget() const;
    /// Removes a lane; if it was in the form, a neighbour is loaded. Errors: BadUsage for the only lane.
    Result<void> remove(const Catalog& catalog, int lane);

 Q_SIGNALS:
    void changed();  ///< number, order or current lane

 private:
    /// State of a lane while it is not in the form.
    struct Held {
        QString text;
        ResolvedPolicy resolved;
        LaneChoice own;
    };
    [[nodiscard]] static Result<Held> hold(const Catalog& catalog, const QString& text);
    [[nodiscard]] Result<void> checkForm() const;
    Result<void> keep(const Catalog& catalog);                       ///< stores the lane in the form
    Result<void> load(const Catalog& catalog, const QString& text);  ///< into the form, for the current lane
    /// Returns the keys of lanes with `texts`, which replace the present ones.
    [[nodiscard]] std::vector<int> keysOf(const QStringList& texts);

    PolicyForm& m_form;
    std::vector<Held> m_others;  ///< [lanes]; element `m_current` is not used
    int m_current = 0;
    std::vector<int> m_keys{0};     ///< [lanes]
    std::map<QString, int> m_gone;  ///< keys of removed lanes, by their last text
    int m_nextKey = 1;
};

}  // namespace kvw::wb
