#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sweeps through a real Slurm of one node, of Debian's packages, which this script starts and stops; it needs no systemd.
# Where they are not installed, or cannot be started by this user, it says so and checks nothing.
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
watchers=()
finish() {
    for pid in "${watchers[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done
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
sweep=("$bin/kvw" sweep --text ledger --prompt-tokens 60 --steps 6 --policy streaming --axis "recent=8,16,24" --quiet)
slurm=(--executor "slurm:partition=check,time=10,poll=1,patience=3")
complain() { # sentence
    echo "FAIL: $1"
    tail -n 20 "$work/slurmctld.log" "$work/watcher.err" 2>/dev/null || true
    exit 1
}
# How many tasks of which jobs are in the queue, "3 of 7 ".
queued() { squeue --me --noheader --array --format=%F | sort | uniq -c | awk '{ printf "%s of %s ", $1, $2 }'; }
is_queued() { [[ $(queued) == "$1" ]]; }
# Starts the sweep of a folder below `shared` in the background; `watcher` is its process.
watch() { # folder
    "${sweep[@]}" --out "$work/shared/$1" "${slurm[@]}" 2>"$work/watcher.err" &
    watcher=$!
    watchers+=("$watcher")
}
as_here() { # folder
    cmp "$work/shared/$1/results.csv" "$work/shared/here/results.csv" || complain "$1: other results than without Slurm."
    [[ ! -e $work/shared/$1/slurm/jobs.json ]] || complain "$1: the list of jobs was left behind."
    until_so is_queued "" || complain "$1: tasks were left in the queue: $(queued)"
    local outputs=("$work/shared/$1"/slurm/*.out)
    ((${#outputs[@]} == 3)) || complain "$1: ${#outputs[@]} tasks were run; three points are to be run once each."
}

"${sweep[@]}" --out "$work/shared/here"
watch there
wait "$watcher" || complain "the sweep failed."
as_here there

# A partition that starts nothing holds the tasks, so that what happens to them meanwhile waits for no time.
scontrol update partitionname=check state=down
watch lost
first_job() { squeue --me --noheader --array --format=%F | sort -n | head -n 1; }
has_three() { [[ $(queued) == "3 of $(first_job) " ]]; }
until_so has_three || complain "the tasks do not come into the queue: $(queued)"
job=$(first_job)

# The watcher is killed: its tasks stay, nobody else runs their points, and the same command goes on watching.
kill -KILL "$watcher"
wait "$watcher" 2>/dev/null || true
if "${sweep[@]}" --out "$work/shared/lost" 2>"$work/refused"; then
    complain "points that Slurm may run were run here."
fi
grep -q "jobs of Slurm run points of this sweep" "$work/refused" || complain "$(cat "$work/refused")"
is_queued "3 of $job " || complain "the queue has other tasks after a kill: $(queued)"
watch lost

# A task is lost: it is submitted again, and nothing else is.
scancel "${job}_1"
is_again() { [[ $(queued) == "2 of $job 1 of "* ]]; }
until_so is_again || complain "a lost task was not submitted again: $(queued)"
scontrol update partitionname=check state=up
wait "$watcher" || complain "the sweep with a lost task failed."
as_here lost
echo "Two sweeps of three points ran through Slurm $(scontrol --version | cut -d ' ' -f 2): one as it should, one with a watcher that was killed and a task that was lost."
