// SPDX-License-Identifier: Apache-2.0
#include "core/device/devices.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <string_view>

#include "core/base/files/library_places.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;

constexpr const char* kOption = "--device";
constexpr const char* kCpuName = "cpu";
constexpr const char* kOverride = "KVW_DEVICE_LIBRARY";
constexpr const char* kSymbol = "kvwDeviceLibrary";
constexpr int kOldestMajor = 8;  ///< compute capability: bf16 and asynchronous copies

struct Kind {
    std::string_view name, file;
    const char* missing;
};
constexpr std::array<Kind, 2> kKinds{{
    {"cuda", "libkvw_cuda.so", "the CUDA kernels are not part of this build"},
    {"emulated", "libkvw_emulated.so", "the emulated device is not part of this build"},
}};

std::string sizeText(double bytes) {
    constexpr double kMib = 1024.0 * 1024.0, kGib = 1024 * kMib;
    return bytes < kGib ? fmt::format("{:.1f} MiB", bytes / kMib) : fmt::format("{:.1f} GiB", bytes / kGib);
}

/// Opens a library and checks that it was built together with this program. It is never closed.
Result<const device::Library*> openLibrary(const fs::path& path) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* reason = dlerror();
        return fail(Code::BadInput, path.string(), "the device library cannot be opened",
                    reason != nullptr ? Phrase(reason) : phrase("no reason given"),
                    "a library built together with this program");
    }
    using Get = const device::Library* (*)();
    const auto get = reinterpret_cast<Get>(dlsym(handle, kSymbol));
    const device::Library* library = get != nullptr ? get() : nullptr;
    if (library == nullptr) {
        return fail(Code::BadInput, path.string(), "not a device library", "no such function",
                    phrase("an exported function %1", kSymbol));
    }
    if (library->abi != device::kDeviceAbi || library->size != sizeof(device::Library)) {
        return fail(Code::BadInput, path.string(), "the device library belongs to another version of this program",
                    phrase("interface %1, %2 bytes", library->abi, library->size),
                    phrase("interface %1, %2 bytes", device::kDeviceAbi, sizeof(device::Library)));
    }
    return library;
}

/// Finds and opens the library of a kind. KVW_DEVICE_LIBRARY may name the file; a library of another kind there does
/// not count.
Result<const device::Library*> libraryOf(const Kind& kind) {
    std::error_code error;
    if (const char* wanted = std::getenv(kOverride); wanted != nullptr && *wanted != '\0') {
        if (!fs::is_regular_file(wanted, error)) {
            return fail(Code::NotFound, kOverride, "there is no device library there", wanted, "the path of a file");
        }
        KVW_TRY_ASSIGN(const device::Library* library, openLibrary(fs::absolute(wanted)));
        if (library->name == kind.name) {
            return library;
        }
    }
    for (const fs::path& place : libraryPlaces(std::string(kind.file))) {
        if (fs::is_regular_file(place, error)) {
            return openLibrary(place);
        }
    }
    return fail(Code::BadUsage, kOption, kind.missing, std::string(kind.name), "cpu");
}

/// Word of `--device` for one of several devices of a kind.
struct Numbered {
    const Kind* kind = nullptr;
    int index = 0;

    [[nodiscard]] std::string name() const {
        return index == 0 ? std::string(kind->name) : fmt::format("{}:{}", kind->name, index);
    }
};

/// Parses "cuda", which is the first one, or "cuda:1". Nothing: it is no such word.
std::optional<Numbered> numbered(std::string_view text) {
    const std::size_t colon = text.find(':');
    Numbered found;
    if (colon != std::string_view::npos) {
        const std::string_view number = text.substr(colon + 1);
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), found.index);
        if (error != std::errc() || end != number.data() + number.size() || found.index < 0) {
            return std::nullopt;
        }
    }
    for (const Kind& kind : kKinds) {
        if (kind.name == text.substr(0, colon)) {
            found.kind = &kind;
            return found;
        }
    }
    return std::nullopt;
}

/// Library of a kind, with the number of its devices, which is at least 1.
struct Usable {
    const device::Library* library = nullptr;
    int devices = 0;
};
Result<Usable> usableLibrary(const Kind& kind) {
    KVW_TRY_ASSIGN(const device::Library* library, libraryOf(kind));
    device::Status why;
    const int devices = library->count(&why);
    if (devices < 1) {
        return fail(Code::BadUsage, kOption, "there is no device of this kind that can be used",
                    why ? phrase("none") : Phrase(why.text), "cpu");
    }
    return Usable{library, devices};
}

/// Returns what a device is, if it is there and new enough.
Result<device::Info> infoOf(const Usable& usable, const Numbered& which) {
    if (which.index >= usable.devices) {
        return fail(Code::BadUsage, kOption, "there is no device of this number", which.name(),
                    phrase("a number below %1, as many as there are", usable.devices));
    }
    device::Info info;
    if (const device::Status status = usable.library->describe(which.index, &info); !status) {
        return tl::unexpected(deviceError(kOption, status));
    }
    if (!info.emulated && info.major < kOldestMajor) {
        return fail(Code::BadUsage, kOption, "the device is too old",
                    phrase("%1, compute capability %2.%3", info.name, info.major, info.minor),
                    phrase("compute capability %1.0 or newer", kOldestMajor));
    }
    return info;
}

Result<std::unique_ptr<device::Device>> openNumbered(const Numbered& which) {
    KVW_TRY_ASSIGN(const Usable usable, usableLibrary(*which.kind));
    KVW_TRY(infoOf(usable, which));
    std::unique_ptr<device::Device> opened;
    if (const device::Status status = usable.library->open(which.index, &opened); !status) {
        return tl::unexpected(deviceError(kOption, status));
    }
    return opened;
}

}  // namespace

std::vector<DeviceChoice> deviceChoices() {
    std::vector<DeviceChoice> choices;
    choices.push_back({kCpuName, {}});
    for (const Kind& kind : kKinds) {
        const auto usable = usableLibrary(kind);
        const int devices = usable ? usable->devices : 1;
        for (Numbered which{&kind, 0}; which.index < devices; ++which.index) {
            const auto info = usable.and_then([&](const Usable& library) { return infoOf(library, which); });
            if (info) {
                choices.push_back({which.name(), {}, *info});
            } else if (kind.name == "cuda") {
                choices.push_back({which.name(), info.error()});
            }
        }
    }
    return choices;
}

std::optional<std::string> deviceName(const std::string& text) {
    if (text == kCpuName) {
        return text;
    }
    const auto which = numbered(text);
    return which ? std::optional(which->name()) : std::nullopt;
}

Result<device::Device*> openDevice(const std::string& name) {
    static std::mutex mutex;
    // Never destroyed: at the end of the process the driver may be gone before this.
    static auto& opened = *new std::map<std::string, std::unique_ptr<device::Device>, std::less<>>();
    const auto which = numbered(name);
    if (!which) {
        return fail(Code::BadUsage, kOption, "there is no such device", name, "cpu, cuda or cuda:1");
    }
    const std::lock_guard lock(mutex);
    if (const auto found = opened.find(which->name()); found != opened.end()) {
        return found->second.get();
    }
    KVW_TRY_ASSIGN(auto device, openNumbered(*which));
    return (opened[which->name()] = std::move(device)).get();
}

Result<void> checkWeightsFit(std::int64_t weightBytes, const device::Info& info,
                             std::optional<std::int64_t> freeBytes) {
    const auto memory = static_cast<std::int64_t>(info.memory);
    const std::int64_t most = std::min(memory, freeBytes.value_or(memory));
    if (weightBytes <= most) {
        return {};
    }
    return fail(Code::BadUsage, kOption,
                weightBytes > memory ? "the weights do not fit into the memory of the device"
                                     : "the weights do not fit into what is free of the device's memory",
                sizeText(static_cast<double>(weightBytes)),
                phrase("at most %1, such as a quantised file", sizeText(static_cast<double>(most))));
}

Error deviceError(const std::string& where, const device::Status& status) {
    switch (status.trouble) {
        case device::Trouble::OutOfMemory:
            return {Code::OutOfMemory, "the device has not enough memory", where,
                    "a quantised file, a shorter text or a smaller budget", status.text};
        case device::Trouble::Lost:
            return {Code::Io, "the device was lost", where, "a new start of the program", status.text};
        case device::Trouble::Unsupported:
            return {Code::BadUsage, "the device cannot do this", where, "cpu", status.text};
        default:
            return {Code::Io, "the device failed", where, {}, status.text};
    }
}

std::string describeDevice(const device::Info& info) {
    std::string text = fmt::format("{}, {}", info.name, sizeText(static_cast<double>(info.memory)));
    if (info.driver[0] != '\0') {
        text += fmt::format(", driver {}", info.driver);
    }
    return text;
}

}  // namespace kvw
