// SPDX-License-Identifier: Apache-2.0
#include "core/decode/weight_store.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "core/model/tensor_read.h"

namespace kvw {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20U;
/// Matrices lie side by side: each in huge pages of its own, the ends of them would waste a tenth of a small model.
constexpr std::size_t kRegionBytes = std::size_t{256} << 20U;
constexpr std::size_t kAlignment = 4096;
/// What a thread takes at a time: a cancelled load ends after it, and progress moves with it.
constexpr std::size_t kUnitBytes = std::size_t{4} << 20U;

Dtype dtypeOf(TensorType type) {
    return type == TensorType::BF16 ? Dtype::BF16 : type == TensorType::F16 ? Dtype::F16 : Dtype::F32;
}

std::vector<RowRun> runsOf(const WeightPart& part, const TensorView& view) {
    return part.rows.empty() ? std::vector<RowRun>{{0, view.rows()}} : part.rows;
}

}  // namespace

struct WeightStore::Region {
    void* data = MAP_FAILED;
    std::size_t size = 0;
    std::byte* next = nullptr;  ///< the first byte that belongs to no matrix
    [[nodiscard]] std::size_t left() const {
        return size - static_cast<std::size_t>(next - static_cast<const std::byte*>(data));
    }
    Region() = default;
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;
    ~Region() {
        if (data != MAP_FAILED) {
            munmap(data, size);
        }
    }
};

WeightStore::WeightStore() = default;
WeightStore::~WeightStore() = default;
WeightStore::WeightStore(WeightStore&&) noexcept = default;
WeightStore& WeightStore::operator=(WeightStore&&) noexcept = default;

Result<std::byte*> WeightStore::allocate(std::size_t bytes) {
    const std::size_t wanted = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (m_regions.empty() || m_regions.back()->left() < wanted) {
        auto region = std::make_unique<Region>();
        // One page more, so that the first byte can lie on a huge page's border, wherever the system maps it. What is
        // never written takes no memory, however large the region.
        region->size = std::max(wanted, kRegionBytes) + kHugePage;
        region->data =
            mmap(nullptr, region->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (region->data == MAP_FAILED) {
            return fail(Code::OutOfMemory, "model weights", fmt::format("no memory for {} bytes", bytes));
        }
        madvise(region->data, region->size, MADV_HUGEPAGE);
        void* start = region->data;
        std::size_t space = region->size;
        std::align(kHugePage, wanted, start, space);
        region->next = static_cast<std::byte*>(start);
        m_regions.push_back(std::move(region));
    }
    m_bytes += bytes;
    return std::exchange(m_regions.back()->next, m_regions.back()->next + wanted);
}

Result<Weights> WeightStore::join(const ModelFiles& files, const std::vector<WeightPart>& parts) {
    Weights joined;
    bool first = true, mixed = false;
    for (const WeightPart& part : parts) {
        const TensorView* view = files.tensor(part.name);
        if (view == nullptr || view->shape.size() != 2) {
            return fail(Code::BadInput, files.weights().where(), fmt::format("no matrix '{}'", part.name));
        }
        const auto columns = static_cast<std::size_t>(view->shape[1]);
        if (!first && columns != joined.columns) {
            return fail(Code::BadInput, files.weights().where(),
                        fmt::format("'{}' has another number of columns", part.name), std::to_string(columns),
                        std::to_string(joined.columns));
        }
        mixed = mixed || (!first && dtypeOf(view->heldAs()) != joined.dtype);
        first = false;
        joined.columns = columns;
        joined.dtype = dtypeOf(view->heldAs());
        for (const RowRun& run : runsOf(part, *view)) {
            joined.rows += static_cast<std::size_t>(run.count);
        }
    }
    if (mixed) {
        joined.dtype = Dtype::F32;
    }
    auto target = allocate(joined.rows * joined.columns * bytesOf(joined.dtype));
    if (!target) {
        return tl::unexpected(target.error());
    }
    joined.data = *target;
    std::byte* cursor = *target;
    for (const WeightPart& part : parts) {
        const TensorView& view = *files.tensor(part.name);
        for (const RowRun& run : runsOf(part, view)) {
            note(view, run, joined.dtype == Dtype::F32 ? TensorType::F32 : view.heldAs(), cursor);
            cursor += static_cast<std::size_t>(run.count) * joined.columns * bytesOf(joined.dtype);
        }
    }
    return joined;
}

void WeightStore::note(const TensorView& view, RowRun run, TensorType as, std::byte* target) {
    const std::size_t rowBytes = static_cast<std::size_t>(view.rowElements()) * byteSize(as);
    auto most = static_cast<std::int64_t>(std::max<std::size_t>(1, kUnitBytes / std::max<std::size_t>(1, rowBytes)));
    if (view.order.kind != RowOrder::Kind::AsStored) {
        most = std::max<std::int64_t>(1, most / view.order.headDim) * view.order.headDim;
    }
    while (run.count > 0) {
        const std::int64_t rows = std::min(most, run.count);
        m_pending.push_back({&view, run.begin, rows, as, target});
        target += static_cast<std::size_t>(rows) * rowBytes;
        run.begin += rows;
        run.count -= rows;
    }
}

Result<void> WeightStore::fill(int threads, const LoadProgress& progress) {
    auto found = readAll(std::exchange(m_pending, {}), threads, progress);
    if (!found) {
        return tl::unexpected(found.error());
    }
    m_notFinite = std::move(*found);
    return {};
}

std::vector<float> WeightStore::vector(const ModelFiles& files, const WeightPart& part) {
    const TensorView* view = files.tensor(part.name);
    if (view == nullptr) {
        return {};
    }
    const auto all = readFloats(*view);
    if (!all) {
        return {};
    }
    std::vector<float> values;
    for (const RowRun& run : runsOf(part, *view)) {
        values.insert(values.end(), all->begin() + run.begin, all->begin() + run.begin + run.count);
    }
    return values;
}

}  // namespace kvw
