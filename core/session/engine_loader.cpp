// SPDX-License-Identifier: Apache-2.0
/// Finds and opens the engine library; nothing else in the application knows where it is.
#include <dlfcn.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/comma_list.h"
#include "core/base/files/library_places.h"
#include "core/session/engine.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libkvw_engine.so";
constexpr const char* kOverride = "KVW_ENGINE";

Result<fs::path> findLibrary() {
    std::error_code error;
    if (const char* wanted = std::getenv(kOverride); wanted != nullptr && *wanted != '\0') {
        if (fs::is_regular_file(wanted, error)) {
            return fs::absolute(wanted);
        }
        return fail(Code::NotFound, kOverride, "there is no engine library there", wanted, "the path of a file");
    }
    std::vector<std::string> tried;
    for (const fs::path& place : libraryPlaces(kLibrary)) {
        if (fs::is_regular_file(place, error)) {
            return place;
        }
        tried.push_back(place.string());
    }
    return fail(Code::NotFound, kLibrary,
                "the engine library is not installed; models cannot be run, bundles can be opened",
                tried.size() > 1 ? phrase("neither %1", joined(tried, " nor ")) : Phrase(),
                tried.size() == 1 ? tried[0] : std::string());
}

}  // namespace

Result<std::unique_ptr<Engine>> openEngine() {
    KVW_TRY_ASSIGN(const auto path, findLibrary());
    // Never closed: engines, policies and the tensors they made point into it.
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* reason = dlerror();
        return fail(Code::BadInput, path.string(), "the engine library cannot be opened",
                    reason != nullptr ? Phrase(reason) : phrase("no reason given"),
                    "a library built together with this program");
    }
    using Create = Engine* (*)();
    const auto create = reinterpret_cast<Create>(dlsym(library, kEngineSymbol));
    if (create == nullptr) {
        return fail(Code::BadInput, path.string(), "not an engine library", "no such function",
                    phrase("an exported function %1", kEngineSymbol));
    }
    std::string reason = "nothing";
    try {
        if (Engine* engine = create(); engine != nullptr) {
            return std::unique_ptr<Engine>(engine);
        }
    } catch (const std::exception& exception) {
        reason = exception.what();
    } catch (...) {
        reason = "an exception without a text";
    }
    return fail(Code::Internal, path.string(), "the engine could not be created", reason, "an engine");
}

}  // namespace kvw
