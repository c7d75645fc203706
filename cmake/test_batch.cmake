# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=... -DTESTS=core/trace/trace_test,... -DOUT=FILE -P test_batch.cmake: one file that is several tests, each in
# a namespace of its own. All headers come first, outside of it: guarded, they are empty inside.
string(REPLACE "," ";" TESTS "${TESTS}")
set(headers "#include <cstring>")
set(bodies "")
set(mains "")
foreach(path IN LISTS TESTS)
  string(REPLACE "/" "_" name ${path})
  string(REPLACE "-" "_" space ${name})
  file(STRINGS ${ROOT}/tests/${path}.cpp includes REGEX "^#include")
  foreach(include IN LISTS includes)
    if(NOT include MATCHES "\\.moc\"$")
      list(APPEND headers "${include}")
    endif()
  endforeach()
  string(APPEND bodies "namespace ${space} {\n#define main ${space}_main\n#include \"tests/${path}.cpp\"\n#undef main\n}  // namespace ${space}\n")
  string(APPEND mains "    if (std::strcmp(name, \"${name}\") == 0) {\n        return ${space}::${space}_main(argc, argv);\n    }\n")
endforeach()
list(REMOVE_DUPLICATES headers)
list(JOIN headers "\n" headers)
file(WRITE ${OUT} "${headers}

${bodies}
/// Started under the name of a test: `tests/core_trace_trace_test` is a link.
int main(int argc, char** argv) {
    const char* slash = std::strrchr(argv[0], '/');
    const char* name = slash != nullptr ? slash + 1 : argv[0];
${mains}    return 2;
}
")
