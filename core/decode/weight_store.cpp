// SPDX-License-Identifier: Apache-2.0
#include "core/decode/weight_store.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstring>

namespace kvw {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20U;

Dtype dtypeOf(TensorType type) {
    return type == TensorType::BF16 ? Dtype::BF16 : type == TensorType::F16 ? Dtype::F16 : Dtype::F32;
}

}  // namespace

struct WeightStore::Region {
    void* data = MAP_FAILED;
    std::size_t size = 0;
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
    auto region = std::make_unique<Region>();
    region->size = (bytes + kHugePage - 1) / kHugePage * kHugePage;
    if (bytes < kHugePage) {
        region->size = (bytes + 4095) / 4096 * 4096;
    }
    region->data = mmap(nullptr, region->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (region->data == MAP_FAILED) {
        return fail(Code::OutOfMemory, "model weights", fmt::format("no memory for {} bytes", region->size));
    }
    madvise(region->data, region->size, MADV_HUGEPAGE);
    m_bytes += bytes;
    m_regions.push_back(std::move(region));
    return static_cast<std::byte*>(m_regions.back()->data);
}

Result<Weights> WeightStore::join(const ModelFiles& files, std::initializer_list<std::string> names) {
    std::vector<const TensorView*> parts;
    Weights joined;
    bool mixed = false;
    for (const std::string& name : names) {
        const TensorView* view = files.tensor(name);
        if (view == nullptr || view->shape.size() != 2) {
            return fail(Code::BadInput, "model.safetensors", fmt::format("no matrix '{}'", name));
        }
        const auto columns = static_cast<std::size_t>(view->shape[1]);
        if (!parts.empty() && columns != joined.columns) {
            return fail(Code::BadInput, "model.safetensors", fmt::format("'{}' has another number of columns", name),
                        std::to_string(columns), std::to_string(joined.columns));
        }
        mixed = mixed || (!parts.empty() && dtypeOf(view->type) != joined.dtype);
        joined.columns = columns;
        joined.rows += static_cast<std::size_t>(view->shape[0]);
        joined.dtype = dtypeOf(view->type);
        parts.push_back(view);
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
    for (const TensorView* part : parts) {
        const auto count = static_cast<std::size_t>(part->elements());
        if (dtypeOf(part->type) == joined.dtype) {
            std::memcpy(cursor, part->data.data(), part->data.size());
        } else {
            // The file promises no alignment, the kernels want it.
            std::vector<std::byte> aligned(part->data.begin(), part->data.end());
            widen(aligned.data(), dtypeOf(part->type), reinterpret_cast<float*>(cursor), count);
        }
        cursor += count * bytesOf(joined.dtype);
    }
    return joined;
}

std::vector<float> WeightStore::vector(const ModelFiles& files, const std::string& name) {
    const TensorView* view = files.tensor(name);
    if (view == nullptr) {
        return {};
    }
    const std::vector<std::byte> aligned(view->data.begin(), view->data.end());
    std::vector<float> values(static_cast<std::size_t>(view->elements()));
    widen(aligned.data(), dtypeOf(view->type), values.data(), values.size());
    return values;
}

}  // namespace kvw
