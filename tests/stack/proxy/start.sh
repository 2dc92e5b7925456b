#!/bin/sh
# Debian's Caddy is older than the stack's, and lacks one directive of it.
set -eu
sed '/request_buffers/d' /etc/caddy/Caddyfile >/tmp/Caddyfile
exec caddy run --config /tmp/Caddyfile --adapter caddyfile
