#!/bin/sh
# start.sh FILE COMMAND...: renders alertmanager.yml into FILE, then runs COMMAND. The token is read from a file, so that
# it appears in no environment and no argument list.
set -eu
rendered=$1
shift
: "${BOT_API_URL:?set ALERT_BOT_API_URL, e.g. https://api.telegram.org}" "${BOT_CHAT_ID:?set ALERT_BOT_CHAT_ID}"
token=$(cat "${BOT_TOKEN_FILE:?}")
umask 077
while IFS= read -r line; do
  case $line in
    *@BOT_API_URL@*) line=${line%%@BOT_API_URL@*}$BOT_API_URL${line#*@BOT_API_URL@} ;;
    *@BOT_TOKEN@*) line=${line%%@BOT_TOKEN@*}$token${line#*@BOT_TOKEN@} ;;
    # The chat id must be a number; the quotes only keep the template valid YAML.
    *\"@BOT_CHAT_ID@\"*) line=${line%%\"@BOT_CHAT_ID@\"*}$BOT_CHAT_ID${line#*\"@BOT_CHAT_ID@\"} ;;
  esac
  printf '%s\n' "$line"
done <"$(dirname "$0")/alertmanager.yml" >"$rendered"
exec "$@"
