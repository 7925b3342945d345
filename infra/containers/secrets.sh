#!/usr/bin/env bash
# secrets.sh                  writes .env with secrets of this installation, once
# secrets.sh key add|use|drop the next step of a change of TESSERA_KEY in .env: a second key is accepted, then signs, then is the only one.
#                             Every process starts anew after each step (docker compose up -d --wait).
# secrets.sh key add|use|drop <keys>
#                             the same for a value that is kept elsewhere: prints what comes next.
# Whoever has these secrets can sign actors and read every file: keep them.
set -euo pipefail
cd "$(dirname "$0")/../.."
umask 077
secret() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
stop() { echo "$1" >&2; exit 1; }

next() {
  local first=${2%%,*} rest=
  case $2 in *,*) rest=${2#*,} ;; esac
  case $rest in *,*) stop 'There are more than two keys: end the change before with "drop".' ;; esac
  case $1 in
    add) [ -z "$rest" ] || stop 'There are two keys already: "use" comes next, or "drop".'; echo "$first,$(secret)" ;;
    use) [ -n "$rest" ] || stop 'There is one key: "add" comes first.'; echo "$rest,$first" ;;
    drop) [ -n "$rest" ] || stop 'There is one key: nothing to drop.'; echo "$first" ;;
    *) stop 'key add, key use, then key drop' ;;
  esac
}

if [ "${1:-}" = key ]; then
  if [ $# -ge 3 ]; then next "${2:-}" "$3"; exit 0; fi
  [ -e .env ] || stop 'There is no .env: run this without words once.'
  value=$(next "${2:-}" "$(sed -n 's/^TESSERA_KEY=//p' .env)")
  sed "s/^TESSERA_KEY=.*/TESSERA_KEY=$value/" .env >.env.next
  mv .env.next .env
  echo "TESSERA_KEY: $2 is done. Start every process anew before the next step."
  exit 0
fi

[ $# = 0 ] || stop 'secrets.sh, or secrets.sh key add|use|drop'
[ ! -e .env ] || { echo '.env is there already; nothing was changed.'; exit 0; }
cat >.env <<SECRETS
TESSERA_KEY=$(secret)
TESSERA_METRICS_TOKEN=$(secret)
TESSERA_S3_SECRET_KEY=$(secret)
GRAFANA_PASSWORD=$(secret)
SECRETS
echo '.env holds new secrets of this installation.'
