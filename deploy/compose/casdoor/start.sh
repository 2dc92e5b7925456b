#!/bin/sh
# start.sh COMMAND...: starts Casdoor, which reads its database password from the environment only. The first start of a
# new installation replaces the well-known account admin/123, turns sign-up off, and adds the organization `company` and
# the application `frontage` by which its people sign in at the service, before Casdoor listens. deploy/compose/prepare
# leaves the flag `pending` for that; deploy/compose/rotate leaves it with the word `password`, for the account alone. An
# existing installation is not touched.
set -eu
secrets=${SECRETS_DIR:-/run/secrets}
pending=${FIRST_START_DIR:-/first-start}/pending
dataSourceName="user=casdoor password=$(cat "$secrets/casdoor_db_password") host=db port=5432 sslmode=disable dbname=casdoor"
export dataSourceName
if [ -e "$pending" ]; then
  case $(cat "$pending") in
    password) data=new_password.json ;;
    *) data=init_data.json ;;
  esac
  # Where the panel is, as the service reads these two.
  panel=$SITE_URL
  [ -z "${ADMIN_HOST:-}" ] || panel=${SITE_URL%%://*}://$ADMIN_HOST
  export initDataFile=/tmp/init_data.json initDataNewOnly=false
  (
    umask 077
    sed \
      -e "s/@ADMIN_PASSWORD@/$(cat "$secrets/casdoor_admin_password")/" \
      -e "s/@CLIENT_SECRET@/$(cat "$secrets/oidc_client_secret")/" \
      -e "s|@PANEL@|${panel%/}|g" \
      "$(dirname "$0")/$data" >"$initDataFile"
  )
  # Casdoor answers once the data is loaded.
  (
    until wget -q -O /dev/null http://127.0.0.1:8000/api/health; do sleep 1; done
    rm -f "$pending" "$initDataFile"
  ) &
fi
exec "$@"
