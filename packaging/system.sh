# SPDX-License-Identifier: Apache-2.0
# The system's side of the set-up: distribution, Debian packages, disk space. Sourced by setup.
# shellcheck shell=bash

# A name, or names of the same thing in different releases: the first that the release has is taken.
packages=(
    cmake ninja-build g++ ccache pkg-config
    qt6-base-dev "qt6-svg-dev|libqt6svg6-dev" libqcustomplot-dev fonts-dejavu-core
    qt6-l10n-tools qt6-translations-l10n
    nlohmann-json3-dev libcli11-dev libfmt-dev libexpected-dev libicu-dev libsqlite3-dev libssl-dev libzip-dev libhwy-dev
    python3-dev python3-numpy
    python3-jinja2  # chat templates are rendered with it
    poppler-utils  # tests read exported PDF files with it
    locales  # tests run as in Germany: what de_DE.UTF-8 is compiled from
)

os_release=${KVW_OS_RELEASE:-/etc/os-release}

os_value() { # key
    local value=""
    [[ -r $os_release ]] && value=$(sed -n "s/^$1=//p" "$os_release" | head -n 1)
    value=${value#[\"\']}
    say "${value%[\"\']}"
}

by_hand() {
    local names="${packages[*]}"
    say "Install what these Debian packages bring, then run again with KVW_SKIP_APT=1: ${names//|/ or }, python3 with pip."
}

# Debian 12 and Ubuntu 24.04 are the oldest with Qt 6.4, QCustomPlot for it and g++ 12.
check_distribution() {
    local id version name oldest
    id=$(os_value ID)
    version=$(os_value VERSION_ID)
    name=$(os_value PRETTY_NAME)
    case $id in
        debian) oldest=12 ;;
        ubuntu) oldest=24.04 ;;
        *) fail "The distribution is ${name:-unknown} (from $os_release); the set-up knows the packages of Debian 12 or newer and Ubuntu 24.04 or newer. $(by_hand)" ;;
    esac
    # Debian's testing release has no number; it is newer than any that has one.
    if [[ -n $version && $(printf '%s\n%s\n' "$oldest" "$version" | sort -V | head -n 1) != "$oldest" ]]; then
        fail "The distribution is ${name:-$id $version}; its libraries are older than the build needs (Debian 12 or newer, Ubuntu 24.04 or newer). $(by_hand)"
    fi
}

# Fills `missing` with the entries of `packages` of which no name is installed.
find_missing() {
    local entry name names installed
    IFS='|' read -r -d '' -a names < <(printf '%s|' "${packages[@]}") || true
    # dpkg-query ends with 1 where it has never heard of one of the names.
    installed=$({ dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${names[@]}" 2>/dev/null || true; } | sed -n 's/^installed //p')
    missing=()
    for entry in "${packages[@]}"; do
        local found=no
        for name in ${entry//|/ }; do
            if [[ $'\n'$installed$'\n' == *$'\n'"$name"$'\n'* ]]; then
                found=yes
            fi
        done
        [[ $found == yes ]] || missing+=("$entry")
    done
}

# The first name of an entry that this release can install; the first of all where none can.
available_name() { # entry
    local name
    for name in ${1//|/ }; do
        if [[ -n $(apt-cache show --no-all-versions "$name" 2>/dev/null) ]]; then
            say "$name"
            return
        fi
    done
    say "${1%%|*}"
}

available_names() {
    local entry
    for entry in "${missing[@]}"; do
        available_name "$entry"
    done | paste -sd ' '
}

# Sets `privilege` to what makes a command run as root: nothing, or sudo.
find_privilege() {
    privilege=()
    if [[ $(id -u) == 0 ]]; then
        return
    fi
    local command
    command="apt-get update && apt-get install -y $(available_names)"
    if ! command -v sudo >/dev/null; then
        fail "Packages are missing and neither root nor sudo is there to install them. Have an administrator run: $command"
    fi
    if [[ ! -t 0 ]] && ! sudo -n true 2>/dev/null; then
        fail "Packages are missing, and sudo asks for a password where nobody can type one. Run as root: $command"
    fi
    privilege=(sudo)
}

install_packages() {
    find_missing
    if ((${#missing[@]} == 0)); then
        return
    fi
    find_privilege
    local names apt=("${privilege[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120)
    say "Bringing the list of packages up to date."
    "${apt[@]}" update || say "The list of packages could not be brought up to date; trying with the one that is there."
    read -r -a names <<<"$(available_names)"
    say "Installing ${#names[@]} packages: ${names[*]}"
    if ! "${apt[@]}" install -y --no-install-recommends "${names[@]}"; then
        fail "apt-get could not install ${names[*]}; its message stands above. Without a network, install them by hand and run again; KVW_SKIP_APT=1 skips this step."
    fi
}

has_pip() {
    python3 -m pip --version >/dev/null 2>&1
}

# Unpacks wheels into the folder `tree` of a work folder.
pip_install() { # work folder, arguments of pip
    local work=$1 progress=(--progress-bar off)
    shift
    [[ ! -t 1 ]] || progress=()
    mkdir -p "$work/tmp" "$work/tree"
    # pip builds in the temporary folder: /tmp may be small. The PIP_ values keep --target working whatever the person's settings.
    TMPDIR=$work/tmp PIP_BREAK_SYSTEM_PACKAGES=1 PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_ROOT_USER_ACTION=ignore PIP_RETRIES=${PIP_RETRIES:-2} \
        python3 -m pip install --quiet "${progress[@]}" --disable-pip-version-check --no-input --no-deps --target "$work/tree" "$@"
}

check_disk() { # folder
    local needed=${KVW_NEEDED_GB:-6} found
    found=$(df -P -BM "$1" | awk 'NR == 2 {print int($4)}')
    if ((found < needed * 1000)); then
        fail "The disk of $1 has $((found / 1000)) GB free; libtorch and the build need $needed GB. Free some space, or set KVW_TORCH_ROOT to a libtorch that is there already."
    fi
}
