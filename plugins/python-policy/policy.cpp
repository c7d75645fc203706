// SPDX-License-Identifier: Apache-2.0
/// Library in the folder of a Python policy: passes its own path to python-host.so of the workbench, which does the
/// rest. It does not link Python, so that a machine without Python gets a sentence instead of a linker error.
#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "core/policy/sdk/plugin.h"
#include "plugins/python-policy/host.h"

namespace {

namespace fs = std::filesystem;
using Create = decltype(&kvwPythonPolicy1);

const char kWithin = 0;  ///< its address lies in this library

fs::path library() {
    Dl_info found{};
    if (::dladdr(&kWithin, &found) == 0) {
        throw std::runtime_error("the folder of the library is unknown");
    }
    return fs::absolute(found.dli_fname);
}

/// Returns the path of python-host.so: beside this library, else in the python-policy folder of the running program.
fs::path hostLibrary() {
    constexpr const char* name = "python-host.so";
    std::error_code code;
    const fs::path beside = library().parent_path() / name;
    if (fs::exists(beside, code)) {
        return beside;
    }
    const fs::path program = fs::read_symlink("/proc/self/exe", code);
    const fs::path shipped = program.parent_path().parent_path() / "lib/kvworkbench/policies/python-policy" / name;
    if (!fs::exists(shipped, code)) {
        throw std::runtime_error(
            "this workbench was built without python3-dev or python3-numpy and runs "
            "no Python policies");
    }
    return shipped.lexically_normal();
}

Create host() {
    static Create create = nullptr;
    if (create != nullptr) {
        return create;
    }
    const fs::path file = hostLibrary();
    void* handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    const std::string problem = handle == nullptr ? ::dlerror() : "";
    if (problem.find("libpython") != std::string::npos) {
        throw std::runtime_error("Python policies need Python " KVW_PYTHON_VERSION
                                 " with numpy, which is not installed (" +
                                 problem + "); install libpython" KVW_PYTHON_VERSION " and python3-numpy");
    }
    if (handle == nullptr) {
        throw std::runtime_error("the host of Python policies could not be loaded: " + problem);
    }
    create = reinterpret_cast<Create>(::dlsym(handle, KVW_PYTHON_HOST_SYMBOL));
    if (create == nullptr) {
        throw std::runtime_error("this library and " + file.string() +
                                 " are of different versions; copy python-policy.so here again");
    }
    return create;
}

kvw::sdk::Policy* create(const char* id, const kvw::sdk::Parameters& parameters) {
    return host()(library().c_str(), id, parameters);
}

}  // namespace

KVW_PLUGIN(create, nullptr, nullptr)
