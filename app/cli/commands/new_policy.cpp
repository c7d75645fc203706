// SPDX-License-Identifier: Apache-2.0
/// `kvw new-policy`: creates a plugin from a template: policy, manifest, build and test; or one Python file, which
/// needs no build.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/output_path.h"
#include "app/cli/report/text_table.h"
#include "app/cli/values.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_reader.h"
#include "core/model/text/document.h"
#include "core/policy/host/catalog.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

struct NewPolicyOptions {
    std::string name, out;
    bool python = false;
};

/// Plugin whose library and example are copied for a policy in Python.
constexpr const char* kPythonPolicy = "python-policy";

using Replacements = std::vector<std::pair<std::string, std::string>>;

Result<fs::path> templateFolder(const char* name) {
    KVW_TRY_ASSIGN(auto resources, resourcesDir());
    for (const fs::path& folder : {resources / name, resources.parent_path() / "packaging" / name}) {
        std::error_code ignored;
        if (fs::is_directory(folder, ignored)) {
            return folder;
        }
    }
    return fail(Code::NotFound, (resources / name).string(), "the template of policies is missing");
}

/// Returns the package KvwPolicySdk beside the program, of the build tree or of an installation; empty: not found, so
/// that CMake searches its usual places.
std::string sdkFolder() {
    std::error_code ignored;
    const fs::path prefix = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
    std::vector<fs::path> places{prefix / "lib"};
    for (fs::directory_iterator entry(prefix / "lib", ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        places.push_back(entry->path());
    }
    for (const fs::path& place : places) {
        if (fs::exists(place / "cmake" / "KvwPolicySdk" / "KvwPolicySdkConfig.cmake", ignored)) {
            return (place / "cmake" / "KvwPolicySdk").string();
        }
    }
    return {};
}

/// Converts "value-norm" to "ValueNorm".
std::string className(const std::string& id) {
    std::string name;
    bool upper = true;
    for (const char c : id) {
        if (c == '-') {
            upper = true;
        } else {
            name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
            upper = false;
        }
    }
    return name;
}

Result<void> checkName(const std::string& name) {
    if (!isKebabCase(name) || name.front() < 'a') {
        return fail(Code::BadUsage, "kvw new-policy", "this is no name for a policy", name,
                    "small letters, digits and single hyphens, a letter first, as in value-norm");
    }
    return {};
}

std::string filled(std::string text, const Replacements& replacements) {
    for (const auto& [mark, value] : replacements) {
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size())) {
            text.replace(at, mark.size(), value);
        }
    }
    return text;
}

Result<void> checkFree(const fs::path& target) {
    std::error_code code;
    if (fs::exists(target, code) && !(fs::is_directory(target, code) && fs::is_empty(target, code))) {
        return fail(Code::BadUsage, target.string(), "there is something of that name already", {}, "a new folder");
    }
    return {};
}

/// Writes the files of a template to `folder`, as those of `target`. Returns their names.
Result<std::vector<std::string>> fill(const char* templateName, const fs::path& folder, const fs::path& target,
                                      const NewPolicyOptions& options) {
    KVW_TRY_ASSIGN(const auto source, templateFolder(templateName));
    const char* user = std::getenv("USER");
    const Replacements replacements{{"@ID@", options.name},
                                    {"@CLASS@", className(options.name)},
                                    {"@AUTHOR@", user != nullptr && *user != '\0' ? user : "the author"},
                                    {"@FOLDER@", target.string()},
                                    {"@SDK@", sdkFolder()}};
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(source)) {
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        names.push_back(entry.path().filename().string());
        KVW_TRY(writeSmallText(folder / names.back(), filled(text, replacements)));
    }
    return names;
}

Result<Exit> makeCpp(const NewPolicyOptions& options) {
    const fs::path target = options.out.empty() ? fs::path(options.name) : fs::path(options.out);
    KVW_TRY(checkFree(target));
    KVW_TRY(
        writeFolder(target, [&](const fs::path& folder) { return fill("policy-template", folder, target, options); }));
    print(
        fmt::format("{0} is there. Next:\n\n  cd {0}\n  cmake --preset default && cmake --build --preset default\n"
                    "  ctest --preset default\n  cmake --install build\n  kvw run --policy {1}\n",
                    target.string(), options.name));
    return Exit::Good;
}

/// Returns the folder of the new policy. Without --out it is in the user's plugin folder, so that the policy is
/// installed at once; then its name must not hide another plugin.
Result<fs::path> pythonTarget(const NewPolicyOptions& options, const Catalog& catalog) {
    if (!options.out.empty()) {
        return fullPath(options.out);
    }
    const auto& entries = catalog.entries();
    const auto known =
        std::ranges::find_if(entries, [&](const PluginEntry& entry) { return entry.manifest.id == options.name; });
    if (known != entries.end()) {
        return fail(Code::BadUsage, known->folder.string(), "a plugin of that name is installed already", options.name,
                    "another name, or --out with a folder of its own");
    }
    return catalog.paths().folders.at(1) / options.name;
}

/// Copies the parts of python-policy: its small library, which finds policy.py beside itself, and the example.
Result<void> copyPython(const PluginEntry& from, const fs::path& folder, const fs::path& target,
                        const std::string& id) {
    std::error_code code;
    fs::copy_file(from.library, folder / (id + ".so"), code);
    if (!code) {
        fs::copy_file(from.folder / "policy.py", folder / "policy.py", code);
    }
    if (code) {
        return fail(Code::Io, from.folder.string(), phrase("python-policy could not be copied to %1", target.string()),
                    code.message());
    }
    return {};
}

Result<Exit> makePython(const NewPolicyOptions& options) {
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    const auto host = catalog.find(PluginKind::Policy, kPythonPolicy);
    if (!host) {
        return fail(Code::NotFound, "kvw new-policy --python", "this build runs no Python policies", {},
                    "a build with python3-dev and python3-numpy installed");
    }
    KVW_TRY_ASSIGN(const auto target, pythonTarget(options, catalog));
    KVW_TRY(checkFree(target));
    KVW_TRY(writeFolder(target, [&](const fs::path& folder) -> Result<std::vector<std::string>> {
        KVW_TRY_ASSIGN(auto names, fill("policy-template-python", folder, target, options));
        KVW_TRY(copyPython(*host->entry, folder, target, options.name));
        names.insert(names.end(), {options.name + ".so", "policy.py"});
        return names;
    }));
    std::string text = fmt::format("{} is ready; edit policy.py in it. It needs no build. Next:\n\n", target.string());
    if (!options.out.empty()) {
        text += fmt::format("  export KVW_POLICY_PATH={}\n", target.parent_path().string());
    }
    text += fmt::format("  kvw policies {0}\n  kvw check-policy {0}\n  kvw run --policy {0}\n", options.name);
    print(text);
    return Exit::Good;
}

Result<Exit> make(const NewPolicyOptions& options) {
    KVW_TRY(checkName(options.name));
    return options.python ? makePython(options) : makeCpp(options);
}

}  // namespace

void addNewPolicy(Commands& commands) {
    const auto [app, options] = commands.add<NewPolicyOptions>(
        "new-policy", "Start a policy of your own: sources, manifest, build and test",
        "  kvw new-policy value-norm\n"
        "  kvw new-policy value-norm --out ~/policies/value-norm\n"
        "  kvw new-policy value-norm --python\n", make);
    addOption(app, "name", options.name, "id of the policy, for example value-norm", anyText("NAME"))->required();
    addOption(app, "--out", options.out,
              "folder to create; default: one of that name here, with --python in the folder of your plugins",
              anyText("DIR"));
    app.add_flag("--python", options.python, "one Python file with numpy instead of C++: no build, clearly slower");
}

}  // namespace kvw::cli
