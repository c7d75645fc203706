// SPDX-License-Identifier: Apache-2.0
#include "core/policy/host/loading/loader.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "core/policy/host/choice/prompt_share.h"
#include "core/policy/host/loading/guard.h"
#include "core/policy/host/plugin_calls.h"
#include "core/policy/host/quarantine.h"
#include "core/policy/host/refusal.h"

namespace kvw {

namespace {

namespace fs = std::filesystem;
using refusal::refused;

/// Size of the descriptor when its layout was frozen; later members exist only if structSize says so.
constexpr std::uint32_t kSmallestDescriptor = 48;

std::string nameOf(const PluginEntry& entry) {
    return entry.manifest.version.empty() ? entry.manifest.id : entry.manifest.id + " " + entry.manifest.version;
}

/// Opens a library; the error has the words of the linker. Static constructors run here, so anything may be thrown.
Result<void*> openLibrary(const PluginEntry& entry, const fs::path& file) {
    auto handle = guarded(phrase("%1, while its library was loaded", nameOf(entry)), Consequence::None,
                          [&] { return ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL); });
    if (handle && *handle == nullptr) {
        const char* message = ::dlerror();
        return refused(refusal::kNotLoaded, fail(Code::BadInput, nameOf(entry), "the library could not be loaded",
                                                 message == nullptr ? Phrase() : Phrase(message)));
    }
    return handle;
}

/// Opens a copy of a changed library under another path, because the linker knows a library by its path and would
/// return the old one.
Result<void*> openCopy(const PluginEntry& entry) {
    std::error_code code;
    std::string pattern = (fs::temp_directory_path(code) / "kvw-plugin-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        return fail(Code::Io, pattern, phrase("no folder could be made for a fresh copy of %1", nameOf(entry)));
    }
    const fs::path folder = pattern;
    const fs::path copy = folder / entry.library.filename();
    Result<void*> handle = nullptr;
    if (fs::copy_file(entry.library, copy, code)) {
        handle = openLibrary(entry, copy);
    } else {
        handle = fail(Code::Io, copy.string(), "the library could not be copied", systemReason(code));
    }
    fs::remove_all(folder, code);  // the mapping remains valid
    return handle;
}

std::string quoted(const char* text) {
    return text == nullptr ? "nothing" : std::string(text);
}

Result<void> checkBuild(const sdk::PluginDescriptor& descriptor, const std::string& who) {
    if (descriptor.abiVersion != sdk::kAbiVersion) {
        return refused(refusal::kOtherBuild,
                       fail(Code::BadInput, who, "the plugin was built for another version of the SDK",
                            phrase("ABI %1", descriptor.abiVersion), phrase("ABI %1", sdk::kAbiVersion)));
    }
    if (descriptor.structSize < kSmallestDescriptor) {
        return refused(refusal::kOtherBuild, fail(Code::BadInput, who, "the descriptor is too short",
                                                  phrase("%1 bytes", descriptor.structSize),
                                                  phrase("at least %1 bytes", kSmallestDescriptor)));
    }
    if (descriptor.torchVersion == nullptr || std::strcmp(descriptor.torchVersion, TORCH_VERSION) != 0) {
        return refused(refusal::kOtherBuild, fail(Code::BadInput, who, "the plugin was built with another libtorch",
                                                  quoted(descriptor.torchVersion), TORCH_VERSION));
    }
    if (descriptor.compilerAbi == nullptr || std::strcmp(descriptor.compilerAbi, sdk::compilerAbi()) != 0) {
        return refused(refusal::kOtherBuild, fail(Code::BadInput, who, "the plugin was built with another compiler ABI",
                                                  quoted(descriptor.compilerAbi), sdk::compilerAbi()));
    }
    return {};
}

/// Live tuning of a composition: creates a part again if its parameters have changed.
class Retune {
 public:
    void add(const sdk::PluginDescriptor& descriptor, const ResolvedPart& part) {
        m_parts.push_back({&descriptor, part.kind, part.provided.id, part.parameters});
    }

    void operator()(const sdk::Parameters& values, sdk::Composition& composition) {
        std::unique_ptr<sdk::Scorer> scorer;
        std::unique_ptr<sdk::BudgetAllocator> budget;
        std::vector<Part> parts = m_parts;
        for (Part& part : parts) {
            const std::string prefix = part.kind == PluginKind::Scorer ? "scorer." : "budget.";
            const sdk::Parameters before = part.parameters;
            for (const auto& [name, value] : before.values()) {
                part.parameters.set(name, values.values().at(prefix + name));
            }
            if (part.parameters.values() == before.values()) {
                continue;
            }
            if (part.kind == PluginKind::Scorer) {
                scorer.reset(part.descriptor->createScorer(part.id.c_str(), part.parameters));
            } else {
                budget.reset(part.descriptor->createBudget(part.id.c_str(), part.parameters));
            }
        }
        m_parts = std::move(parts);
        if (scorer) {
            composition.scorer = std::move(scorer);
        }
        if (budget) {
            composition.budget = std::move(budget);
        }
        composition.protection = {values.integer("sinks"), values.integer("recent")};
    }

 private:
    struct Part {
        const sdk::PluginDescriptor* descriptor = nullptr;  ///< libraries are never unloaded
        PluginKind kind = PluginKind::Scorer;
        std::string id;
        sdk::Parameters parameters;
    };
    std::vector<Part> m_parts;
};

/// Functions of a descriptor; null for those that a descriptor of its size does not have.
struct Functions {
    explicit Functions(const sdk::PluginDescriptor& descriptor)
        : policy(descriptor.createPolicy), scorer(descriptor.createScorer), budget(descriptor.createBudget) {
        const auto has = [&](std::size_t offset) { return descriptor.structSize >= offset + sizeof(void*); };
        reader = has(offsetof(sdk::PluginDescriptor, createReader)) ? descriptor.createReader : nullptr;
        codec = has(offsetof(sdk::PluginDescriptor, createCodec)) ? descriptor.createCodec : nullptr;
    }

    /// Calls `use` with the function that creates the kind.
    template <class Use>
    auto of(PluginKind kind, const Use& use) const {
        switch (kind) {
            case PluginKind::Policy:
                break;
            case PluginKind::Scorer:
                return use(scorer);
            case PluginKind::Budget:
                return use(budget);
            case PluginKind::Reader:
                return use(reader);
            case PluginKind::Codec:
                return use(codec);
        }
        return use(policy);
    }

    decltype(sdk::PluginDescriptor::createPolicy) policy;
    decltype(sdk::PluginDescriptor::createScorer) scorer;
    decltype(sdk::PluginDescriptor::createBudget) budget;
    decltype(sdk::PluginDescriptor::createReader) reader = nullptr;
    decltype(sdk::PluginDescriptor::createCodec) codec = nullptr;
};

Result<void> checkKinds(const sdk::PluginDescriptor& descriptor, const PluginEntry& entry) {
    const Functions functions(descriptor);
    for (const Provided& provided : entry.manifest.provides) {
        if (!functions.of(provided.kind, [](auto function) { return function != nullptr; })) {
            return refused(
                refusal::kNoFunction,
                fail(Code::BadInput, nameOf(entry),
                     phrase("the manifest lists the %1 \"%2\", but the library has no function that creates one",
                            toText(provided.kind), provided.id)));
        }
    }
    return {};
}

template <class Kind>
Result<std::unique_ptr<Kind>> make(Kind* (*function)(const char*, const sdk::Parameters&), const PluginEntry& entry,
                                   const Provided& provided, const sdk::Parameters& parameters) {
    std::string where = nameOf(entry);
    if (provided.id != entry.manifest.id) {
        where += fmt::format(", {} \"{}\"", toText(provided.kind), provided.id);
    }
    auto made = guarded(phrase("%1, while being created", where), Consequence::None,
                        [&] { return std::unique_ptr<Kind>(function(provided.id.c_str(), parameters)); });
    if (made && *made == nullptr) {
        return fail(Code::Policy, where, phrase("it created no %1", toText(provided.kind)), "null", "an object");
    }
    return made;
}

/// Stores a created object by its kind.
struct Keep {
    CreatedPolicy& created;
    sdk::Composition& composition;

    void operator()(std::unique_ptr<sdk::Policy> made) const { created.policy = std::move(made); }
    void operator()(std::unique_ptr<sdk::Scorer> made) const { composition.scorer = std::move(made); }
    void operator()(std::unique_ptr<sdk::BudgetAllocator> made) const { composition.budget = std::move(made); }
    void operator()(std::unique_ptr<sdk::ReadSelector> made) const { created.reader = std::move(made); }
    void operator()(std::unique_ptr<sdk::Codec> made) const { created.codec = std::move(made); }
};

}  // namespace

Result<void*> PluginLoader::open(const PluginEntry& entry) {
    std::error_code code;
    const auto written = fs::last_write_time(entry.library, code);
    const auto size = code ? 0 : fs::file_size(entry.library, code);
    if (code) {
        return refused(refusal::kNoLibrary, fail(Code::NotFound, nameOf(entry), "the library of the plugin is missing",
                                                 {}, entry.library.string()));
    }
    const auto known = m_libraries.find(entry.library);
    if (known != m_libraries.end() && known->second.written == written && known->second.size == size) {
        return known->second.handle;
    }
    auto handle = known == m_libraries.end() ? openLibrary(entry, entry.library) : openCopy(entry);
    if (handle) {
        m_copies += known == m_libraries.end() ? 0 : 1;
        m_libraries.insert_or_assign(entry.library, Library{written, size, *handle});
    }
    return handle;
}

std::shared_ptr<const CalledPlugins> PluginLoader::called(const PluginEntry& entry) const {
    return std::make_shared<const CalledPlugins>(nameOf(entry), m_paths, std::vector<PluginPlace>{entry.place()});
}

Result<const sdk::PluginDescriptor*> PluginLoader::load(const PluginEntry& entry,
                                                        const std::shared_ptr<const CalledPlugins>& plugin) {
    const std::string who = nameOf(entry);
    const PluginCall call(plugin, "its static initialisers");
    if (entry.state != PluginState::Ready) {
        return fail(Code::BadInput, who, phrase("it cannot be used: %1", entry.reason));
    }
    KVW_TRY_ASSIGN(const auto handle, open(entry));
    using Entry = const sdk::PluginDescriptor* (*)();
    const auto function = reinterpret_cast<Entry>(::dlsym(handle, KVW_PLUGIN_SYMBOL));
    if (function == nullptr) {
        return refused(
            refusal::kNoFunction,
            fail(Code::BadInput, who, phrase("the library does not export the function %1", KVW_PLUGIN_SYMBOL), {},
                 "the macro KVW_PLUGIN in one of its files"));
    }
    rememberLibrary(reinterpret_cast<const void*>(function), plugin);
    const auto descriptor = guarded(who + ", in " KVW_PLUGIN_SYMBOL, Consequence::None, function);
    if (!descriptor) {
        return descriptor;
    }
    if (*descriptor == nullptr) {
        return fail(Code::BadInput, who, phrase("%1 returned nothing", KVW_PLUGIN_SYMBOL), "null", "a descriptor");
    }
    KVW_TRY(checkBuild(**descriptor, who));
    KVW_TRY(checkKinds(**descriptor, entry));
    return descriptor;
}

Result<CreatedPolicy> PluginLoader::create(const ResolvedPolicy& policy) {
    if (const std::string share = firstShare(policy); !share.empty()) {
        return fail(Code::BadUsage, policy.named(), "a share of the prompt needs a prompt", share,
                    "a number of tokens");
    }
    CreatedPolicy created;
    sdk::Composition composition;
    const Keep keep{created, composition};
    Retune retune;
    for (const ResolvedPart& part : policy.parts) {
        const LoadingMark mark(m_paths, part.entry.place());
        const auto plugin = called(part.entry);
        KVW_TRY_ASSIGN(const auto descriptor, load(part.entry, plugin));
        const PluginCall call(plugin, "create");
        KVW_TRY(Functions(*descriptor).of(part.kind, [&](auto function) {
            return make(function, part.entry, part.provided, part.parameters).map(keep);
        }));
        if (part.kind == PluginKind::Scorer || part.kind == PluginKind::Budget) {
            retune.add(*descriptor, part);
        }
        holdStandardStreams();
        forgetOutdatedCrash(m_paths, part.entry.place());
    }
    if (policy.composed()) {
        composition.retune = std::move(retune);
        composition.protection = {policy.sinks, policy.recent};
        composition.cutInterval = policy.cutInterval;
        KVW_TRY_ASSIGN(created.policy, guarded(phrase("%1, while being composed", policy.named()), Consequence::None,
                                               [&] { return sdk::compose(std::move(composition)); }));
    }
    if (created.policy == nullptr) {
        created.policy = keepEverything();
    }
    return created;
}

Result<void> PluginLoader::probe(const PluginEntry& entry) {
    const LoadingMark mark(m_paths, entry.place());
    const auto plugin = called(entry);
    KVW_TRY_ASSIGN(const auto descriptor, load(entry, plugin));
    const PluginCall call(plugin, "create");
    const Functions functions(*descriptor);
    for (const Provided& provided : entry.manifest.provides) {
        sdk::Parameters defaults;
        for (const ParameterSpec& spec : provided.parameters) {
            defaults.set(spec.name, spec.defaultValue);
        }
        KVW_TRY(functions.of(provided.kind, [&](auto function) {
            return make(function, entry, provided, defaults).map([](const auto& /*made*/) {});
        }));
    }
    return {};
}

Result<void> PluginLoader::reload(const PluginEntry& entry) {
    if (const auto known = m_libraries.find(entry.library); known != m_libraries.end()) {
        known->second.written = fs::file_time_type::min();
    }
    return probe(entry);
}

}  // namespace kvw
