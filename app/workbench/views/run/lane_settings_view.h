// SPDX-License-Identifier: GPL-3.0-or-later
/// Positions and prefill of the lane in the form: those of the run, its own, or, by one click, those of the policy's
/// paper.
#pragma once

#include <QComboBox>
#include <QPushButton>
#include <QWidget>

#include "app/workbench/session/draft/run_draft.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/form_rows.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/number_box.h"
#include "app/workbench/views/common/widgets/quiet_wheel.h"

namespace kvw::wb {

/// Thread: GUI thread. Writes into the draft's form.
class LaneSettingsView : public QWidget {
    Q_OBJECT
 public:
    explicit LaneSettingsView(RunDraft& draft, QWidget* parent = nullptr) : QWidget(parent), m_draft(draft) {
        auto* form = formIn(this);
        m_positions = choice(tr("Positions of the lane"), {QStringLiteral("original"), QStringLiteral("cache-rank")},
                             tr("RoPE phases of this lane, if not those of the run"), this);
        m_positions->setObjectName(QStringLiteral("lanePositions"));
        form->addRow(tr("Lane positions"), m_positions);
        m_prefill = choice(tr("Prefill of the lane"), {QStringLiteral("layer-major"), QStringLiteral("streaming")},
                           tr("How this lane reads the prompt, if not as the run does"), this);
        m_prefill->setObjectName(QStringLiteral("lanePrefill"));
        m_chunk = named(new NumberBox(this), "laneChunk");
        m_chunk->setDecimals(0);
        m_chunk->setRange(1, 1e9);
        explained(m_chunk, tr("Chunk of the lane"), tr("Tokens of the prompt that go through all layers at once"));
        auto* prefill = rowOf({{m_prefill, 1}, m_chunk}, nullptr, {-1, 3});
        form->addRow(tr("Lane prefill"), prefill);
        m_storage = choice(tr("Cache of the lane"), {tr("concatenated")},
                           tr("slots: evicted tokens leave their place to new ones. concatenated: every new token and "
                              "every eviction copies what stays, as published code of StreamingLLM does; the numbers "
                              "are the same, the times are not. On the CPU, without a codec."),
                           this);
        m_storage->setItemText(0, tr("slots"));
        m_storage->setObjectName(QStringLiteral("laneStorage"));
        form->addRow(tr("Lane cache"), m_storage);
        m_jitter = named(new NumberBox(this), "laneJitter");
        m_jitter->setDecimals(0);
        m_jitter->setRange(0, static_cast<double>(Jitter::kMostUlps));
        explained(
            m_jitter, tr("Noise of the lane"),
            tr("Moves each element of every query by up to so many places among the f32 numbers, drawn by the seed "
               "of the run: how much of a result is rounding. 0: no noise. On the CPU."));
        form->addRow(tr("Lane noise"), m_jitter);
        m_work = new QWidget(this);
        m_native = sentenceIn(m_work, "native");
        m_native->setForegroundRole(QPalette::PlaceholderText);
        m_take = buttonIn(m_work, tr("Native settings"), "takeNative");
        makeNarrow(*m_take);
        columnOf({m_native, m_take}, m_work, {0, 3});

        for (QComboBox* box : {m_positions, m_prefill, m_storage}) {
            connect(box, &QComboBox::activated, this, &LaneSettingsView::write);
        }
        for (NumberBox* box : {m_chunk, m_jitter}) {
            connect(box, &QDoubleSpinBox::valueChanged, this, &LaneSettingsView::write);
        }
        connect(m_take, &QPushButton::clicked, this, &LaneSettingsView::takeNative);
        follow();
    }

    /// Returns what the policy's paper sets, with the button that takes it. The layout that it is put into takes
    /// ownership.
    [[nodiscard]] QWidget* nativeLine() const noexcept { return m_work; }
    /// Shows what the lane has now.
    void follow() {
        const LaneChoice& own = m_draft.form().own();
        m_positions->setCurrentIndex(!own.positions ? 0 : *own.positions == Positions::CacheRank ? 2 : 1);
        const bool streaming = own.chunk && *own.chunk != kLayerMajor;
        m_prefill->setCurrentIndex(!own.chunk ? 0 : streaming ? 2 : 1);
        m_storage->setCurrentIndex(own.storage == Storage::Concat ? 1 : 0);
        m_jitter->follow(static_cast<double>(own.jitter.value_or(Jitter()).ulps));
        m_chunk->setVisible(streaming);
        const std::int64_t chunk = !streaming                ? kFirstChunk
                                   : *own.chunk == kRunChunk ? m_draft.base().chunk
                                                             : *own.chunk;
        m_chunk->follow(static_cast<double>(chunk));

        const ResolvedPolicy policy = m_draft.form().resolved();
        const NativeSettings native = policy.parts.empty() ? NativeSettings() : policy.parts.front().provided.native;
        QStringList words;
        if (!native.positions.empty()) {
            words += tr("%1 positions").arg(QString::fromStdString(native.positions));
        }
        if (!native.prefill.empty()) {
            words += tr("%1 prefill").arg(QString::fromStdString(native.prefill));
        }
        m_work->setVisible(native.given());
        m_native->setText(tr("Native: %1").arg(words.join(QStringLiteral(", "))));
        m_native->setToolTip(plainTip(QString::fromStdString(native.source)));
        const bool departs =
            nativeMismatchOf(policy, m_draft.laneSettings(m_draft.lanes().current()), m_draft.planned().prompt)
                .has_value();
        m_take->setEnabled(departs);
        m_take->setToolTip(departs ? tr("Runs this lane with the positions and the prefill of the policy's work")
                                   : tr("The lane has the positions and the prefill of the policy's work"));
    }

 private:
    static constexpr std::int64_t kFirstChunk = 1;

    static QComboBox* choice(const QString& name, const QStringList& words, const QString& tip, QWidget* parent) {
        auto* box = new QComboBox(parent);
        box->addItem(QObject::tr("as the run"));
        box->addItems(words);
        explained(box, name, tip);
        setContentsLength(*box, 8);
        quietWheel(*box);
        return box;
    }

    void write() {
        LaneChoice own;
        if (m_positions->currentIndex() > 0) {
            own.positions = m_positions->currentIndex() == 2 ? Positions::CacheRank : Positions::Original;
        }
        if (m_prefill->currentIndex() > 0) {
            own.chunk = m_prefill->currentIndex() == 2 ? static_cast<std::int64_t>(m_chunk->value()) : kLayerMajor;
        }
        if (m_storage->currentIndex() == 1) {
            own.storage = Storage::Concat;
        }
        // A stream that was typed stays.
        const Jitter noise{static_cast<std::int64_t>(m_jitter->value()),
                           m_draft.form().own().jitter.value_or(Jitter()).stream};
        if (noise.on()) {
            own.jitter = noise;
        }
        m_draft.form().setOwn(own);
    }

    void takeNative() {
        if (auto native = nativeChoice(m_draft.form().resolved())) {
            native->storage = m_draft.form().own().storage;
            native->jitter = m_draft.form().own().jitter;
            m_draft.form().setOwn(*native);
        }
    }

    RunDraft& m_draft;
    QComboBox *m_positions, *m_prefill, *m_storage;
    NumberBox *m_chunk, *m_jitter;
    QWidget* m_work;  ///< the policy's paper
    QLabel* m_native;
    QPushButton* m_take;
};

}  // namespace kvw::wb
