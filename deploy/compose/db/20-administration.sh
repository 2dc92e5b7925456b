#!/bin/sh
# Creates the login of backup and restore, which is not a superuser: it may read and create databases, act as both owners
# and terminate connections. Safe to run again:
# docker compose exec db sh /docker-entrypoint-initdb.d/20-administration.sh
set -eu
secrets=${SECRETS:-/run/secrets}
psql -v ON_ERROR_STOP=1 --quiet -U "${POSTGRES_USER:-postgres}" -d postgres \
  -v password="$(cat "$secrets"/admin_db_password)" <<'SQL'
select 'create role frontage_admin' where not exists (select from pg_roles where rolname = 'frontage_admin') \gexec
alter role frontage_admin login createdb nosuperuser nocreaterole password :'password';
grant frontage, casdoor, pg_read_all_data, pg_signal_backend to frontage_admin;
SQL
