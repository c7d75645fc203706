// SPDX-License-Identifier: Apache-2.0
#include "plugins/python-policy/interpreter.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace kvw::python {

namespace {

namespace fs = std::filesystem;

/// Returns the Python of an active virtual environment if that has numpy for this version, else the one of the build.
std::string program() {
    const char* environment = std::getenv("VIRTUAL_ENV");  // NOLINT(concurrency-mt-unsafe): read at start
    std::error_code code;
    if (environment != nullptr &&
        fs::exists(fs::path(environment) / "lib/python" KVW_PYTHON_VERSION "/site-packages/numpy", code)) {
        return std::string(environment) + "/bin/python3";
    }
    return KVW_PYTHON;
}

/// Makes the symbols of libpython global: numpy's modules do not link it and look for them in the global scope, while a
/// plugin and its libraries are loaded into a local one.
void shareSymbols() {
    Dl_info python{};
    if (::dladdr(reinterpret_cast<const void*>(&Py_IsInitialized), &python) == 0 ||
        ::dlopen(python.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD) == nullptr) {
        throw std::runtime_error("libpython could not be shared with the modules of Python");
    }
}

/// Initialises Python without changing the program's locale and signal handlers.
PyStatus initialise() {
    PyPreConfig before;
    PyPreConfig_InitPythonConfig(&before);
    before.parse_argv = 0;
    before.configure_locale = 0;
    before.utf8_mode = 1;
    PyStatus status = Py_PreInitialize(&before);
    if (PyStatus_Exception(status) != 0) {
        return status;
    }
    PyConfig config;
    PyConfig_InitPythonConfig(&config);
    config.parse_argv = 0;
    config.install_signal_handlers = 0;
    config.use_hash_seed = 1;  // sets of strings have the same order in every run
    config.hash_seed = 0;
    status = PyConfig_SetBytesString(&config, &config.program_name, program().c_str());
    if (PyStatus_Exception(status) == 0) {
        status = Py_InitializeFromConfig(&config);
    }
    PyConfig_Clear(&config);
    return status;
}

std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

std::string contents(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream) {
        throw std::runtime_error(file + " cannot be read");
    }
    return text.str();
}

/// Checks that numpy works; importing it is not enough, since an empty folder named numpy imports too.
void checkNumpy() {
    try {
        const py::object array = py::module_::import("numpy").attr("ndarray");
    } catch (const py::error_already_set& raised) {
        const py::object sys = py::module_::import("sys");
        throw std::runtime_error("Python policies need numpy, which Python " + std::string(PY_VERSION) + " of " +
                                 sys.attr("prefix").cast<std::string>() +
                                 " does not have; install python3-numpy, or set VIRTUAL_ENV (" +
                                 firstLine(py::str(raised.value())) + ")");
    }
}

bool isText(const py::object& value, const std::string& text) {
    return value.equal(py::str(text));
}

/// Returns the line of the innermost frame in the file; empty if there is none.
std::string lineOf(const py::error_already_set& raised, const std::string& file) {
    const py::object value = raised.value();
    if (raised.matches(PyExc_SyntaxError) && isText(py::getattr(value, "filename", py::none()), file)) {
        return py::str(value.attr("lineno"));
    }
    std::string line;
    py::object trace = raised.trace();
    while (trace && !trace.is_none()) {
        if (isText(trace.attr("tb_frame").attr("f_code").attr("co_filename"), file)) {
            line = py::str(trace.attr("tb_lineno"));
        }
        trace = trace.attr("tb_next");
    }
    return line;
}

}  // namespace

void startPython() {
    static std::string failure;
    if (!failure.empty()) {
        throw std::runtime_error(failure);
    }
    if (Py_IsInitialized() != 0) {
        return;
    }
    shareSymbols();
    const PyStatus status = initialise();
    if (PyStatus_Exception(status) != 0) {
        failure = std::string("Python could not be started: ") +
                  (status.err_msg == nullptr ? "no reason given" : status.err_msg);
        throw std::runtime_error(failure);
    }
    // The program writes JSON to standard output, so a print() goes to standard error.
    PySys_SetObject("stdout", PySys_GetObject("stderr"));
    PyEval_SaveThread();
}

std::string findFile(const std::string& library) {
    static std::map<fs::path, std::string> files;
    const fs::path path = library;
    const fs::path beside = path.parent_path() / "policy.py";
    // A changed library is loaded as a copy from a folder without policy.py: the path is known from the first load.
    std::error_code code;
    if (fs::exists(beside, code)) {
        files[path.filename()] = beside.string();
    } else if (!files.contains(path.filename())) {
        throw std::runtime_error("there is no policy.py beside " + library);
    }
    return files[path.filename()];
}

py::object policyClass(const std::string& id, const std::string& file) {
    checkNumpy();
    const std::string source = contents(file);
    // Every policy gets a new module, so that its global variables are its own.
    const std::string name = "kvw_policy_" + id;
    const py::object module = py::module_::import("types").attr("ModuleType")(name);
    module.attr("__file__") = file;
    py::module_::import("sys").attr("modules")[py::str(name)] = module;
    const py::object builtins = py::module_::import("builtins");
    const py::object code = builtins.attr("compile")(py::bytes(source), file, "exec");
    builtins.attr("exec")(code, module.attr("__dict__"));
    if (!py::isinstance<py::type>(py::getattr(module, "Policy", py::none()))) {
        throw std::runtime_error("policy.py has no class Policy");
    }
    return module.attr("Policy");
}

std::string describe(const py::error_already_set& raised, const std::string& file) {
    const std::string line = lineOf(raised, file);
    const std::string kind = py::str(raised.type().attr("__name__"));
    // str() of a syntax error would repeat file and line.
    const bool syntax = raised.matches(PyExc_SyntaxError) && !line.empty();
    const py::object said = syntax ? py::getattr(raised.value(), "msg", raised.value()) : raised.value();
    PyObject* text = PyObject_Str(said.ptr());
    if (text == nullptr) {
        PyErr_Clear();
    }
    const py::object message = py::reinterpret_steal<py::object>(text);
    return "policy.py" + (line.empty() ? "" : ", line " + line) + ": " + kind +
           (message ? ": " + firstLine(message.cast<std::string>()) : "");
}

}  // namespace kvw::python
