// SPDX-License-Identifier: Apache-2.0
/// `kvw new-policy`: a plugin of one's own from the template: policy, manifest, build, test.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/write_file.h"
#include "core/model/document.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
    std::string name, out;
};

using Replacements = std::vector<std::pair<std::string, std::string>>;

Result<fs::path> templateFolder() {
    auto resources = resourcesDir();
    if (!resources) {
        return resources;
    }
    for (const fs::path& folder :
         {*resources / "policy-template", resources->parent_path() / "packaging" / "policy-template"}) {
        std::error_code ignored;
        if (fs::is_directory(folder, ignored)) {
            return folder;
        }
    }
    return fail(Code::NotFound, (*resources / "policy-template").string(), "the template of policies is missing");
}

/// The package KvwPolicySdk beside the program, of the build tree or of an installation; empty: not found, CMake looks
/// where it looks for packages.
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

/// "value-norm" -> "ValueNorm".
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
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    if (name.empty() || name.size() > 64 || name.front() < 'a' || name.front() > 'z' || name.back() == '-' ||
        name.find("--") != std::string::npos || !std::all_of(name.begin(), name.end(), fits)) {
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

Result<Exit> make(const Options& options) {
    if (auto named = checkName(options.name); !named) {
        return tl::unexpected(named.error());
    }
    const auto source = templateFolder();
    if (!source) {
        return tl::unexpected(source.error());
    }
    const fs::path target = options.out.empty() ? fs::path(options.name) : fs::path(options.out);
    std::error_code code;
    if (fs::exists(target, code) && !(fs::is_directory(target, code) && fs::is_empty(target, code))) {
        return fail(Code::BadUsage, target.string(), "there is something of that name already", {}, "a new folder");
    }
    const char* user = std::getenv("USER");
    const Replacements replacements{{"@ID@", options.name},
                                    {"@CLASS@", className(options.name)},
                                    {"@AUTHOR@", user != nullptr && *user != '\0' ? user : "the author"},
                                    {"@SDK@", sdkFolder()}};
    for (const auto& entry : fs::directory_iterator(*source)) {
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        if (auto written = writeFile(target / entry.path().filename(), filled(text, replacements)); !written) {
            return tl::unexpected(written.error());
        }
    }
    std::fputs(
        fmt::format("{0} is there. Next:\n\n  cd {0}\n  cmake --preset default && cmake --build --preset default\n"
                    "  ctest --preset default\n  cmake --install build\n  kvw run --policy {1}\n",
                    target.string(), options.name)
            .c_str(),
        stdout);
    return Exit::Good;
}

}  // namespace

void addNewPolicy(Commands& commands) {
    const auto options = std::make_shared<Options>();
    CLI::App* app = commands.add("new-policy", "Start a policy of your own: sources, manifest, build and test",
                                 "  kvw new-policy value-norm\n"
                                 "  kvw new-policy value-norm --out ~/policies/value-norm\n");
    app->add_option("name", options->name, "id of the policy, for example value-norm")->type_name("NAME")->required();
    app->add_option("--out", options->out, "folder to make; default: one of that name here")->type_name("DIR");
    commands.setAction([options] { return make(*options); });
}

}  // namespace kvw::cli
