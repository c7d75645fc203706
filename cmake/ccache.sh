#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ccache.sh CCACHE COMPILER ARGUMENTS...: a compiler behind ccache. A precompiled header that is made anew is removed first:
# its command also includes the header by name, and ccache would take the old one for all that goes into the new one.
for word in "$@"; do
    case $word in
        *.gch) rm -f "$word" ;;
    esac
done
exec "$@"
