// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/decoder/weight_store.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/model/weights/packed_matrix.h"
#include "core/model/weights/tensor_read.h"

namespace kvw {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20U;
/// Matrices share regions: if each had huge pages of its own, their unused ends would waste a tenth of a small model.
constexpr std::size_t kRegionBytes = std::size_t{256} << 20U;
constexpr std::size_t kAlignment = 4096;
/// Bytes that a thread reads at a time: a cancelled load ends after them, and progress moves with them.
constexpr std::size_t kUnitBytes = std::size_t{4} << 20U;

Weights matrixOf(const TensorView& view) {
    const TensorType type = view.heldAs();
    const Dtype dtype = type == TensorType::BF16 ? Dtype::BF16 : type == TensorType::F16 ? Dtype::F16 : Dtype::F32;
    return {nullptr, dtype, static_cast<std::size_t>(view.rows()), static_cast<std::size_t>(view.shape[1]),
            blockType(type)};
}

const std::vector<std::uint32_t>& orderOf(const TensorView& view) {
    static const std::vector<std::uint32_t> kNone;
    return view.packed == nullptr ? kNone : view.packed->order;
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

WeightStore::WeightStore(std::size_t mapFrom) : m_mapFrom(mapFrom) {}
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
            return fail(Code::OutOfMemory, "model weights", phrase("no memory for %1 bytes", bytes));
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

bool WeightStore::mappable(const TensorView& view) const {
    const std::size_t number = blockType(view.type) ? 1 : bytesOf(view.type, 1);
    return view.file != nullptr && view.packed == nullptr && view.order.kind == RowOrder::Kind::AsStored &&
           view.heldAs() == view.type && view.data.size() >= m_mapFrom &&
           reinterpret_cast<std::uintptr_t>(view.data.data()) % number == 0;
}

Result<std::vector<Weights>> WeightStore::join(const ModelFiles& files, const std::vector<std::string>& names) {
    std::vector<const TensorView*> views;
    for (const std::string& name : names) {
        const TensorView* view = files.tensor(name);
        if (view == nullptr || view->shape.size() != 2) {
            return fail(Code::BadInput, files.weights().where(), phrase("no matrix '%1'", name));
        }
        if (!views.empty() && view->shape[1] != views.front()->shape[1]) {
            return fail(Code::BadInput, files.weights().where(), phrase("'%1' has another number of columns", name),
                        std::to_string(view->shape[1]), std::to_string(views.front()->shape[1]));
        }
        views.push_back(view);
    }
    std::vector<Weights> joined;
    for (std::size_t first = 0, next = 0; first < views.size(); first = next) {
        Weights matrix = matrixOf(*views[first]);
        if (mappable(*views[first])) {
            const auto& all = files.weights().files();
            m_files.push_back(*std::find_if(
                all.begin(), all.end(), [&view = *views[first]](const auto& file) { return file.get() == view.file; }));
            matrix.data = views[first]->data.data();
            m_bytes += views[first]->data.size();
            m_mappedBytes += views[first]->data.size();
            note(*views[first], nullptr);
            joined.push_back(matrix);
            next = first + 1;
            continue;
        }
        const auto& order = orderOf(*views[first]);
        if (!order.empty()) {
            m_orders.push_back(views[first]->packed);
            matrix.order = order.data();
        }
        for (next = first + 1; next < views.size() && !mappable(*views[next]) &&
                               views[next]->heldAs() == views[first]->heldAs() && orderOf(*views[next]) == order;
             ++next) {
            matrix.rows += static_cast<std::size_t>(views[next]->rows());
        }
        KVW_TRY_ASSIGN(auto target, allocate(matrix.rows * matrix.rowBytes()));
        matrix.data = target;
        for (std::byte* cursor = target; first < next; ++first) {
            note(*views[first], cursor);
            cursor += static_cast<std::size_t>(views[first]->rows()) * matrix.rowBytes();
        }
        joined.push_back(matrix);
    }
    return joined;
}

void WeightStore::note(const TensorView& view, std::byte* target) {
    const TensorType as = view.heldAs();
    const std::size_t rowBytes = bytesOf(as, static_cast<std::size_t>(view.rowElements()));
    auto most = static_cast<std::int64_t>(std::max<std::size_t>(1, kUnitBytes / std::max<std::size_t>(1, rowBytes)));
    if (view.order.kind != RowOrder::Kind::AsStored) {
        most = std::max<std::int64_t>(1, most / view.order.headDim) * view.order.headDim;
    }
    for (std::int64_t row = 0; row < view.rows(); row += most) {
        const std::int64_t rows = std::min(most, view.rows() - row);
        std::byte* to = target == nullptr ? nullptr : target + static_cast<std::size_t>(row) * rowBytes;
        m_pending.push_back({&view, row, rows, as, to});
    }
}

Result<void> WeightStore::fill(int threads, const LoadProgress& progress) {
    KVW_TRY_ASSIGN(m_notFinite, readAll(std::exchange(m_pending, {}), threads, progress));
    return {};
}

std::vector<float> WeightStore::vector(const ModelFiles& files, const std::string& name) {
    const TensorView* view = files.tensor(name);
    return view == nullptr ? std::vector<float>() : readFloats(*view).value_or(std::vector<float>());
}

}  // namespace kvw
