// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes a call of a recorded run as a conformance case: the engine makes the lane again up to it, on its thread and
/// as soon as no run is going on. One that starts meanwhile goes first: the case is given up.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <stop_token>

#include "core/decode/case_request.h"
#include "core/policy/host/catalog.h"

namespace kvw::wb {

class EngineClient;

/// Thread: GUI thread.
class CaseMaker : public QObject {
    Q_OBJECT
 public:
    explicit CaseMaker(EngineClient& client, QObject* parent = nullptr);
    ~CaseMaker() override;

    /// Nothing while another is made.
    void make(CaseRequest request, const Catalog& catalog, const QString& file);
    void giveUp();
    [[nodiscard]] bool working() const noexcept { return m_work != nullptr; }
    /// Tokens that were made again; 0 while it waits for a run or loads.
    [[nodiscard]] qint64 done() const;
    [[nodiscard]] qint64 total() const noexcept { return m_total; }

 Q_SIGNALS:
    void changed();  ///< it began, came further or ended
    void made(const QString& file);
    void refused(const QString& sentence);  ///< empty: it was given up

 private:
    void look();

    struct Work;
    EngineClient& m_client;
    std::shared_ptr<Work> m_work;  ///< null: nothing is made
    qint64 m_total = 0, m_told = 0;
    QTimer m_timer;
};

}  // namespace kvw::wb
