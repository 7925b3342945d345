#!/usr/bin/env bash
# services.sh stop|start [-n NAMESPACE] [NAME...]
# stop   remembers how many replicas each service has, in an annotation, then ends them and waits until they are gone
# start  gives each as many as it had, and no fewer than its autoscaler's least, then waits until they answer
#        One that had none before the stop, because somebody wants it so, stays without; kubectl scale brings it back.
# Without names: all of them, the gateway last. An autoscaler rests while its service has no replica. Doing either twice changes nothing.
set -euo pipefail
usage() { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
action=${1:-}; [ "$action" = stop ] || [ "$action" = start ] || usage
shift
namespace=tessera
if [ "${1:-}" = -n ]; then namespace=${2:?}; shift 2; fi
# generated: names for the shell
all=(auth tables tasks automations connectors apps billing chat files notifications audit gateway)
# generated: end
names=("$@"); [ ${#names[@]} -gt 0 ] || names=("${all[@]}")
k() { "${KUBECTL:-kubectl}" -n "$namespace" "$@"; }
wait=${TESSERA_WAIT:-300s}
seconds=${wait%s}
case $seconds in *m) seconds=$((${seconds%m} * 60)) ;; esac
replicas() { k get "deployment/$1" -o 'jsonpath={.spec.replicas}'; }
kept() { k get "deployment/$1" -o 'jsonpath={.metadata.annotations.tessera\.io/replicas}'; }

if [ "$action" = stop ]; then
  for name in "${names[@]}"; do
    now=$(replicas "$name")
    had=$(kept "$name")
    # The number is kept before anything ends, and a second stop does not put 0 in its place.
    if [ "$now" != 0 ] || [ -z "$had" ]; then had=$now; k annotate --overwrite "deployment/$name" "tessera.io/replicas=$now" >/dev/null; fi
    k scale "deployment/$name" --replicas=0 >/dev/null
    echo "$name: stopped, had $had"
  done
  for name in "${names[@]}"; do
    begun=$SECONDS
    until k wait --for=delete pod -l "app.kubernetes.io/name=$name" --timeout=10s >/dev/null 2>&1; do
      [ $((SECONDS - begun)) -lt "$seconds" ] || { echo "$name: its pods did not end within $wait" >&2; exit 1; }
      # An autoscaler that counted replicas a moment before the stop writes its number a moment after it.
      [ "$(replicas "$name")" = 0 ] || k scale "deployment/$name" --replicas=0 >/dev/null
    done
  done
  exit 0
fi

for name in "${names[@]}"; do
  had=$(kept "$name")
  least=$(k get hpa "$name" --ignore-not-found -o 'jsonpath={.spec.minReplicas}')
  now=$(replicas "$name")
  to=${had:-$now}
  if [ "$had" != 0 ] && [ "$to" -lt "${least:-1}" ]; then to=${least:-1}; fi
  if [ "$now" = 0 ]; then k scale "deployment/$name" --replicas="$to" >/dev/null; fi
  k annotate "deployment/$name" tessera.io/replicas- >/dev/null
  echo "$name: $(replicas "$name") replicas"
done
for name in "${names[@]}"; do k rollout status "deployment/$name" --timeout="$wait"; done
