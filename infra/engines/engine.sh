#!/usr/bin/env bash
# A Docker engine that answers: the machine's own if one is there, else Debian's, installed and started in the background (needs root).
# Ends with 3, and says why, on a machine that can have none; every other failure is one.
set -euo pipefail
source "$(dirname "$0")/common.sh"

answers() { docker info >/dev/null 2>&1; }
if answers; then exit 0; fi

[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || { say 'No Docker engine answers, and only root on Debian can have one installed here.' >&2; exit 3; }
command -v dockerd >/dev/null || step install-engine debian_packages docker.io iproute2

log=/var/log/dockerd.log
# Packets larger than what the machine's own link takes would be lost between containers and the outside.
link=$(ip route show default | sed -n 's/.* dev \([^ ]*\).*/\1/p' | head -n 1)
mtu=$(cat "/sys/class/net/${link:-lo}/mtu")
[ "$mtu" -le 1500 ] || mtu=1500

# A process that was killed keeps its number until somebody reaps it, and another may have got the number since.
lives() { [ "$(cat "/proc/$1/comm" 2>/dev/null)" = "$2" ] && ! grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }
# What an engine that was killed left: files that say that it still runs.
clear_remains() {
  local pid=/var/run/docker.pid inner=/var/run/docker/containerd/containerd.pid
  ! lives "$(cat "$pid" 2>/dev/null)" dockerd || return 0
  rm -f "$pid" /var/run/docker.sock
  lives "$(cat "$inner" 2>/dev/null)" containerd || rm -f "$inner" /var/run/docker/containerd/containerd.sock*
}
start() {
  local engine started=$SECONDS
  clear_remains
  # What the callers hold open, such as a lock, would be held for as long as the engine runs.
  (
    for open in /proc/self/fd/*; do [ "${open##*/}" -le 2 ] || eval "exec ${open##*/}>&-"; done
    exec setsid nohup dockerd --mtu "$mtu" --log-driver json-file --log-opt max-size=20m </dev/null >>"$log" 2>&1
  ) &
  engine=$!
  until answers; do
    [ $((SECONDS - started)) -lt 120 ] || { kill "$engine" 2>/dev/null; return 1; }
    # Another engine that was starting already keeps this one from it: that one is waited for.
    kill -0 "$engine" 2>/dev/null || lives "$(cat /var/run/docker.pid 2>/dev/null)" dockerd || return 1
    sleep 0.2
  done
}
began=$SECONDS
start || { sleep 3; start; } || { sleep 10; start; } || { tail -n 20 "$log" >&2; say 'The Docker engine did not start on this machine.' >&2; exit 1; }
# All containers together would have the weight of one process: a platform of twenty starves beside a browser. As far as this machine lets it be said.
for weight in "/sys/fs/cgroup/cpu/docker/cpu.shares 8192" "/sys/fs/cgroup/docker/cpu.weight 800"; do
  file=${weight% *}
  [ ! -e "${file%/docker/*}/cgroup.procs" ] || { mkdir -p "${file%/*}" && [ -w "$file" ] && echo "${weight#* }" >"$file"; } 2>/dev/null || true
done
printf '%-28s %4d s\n' start-engine $((SECONDS - began))
