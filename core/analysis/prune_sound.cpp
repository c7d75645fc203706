// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/prune_sound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace kvw {

namespace {

constexpr double kLowest = 220, kHighest = 3520, kNatsPerOctave = 2;
constexpr double kSeconds = 0.09, kDecay = 0.02, kAttack = 0.002, kLoudness = 0.5;

void put(std::string& bytes, std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i) {
        bytes += static_cast<char>((value >> (8 * i)) & 0xFFU);
    }
}

double deltaOf(const Trace& trace, std::int64_t step) {
    const StepRecord& record = trace.step(step);
    return record.nll - record.nllFull;
}

}  // namespace

std::vector<PruneClick> pruneClicks(const Recording& recording, std::int32_t lane, std::int64_t from, std::int64_t to) {
    const Trace& trace = recording.trace(lane);
    const std::int64_t prompt = recording.description().promptTokens;
    to = std::min(to, trace.steps());
    std::vector<PruneClick> clicks;
    std::int64_t counted = prompt;
    if (const std::int64_t before = trace.evictionsFrom(static_cast<std::int32_t>(from)); from > prompt && before > 0) {
        counted = std::max<std::int64_t>(prompt, trace.eviction(before - 1).step + 1);
    }
    const std::int64_t records = trace.evictions();
    for (std::int64_t i = trace.evictionsFrom(static_cast<std::int32_t>(std::max(from, prompt))); i < records; ++i) {
        const std::int64_t step = trace.eviction(i).step;
        if (step >= to) {
            break;
        }
        if (!clicks.empty() && clicks.back().step == step) {
            continue;
        }
        PruneClick click{step, std::numeric_limits<double>::quiet_NaN()};
        for (std::int64_t token = counted; token <= step; ++token) {
            click.delta = std::fmax(click.delta, deltaOf(trace, token));  // fmax ignores NaN
        }
        counted = step + 1;
        clicks.push_back(click);
    }
    return clicks;
}

double clickPitch(double delta) noexcept {
    return std::isnan(delta) ? kLowest : std::clamp(kLowest * std::exp2(delta / kNatsPerOctave), kLowest, kHighest);
}

std::vector<std::int16_t> clickSamples(double hertz) {
    std::vector<std::int16_t> samples(static_cast<std::size_t>(kSeconds * kSoundRate));
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double time = static_cast<double>(i) / kSoundRate;
        const double volume = kLoudness * std::min(1.0, time / kAttack) * std::exp(-time / kDecay);
        samples[i] = static_cast<std::int16_t>(std::lround(std::numeric_limits<std::int16_t>::max() * volume *
                                                           std::sin(2 * std::numbers::pi * hertz * time)));
    }
    return samples;
}

std::vector<std::int16_t> clicksSamples(std::span<const PruneClick> clicks, std::int64_t first, std::int64_t steps,
                                        double tokensPerSecond) {
    const auto at = [&](std::int64_t step) {
        return static_cast<std::size_t>(
            std::max(0.0, static_cast<double>(step - first) / tokensPerSecond * kSoundRate));
    };
    std::vector<std::int16_t> samples(at(steps) + static_cast<std::size_t>(kSeconds * kSoundRate));
    for (const PruneClick& click : clicks) {
        const std::vector<std::int16_t> tone = clickSamples(clickPitch(click.delta));
        const std::size_t begin = at(click.step);
        for (std::size_t i = 0; i < tone.size() && begin + i < samples.size(); ++i) {
            const int sum = samples[begin + i] + tone[i];
            samples[begin + i] = static_cast<std::int16_t>(std::clamp<int>(sum, -32767, 32767));
        }
    }
    return samples;
}

std::string wavBytes(std::span<const std::int16_t> samples) {
    const auto size = static_cast<std::uint32_t>(samples.size() * 2);
    std::string bytes = "RIFF";
    put(bytes, 36 + size, 4);
    bytes += "WAVEfmt ";
    put(bytes, 16, 4);
    put(bytes, 1, 2);  // PCM
    put(bytes, 1, 2);
    put(bytes, kSoundRate, 4);
    put(bytes, kSoundRate * 2, 4);
    put(bytes, 2, 2);
    put(bytes, 16, 2);
    bytes += "data";
    put(bytes, size, 4);
    for (const std::int16_t sample : samples) {
        put(bytes, static_cast<std::uint16_t>(sample), 2);
    }
    return bytes;
}

}  // namespace kvw
