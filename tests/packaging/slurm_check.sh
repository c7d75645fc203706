#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A sweep through a real Slurm of one node, of Debian's packages, which this script starts and stops. Where they are not
# installed, or cannot be started by this user, it says so and checks nothing.
# Usage: slurm_check.sh SOURCE_FOLDER BIN_FOLDER
set -euo pipefail

bin=$2
skip() { # sentence
    echo "Skipped: $1"
    exit 0
}
PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch squeue sacct scancel scontrol; do
    command -v "$program" >/dev/null || skip "$program is not installed (Debian: slurmctld, slurmd, slurm-client, munge)."
done
[[ -x $bin/kvw ]] || skip "there is no kvw in $bin."

work=$(mktemp -d)
pids=()
finish() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap finish EXIT
chmod 700 "$work"
mkdir -m 700 "$work"/{munge,state,spool,shared}

# Until a command succeeds, half a minute at most.
until_so() { # words of the command
    for _ in $(seq 300); do
        "$@" >/dev/null 2>&1 && return 0
        read -r -t 0.1 <> <(:) || true
    done
    return 1
}

head -c 1024 /dev/urandom >"$work/munge/key"
chmod 400 "$work/munge/key"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" 2>"$work/munge/err" &
pids+=($!)
until_so test -S "$work/munge/socket" || skip "munged does not start for this user: $(tail -n 1 "$work/munge/err")"

host=$(hostname -s)
port=$((20000 + $$ % 20000))
memory=$(($(awk '/^MemTotal/ { print $2 }' /proc/meminfo) / 1024 - 256))
cat >"$work/slurm.conf" <<CONF
ClusterName=check
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory State=UNKNOWN
PartitionName=check Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:2
CONF
export SLURM_CONF=$work/slurm.conf
slurmctld -D -i 2>"$work/slurmctld.err" &
pids+=($!)
slurmd -D -N "$host" 2>"$work/slurmd.err" &
pids+=($!)
idle() { [[ $(sinfo --noheader --format=%T 2>/dev/null) == idle ]]; }
until_so idle || skip "Slurm does not start for this user: $(tail -n 1 "$work/slurmd.log" "$work/slurmctld.log" 2>/dev/null |
    tr '\n' ' ')"

export HOME=$work/shared
"$bin/kvw" sweep --text ledger --prompt-tokens 60 --steps 6 --policy streaming --axis recent=8,16,24 \
    --out "$work/shared/there" --executor slurm:partition=check,time=10,poll=1 --quiet
"$bin/kvw" sweep --text ledger --prompt-tokens 60 --steps 6 --policy streaming --axis recent=8,16,24 \
    --out "$work/shared/here" --quiet
cmp "$work/shared/there/results.csv" "$work/shared/here/results.csv"
[[ ! -e $work/shared/there/slurm/jobs.json ]]
[[ -z $(squeue --me --noheader) ]]
echo "A sweep of three points ran through Slurm $(scontrol --version | cut -d ' ' -f 2)."
