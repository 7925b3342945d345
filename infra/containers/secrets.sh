#!/usr/bin/env bash
# Writes .env with secrets of this installation, once. Whoever has them can sign actors and read every file: keep it.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ ! -e .env ] || { echo '.env is there already; nothing was changed.'; exit 0; }
secret() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
umask 077
cat >.env <<SECRETS
TESSERA_KEY=$(secret)
TESSERA_METRICS_TOKEN=$(secret)
TESSERA_S3_SECRET_KEY=$(secret)
GRAFANA_PASSWORD=$(secret)
SECRETS
echo '.env holds new secrets of this installation.'
