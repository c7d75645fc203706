// SPDX-License-Identifier: GPL-3.0-or-later
/// The memory and speed dock: live, allocated and full bytes, never mixed; the parts of a step; TTFT, TPOT, threads,
/// frame time.
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

#include "app/workbench/plot/live_panel.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/plots/codes_text.h"
#include "app/workbench/views/common/rows_missing.h"
#include "app/workbench/views/common/widgets/capture_switch.h"
#include "app/workbench/views/common/widgets/event_hook.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "core/analysis/process_memory.h"
#include "core/figures/builders/figure_memory.h"
#include "core/figures/figures.h"
#include "core/metrics/speed.h"
#include "core/trace/capture_changes.h"
#include "core/trace/token_times.h"

namespace kvw::wb {

namespace {

constexpr std::array<float StepRecord::*, 4> kParts{&StepRecord::decodeMs, &StepRecord::captureMs,
                                                    &StepRecord::policyMs, &StepRecord::evictMs};
constexpr std::array<SeriesLook, 4> kPartLooks{
    {{FigureRole::Lane, 1}, {FigureRole::Lane, 5}, {FigureRole::Lane, 4}, {FigureRole::Lane, 2}}};

QString amount(double value, int digits = 1) {
    return numberText(value, 'f', digits);
}

/// Measures how late the event loop comes round: an upper limit for the frame time of the window.
class FrameProbe : public QObject {
 public:
    explicit FrameProbe(QObject* parent) : QObject(parent) {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(16);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_gaps[m_count++ % m_gaps.size()] = static_cast<double>(m_clock.nsecsElapsed()) / 1e6;
            m_clock.start();
        });
    }
    void run(bool on) {
        if (on == m_timer.isActive()) {
            return;
        }
        m_count = 0;
        m_clock.start();
        on ? m_timer.start() : m_timer.stop();
    }
    [[nodiscard]] std::optional<double> p95() const {
        return metrics::percentile({m_gaps.data(), std::min(m_count, m_gaps.size())}, 0.95);
    }

 private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::array<double, 128> m_gaps{};
    std::size_t m_count = 0;
};

constexpr int kLowPanels = 150;  // height in pixels that the stacked plots need
constexpr int kSpeedLines = 8;   // most lines of the text below the plots

class MemoryDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::MemoryDock)

 public:
    MemoryDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : PlotDock(entry, workspace, parent),
          m_plot(new Plot(this, tr("Bytes per step"))),
          m_times(new Plot(this, tr("Milliseconds per step"))),
          m_speed(new TextLine(this, "speed", kSpeedLines, 2)),
          m_frames(new FrameProbe(this)) {
        auto* halves = new Halves(this, kLowPanels);
        for (Plot* plot : {m_plot, m_times}) {
            plot->addPanel({});
            halves->addWidget(plot);
        }
        m_bytes.emplace(*m_plot, 0);
        m_parts.emplace(*m_times, 0);
        link(m_plot, true);
        link(m_times, true);
        m_speed->setToolTip(formula());
        body()->addWidget(m_speed);
        m_capture = new CaptureSwitch(workspace.draft(), this);
        body()->addWidget(m_capture);
        connect(&workspace.draft(), &RunDraft::changed, m_capture, &CaptureSwitch::refresh);
        connect(m_capture, &CaptureSwitch::switched, this,
                [this](const QString& level) { setCaptureOfLiveRun(this->workspace(), level); });
        connect(&workspace.client(), &EngineClient::recordingChanged, this, [this] { m_frameCount = m_together = 0; });
        connect(&workspace.client(), &EngineClient::traceAdvanced, this, [this](qint64 from, qint64 to) {
            // Steps that an opened recording already has were no frames; lanes that catch up with the first one add
            // none.
            if (to > from && (from > 0 || to == 1)) {
                ++m_frameCount;
                m_together += to - from - 1;
            }
        });
        body()->addWidget(halves, 1);
        onEvent(*content(), {QEvent::Resize, QEvent::FontChange}, this, &MemoryDock::followRoom);
        connect(this, &QDockWidget::visibilityChanged, this,
                [this](bool visible) { m_frames->run(visible && this->workspace().client().busy()); });
    }

 protected:
    void rebuild(const Trace& trace) override {
        m_bytes->follow(workspace().recording(), figures::memoryPanel(lane()));
        m_parts->follow(workspace().recording(), partsPanel(lane()));
        m_tokenTimes = {};
        m_sumsOnly = false;
        m_share = {};
        m_dropped = 0;
        m_rowsWanted = false;
        m_spent.clear();
        m_plot->setBoundary(promptEdge(trace), tr("prompt | decode"));
        m_times->setBoundary(promptEdge(trace), {});
    }

    void append(const Trace& trace, std::int64_t from, std::int64_t to) override {
        CaptureWalk levels(*workspace().recording(), lane());
        for (std::int64_t i = from; i < to; ++i) {
            const StepRecord& step = trace.step(i);
            const bool timed = hasTime(step);
            const bool apart = step.partsKnown();
            for (std::size_t part = 0; part < kParts.size() && timed && apart; ++part) {
                m_share[part] += static_cast<double>(step.*kParts[part]);
            }
            m_sumsOnly = m_sumsOnly || (timed && !apart);
            if (timed) {
                if (i >= workspace().recording()->description().generatesFrom()) {
                    m_tokenTimes.add(step);
                }
                const std::string& level = levels.at(i);
                const bool wanted = level == "maps";
                m_rowsWanted = m_rowsWanted || wanted;
                m_dropped += wanted && !trace.rows(i, 0) ? 1 : 0;
                if (apart) {
                    Spent& spent = m_spent[level];
                    spent.capture += static_cast<double>(step.captureMs);
                    spent.whole += static_cast<double>(step.ms());
                    ++spent.steps;
                }
            }
        }
        m_bytes->extend();
        m_parts->extend();
    }

    void show(const Trace& trace, Dirty what) override {
        for (auto* panel : {&*m_bytes, &*m_parts}) {
            panel->recolour();
            panel->fit(wholeRange());
        }
        setLegend(legendOf(*m_bytes));
        if (what & (DirtyFlag::Data | DirtyFlag::Status | DirtyFlag::Recording | DirtyFlag::Theme)) {
            m_frames->run(shown() && workspace().client().busy());
            showSpeed();
            showCost(trace);
            m_capture->setRunningLevel(
                trace.steps() > 0 && showsWhatGoesOn(workspace())
                    ? QString::fromStdString(captureAt(*workspace().recording(), lane(), trace.steps()))
                    : QString());
        }
    }

    QString describe(const Trace& trace, std::int64_t at) const override {
        const StepRecord& step = trace.step(at);
        const auto mib = [](std::int64_t bytes) { return amount(static_cast<double>(bytes) / kMiB, 2); };
        QString text = tr("step %1: live %2, allocated %3, full %4 MiB")
                           .arg(at)
                           .arg(mib(step.bytesLive), mib(step.bytesAllocated), mib(step.bytesFull));
        if (step.bytesRead >= 0) {
            text += tr(", read %1 MiB").arg(mib(step.bytesRead));
        }
        const QString codes = codesText(*workspace().recording(), lane(), at, workspace().namesHidden());
        text += codes.isEmpty() ? codes : QStringLiteral(" · ") + codes;
        if (step.phase == Phase::Decode) {
            text += tr(" · %1 ms").arg(amount(static_cast<double>(step.ms()), 2));
        }
        return text;
    }

    FigureOf figureOf() const override { return &figures::memory; }

    QString formula() const override {
        const QString words =
            tr("<b>Live</b>: bytes of the tokens held. <b>Allocated</b>: the K and V buffers with their capacity. "
               "<b>Full</b>: what the full cache would take now. <b>Read</b>: K, V and page bounds that a step's "
               "attention read, where a policy chooses that."
               "<br><b>Off</b>: how far keys and values that a codec gives back are from what it was given, root mean "
               "square relative to theirs, of all that is read as codes by now."
               "<br><b>TTFT</b>: from handing over the tokens until the first new one; prefill is in it."
               "<br><b>TPOT</b>: time from the first new token to the last, divided by their number less one; prefill "
               "is not in it."
               "<br><b>Parts</b>: decode, capture (recording), policy, eviction; they sum to the step. Bundles of "
               "older versions have the sum only."
               "<br><b>Coalesced</b>: steps that came within one frame and were drawn with it; all are recorded. "
               "<b>Dropped</b>: decode steps whose attention rows were to be recorded and are not there (a full disk)."
               "<br><b>Frame</b>: 95 % of this window's frames came within that time."
               "<br><b>Process</b>: memory that this program occupies now, with the weights and the caches of all "
               "lanes. Attention rows and the states that forks go on from lie in temporary files.");
        return words + tr("<br><b>Bandwidth</b>: a step on a device reads weights and caches once. Their bytes over "
                          "the time per token, as a share of what a kernel reaches that only reads.");
    }

    QString emptySentence() const override { return tr("Bytes of the cache and the time of each step appear here."); }

 private:
    /// The whole text leaves the plots at least their height in a low dock, in type of any size.
    bool isRoomy() const {
        const int text = (kSpeedLines + 1) * content()->fontMetrics().lineSpacing();
        return content()->height() >= kLowPanels + text;
    }
    void followRoom() {
        if (isRoomy() != m_roomy) {
            mark(DirtyFlag::Status);
        }
    }
    /// The prompt is read in one pass, so its tokens have no time of their own.
    static bool hasTime(const StepRecord& step) { return step.phase == Phase::Decode; }

    /// Returns the parts of each step's time, and the whole where they are not known; only the window draws them.
    static figures::StepPanel partsPanel(std::int32_t ofLane) {
        figures::StepPanel panel = figures::memoryPanel(ofLane);
        panel.y.label = "step";
        panel.y.unit = "ms";
        panel.prunes = false;
        panel.series = {{"decode", kPartLooks[0], ofLane, &partOf<0>},
                        {"capture", kPartLooks[1], ofLane, &partOf<1>},
                        {"policy", kPartLooks[2], ofLane, &partOf<2>},
                        {"eviction", kPartLooks[3], ofLane, &partOf<3>},
                        {"step", {FigureRole::Full}, ofLane, [](const StepRecord& step) {
                             return hasTime(step) && !step.partsKnown() ? static_cast<double>(step.ms()) : kMissing;
                         }}};
        return panel;
    }
    template <std::size_t part>
    static double partOf(const StepRecord& step) {
        return hasTime(step) && step.partsKnown() ? static_cast<double>(step.*kParts[part]) : kMissing;
    }

    void showSpeed() {
        const auto recording = workspace().recording();
        const double ttft = recording ? recording->ttft(lane()) : qQNaN();
        const double tpot = m_tokenTimes.tpotMs().value_or(qQNaN());
        QString text = tr("TTFT <b>%1</b> ms · TPOT <b>%2</b> ms · <b>%3</b> tokens/s")
                           .arg(amount(ttft), amount(tpot, 2), amount(1000 / tpot, 0));
        text += QStringLiteral("<br>") +
                (m_sumsOnly ? tr("step as a whole; an older version wrote it without its parts") : shares());
        QStringList facts;
        if (const int threads = workspace().client().status().threads; threads > 0 && !workspace().client().viewing()) {
            facts << (threads == 1 ? tr("1 thread") : tr("%1 threads").arg(threads));
        }
        if (const auto frame = m_frames->p95()) {
            facts << tr("frame ≤ %1 ms").arg(amount(*frame, 0));
        }
        if (m_frameCount > 0) {
            facts << tr("%1 steps a frame, %2 coalesced")
                         .arg(amount(1 + static_cast<double>(m_together) / static_cast<double>(m_frameCount)))
                         .arg(m_together);
        }
        const QString dropped = m_rowsWanted ? tr("rows of %1 steps dropped").arg(m_dropped) : QString();
        if (m_rowsWanted) {
            facts << dropped;
        }
        facts << tr("redraw %1 ms").arg(amount(m_plot->replotTime(true) + m_times->replotTime(true)));
        for (QString& fact : facts) {
            fact.replace(QLatin1Char(' '), QChar::Nbsp);  // keeps a number with its unit
        }
        QString told = facts.join(QStringLiteral(" · "));
        if (const QStringList process = processFacts(recording); !process.isEmpty()) {
            told += QStringLiteral("<br>") + process.join(QStringLiteral("<br>"));
        }
        // In a low dock the plots come first; dropped rows are reported in any dock.
        const bool roomy = isRoomy();
        if (roomy) {
            text += QStringLiteral("<br>") + told;
        } else if (m_dropped > 0) {
            text.prepend(dropped + QStringLiteral("<br>"));
        }
        m_speed->setText(text);
        if (std::exchange(m_roomy, roomy) != roomy) {
            m_speed->fit();
        }
        m_speed->setToolTip(roomy ? formula() : told + QStringLiteral("<br>") + formula());
    }

    /// Where the memory of this process goes; empty for a recorded run.
    QStringList processFacts(const std::shared_ptr<const Recording>& recording) const {
        if (!recording || workspace().client().viewing()) {
            return {};
        }
        const ProcessMemory memory = processMemory(*recording);
        const auto size = [](std::int64_t bytes) { return bytesText(static_cast<double>(bytes)); };
        QStringList facts;
        if (const DeviceUse use = workspace().client().status().onDevice; !use.device.empty()) {
            QStringList caches, rows;
            for (const DeviceUse::Lane& each : use.lanes) {
                caches << size(each.cache);
                rows << size(each.rows);
            }
            const QString plus = QStringLiteral(" + ");
            facts << tr("on %1: weights %2, caches %3, rows %4, buffers %5")
                         .arg(QString::fromStdString(use.device), size(use.weights), caches.join(plus), rows.join(plus),
                              size(use.buffers));
            if (const auto share = shareOfBandwidth(use)) {
                facts.last() += QStringLiteral(" · ") + tr("%1 % of its bandwidth").arg(amount(100 * *share, 0));
            }
        }
        if (memory.resident > 0) {
            facts << tr("process %1: weights %2, caches %3")
                         .arg(size(memory.resident), size(memory.weights), size(memory.caches));
        }
        if (const std::int64_t kept = workspace().client().status().keptBytes; kept + memory.rows > 0) {
            facts << tr("in files: rows %1, states %2").arg(size(memory.rows), size(kept));
        }
        return facts;
    }

    /// Returns the rate at which steps read weights and caches, as a share of what a read sweep of the device reaches.
    std::optional<double> shareOfBandwidth(const DeviceUse& use) const {
        const std::optional<double> ms = m_tokenTimes.tpotMs();
        if (use.readRate <= 0 || !ms || *ms <= 0) {
            return std::nullopt;
        }
        std::int64_t bytes = use.stepWeights;
        for (const DeviceUse::Lane& each : use.lanes) {
            bytes += each.cache;
        }
        return 1000 * static_cast<double>(bytes) / *ms / use.readRate;
    }

    /// Reports what recording cost in this run, for each of its capture levels.
    void showCost(const Trace& trace) {
        const std::string& first = workspace().recording()->description().capture;
        for (const auto& [level, spent] : m_spent) {
            if (spent.whole <= 0) {
                continue;
            }
            // The prompt's rows are recorded only if the run began at this level.
            const std::int64_t rows = m_spent.size() == 1 && level == first ? trace.steps() : spent.steps;
            const auto steps = static_cast<double>(spent.steps);
            m_capture->measured(
                QString::fromStdString(level),
                {spent.capture / steps, spent.capture / spent.whole,
                 level == "maps" ? static_cast<double>(trace.rowBytesStored()) / static_cast<double>(rows) : 0});
        }
    }

    /// Returns the shares of a step's time, in percent.
    QString shares() const {
        double sum = 0;
        for (const double part : m_share) {
            sum += part;
        }
        const std::array<QString, 4> names{tr("decode"), tr("capture"), tr("policy"), tr("eviction")};
        QString text;
        for (std::size_t part = 0; part < m_share.size(); ++part) {
            text += legendEntry(
                colorOf(figures::lineColour(kPartLooks[part])),
                tr("%1 %2 %").arg(names[part], sum > 0 ? amount(100 * m_share[part] / sum, 0) : QStringLiteral("–")));
        }
        return text;
    }

    Plot *m_plot, *m_times;
    TextLine* m_speed;
    CaptureSwitch* m_capture;
    FrameProbe* m_frames;
    std::optional<LivePanel> m_bytes, m_parts;
    bool m_sumsOnly = false;  ///< some steps have no separate times of their parts
    std::array<double, 4> m_share{};
    std::int64_t m_frameCount = 0, m_together = 0;  ///< of the live run; steps in the frame of the step before
    std::int64_t m_dropped = 0;                     ///< decode steps that should have attention rows and have none
    bool m_rowsWanted = false, m_roomy = false;
    TokenTimes m_tokenTimes;
    /// Sums over the decode steps whose parts are known, for one capture level.
    struct Spent {
        double capture = 0, whole = 0;  ///< milliseconds
        std::int64_t steps = 0;
    };
    std::map<std::string, Spent> m_spent;
};

}  // namespace

DockEntry memoryDock() {
    return {"memory", QT_TRANSLATE_NOOP("QObject", "Memory and speed"), Place::Right, 8, makeDock<MemoryDock>};
}

}  // namespace kvw::wb
