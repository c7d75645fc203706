// SPDX-License-Identifier: Apache-2.0
/// Reading and checking of the arrays of a bundle.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/files/mapped_chunk.h"
#include "core/base/json/json_text.h"
#include "core/base/json/schema.h"
#include "core/bundle/arrays/attention_arrays.h"
#include "core/bundle/arrays/npy.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

/// Most slots of one unit: far beyond any cache, and exact as the float that a trace keeps.
constexpr std::int64_t kMostSlots = std::int64_t{1} << 24;

Error wrongArray(const Archive& archive, const std::string& name, const char* what) {
    return {Code::BadInput, what, archive.label(name), {}, {}};
}

bool isInteger(NpyType type) {
    return type == NpyType::I32 || type == NpyType::I64;
}

std::int64_t dataBytes(const NpyHeader& header) {
    return header.count * static_cast<std::int64_t>(npySize(header.type));
}

/// Temporary file for the values of an array that has to be unpacked, taken in order.
class Unpacked {
 public:
    [[nodiscard]] Result<void> makeRoom(const NpyHeader& header) {
        const auto bytes = static_cast<std::size_t>(dataBytes(header));
        if (bytes == 0) {
            return {};
        }
        auto chunk = MappedChunk::create(bytes);
        if (!chunk) {
            return fail(Code::Io, folderForTemporaries(),
                        phrase("attention rows cannot be unpacked: %1", systemReason(chunk.error())), {},
                        phrase("room for %1 MiB; TMPDIR chooses another folder", (bytes >> 20U) + 1));
        }
        m_chunk = std::move(*chunk);
        return {};
    }
    void take(const NpyView& view) {
        if (m_chunk != nullptr) {
            std::memcpy(m_chunk->data() + m_used, view.data.data(), view.data.size());
            m_used += view.data.size();
        }
    }
    [[nodiscard]] ArrayPlace finish(NpyType type) {
        if (m_chunk != nullptr) {
            m_chunk->leaveMemory(0, m_chunk->size());
        }
        return {randomAccessFile(std::move(m_chunk)), 0, type};
    }

 private:
    std::unique_ptr<MappedChunk> m_chunk;
    std::size_t m_used = 0;
};

Result<ArrayPlace> openRandomAccess(const Archive& archive, const std::string& name, const NpyHeader& header) {
    KVW_TRY_ASSIGN(auto bytes, archive.openRandomAccess(name));
    return ArrayPlace{std::move(bytes), static_cast<std::int64_t>(header.bytes), header.type};
}

}  // namespace

Result<ordered_json> readArraysIndex(const Archive& archive, const std::string& prefix) {
    const std::string name = prefix + kArraysIndex;
    KVW_TRY_ASSIGN(const auto text, archive.read(name));
    KVW_TRY_ASSIGN(auto index, parseJson(text, archive.label(name)));
    KVW_TRY(schema::check("arrays", index, archive.label(name)));
    return index;
}

std::map<std::string, std::map<std::string, std::string>> rowReferences(const Archive& archive,
                                                                        const std::string& prefix) {
    std::map<std::string, std::map<std::string, std::string>> lanes;
    const auto index = readArraysIndex(archive, prefix);
    for (const auto& entry : index ? (*index)[kAttention] : ordered_json::array()) {
        if (const auto shared = entry.find(kShared); shared != entry.end()) {
            auto& files = lanes[(*shared)["lane"]];
            for (const auto& [file, sum] : (*shared)["files"].items()) {
                files[file] = sum;
            }
        }
    }
    return lanes;
}

Result<AttentionArrays::Layer> AttentionArrays::readLayer(const Archive& archive, const std::string& prefix,
                                                          const ordered_json& entry, const TraceShape& shape,
                                                          std::int64_t steps, const char* values) {
    Layer layer;
    layer.layer = static_cast<std::int32_t>(std::min<std::int64_t>(entry["layer"].get<std::int64_t>(), shape.layers));
    const std::string indexName = prefix + kArraysIndex;
    if (layer.layer >= shape.layers || entry["units"] != shape.units || entry["query_heads"] != shape.queryHeads) {
        return tl::unexpected(wrongArray(archive, indexName, "the attention does not fit the shape in the manifest"));
    }
    const std::int64_t group = shape.queryHeads / shape.units;
    const auto units = static_cast<std::size_t>(shape.units);
    for (const char* member : {"steps", "offsets", "tokens", values}) {
        layer.files.push_back(entry[member]);
    }
    layer.rows = std::make_shared<RowLayer>();
    RowLayer& rows = *layer.rows;
    const auto nameOf = [&](const char* member) { return prefix + entry[member].get<std::string>(); };
    const NpyVisitor takeSteps{
        [&](NpyType type, std::int64_t count) { return isInteger(type) && count <= steps; },
        [&](const NpyView& view) {
            for (std::int64_t i = 0; i < view.count; ++i) {
                const std::int64_t step = view.integer(i);
                if (step >= steps || step < 0 || (!rows.steps.empty() && step <= rows.steps.back())) {
                    return false;
                }
                rows.steps.push_back(static_cast<std::int32_t>(step));
            }
            return true;
        }};
    const NpyVisitor takeOffsets{
        [&](NpyType type, std::int64_t count) {
            return isInteger(type) && count == static_cast<std::int64_t>(rows.steps.size() * units) + 1;
        },
        [&](const NpyView& view) {
            for (std::int64_t i = 0; i < view.count; ++i) {
                const std::int64_t offset = view.integer(i);
                // A row has no more tokens than the text up to its step, so no offset can claim more than there is.
                const bool right = rows.offsets.empty() ? offset == 0
                                                        : offset >= rows.offsets.back() &&
                                                              offset - rows.offsets.back() <=
                                                                  rows.steps[(rows.offsets.size() - 1) / units] + 1;
                if (!right) {
                    return false;
                }
                rows.offsets.push_back(offset);
            }
            return true;
        }};
    const NpyVisitor fitTokens{
        [&](NpyType type, std::int64_t count) { return isInteger(type) && count == rows.offsets.back(); }, {}};
    const NpyVisitor fitProbs{[&](NpyType type, std::int64_t count) {
                                  return !isInteger(type) && count % group == 0 && count / group == rows.offsets.back();
                              },
                              {}};
    KVW_TRY(readArray(archive, nameOf("steps"), takeSteps));
    KVW_TRY(readArray(archive, nameOf("offsets"), takeOffsets));
    layer.tokens = nameOf("tokens");
    layer.probs = nameOf(values);
    KVW_TRY_ASSIGN(const auto tokens, readArrayHeader(archive, layer.tokens, fitTokens));
    KVW_TRY_ASSIGN(const auto probs, readArrayHeader(archive, layer.probs, fitProbs));
    layer.tokensHeader = tokens;
    layer.probsHeader = probs;
    auto tokensAt = openRandomAccess(archive, layer.tokens, tokens);
    KVW_TRY_ASSIGN(auto probsAt, tokensAt ? openRandomAccess(archive, layer.probs, probs) : tokensAt);
    rows.tokens = std::move(*tokensAt);
    rows.probs = std::move(probsAt);
    layer.packed = rows.tokens.bytes == nullptr || rows.probs.bytes == nullptr;
    return layer;
}

Result<void> AttentionArrays::findShared(const std::string& where, const ordered_json& entry, const TraceShape& shape,
                                         std::int64_t steps, const Before& before, Layer& layer) {
    const auto shared = entry.find(kShared);
    if (shared == entry.end()) {
        return {};
    }
    const std::string lane = (*shared)["lane"];
    const auto refuse = [&](Phrase what, Phrase found, Phrase expected = {}) {
        return fail(Code::BadInput, where, std::move(what), found, expected);
    };
    const auto of = before.find(lane);
    if (of == before.end()) {
        return refuse(phrase("layer %1 refers to rows of a lane that is not before this one", layer.layer), lane);
    }
    const AttentionArrays& other = *of->second;
    const auto its = std::ranges::find(other.m_layers, layer.layer, &Layer::layer);
    const auto& files = (*shared)["files"];
    if (its == other.m_layers.end() || its->rows->shared != nullptr || files.size() != its->files.size() ||
        !std::ranges::all_of(its->files, [&](const std::string& file) { return files.contains(file); })) {
        return refuse(phrase("layer %1 refers to rows that the other lane does not hold itself", layer.layer), lane);
    }
    const RowLayer& rows = *its->rows;
    const auto count = (*shared)["rows"].get<std::int64_t>();
    if (count > std::ssize(rows.steps)) {
        return refuse(phrase("layer %1 refers to more rows than the other lane has", layer.layer),
                      phrase("%1 rows of %2", count, lane), phrase("at most %1", rows.steps.size()));
    }
    const auto last = static_cast<std::size_t>(count - 1);
    layer.rows->ownFrom = rows.steps[last] + 1;
    const auto& own = layer.rows->steps;
    if (shape.queryHeads != other.m_shape.queryHeads || shape.units % other.m_shape.units != 0 ||
        layer.rows->ownFrom > steps || (!own.empty() && own.front() < layer.rows->ownFrom)) {
        return refuse(phrase("layer %1 refers to rows that do not fit its own", layer.layer),
                      phrase("%1 rows of %2", count, lane));
    }
    layer.rows->shared = other.m_rows;
    const std::int64_t entries = rows.offsets[(last + 1) * static_cast<std::size_t>(other.m_shape.units)];
    layer.sharedBytes = entries * static_cast<std::int64_t>(npySize(its->tokensHeader.type)) +
                        entries * (other.m_shape.queryHeads / other.m_shape.units) *
                            static_cast<std::int64_t>(npySize(its->probsHeader.type));
    return {};
}

Result<void> AttentionArrays::readSteps(const Archive& archive, const std::string& prefix, const std::string& name,
                                        const TraceShape& shape, std::int64_t steps) {
    const auto read = [&](NpyType expected, const auto& take, std::int64_t each = 1) {
        const auto fits = [&](std::int64_t count) { return count % each == 0 && count / each == steps; };
        return readArray(archive, prefix + name,
                         {[&](NpyType type, std::int64_t count) { return type == expected && fits(count); },
                          [&](const NpyView& view) {
                              for (std::int64_t i = 0; i < view.count; ++i) {
                                  take(view, i);
                              }
                              return true;
                          },
                          "the array does not fit the steps"});
    };
    if (name == kBytesReadArray) {
        return read(NpyType::I64, [this](const NpyView& view, std::int64_t i) {
            m_bytesRead.push_back(std::max<std::int64_t>(view.integer(i), -1));
        });
    }
    if (name == kCapacityArray) {
        return read(
            NpyType::I32,
            [this](const NpyView& view, std::int64_t i) {
                m_capacities.push_back(
                    static_cast<std::int32_t>(std::clamp<std::int64_t>(view.integer(i), -1, kMostSlots)));
            },
            std::max<std::int64_t>(1, std::int64_t{shape.layers} * shape.units));
    }
    std::vector<float>* errors = name == kKeyErrorArray     ? &m_keyErrors
                                 : name == kValueErrorArray ? &m_valueErrors
                                                            : nullptr;
    // A value that cannot be the error of a codec counts as missing.
    const auto error = [](float value) { return value >= 0 && std::isfinite(value) ? value : kMissingF; };
    return errors == nullptr ? Result<void>() : read(NpyType::F32, [&](const NpyView& view, std::int64_t i) {
        errors->push_back(error(view.number(i)));
    });
}

void AttentionArrays::fill(StepRecord& record) const {
    const auto take = [at = static_cast<std::size_t>(record.step)](const auto& values, auto& target) {
        if (at < values.size()) {
            target = values[at];
        }
    };
    take(m_bytesRead, record.bytesRead);
    take(m_keyErrors, record.keyError);
    take(m_valueErrors, record.valueError);
}

void AttentionArrays::fill(std::vector<LayerRecord>& layers, const TraceShape& shape) {
    const std::vector<std::int32_t> capacities = std::exchange(m_capacities, {});
    const auto units = static_cast<std::size_t>(shape.units), parts = static_cast<std::size_t>(shape.parts());
    for (std::size_t row = 0; row * (1 + parts) < layers.size() && (row + 1) * units <= capacities.size(); ++row) {
        LayerRecord* records = layers.data() + row * (1 + parts);
        double sum = 0;
        for (std::size_t part = 0; part < parts; ++part) {
            const auto unit = static_cast<std::size_t>(shape.unitOfPart(static_cast<std::int32_t>(part)));
            const std::int32_t slots = capacities[row * units + unit];
            records[1 + part].capacity = slots < 0 ? kMissingF : static_cast<float>(slots);
            sum += slots < 0 ? kMissing : slots;
        }
        records[0].capacity = static_cast<float>(sum) / static_cast<float>(parts);
    }
}

Result<AttentionArrays> AttentionArrays::read(const Archive& archive, const std::string& prefix, const TraceShape& of,
                                              std::int64_t steps, const char* list, const Before& before) {
    const bool attention = std::string_view(list) == kAttention;
    const TraceShape shape = attention ? of : shapeOfScores(of);
    AttentionArrays arrays;
    arrays.m_shape = shape;
    const std::string name = prefix + kArraysIndex;
    if (!archive.contains(name)) {
        return arrays;
    }
    KVW_TRY_ASSIGN(const auto index, readArraysIndex(archive, prefix));
    std::set<std::string> files;
    for (const auto& entry : index["arrays"]) {
        if (!files.insert(entry["file"].get<std::string>()).second) {  // each is read into memory
            return tl::unexpected(wrongArray(archive, name, "an array is listed twice"));
        }
        KVW_TRY(attention ? arrays.readSteps(archive, prefix, entry["file"], shape, steps) : Result<void>());
    }
    std::int64_t bytes = 0;
    for (const auto& entry : index.value(list, ordered_json::array())) {
        KVW_TRY_ASSIGN(auto layer, readLayer(archive, prefix, entry, shape, steps, attention ? kProbs : kValues));
        if (!arrays.m_layers.empty() && arrays.m_layers.back().layer >= layer.layer) {
            return tl::unexpected(wrongArray(archive, name, "the layers are not in ascending order"));
        }
        KVW_TRY(findShared(archive.label(name), entry, shape, steps, before, layer));
        bytes += layer.sharedBytes + dataBytes(layer.tokensHeader) + dataBytes(layer.probsHeader);
        arrays.m_layers.push_back(std::move(layer));
    }
    if (!arrays.m_layers.empty()) {
        arrays.m_rows = std::make_shared<RowFiles>(shape, bytes);
    }
    for (const Layer& layer : arrays.m_layers) {
        if (!layer.packed) {
            arrays.m_rows->add(layer.layer, layer.rows);
        }
    }
    return arrays;
}

std::int64_t AttentionArrays::unchecked() const noexcept {
    std::int64_t bytes = 0;
    for (const Layer& layer : m_layers) {
        bytes += dataBytes(layer.tokensHeader) + (layer.packed ? dataBytes(layer.probsHeader) : 0);
    }
    return bytes;
}

Result<void> AttentionArrays::checkTokens(const Archive& archive, Layer& layer, const Watch& watch) {
    Unpacked unpacked;
    const RowLayer& rows = *layer.rows;
    const auto units = static_cast<std::size_t>(m_shape.units);
    std::size_t run = 0;
    std::int64_t at = 0, last = -1;
    const NpyVisitor takeTokens{
        [&](NpyType type, std::int64_t count) {
            return type == layer.tokensHeader.type && count == rows.offsets.back();
        },
        [&](const NpyView& view) {
            for (std::int64_t i = 0; i < view.count; ++i, ++at) {
                while (at == rows.offsets[run + 1]) {
                    ++run;
                }
                const std::int64_t token = view.integer(i);
                if (token <= (at == rows.offsets[run] ? -1 : last) || token > rows.steps[run / units]) {
                    return false;
                }
                last = token;
            }
            unpacked.take(view);
            return watch(std::ssize(view.data));
        }};
    KVW_TRY(layer.packed ? unpacked.makeRoom(layer.tokensHeader) : Result<void>());
    auto read = readArray(archive, layer.tokens, takeTokens);
    if (read && layer.packed) {
        layer.rows->tokens = unpacked.finish(layer.tokensHeader.type);
    }
    return read;
}

Result<void> AttentionArrays::unpackProbs(const Archive& archive, Layer& layer, const Watch& watch) {
    Unpacked unpacked;
    const NpyVisitor takeProbs{[&](NpyType type, std::int64_t count) {
                                   return type == layer.probsHeader.type && count == layer.probsHeader.count;
                               },
                               [&](const NpyView& view) {
                                   unpacked.take(view);
                                   return watch(std::ssize(view.data));
                               }};
    KVW_TRY(unpacked.makeRoom(layer.probsHeader));
    auto read = readArray(archive, layer.probs, takeProbs);
    if (read) {
        layer.rows->probs = unpacked.finish(layer.probsHeader.type);
    }
    return read;
}

bool AttentionArrays::check(const Archive& archive, const Watch& watch, std::vector<Error>& errors) {
    bool going = true;
    const Watch watched = [&](std::int64_t bytes) { return going = watch(bytes); };
    for (Layer& layer : m_layers) {
        auto checked = checkTokens(archive, layer, watched);
        if (checked && layer.packed) {
            checked = unpackProbs(archive, layer, watched);
        }
        if (!going) {
            return false;
        }
        if (!checked) {
            errors.push_back(checked.error());
        } else if (layer.packed) {
            m_rows->add(layer.layer, layer.rows);
            layer.packed = false;
        }
    }
    return true;
}

}  // namespace kvw::bundle
