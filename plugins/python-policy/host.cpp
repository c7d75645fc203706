// SPDX-License-Identifier: Apache-2.0
/// Policy implemented by a Python file; the README describes the contents of the file.
#include "plugins/python-policy/host.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "plugins/python-policy/answers.h"
#include "plugins/python-policy/interpreter.h"
#include "plugins/python-policy/observation_view.h"
#include "plugins/python-policy/tensors.h"

namespace {

using namespace kvw::sdk;
using namespace kvw::python;

class PythonPolicy final : public Policy {
 public:
    PythonPolicy(std::string file, py::object self);
    PythonPolicy(const PythonPolicy& from, py::object self);
    PythonPolicy(const PythonPolicy&) = delete;
    PythonPolicy& operator=(const PythonPolicy&) = delete;
    ~PythonPolicy() override;

    /// Reads needs and streaming, which are constant for the life of the object, and checks the methods.
    void ask();

    [[nodiscard]] Needs needs() const override { return m_needs; }
    [[nodiscard]] bool acceptsStreaming() const override { return m_streaming; }
    [[nodiscard]] Protection protection() const override;
    void begin(const RunInfo& run) override;
    void observeRows(const Observation& layer, std::int64_t firstRow) override;
    Edits prefillLayer(const Observation& layer) override { return decide("prefill_layer", layer); }
    Edits prefillEnd() override;
    Edits step(const Observation& all) override { return decide("step", all); }
    void set(const Parameters& values) override;
    [[nodiscard]] Report report() const override;
    [[nodiscard]] std::unique_ptr<Policy> clone() const override;

 private:
    [[nodiscard]] bool has(const char* method) const { return py::hasattr(m_self, method); }
    Edits decide(const char* method, const Observation& seen);

    std::string m_file;
    py::object m_self;
    Needs m_needs;
    bool m_streaming = false;
    at::Device m_device = at::kCPU;
};

PythonPolicy::PythonPolicy(std::string file, py::object self) : m_file(std::move(file)), m_self(std::move(self)) {}

PythonPolicy::PythonPolicy(const PythonPolicy& from, py::object self)
    : m_file(from.m_file),
      m_self(std::move(self)),
      m_needs(from.m_needs),
      m_streaming(from.m_streaming),
      m_device(from.m_device) {}

PythonPolicy::~PythonPolicy() {
    const py::gil_scoped_acquire gil;
    m_self = py::object();
}

void PythonPolicy::ask() {
    inPython(m_file, [&] {
        m_needs = has("needs") ? readNeeds(m_self.attr("needs")()) : Needs{};
        m_streaming = has("streaming") && py::bool_(m_self.attr("streaming"));
        // A policy with a misspelt method would evict nothing, and its results would look valid.
        if (!has("prefill_layer") && !has("prefill_end") && !has("step")) {
            throw std::invalid_argument("class Policy of policy.py has no method prefill_layer, prefill_end or step");
        }
        if (m_needs.rowBlocks && !has("observe_rows")) {
            throw std::invalid_argument(
                "needs() of policy.py asks for row_blocks, but there is no method observe_rows");
        }
    });
}

Protection PythonPolicy::protection() const {
    return inPython(m_file,
                    [&] { return has("protection") ? readProtection(m_self.attr("protection")()) : Protection{}; });
}

void PythonPolicy::begin(const RunInfo& run) {
    inPython(m_file, [&] {
        if (has("begin")) {
            m_self.attr("begin")(toPython(run));
        }
    });
}

void PythonPolicy::observeRows(const Observation& layer, std::int64_t firstRow) {
    inPython(m_file, [&] {
        ObservationView shown(layer);
        m_self.attr("observe_rows")(shown.object(), firstRow);
        shown.takeBack();
    });
}

Edits PythonPolicy::decide(const char* method, const Observation& seen) {
    m_device = seen.tokens.device();
    return inPython(m_file, [&]() -> Edits {
        if (!has(method)) {
            return {};
        }
        ObservationView shown(seen);
        py::object answer = m_self.attr(method)(shown.object());
        Edits edits = readEdits(answer, seen.firstLayer, m_device);
        answer = py::object();
        shown.takeBack();
        return edits;
    });
}

Edits PythonPolicy::prefillEnd() {
    return inPython(
        m_file, [&] { return has("prefill_end") ? readEdits(m_self.attr("prefill_end")(), 0, m_device) : Edits{}; });
}

void PythonPolicy::set(const Parameters& values) {
    inPython(m_file, [&] {
        if (!has("set")) {
            throw std::invalid_argument("class Policy of policy.py has no method set, which live parameters need");
        }
        m_self.attr("set")(toPython(values));
    });
}

Report PythonPolicy::report() const {
    return inPython(m_file, [&] { return has("report") ? readReport(m_self.attr("report")()) : Report{}; });
}

std::unique_ptr<Policy> PythonPolicy::clone() const {
    return inPython(m_file, [&] {
        py::object copy = has("clone") ? m_self.attr("clone")() : py::module_::import("copy").attr("deepcopy")(m_self);
        if (!py::isinstance(copy, py::type::of(m_self))) {
            throw std::invalid_argument("clone() of policy.py returned " + textOf(copy) + ", it must return a Policy");
        }
        return std::make_unique<PythonPolicy>(*this, std::move(copy));
    });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) Policy* kvwPythonPolicy1(const char* library, const char* id,
                                                                           const Parameters& parameters) {
    startPython();
    const std::string file = findFile(library);
    auto policy = inPython(file, [&] {
        registerTensor();
        return std::make_unique<PythonPolicy>(file, policyClass(id, file)(toPython(parameters)));
    });
    policy->ask();
    return policy.release();
}
