#!/bin/sh
# Debian's Caddy is older than the stack's and lacks request_buffers.
set -eu
sed '/request_buffers/d' /etc/caddy/Caddyfile >/tmp/Caddyfile
exec caddy run --config /tmp/Caddyfile --adapter caddyfile
