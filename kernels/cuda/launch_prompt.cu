// SPDX-License-Identifier: Apache-2.0
// Starts of what a pass over many tokens does between its products. nvcc compiles this file for the GPU,
// kernels/emulated includes it for the emulation.
#include "kernels/cuda/launch.h"
#include "kernels/cuda/launches.h"
#include "kernels/cuda/prompt.h"

namespace kvw::device {
namespace {

constexpr std::size_t kRowShared = kRowThreads / 32 * sizeof(float);

int parts(int count, int of) {
    return (count + of - 1) / of;
}

}  // namespace

Status launchNormRows(Device& device, const NormRowsArgs& args) {
    return start(device, {args.count, kRowThreads, kRowShared}, normRows, args);
}

Status launchSplitHeads(Device& device, const SplitHeadsArgs& args) {
    const Heads& heads = args.joined.heads;
    return start(device, {args.joined.laneCount * (heads.query + 2 * heads.kv), kRowThreads, kRowShared}, splitHeads,
                 args);
}

Status launchTurnRows(Device& device, const TurnRowsArgs& args) {
    return start(device, {args.count, kRowThreads, 0}, turnRows, args);
}

Status launchAttendBlock(Device& device, const BlockArgs& args) {
    const int heads = args.heads.query, rowTiles = parts(args.rows, kBlockTile);
    Status status =
        start(device, {heads * rowTiles * parts(args.stride, kBlockTile), kBlockThreads, kScoreShared * sizeof(float)},
              scoreTile, args);
    if (!status || args.out == nullptr) {
        return status;
    }
    status = start(device, {heads * args.rows, kRowThreads, kRowShared}, weighRow, args);
    if (status && args.sums != nullptr) {
        status = start(device, {heads * parts(args.most, kRowThreads), kRowThreads, 0}, addRows, args);
    }
    return !status ? status
                   : start(device,
                           {heads * rowTiles * parts(args.heads.dim, kMixChannels), kBlockThreads,
                            kMixShared * sizeof(float)},
                           mixTile, args);
}

}  // namespace kvw::device
