// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes a call of a recorded run as a conformance case. The engine recomputes the lane up to that call, on the
/// inference thread and as soon as no run is going on. A run that starts meanwhile has precedence: the case is given
/// up.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <stop_token>

#include "core/policy/host/catalog.h"
#include "core/session/case_request.h"

namespace kvw::wb {

class EngineClient;

/// Thread: GUI thread.
class CaseMaker : public QObject {
    Q_OBJECT
 public:
    explicit CaseMaker(EngineClient& client, QObject* parent = nullptr);
    ~CaseMaker() override;

    /// Starts to make a case; does nothing while another is being made.
    void make(CaseRequest request, const Catalog& catalog, const QString& file);
    void giveUp();
    [[nodiscard]] bool working() const noexcept { return m_work != nullptr; }
    /// Returns the number of tokens recomputed so far; 0 while the case waits for a run or the model loads.
    [[nodiscard]] qint64 done() const;
    [[nodiscard]] qint64 total() const noexcept { return m_total; }

 Q_SIGNALS:
    void changed();  ///< the work began, advanced or ended
    void made(const QString& file);
    void refused(const Phrase& sentence);  ///< empty: the case was given up

 private:
    void look();

    struct Work;
    EngineClient& m_client;
    std::shared_ptr<Work> m_work;  ///< null: no case is being made
    qint64 m_total = 0, m_told = 0;
    QTimer m_timer;
};

}  // namespace kvw::wb
