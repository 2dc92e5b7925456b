#!/bin/sh
# start.sh COMMAND...: starts Casdoor, which reads its database password from the environment only. The first start of a
# new installation replaces the well-known account admin/123 and turns sign-up off, before Casdoor listens.
# deploy/compose/prepare leaves the flag `pending` for that; an existing installation is not touched.
set -eu
secrets=${SECRETS_DIR:-/run/secrets}
pending=${FIRST_START_DIR:-/first-start}/pending
dataSourceName="user=casdoor password=$(cat "$secrets/casdoor_db_password") host=db port=5432 sslmode=disable dbname=casdoor"
export dataSourceName
if [ -e "$pending" ]; then
  export initDataFile=/tmp/init_data.json initDataNewOnly=false
  (
    umask 077
    sed "s/@ADMIN_PASSWORD@/$(cat "$secrets/casdoor_admin_password")/" "$(dirname "$0")/init_data.json" >"$initDataFile"
  )
  # Casdoor answers once the data is loaded.
  (
    until wget -q -O /dev/null http://127.0.0.1:8000/api/health; do sleep 1; done
    rm -f "$pending" "$initDataFile"
  ) &
fi
exec "$@"
