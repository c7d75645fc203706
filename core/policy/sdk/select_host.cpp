// SPDX-License-Identifier: Apache-2.0
#include "core/policy/sdk/select_host.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace kvw::sdk {
namespace {

/// Slots that take several times as long to look at as it takes to hand them to another thread.
constexpr std::size_t kWorthAShare = 1U << 13U;

template <class T>
struct Entry {
    T score;
    std::int64_t token;
    std::int64_t slot;
};

template <class T>
bool leaves_before(const Entry<T>& a, const Entry<T>& b) {
    return a.score != b.score ? a.score < b.score : a.token > b.token;
}

/// Token index from which on tokens are among the newest `count`.
std::int64_t newest_from(const std::int64_t* tokens, std::int64_t slots, std::int64_t count,
                         std::vector<std::int64_t>& scratch) {
    if (count <= 0) {
        return std::numeric_limits<std::int64_t>::max();
    }
    const std::int64_t last = *std::max_element(tokens, tokens + slots);
    const std::int64_t from = last - count + 1;
    // Usually nothing is missing among the newest; then one count is the whole answer.
    if (std::count_if(tokens, tokens + slots, [from](std::int64_t t) { return t >= from && t >= 0; }) == count) {
        return std::max<std::int64_t>(0, from);
    }
    scratch.assign(tokens, tokens + slots);
    std::nth_element(scratch.begin(), scratch.begin() + (count - 1), scratch.end(), std::greater<>());
    return scratch[static_cast<std::size_t>(count - 1)];
}

/// Token index up to which tokens below `sinks` are protected, at most `count` of them; -1: none.
std::int64_t oldest_upto(const std::int64_t* tokens, std::int64_t slots, std::int64_t sinks, std::int64_t newest,
                         std::int64_t count, std::vector<std::int64_t>& scratch) {
    scratch.clear();
    std::copy_if(tokens, tokens + slots, std::back_inserter(scratch),
                 [=](std::int64_t t) { return t >= 0 && t < sinks && t < newest; });
    const auto most = static_cast<std::int64_t>(scratch.size());
    if (count <= 0 || most == 0) {
        return -1;
    }
    const auto place = scratch.begin() + (std::min(count, most) - 1);
    std::nth_element(scratch.begin(), place, scratch.end());
    return *place;
}

/// Units [begin, end).
template <class T>
void evict(const HostCut& cut, const T* scores, const std::int64_t* ages, std::int64_t* evicted, std::size_t begin,
           std::size_t end) {
    std::vector<Entry<T>> entries;
    std::vector<std::int64_t> scratch;
    for (std::size_t u = begin; u < end; ++u) {
        const auto unit = static_cast<std::int64_t>(u);
        const T* score = scores + unit * cut.slots;
        const std::int64_t* tokens = ages + unit * cut.slots;
        std::int64_t* out = evicted + unit * cut.most;
        std::fill(out, out + cut.most, -1);
        const std::int64_t leaving = cut.leaving[u];
        if (leaving == 0) {
            continue;
        }
        const std::int64_t kept = cut.held[u] - leaving;
        const std::int64_t recent = std::min(cut.protection.recent, kept);
        const std::int64_t newest = newest_from(tokens, cut.slots, recent, scratch);
        const std::int64_t oldest = oldest_upto(tokens, cut.slots, cut.protection.sinks, newest,
                                                std::min(cut.protection.sinks, kept - recent), scratch);
        const auto competes = [&](std::int64_t slot) {
            return tokens[slot] > oldest && tokens[slot] < newest && tokens[slot] >= 0;
        };
        const auto entry = [&](std::int64_t slot) {
            T value = score[slot];
            if constexpr (std::is_floating_point_v<T>) {
                value = std::isnan(value) ? -std::numeric_limits<T>::infinity() : value;
            }
            return Entry<T>{value, tokens[slot], slot};
        };
        if (leaving == 1) {
            // The usual step: one comes, one goes.
            bool any = false;
            Entry<T> first{};
            for (std::int64_t slot = 0; slot < cut.slots; ++slot) {
                if (competes(slot) && (!any || leaves_before(entry(slot), first))) {
                    first = entry(slot);
                    any = true;
                }
            }
            if (any) {
                *out = first.slot;
                continue;
            }
        }
        entries.clear();
        for (std::int64_t slot = 0; slot < cut.slots; ++slot) {
            if (competes(slot)) {
                entries.push_back(entry(slot));
            }
        }
        if (static_cast<std::int64_t>(entries.size()) < leaving) {
            throw std::invalid_argument("held: unit " + std::to_string(u) + " counts " + std::to_string(cut.held[u]) +
                                        " tokens, the token table has fewer");
        }
        std::partial_sort(entries.begin(), entries.begin() + leaving, entries.end(), leaves_before<T>);
        std::transform(entries.begin(), entries.begin() + leaving, out, [](const Entry<T>& e) { return e.slot; });
    }
}

/// All units.
template <class T>
void evict(const HostCut& cut, const T* scores, const std::int64_t* ages, std::int64_t* evicted) {
    const std::size_t grain = kWorthAShare / static_cast<std::size_t>(std::max<std::int64_t>(cut.slots, 1)) + 1;
    in_shares(cut.workers, cut.held.size(), grain,
              [&](std::size_t begin, std::size_t end) { evict(cut, scores, ages, evicted, begin, end); });
}

}  // namespace

at::Tensor evicted_on_host(const at::Tensor& score, const at::Tensor& tokens, const HostCut& cut) {
    const at::Tensor age = tokens.contiguous();
    at::Tensor result = at::empty({tokens.size(0), tokens.size(1), cut.most}, at::TensorOptions(at::kLong));
    auto* out = result.mutable_data_ptr<std::int64_t>();
    const auto* ages = age.const_data_ptr<std::int64_t>();
    const at::Tensor dense = score.contiguous();
    if (dense.scalar_type() == at::kLong) {
        evict(cut, dense.const_data_ptr<std::int64_t>(), ages, out);
    } else if (dense.scalar_type() == at::kFloat) {
        evict(cut, dense.const_data_ptr<float>(), ages, out);
    } else {
        const at::Tensor wide = dense.to(at::kDouble);
        evict(cut, wide.const_data_ptr<double>(), ages, out);
    }
    return result;
}

at::Tensor protected_on_host(const at::Tensor& tokens, const std::vector<std::int64_t>& held,
                             const std::vector<std::int64_t>& limit, const Protection& protection) {
    const at::Tensor age = tokens.contiguous();
    const std::int64_t slots = age.size(-1);
    at::Tensor result = at::zeros(age.sizes(), at::TensorOptions(at::kBool));
    const auto* ages = age.const_data_ptr<std::int64_t>();
    auto* marks = result.mutable_data_ptr<bool>();
    std::vector<std::int64_t> scratch;
    for (std::size_t u = 0; u < held.size() && slots > 0; ++u, ages += slots, marks += slots) {
        const std::int64_t kept = std::max<std::int64_t>(0, std::min(limit[u], held[u]));
        const std::int64_t recent = std::min(protection.recent, kept);
        const std::int64_t newest = newest_from(ages, slots, recent, scratch);
        const std::int64_t oldest =
            oldest_upto(ages, slots, protection.sinks, newest, std::min(protection.sinks, kept - recent), scratch);
        std::transform(ages, ages + slots, marks,
                       [=](std::int64_t token) { return token >= 0 && (token <= oldest || token >= newest); });
    }
    return result;
}

}  // namespace kvw::sdk
