# Shared by the scripts beside it; sourced, never run.
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
CACHE=${TESSERA_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/tessera-tools}
BIN=$CACHE/bin
LOGS=$CACHE/log
mkdir -p "$BIN" "$LOGS"

# Debian's own client first: a newer one on the PATH asks for buildx, which Debian's engine does not bring.
PATH=/usr/bin:$PATH
export DOCKER_BUILDKIT=1

say() { printf '%s\n' "$*"; }

# step NAME COMMAND...: runs it quietly, prints the seconds it took, or the end of its output if it fails. Registries hiccup: it is tried three times.
step() {
  local name=$1 started=$SECONDS wait
  shift
  for wait in 5 20 0; do
    if "$@" >"$LOGS/$name.log" 2>&1; then printf '%-28s %4d s\n' "$name" $((SECONDS - started)); return 0; fi
    [ "$wait" = 0 ] || { say "$name failed, and is tried again: $(tail -n 1 "$LOGS/$name.log")" >&2; sleep "$wait"; }
  done
  tail -n 40 "$LOGS/$name.log" >&2
  say "$name failed after $((SECONDS - started)) s; the whole output is in $LOGS/$name.log" >&2
  return 1
}

debian_packages() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get -o DPkg::Lock::Timeout=300 -qq update
  apt-get -o DPkg::Lock::Timeout=300 -qq -y --no-install-recommends install "$@"
}
