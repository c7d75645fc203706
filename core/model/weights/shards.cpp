// SPDX-License-Identifier: Apache-2.0
#include "core/model/weights/shards.h"

#include <nlohmann/json.hpp>
#include <set>

#include "core/base/files/file_kind.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_depth.h"
#include "core/model/weights/joined_experts.h"
#include "core/model/weights/packed_tensors.h"
#include "core/model/weights/safetensors.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kMaxIndexBytes = std::size_t{64} << 20;
constexpr const char* kOneFile = "model.safetensors";

Phrase note(const fs::path& where, const char* what, const Phrase& found) {
    return Error{Code::BadInput, what, where.string(), "", found}.asPhrase();
}

/// Reads the index: tensor names to file names, which must lie in the same folder.
Result<std::map<std::string, std::string>> readIndex(const fs::path& path) {
    const std::string where = path.string();
    KVW_TRY_ASSIGN(const auto text, readFile(path, kMaxIndexBytes));
    if (isTooDeepJson(text)) {
        return fail(Code::BadInput, where, "the JSON is nested too deeply", "", "an object with a weight_map");
    }
    const json index = json::parse(text, nullptr, false);
    const json& list = member(index, "weight_map");
    if (!list.is_object() || list.empty()) {
        return fail(Code::BadInput, where, "is not an index of weights",
                    index.is_discarded() ? fileKind(text, "text that is not JSON") : index.type_name(),
                    "an object with a weight_map of tensors and files");
    }
    std::map<std::string, std::string> files;
    for (const auto& [tensor, file] : list.items()) {
        if (!file.is_string()) {
            return fail(Code::BadInput, where, phrase("the file of the tensor %1 is not a name", tensor),
                        file.dump(-1, ' ', true, json::error_handler_t::replace), "the name of a file");
        }
        const auto& name = file.get_ref<const std::string&>();
        if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos ||
            name.find('\0') != std::string::npos) {
            return fail(Code::BadInput, where, phrase("the tensor %1 lies outside the model's folder", tensor),
                        json(name).dump(-1, ' ', true, json::error_handler_t::replace),
                        "the name of a file in the same folder");
        }
        files.emplace(tensor, name);
    }
    return files;
}

/// Joins matrices with their scales and zeros, and splits joined experts.
Result<std::vector<Phrase>> attachParts(std::vector<TensorView>& tensors, const Quantization& quantization,
                                        const fs::path& where) {
    return attachScales(tensors, quantization, where.string())
        .and_then([&] { return attachPacked(tensors, quantization, where.string()); })
        .and_then([&](std::vector<Phrase> notes) -> Result<std::vector<Phrase>> {
            return splitExperts(tensors, where.string()).map([&] { return std::move(notes); });
        });
}

}  // namespace

ModelTensors::ModelTensors(std::vector<std::shared_ptr<const MappedFile>> files, std::vector<TensorView> tensors)
    : m_files(std::move(files)), m_tensors(std::move(tensors)) {
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        m_byName.emplace(m_tensors[i].name, i);
    }
}

Result<ModelTensors> ModelTensors::openShards(const fs::path& directory, const fs::path& indexPath,
                                              const Quantization& quantization) {
    KVW_TRY_ASSIGN(const auto index, readIndex(indexPath));
    std::map<std::string, std::set<std::string>> wanted;
    for (const auto& [tensor, file] : index) {
        wanted[file].insert(tensor);
    }
    std::vector<std::shared_ptr<const MappedFile>> files;
    std::vector<TensorView> tensors;
    std::set<std::string> taken;
    std::string twice;
    for (const auto& [name, names] : wanted) {
        auto shard = Safetensors::open(directory / name);
        if (!shard && shard.error().code == Code::NotFound) {
            return fail(Code::NotFound, (directory / name).string(),
                        phrase("this part of the weights is missing; %1 demands it for %2 of %3 tensors", kShardIndex,
                               names.size(), index.size()),
                        "", phrase("all %1 files that the index lists", wanted.size()));
        }
        KVW_TRY(shard);
        for (const std::string& tensor : names) {
            if (shard->find(tensor) == nullptr) {
                return fail(Code::BadInput, (directory / name).string(),
                            phrase("%1 says that the tensor %2 is here", kShardIndex, tensor), "no such tensor");
            }
        }
        // A tensor that the index does not list is used too, as in other readers.
        for (const TensorView& view : shard->tensors()) {
            const auto listed = index.find(view.name);
            const bool elsewhere = listed != index.end() && listed->second != name;
            if (elsewhere || !taken.insert(view.name).second) {
                twice += twice.empty() ? view.name + " in " + name : "";
            } else {
                tensors.push_back(view);
            }
        }
        files.push_back(shard->file());
    }
    KVW_TRY_ASSIGN(auto notes, attachParts(tensors, quantization, indexPath));
    ModelTensors result(std::move(files), std::move(tensors));
    result.setWhere(indexPath.string());
    result.m_warnings = std::move(notes);
    if (!twice.empty()) {
        result.m_warnings.push_back(
            note(indexPath, "a tensor lies in two files; the one that the index names is used", twice));
    }
    return result;
}

Result<ModelTensors> ModelTensors::open(const fs::path& directory, const Quantization& quantization) {
    const fs::path path = directory / kOneFile;
    auto file = Safetensors::open(path);
    std::error_code ignored;
    const bool index = fs::exists(fs::symlink_status(directory / kShardIndex, ignored));
    if (!file && file.error().code == Code::NotFound && index) {
        return openShards(directory, directory / kShardIndex, quantization);
    }
    KVW_TRY(file);
    std::vector<TensorView> tensors = file->tensors();
    KVW_TRY_ASSIGN(auto notes, attachParts(tensors, quantization, path));
    ModelTensors one({file->file()}, std::move(tensors));
    one.setWhere(path.string());
    one.m_warnings = std::move(notes);
    if (index) {
        one.m_warnings.push_back(
            note(path, "this one file is used, and not the parts that lie beside it", kShardIndex));
    }
    return one;
}

const TensorView* ModelTensors::find(std::string_view name) const {
    const auto it = m_byName.find(name);
    return it == m_byName.end() ? nullptr : &m_tensors[it->second];
}

}  // namespace kvw
