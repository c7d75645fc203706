// SPDX-License-Identifier: Apache-2.0
#include "plugins/python-policy/observation_view.h"

#include <c10/core/Stream.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <stdexcept>
#include <string>

#include "plugins/python-policy/tensors.h"

namespace kvw::python {

namespace py = pybind11;

namespace {

std::size_t references(const at::Tensor& tensor) {
    return static_cast<std::size_t>(tensor.use_count()) + tensor.storage().use_count();
}

py::list heldPerUnit(const sdk::Observation& seen) {
    py::list layers;
    auto next = seen.held.begin();
    for (std::int64_t layer = 0; layer < seen.layers; ++layer) {
        py::list units;
        for (std::int64_t unit = 0; unit < seen.units() && next != seen.held.end(); ++unit) {
            units.append(*next++);
        }
        layers.append(units);
    }
    return layers;
}

}  // namespace

ObservationView::ObservationView(const sdk::Observation& seen) {
    using py::literals::operator""_a;
    const at::Device device = seen.tokens.device();
    if (!device.is_cpu()) {
        c10::impl::VirtualGuardImpl(device.type()).getStream(device).synchronize();
    }
    m_object = py::module_::import("types").attr("SimpleNamespace")(
        "prefill"_a = seen.prefill, "last_prefill_pass"_a = seen.lastPrefillPass, "first_layer"_a = seen.firstLayer,
        "layers"_a = seen.layers, "pass_tokens"_a = seen.passTokens, "seen"_a = seen.seen,
        "held"_a = heldPerUnit(seen));
    lend("tokens", seen.tokens);
    lend("rows", seen.rows);
    lend("column_sums", seen.columnSums);
    lend("logits", seen.logits);
    lend("keys", seen.keys);
    lend("raw_keys", seen.rawKeys);
    lend("values", seen.values);
    lend("query_mean", seen.queryMean);
    lend("query_covariance", seen.queryCovariance);
    lend("statistics", seen.statistics, true);
    for (Lent& lent : m_lent) {
        lent.references = references(lent.tensor);
    }
}

void ObservationView::lend(const char* name, const at::Tensor& tensor, bool writable) {
    m_object.attr(name) = toPython(tensor, writable);
    if (tensor.defined()) {
        m_lent.push_back({name, tensor, m_object.attr(name), 0});
    }
}

const char* ObservationView::kept() const {
    for (const Lent& lent : m_lent) {
        if (lent.object.ref_count() > 1 || references(lent.tensor) > lent.references) {
            return lent.name;
        }
    }
    return nullptr;
}

void ObservationView::takeBack() {
    m_object = py::object();
    if (kept() == nullptr) {
        return;
    }
    py::module_::import("gc").attr("collect")();  // the views may only be held by a reference cycle
    if (const char* name = kept()) {
        throw std::runtime_error("policy.py keeps " + std::string(name) +
                                 " of what it was shown beyond the call; keep a copy, as in seen." + name +
                                 ".numpy().copy()");
    }
}

}  // namespace kvw::python
