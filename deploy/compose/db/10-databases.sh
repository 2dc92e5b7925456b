#!/bin/sh
# Runs once, on an empty volume: creates the two databases, each with its own owner, and a read-only monitoring role.
set -eu
secrets=${SECRETS:-/run/secrets}
psql -v ON_ERROR_STOP=1 --quiet -U "$POSTGRES_USER" -d postgres \
  -v frontage="$(cat "$secrets"/frontage_db_password)" \
  -v casdoor="$(cat "$secrets"/casdoor_db_password)" \
  -v monitor="$(cat "$secrets"/monitor_db_password)" <<'SQL'
create role frontage login password :'frontage';
create database procurement owner frontage;
create role casdoor login password :'casdoor';
create database casdoor owner casdoor;
create role monitor login password :'monitor';
grant pg_monitor to monitor;
SQL
