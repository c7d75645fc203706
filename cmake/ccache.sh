#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ccache.sh CCACHE COMPILER ARGUMENTS...: a compiler behind ccache. A precompiled header that is made anew is removed first:
# its command also includes the header by name, and ccache would take the old one for all that goes into the new one.
# And it is asked for by the bytes of its headers, not by what the preprocessor makes of them: the compiler knows headers
# by their bytes, and takes one whose comment has changed for another one that defines everything again.
# Its checksum lies beside it, or ccache would read hundreds of megabytes again for every file that uses it.
export CCACHE_PCH_EXTSUM=1
header=
for word in "$@"; do
    case $word in
        *.gch)
            header=$word
            rm -f "$header" "$header.sum"
            export CCACHE_DEPEND=1 CCACHE_EXTRAFILES="$0" # nor what it has from before this was so
            ;;
    esac
done
[ -n "$header" ] || exec "$@"
"$@" && sha256sum <"$header" >"$header.sum"
