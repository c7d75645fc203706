// SPDX-License-Identifier: Apache-2.0
// Starts of attention. nvcc compiles this file for the GPU, kernels/emulated includes it for the emulation.
#include "kernels/cuda/attend.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/launches.h"
#include "kernels/cuda/pages.h"

namespace kvw::device {
namespace {

template <class Kind>
Status startPieces(Device& device, void (*kernel)(AttendArgs), const AttendArgs& args, int blocksPerProcessor) {
    const int heads = attendCounters(args.heads, args.storedHeads, args.laneCount);
    const int most = heads * kMostSplits, wanted = device.info().multiprocessors * blocksPerProcessor;
    return start(device,
                 {most < wanted ? most : wanted, kAttendThreads,
                  AttendShared::bytes(Kind::kParts, Kind::kGroup, args.heads.dim, heads)},
                 kernel, args);
}

template <class T>
Status startAny(Device& device, const AttendArgs& args) {
    return startPieces<AnyPiece<T>>(device, attendAny<T>, args, 2);
}

template <class T, int HeadDim, int Group, bool Reads>
Status startFast(Device& device, const AttendArgs& args) {
    return startPieces<FastPiece<T, HeadDim, Group, Reads>>(device, attendFast<T, HeadDim, Group, Reads>, args, 3);
}

template <class T, int HeadDim, bool Reads = false>
Status startByGroup(Device& device, const AttendArgs& args) {
    switch (powerFrom(args.heads.query / args.storedHeads)) {
        case 1:
            return startFast<T, HeadDim, 1, Reads>(device, args);
        case 2:
            return startFast<T, HeadDim, 2, Reads>(device, args);
        case 4:
            return startFast<T, HeadDim, 4, Reads>(device, args);
        default:
            return startFast<T, HeadDim, 8, Reads>(device, args);
    }
}

/// Lanes that select what they read: fast for the usual heads of 16 bits.
template <class T>
Status startReading(Device& device, const AttendArgs& args) {
    if constexpr (sizeof(T) == 2) {
        if (args.heads.dim <= 128) {
            return args.heads.dim <= 64 ? startByGroup<T, 64, true>(device, args)
                                        : startByGroup<T, 128, true>(device, args);
        }
    }
    return startAny<T>(device, args);
}

/// The fast kernels take rows of whole vectors that are not rotated on read.
template <class T>
Status startByType(Device& device, const AttendArgs& args) {
    const int dim = args.heads.dim;
    if (args.rotatesOnRead || dim % kPerVector<T> != 0 || dim > 256 || dim < 16) {
        return startAny<T>(device, args);
    }
    if (args.reads) {
        return startReading<T>(device, args);
    }
    if constexpr (sizeof(T) == 4) {
        // Full precision serves small models and checks; what is left goes the general way.
        return dim <= 32    ? startByGroup<T, 32>(device, args)
               : dim <= 64  ? startByGroup<T, 64>(device, args)
               : dim <= 128 ? startByGroup<T, 128>(device, args)
                            : startAny<T>(device, args);
    } else {
        return dim <= 64    ? startByGroup<T, 64>(device, args)
               : dim <= 128 ? startByGroup<T, 128>(device, args)
                            : startByGroup<T, 256>(device, args);
    }
}

}  // namespace

Status launchAttendDecode(Device& device, const AttendArgs& args) {
    switch (args.cache) {
        case Number::F32:
            return startByType<float>(device, args);
        case Number::Bf16:
            return startByType<Bf16>(device, args);
        case Number::F16:
            return startByType<Half>(device, args);
    }
    return unsupported("attention over keys of this type");
}

Status launchAttendAny(Device& device, const AttendArgs& args) {
    switch (args.cache) {
        case Number::F32:
            return startAny<float>(device, args);
        case Number::Bf16:
            return startAny<Bf16>(device, args);
        case Number::F16:
            return startAny<Half>(device, args);
    }
    return unsupported("attention over keys of this type");
}

Status launchChoosePages(Device& device, const AttendArgs& args) {
    const int heads = args.laneCount * args.storedHeads;
    const Status status = start(device, {heads * kPageBlocks, kPageThreads, 0}, scorePages, args);
    return !status ? status : start(device, {heads, kPageThreads, chooseShared(args)}, choosePages, args);
}

}  // namespace kvw::device
