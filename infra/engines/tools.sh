#!/usr/bin/env bash
# Builds tools and servers that are published as Go modules, once; they are kept in the cache folder. tools.sh NAME...
set -euo pipefail
source "$(dirname "$0")/common.sh"
command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin
command -v go >/dev/null || { say 'These are built with Go 1.24 or newer, which is not installed: https://go.dev/dl' >&2; exit 1; }
export CGO_ENABLED=0 GOFLAGS='-buildvcs=false -trimpath'
work=$CACHE/src
mkdir -p "$work"

install_from() { GOBIN=$BIN go install -ldflags='-s -w' "$1"; }

# `go install` refuses a module with replace directives: such a one is built inside its own folder, with a copy of its go.mod.
build_inside() {
  local name=$1 module=$2 package=$3 flags=${4:-} folder
  folder=$(go mod download -json "$module" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  cp "$folder/go.mod" "$work/$name.mod"
  cp "$folder/go.sum" "$work/$name.sum"
  chmod u+w "$work/$name".*
  (cd "$folder" && go build -mod=mod -modfile="$work/$name.mod" -ldflags "-s -w $flags" -o "$BIN/$name" "$package")
}

collector() {
  cp "$HERE/collector/go.mod" "$work/otelcol.mod"
  cp "$HERE/collector/go.sum" "$work/otelcol.sum"
  (cd "$HERE/collector" && go build -mod=mod -modfile="$work/otelcol.mod" -ldflags '-s -w' -o "$BIN/otelcol" .)
}

build() {
  case $1 in
    docker-compose) build_inside "$1" github.com/docker/compose/v2@v2.40.3 ./cmd '-X github.com/docker/compose/v2/internal.Version=v2.40.3' ;;
    nats-server) install_from github.com/nats-io/nats-server/v2@v2.12.2 ;;
    versitygw) install_from github.com/versity/versitygw/cmd/versitygw@v1.8.0 ;;
    toxiproxy-server) install_from github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0 && mv "$BIN/server" "$BIN/toxiproxy-server" ;;
    otelcol) collector ;;
    kubeconform) install_from github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0 ;;
    kustomize) install_from sigs.k8s.io/kustomize/kustomize/v5@v5.8.2 ;;
    kube-score) install_from github.com/zegl/kube-score/cmd/kube-score@v1.20.0 ;;
    *) say "There is no tool $1." >&2; return 2 ;;
  esac
}

# A tool is made again when its line above, or the folder that it is made of, has changed.
recipe() {
  local sources=/dev/null
  [ "$1" != otelcol ] || sources=$HERE/collector
  { grep -E "^ +$1\)" "$HERE/tools.sh"; find "$sources" -type f -exec sha256sum {} + | cut -d ' ' -f 1 | sort; } | sha256sum
}
for tool in "$@"; do
  if [ -x "$BIN/$tool" ] && [ "$(recipe "$tool")" = "$(cat "$work/$tool.recipe" 2>/dev/null)" ]; then continue; fi
  step "tool-$tool" build "$tool"
  recipe "$tool" >"$work/$tool.recipe"
done
