// SPDX-License-Identifier: Apache-2.0
#include "plugins/python-policy/tensors.h"

#include <ATen/DLConvertor.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace kvw::python {

namespace {

namespace py = pybind11;

struct HeldTensor {
    at::Tensor value;
    bool writable = false;
};

/// Frees the tensor if it was not taken out of the capsule.
void dropCapsule(PyObject* capsule) {
    if (PyCapsule_IsValid(capsule, "dltensor") != 0) {
        auto* managed = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule, "dltensor"));
        managed->deleter(managed);
    }
}

py::object capsule(const HeldTensor& held) {
    DLManagedTensor* managed = at::toDLPack(held.value);
    PyObject* made = PyCapsule_New(managed, "dltensor", dropCapsule);
    if (made == nullptr) {
        managed->deleter(managed);
        throw py::error_already_set();
    }
    return py::reinterpret_steal<py::object>(made);
}

py::tuple device(const HeldTensor& held) {
    const DLDevice device = at::torchDeviceToDLDevice(held.value.device());
    return py::make_tuple(static_cast<int>(device.device_type), device.device_id);
}

const char* typeText(at::ScalarType type) {
    switch (type) {
        case at::kLong:
            return "<i8";
        case at::kFloat:
            return "<f4";
        case at::kDouble:
            return "<f8";
        case at::kBool:
            return "|b1";
        default:
            throw py::type_error(std::string("numpy has no view of ") + c10::toString(type));
    }
}

py::tuple tupleOf(at::IntArrayRef numbers, std::int64_t factor) {
    py::tuple result(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        result[i] = numbers[i] * factor;
    }
    return result;
}

py::dict arrayInterface(const HeldTensor& held) {
    if (!held.value.is_cpu()) {
        throw py::attribute_error("the tensor is on a device; use numpy() for a copy, or cupy or torch");
    }
    py::dict result;
    result["shape"] = tupleOf(held.value.sizes(), 1);
    result["strides"] = tupleOf(held.value.strides(), held.value.element_size());
    result["typestr"] = typeText(held.value.scalar_type());
    result["data"] = py::make_tuple(reinterpret_cast<std::uintptr_t>(held.value.const_data_ptr()), !held.writable);
    result["version"] = 3;
    return result;
}

at::Tensor fromCapsule(const py::object& array) {
    const py::object taken = array.attr("__dlpack__")();
    auto* managed = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(taken.ptr(), "dltensor"));
    if (managed == nullptr) {
        throw py::error_already_set();
    }
    PyCapsule_SetName(taken.ptr(), "used_dltensor");
    const at::Tensor tensor = at::fromDLPack(managed);
    return tensor.to(at::isIntegralType(tensor.scalar_type(), false) ? at::kLong : at::kDouble, false, true);
}

template <class Number>
at::Tensor copyOf(const py::array& array, at::ScalarType type) {
    const auto numbers = py::array_t<Number, py::array::c_style | py::array::forcecast>::ensure(array);
    if (!numbers) {
        throw py::error_already_set();
    }
    const std::vector<std::int64_t> shape(numbers.shape(), numbers.shape() + numbers.ndim());
    at::Tensor result = at::empty(shape, type);
    std::copy_n(numbers.data(), numbers.size(), result.mutable_data_ptr<Number>());
    return result;
}

}  // namespace

void registerTensor() {
    static bool registered = false;
    if (registered) {
        return;
    }
    const py::object scope = py::module_::import("types").attr("ModuleType")("kvw");
    py::class_<HeldTensor> type(scope, "Tensor", py::module_local());
    type.def("__dlpack__", [](const HeldTensor& held, const py::kwargs& /*stream, version*/) { return capsule(held); })
        .def("__dlpack_device__", device)
        .def_property_readonly("__array_interface__", arrayInterface)
        .def_property_readonly("shape", [](const HeldTensor& held) { return tupleOf(held.value.sizes(), 1); })
        .def("numpy",
             [](const HeldTensor& held) {
                 return py::module_::import("numpy").attr("asarray")(HeldTensor{held.value.cpu(), held.writable});
             })
        .def("__deepcopy__", [](const HeldTensor& held, const py::dict& /*memo*/) {
            return HeldTensor{held.value.clone(), false};
        });
    type.inc_ref();  // pybind11 forgets a class with its last reference
    registered = true;
}

py::object toPython(const at::Tensor& tensor, bool writable) {
    return tensor.defined() ? py::cast(HeldTensor{tensor, writable}) : py::none();
}

at::Tensor fromPython(const py::object& given) {
    if (given.is_none()) {
        return {};
    }
    if (!py::isinstance<py::array>(given) && py::hasattr(given, "__dlpack__")) {
        return fromCapsule(given);
    }
    const py::array array = py::array::ensure(given);
    if (!array) {
        throw py::error_already_set();
    }
    switch (array.dtype().kind()) {
        case 'i':
        case 'u':
            return copyOf<std::int64_t>(array, at::kLong);
        case 'f':
            return copyOf<double>(array, at::kDouble);
        default:
            throw std::invalid_argument("the answer is an array of " + py::str(array.dtype()).cast<std::string>() +
                                        ", it must hold integers (slots) or floating point numbers (scores)");
    }
}

}  // namespace kvw::python
