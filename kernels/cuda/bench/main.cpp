// SPDX-License-Identifier: Apache-2.0
// kvw-gpu-bench: time and rate of each kernel of a decode step, beside a read sweep of the same device; then those of a
// prompt's products and attention.
//   kvw-gpu-bench [--device emulated] [--shape tiny|1b|8b] [--held N] [--lanes N] [--coding bf16|q8_0|q4_k|...]
// Rates are bytes of weights, keys and values only. Every kernel runs over the weights of all layers, so that the L2
// does not hold them.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "kernels/cuda/check/open_library.h"
#include "kernels/cuda/check/whole_step.h"

using namespace kvw::device;
using check::WholeStep;

namespace {

struct Options {
    std::string device = "cuda", shape = "1b", coding = "bf16";
    int held = 1000, lanes = 1;
};

/// Seconds of one play: the median of some rounds of several plays each.
double secondsOf(check::Memory& memory, Recorded& graph, int plays) {
    Device& device = memory.device();
    std::vector<double> rounds;
    for (int round = 0; round < 6; ++round) {
        std::uint64_t ticket = 0;
        memory.check(device.mark(&ticket));
        memory.check(device.wait(ticket));
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < plays; ++i) {
            memory.check(device.play(graph));
        }
        memory.check(device.mark(&ticket));
        memory.check(device.wait(ticket));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        if (round > 0) {
            rounds.push_back(took.count() / plays);
        }
    }
    std::sort(rounds.begin(), rounds.end());
    return rounds[rounds.size() / 2];
}

template <class Work>
std::unique_ptr<Recorded> recorded(check::Memory& memory, const Work& work) {
    std::unique_ptr<Recorded> graph;
    memory.check(memory.device().beginRecording());
    work();
    memory.check(memory.device().endRecording(&graph));
    return graph;
}

bool parse(int count, char** words, Options& options) {
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = words[i], value = words[i + 1];
        if (name == "--device") {
            options.device = value;
        } else if (name == "--shape") {
            options.shape = value;
        } else if (name == "--coding") {
            options.coding = value;
        } else if (name == "--held") {
            options.held = std::atoi(value.c_str());
        } else if (name == "--lanes") {
            options.lanes = std::atoi(value.c_str());
        } else {
            return false;
        }
    }
    return count % 2 == 1 && options.held > 0 && options.lanes > 0 && options.lanes <= kMostLanes;
}

bool shapeOf(const Options& options, check::ModelShape& model) {
    for (int i = 0; i <= static_cast<int>(Coding::Mxfp4); ++i) {
        if (options.coding == check::nameOf(static_cast<Coding>(i))) {
            model.coding = static_cast<Coding>(i);
            if (options.shape == "1b") {  // Llama-3.2-1B
                model.layers = 16;
                model.hidden = 2048;
                model.intermediate = 8192;
                model.vocabulary = 128256;
                model.heads = {32, 8, 64};
            } else if (options.shape == "8b") {  // Llama-3.1-8B
                model.layers = 32;
                model.hidden = 4096;
                model.intermediate = 14336;
                model.vocabulary = 128256;
                model.heads = {32, 8, 128};
            } else if (options.shape == "tiny") {
                model.hidden = 256;
                model.intermediate = 512;
                model.heads = {4, 2, 64};
            } else {
                return false;
            }
            return true;
        }
    }
    return false;
}

constexpr const char* kNames[WholeStep::kParts] = {
    "norm + qkv + insert", "attention", "output + residual", "norm + gate/up",       "down + residual",
    "embedding",           "slots",     "norm + head",       "statistics of logits", "rows",
    "step rule",           "edits",     "numbers of rows"};

void line(const char* name, double seconds, double bytes, double sweep) {
    std::printf("%-22s %9.2f us", name, seconds * 1e6);
    if (bytes > 0) {
        std::printf("  %7.0f GB/s  %5.1f %% of the sweep", bytes / seconds * 1e-9, 100 * bytes / seconds / sweep);
    }
    std::printf("\n");
}

void bench(Device& device, const Options& options, const check::ModelShape& model, check::Outcome& outcome) {
    check::Memory memory(device, outcome);
    const int plays = device.info().emulated ? 1 : 20;
    const std::size_t bytes = device.info().emulated ? std::size_t{1} << 16U : std::size_t{1} << 30U;
    auto* from = memory.bytes(bytes);
    auto* to = memory.bytes(bytes);
    memory.check(device.fill(from, 0, bytes));
    auto* out = memory.filled(1, std::uint32_t{0});
    const auto copy = recorded(memory, [&] { memory.check(device.copyWithin(to, from, bytes)); });
    const auto sweep = recorded(memory, [&] { memory.check(device.kernels().sweep(device, {from, bytes, out})); });
    const double all = static_cast<double>(bytes), rate = all / secondsOf(memory, *sweep, plays);
    line("copy, read and write", secondsOf(memory, *copy, plays), 2 * all, rate);
    line("read sweep", all / rate, all, rate);

    check::LaneShape lanes;
    lanes.units = lanes.storedHeads = model.heads.kv;
    lanes.type = Number::Bf16;
    lanes.used = {options.held};
    lanes.freeEvery = 0;
    constexpr int kSteps = 400;
    lanes.spare = kSteps;
    std::vector<int> names(static_cast<std::size_t>(options.lanes), 0);
    WholeStep step(memory, model, lanes, names, options.held, kSteps);
    for (int i = 0; i < WholeStep::kParts; ++i) {
        const auto part = static_cast<WholeStep::Part>(i);
        if (part == WholeStep::Part::Slots || part == WholeStep::Part::Edits) {
            continue;  // they move on, so they are timed as a part of the step
        }
        const bool perLayer = i < WholeStep::kLayerParts;
        const int times = perLayer ? model.layers : 1;
        const auto graph = recorded(memory, [&] {
            for (int layer = 0; layer < times; ++layer) {
                step.enqueue(part, layer);
            }
        });
        line(kNames[i], secondsOf(memory, *graph, plays) / times, static_cast<double>(step.bytesOf(part)), rate);
    }
    const auto whole = recorded(memory, [&] { step.enqueue(); });
    const double seconds = secondsOf(memory, *whole, plays);
    double read = static_cast<double>(step.bytesOf(WholeStep::Part::Head));
    for (int i = 0; i < WholeStep::kLayerParts; ++i) {
        read += model.layers * static_cast<double>(step.bytesOf(static_cast<WholeStep::Part>(i)));
    }
    line("whole step", seconds, read, rate);
    std::printf("%s %s, %d lanes, %d held: %.3f ms a step, %.0f tokens/s\n", options.shape.c_str(),
                options.coding.c_str(), options.lanes, options.held, seconds * 1e3, options.lanes / seconds);
}

/// Times a product with the vectors of 1024 tokens, and attention of the last block of a prompt.
void benchPrompt(Device& device, const check::ModelShape& model, check::Outcome& outcome) {
    check::Memory memory(device, outcome);
    const bool small = device.info().emulated;
    const int plays = small ? 1 : 5, tokens = small ? 16 : 1024, keys = small ? 128 : 4096;
    const auto numbers = [](int a, int b) { return static_cast<std::size_t>(a) * static_cast<std::size_t>(b); };
    const auto cleared = [&](std::size_t bytes) {
        void* at = memory.bytes(bytes);
        memory.check(device.fill(at, 0, bytes));
        return at;
    };
    const auto report = [&](const char* name, double operations, const auto& work) {
        const auto graph = recorded(memory, work);
        const double seconds = secondsOf(memory, *graph, plays);
        std::printf("%-22s %9.2f us  %7.2f TFLOP/s\n", name, seconds * 1e6, operations / seconds * 1e-12);
    };
    const CodingShape coding = kvw::device::shapeOf(model.coding);
    MatMulArgs product;
    product.product.weights = {
        cleared(numbers(model.intermediate, model.hidden) / static_cast<std::size_t>(coding.numbers) *
                static_cast<std::size_t>(coding.bytes)),
        model.coding, model.intermediate, model.hidden};
    product.product.count = tokens;
    product.product.x = static_cast<float*>(cleared(numbers(tokens, model.hidden) * sizeof(float)));
    product.product.xStride = model.hidden;
    product.product.y = memory.room<float>(numbers(tokens, model.intermediate));
    product.product.yStride = model.intermediate;
    report("prompt: product", 2.0 * tokens * static_cast<double>(numbers(model.intermediate, model.hidden)),
           [&] { memory.check(device.kernels().matMul(device, product)); });

    const int dim = model.heads.dim, kv = model.heads.kv, query = model.heads.query;
    constexpr int kRows = 64;
    BlockArgs block;
    block.heads = model.heads;
    block.storedHeads = kv;
    block.first = keys - kRows;
    block.rows = kRows;
    block.count = block.most = block.stride = keys;
    block.q = static_cast<float*>(cleared(numbers(keys, query * dim) * sizeof(float)));
    block.keys = static_cast<float*>(cleared(numbers(keys, kv * dim) * sizeof(float)));
    block.values = block.keys;
    block.held = memory.filled(static_cast<std::size_t>(kv), keys);
    block.probs = memory.room<float>(numbers(keys, query * kRows));
    block.out = memory.room<float>(numbers(keys, query * dim));
    report("prompt: attention", 4.0 * kRows * static_cast<double>(numbers(keys, query * dim)),
           [&] { memory.check(device.kernels().attendBlock(device, block)); });
}

}  // namespace

int main(int count, char** words) {
    Options options;
    check::ModelShape model;
    if (!parse(count, words, options) || !shapeOf(options, model)) {
        std::fprintf(stderr,
                     "kvw-gpu-bench: expected [--device emulated] [--shape tiny|1b|8b] [--held N] [--lanes 1-8] "
                     "[--coding NAME]\n");
        return 2;
    }
    std::string why;
    const auto device = check::openDevice("kvw_" + options.device, why);
    if (device == nullptr) {
        std::fprintf(stderr, "kvw-gpu-bench: no device: %s\n", why.c_str());
        return 2;
    }
    const Info& info = device->info();
    std::printf("%s, compute capability %d.%d, %s\n", info.name, info.major, info.minor, info.driver);
    check::Outcome outcome;
    bench(*device, options, model, outcome);
    benchPrompt(*device, model, outcome);
    if (!outcome.failure.empty()) {
        std::fprintf(stderr, "kvw-gpu-bench: %s\n", outcome.failure.c_str());
        return 1;
    }
    return 0;
}
