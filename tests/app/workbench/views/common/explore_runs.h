// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs and helpers that the tests of docks over attention rows share.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <numeric>

#include "tests/app/workbench/views/common/dock_entries.h"
#include "tests/app/workbench/views/common/shown_dock.h"
#include "tests/support/fake_engine.h"

namespace kvw::wb {

inline void turnTo(Shown& shown, int view) {
    auto* box = shown.dock->findChild<QComboBox*>();
    box->setCurrentIndex(view);
    Q_EMIT box->activated(view);
    shown.settle();
    shown.settle();
}

/// Returns what a dock without anything to draw says.
inline QString emptyText(const Shown& shown) {
    QStringList said;
    for (const auto* label : shown.dock->findChildren<QLabel*>()) {
        if (label->isVisible()) {
            said << label->text();
        }
    }
    return said.join(QLatin1Char(' '));
}

inline std::shared_ptr<Recording> run(bool rows = true) {
    return tests::plotRecording({.steps = 300, .prompt = 60, .rows = rows, .promptRows = rows});
}

/// Returns a run of one lane per setting; each lane reads its first and its newest token of four.
inline std::shared_ptr<Recording> readers(const std::vector<std::string>& settings) {
    RunDescription description = tests::fakeDescription({.layers = 1, .lanes = 1});
    const LaneInfo first = description.lanes.front();
    description.lanes.clear();
    for (const std::string& each : settings) {
        LaneInfo info = first;
        info.policyId = "quest";
        info.policyText = each;
        info.sinks = info.recent = 0;
        description.lanes.push_back(info);
    }
    auto recording = std::make_shared<Recording>(description);
    for (std::int32_t lane = 0; lane < recording->lanes(); ++lane) {
        recording->setTrace(lane, std::make_unique<Trace>(TraceShape{1, 1, 1, 4, 1}, Trace::Options{true, 0}));
        Trace& trace = recording->writer(lane);
        for (std::int32_t t = 0; t < 4; ++t) {
            StepRecord step;
            step.step = t;
            step.bytesRead = 64;
            const std::vector<LayerRecord> layers(2);
            std::vector<std::int32_t> tokens(static_cast<std::size_t>(t + 1));
            std::iota(tokens.begin(), tokens.end(), 0);
            std::vector<float> probs(tokens.size(), 0.0F);
            probs.front() = probs.back() = 0.5F;
            if (!trace.addStep(step, "t", layers) || !trace.addRows(t, 0, {{tokens}}, {{probs}})) {
                return nullptr;
            }
        }
        trace.publish();
    }
    return recording;
}

}  // namespace kvw::wb
