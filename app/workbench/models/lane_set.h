// SPDX-License-Identifier: GPL-3.0-or-later
/// The policies of the next run, one lane each; one of them is in the form, where it is edited.
#pragma once

#include <QObject>
#include <QStringList>
#include <map>
#include <vector>

#include "app/workbench/models/policy_form.h"

namespace kvw::wb {

/// Thread: GUI thread. There is always one lane. The full cache, which others are compared with, is not among them.
class LaneSet : public QObject {
    Q_OBJECT
 public:
    /// Lanes of one run besides the full cache: as many as there are colours that can be told apart.
    static constexpr int kMost = 6;

    explicit LaneSet(PolicyForm& form, QObject* parent = nullptr);

    [[nodiscard]] int count() const noexcept { return static_cast<int>(m_others.size()); }
    [[nodiscard]] int current() const noexcept { return m_current; }  ///< the one in the form
    [[nodiscard]] QString text(int lane) const;                       ///< as on the command line
    [[nodiscard]] QStringList texts() const;
    [[nodiscard]] ResolvedPolicy resolved(int lane) const;
    [[nodiscard]] LaneChoice own(int lane) const;  ///< its positions and prefill, where they are not the run's

    /// Names a lane for as long as it is there, whatever happens to its place or its policy; one that comes back as it
    /// went has it again.
    [[nodiscard]] int key(int lane) const { return m_keys[static_cast<std::size_t>(lane)]; }

    /// Puts another lane into the form. Errors: what the form says of it (a plugin that is gone).
    Result<void> select(const Catalog& catalog, int lane);
    /// A copy of the lane in the form behind the last one, which is then in the form. Errors: BadUsage if there are
    /// kMost, or if the form has an error.
    Result<void> add(const Catalog& catalog);
    /// All lanes anew, the first one in the form. Errors: BadUsage for none or more than kMost; an unknown policy.
    Result<void> set(const Catalog& catalog, const QStringList& texts);
    /// Likewise with lanes of another run: none of those that were there stays under its key.
    Result<void> replace(const Catalog& catalog, const QStringList& texts);
    /// The neighbour comes into the form if it was that one. The last lane stays.
    Result<void> remove(const Catalog& catalog, int lane);

 Q_SIGNALS:
    void changed();  ///< number, order or the one in the form

 private:
    /// What a lane is while it is not in the form.
    struct Held {
        QString text;
        ResolvedPolicy resolved;
        LaneChoice own;
    };
    [[nodiscard]] static Result<Held> hold(const Catalog& catalog, const QString& text);
    Result<void> keep(const Catalog& catalog);  ///< what the form holds
    /// Of the lanes of `texts`, which come in place of those that are there.
    [[nodiscard]] std::vector<int> keysOf(const QStringList& texts);

    PolicyForm& m_form;
    std::vector<Held> m_others;  ///< [lanes]; that of `m_current` is not used
    int m_current = 0;
    std::vector<int> m_keys{0};     ///< [lanes]
    std::map<QString, int> m_gone;  ///< keys of lanes that went, by their last text
    int m_nextKey = 1;
};

}  // namespace kvw::wb
