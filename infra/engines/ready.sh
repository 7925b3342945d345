#!/usr/bin/env bash
# Makes this machine able to run the engines: a Docker engine, the images, and compose. Says the time of each part; what is there is left alone.
#   ready.sh                 everything
#   ready.sh gate            what the gate's tests use: everything but the stand-in of a broken network
#   ready.sh engine          a Docker engine and the choice of images, no stand-in built
#   ready.sh compose         docker compose 2.24 or newer
#   ready.sh mongo kafka     these stand-ins (the names of local-images.sh), where no image registry answers
# TESSERA_IMAGES=official|local makes the choice; without it, one pull is tried, and its outcome kept in .cache/engines.env until that file is removed.
set -euo pipefail
source "$(dirname "$0")/common.sh"
chosen=$ROOT/.cache/engines.env
mkdir -p "$ROOT/.cache"
# One at a time: two runs would build the same things.
exec 9>"$CACHE/lock"
flock 9

"$HERE/engine.sh"

which_images() {
  if [ -n "${TESSERA_IMAGES:-}" ]; then say "$TESSERA_IMAGES"; return; fi
  if grep -q '^NODE_IMAGE=local/' "$chosen" 2>/dev/null; then say local; return; fi
  if [ -s "$chosen" ]; then say official; return; fi
  local smallest
  smallest=$(sed -n 's/^NATS_IMAGE=//p' "$HERE/images.env")
  if timeout 60 docker pull -q "$smallest" >"$LOGS/pull.log" 2>&1; then say official; else say local; fi
}
images=$(which_images)
case $images in
  official) names=$HERE/images.env ;;
  local) names=$HERE/images.local.env ;;
  *) say "TESSERA_IMAGES is official or local, not $images." >&2; exit 2 ;;
esac
cmp -s "$names" "$chosen" || cp "$names" "$chosen"

compose() {
  docker compose version --short 2>/dev/null | grep -Eq '^v?(2\.(2[4-9]|[3-9][0-9])|[3-9])' || "$HERE/tools.sh" docker-compose
}
stand_ins() {
  [ "$images" = official ] || "$HERE/local-images.sh" "$@"
}

case ${1:-} in
  engine) ;;
  compose) compose ;;
  '') stand_ins && compose ;;
  gate) stand_ins node mongo redis kafka prometheus nats versitygw otelcol && compose ;;
  *) stand_ins "$@" ;;
esac
