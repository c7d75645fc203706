// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_fit.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/process/proc_bytes.h"
#include "core/model/family.h"
#include "core/model/model_files.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMemory = "/proc/meminfo";

/// Lists GPUs with the library of the NVIDIA driver, which needs no toolkit; none if no driver is installed.
std::vector<Machine::Gpu> nvidiaGpus() {
    struct Memory {
        unsigned long long total, free, used;
    };
    std::vector<Machine::Gpu> gpus;
    void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return gpus;
    }
    const auto init = reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2"));
    const auto shutdown = reinterpret_cast<int (*)()>(dlsym(library, "nvmlShutdown"));
    const auto count = reinterpret_cast<int (*)(unsigned*)>(dlsym(library, "nvmlDeviceGetCount_v2"));
    const auto handle = reinterpret_cast<int (*)(unsigned, void**)>(dlsym(library, "nvmlDeviceGetHandleByIndex_v2"));
    const auto name = reinterpret_cast<int (*)(void*, char*, unsigned)>(dlsym(library, "nvmlDeviceGetName"));
    const auto memory = reinterpret_cast<int (*)(void*, Memory*)>(dlsym(library, "nvmlDeviceGetMemoryInfo"));
    unsigned devices = 0;
    if (init != nullptr && shutdown != nullptr && count != nullptr && handle != nullptr && name != nullptr &&
        memory != nullptr && init() == 0) {
        for (unsigned i = 0; count(&devices) == 0 && i < devices; ++i) {
            void* device = nullptr;
            Memory bytes{};
            std::array<char, 128> text{};
            if (handle(i, &device) == 0 && memory(device, &bytes) == 0) {
                name(device, text.data(), text.size() - 1);
                gpus.push_back(
                    {text.data(), static_cast<std::int64_t>(bytes.total), static_cast<std::int64_t>(bytes.free)});
            }
        }
        shutdown();
    }
    dlclose(library);
    return gpus;
}

/// Returns the bytes in memory of `elements` weights of a configuration's dtype; unknown types are held as f32.
std::int64_t bytesHeld(const std::string& dtype, std::int64_t elements) {
    if (const auto type = tensorType(dtype); type && blockType(*type)) {
        return static_cast<std::int64_t>(bytesOf(*type, static_cast<std::size_t>(elements)));
    }
    return elements * (dtype == "bfloat16" || dtype == "float16" ? 2 : 4);
}

}  // namespace

Machine thisMachine() {
    // Opening the driver is slow, and GPUs do not change while the process runs.
    static const std::vector<Machine::Gpu> kGpus = nvidiaGpus();
    return {procBytes(kMemory, "MemTotal"), procBytes(kMemory, "MemAvailable"), kGpus};
}

Result<void> checkMemory(std::int64_t weightBytes, const std::string& where) {
    const std::int64_t total = procBytes(kMemory, "MemTotal");
    const auto gigabytes = [](std::int64_t bytes) {
        return fmt::format("{:.1f} GB", static_cast<double>(bytes) / 1e9);
    };
    if (total > 0 && weightBytes > total) {
        return fail(Code::OutOfMemory, where, "the weights do not fit this machine's memory", gigabytes(weightBytes),
                    phrase("at most %1", gigabytes(total)));
    }
    return {};
}

WeightSize weightSize(const ModelConfig& config) {
    WeightSize size;
    for (const TensorSpec& spec : findFamily(config.architecture)->tensors(config)) {
        if (!spec.optional) {
            std::int64_t elements = 1;
            for (const std::int64_t axis : spec.shape) {
                elements *= axis;
            }
            size.parameters += elements;
        }
    }
    size.bytes = bytesHeld(config.dtype, size.parameters);
    size.type = config.dtype;
    return size;
}

Result<WeightSize> weightSize(const fs::path& asked) {
    KVW_TRY_ASSIGN(const auto root, modelRoot(asked));
    const fs::path& model = root;
    const auto files = ModelFiles::open(model);
    if (files) {
        const ModelInfo info = files->info();
        return WeightSize{info.weightBytes, info.parameters, true, info.dtype};
    }
    std::error_code ignored;
    const auto has = [&](const char* name) { return fs::exists(fs::symlink_status(model / name, ignored)); };
    if (!fs::is_directory(model, ignored) || has("model.safetensors") || has(kShardIndex)) {
        return tl::unexpected(files.error());
    }
    KVW_TRY_ASSIGN(const auto config, ModelConfig::load(model / "config.json"));
    return weightSize(config);
}

std::int64_t longestContext(std::int64_t memory, std::int64_t weights, std::int64_t kvBytesPerToken) {
    return kvBytesPerToken > 0 ? std::max<std::int64_t>(0, (memory - weights) / kvBytesPerToken) : 0;
}

}  // namespace kvw
