#!/usr/bin/env bash
# rotate-key.sh [-n NAMESPACE]
# Changes TESSERA_KEY in the Secret `tessera` while everything runs: each process first accepts the new key, then signs with it, then forgets the old one.
# Three rollouts of every Deployment. One that was interrupted goes on where it was. Where a vault keeps the Secret, do the same steps there (README.md).
set -euo pipefail
namespace=tessera
if [ "${1:-}" = -n ]; then namespace=${2:?}; fi
k() { "${KUBECTL:-kubectl}" -n "$namespace" "$@"; }
here=$(dirname "$0")
# generated: names for the shell
all=(auth tables tasks automations connectors apps billing chat files notifications audit gateway)
# generated: end
now() { k get secret tessera -o 'jsonpath={.data.TESSERA_KEY}' | base64 -d; }
# Which key signs is kept beside them, so that one that was interrupted is not turned round again.
state() { k get secret tessera -o 'jsonpath={.metadata.annotations.tessera\.io/key}'; }

step() {
  local value
  value=$("$here/../infra/containers/secrets.sh" key "$1" "$(now)")
  # By a file that nobody else sees: arguments of a process are no secret.
  printf '{"metadata":{"annotations":{"tessera.io/key":"%s"}},"data":{"TESSERA_KEY":"%s"}}' "$2" "$(printf %s "$value" | base64 -w0)" |
    k patch secret tessera --patch-file /dev/stdin >/dev/null
}
# One after another: a small cluster has no room for a second set of all pods at once, and answers nobody while they start.
roll() {
  for one in "${all[@]}"; do
    k rollout restart "deployment/$one" >/dev/null
    k rollout status "deployment/$one" --timeout="${TESSERA_WAIT:-600s}" >/dev/null
  done
  echo "$1"
}

if [ -z "$(state)" ]; then step add added; fi
if [ "$(state)" = added ]; then roll 'The new key is accepted everywhere.'; step use used; fi
if [ "$(state)" = used ]; then roll 'The new key signs.'; step drop dropped; fi
roll 'The old key is forgotten.'
k annotate secret tessera tessera.io/key- >/dev/null
