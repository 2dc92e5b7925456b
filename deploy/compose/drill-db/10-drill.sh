#!/bin/sh
# Runs once, on an empty volume: creates the login of restore drills, which is not a superuser. The superuser can only
# connect through the socket inside the container.
set -eu
psql -v ON_ERROR_STOP=1 --quiet -U "$POSTGRES_USER" -d postgres -c 'create role drill login createdb'
cat >"$PGDATA/pg_hba.conf" <<'HBA'
local all all trust
host all drill all trust
HBA
