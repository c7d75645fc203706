# SPDX-License-Identifier: Apache-2.0
# Writes OUT, a C++ file with the text of each schema in FILES (a list joined by "|"): schemas need no path at run time.
string(REPLACE "|" ";" files "${FILES}")
set(text "// SPDX-License-Identifier: Apache-2.0\n#include \"core/base/json/schema_texts.h\"\n\nnamespace kvw::schema {\n\n")
string(APPEND text "std::span<const SchemaText> schemaTexts() {\n    static constexpr SchemaText kTexts[] = {\n")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  string(REPLACE ".schema.json" "" name "${name}")
  file(READ "${file}" content)
  string(APPEND text "        {\"${name}\", R\"kvw(${content})kvw\"},\n")
endforeach()
string(APPEND text "    };\n    return kTexts;\n}\n\n}  // namespace kvw::schema\n")
file(WRITE "${OUT}" "${text}")
