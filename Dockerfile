# Two images: the service (the last stage, built by default) and the deploy receiver (`--target deploy`).
# The Debian variant of oven/bun, in the version of `packageManager` in package.json.
FROM oven/bun:1.4.4-slim AS modules
WORKDIR /app
COPY package.json bun.lock ./
COPY patches patches
# Type declarations, source maps and documentation are not needed at run time.
RUN bun install --frozen-lockfile --production --ignore-scripts \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' \) -delete

# The admin panel is bundled from development dependencies, which the service does not need.
FROM modules AS panel
RUN bun install --frozen-lockfile --ignore-scripts
COPY tsconfig.json ./
COPY src src
RUN bun run panel

# pg_dump must match the server's version. Packed with its libraries and loader, so that the base image does not matter.
FROM postgres:17 AS postgres-client
COPY deploy/compose/pack-postgres-client.sh /
RUN sh /pack-postgres-client.sh /opt/postgres-client pg_dump pg_restore psql

# The receiver controls the host's engine: Docker's CLI with compose and buildx, git and ssh. It has no GIT_COMMIT, so that
# its image does not change with a deploy.
FROM debian:trixie-slim AS deploy
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates docker-cli docker-compose docker-buildx git openssh-client \
 && rm -rf /var/lib/apt/lists/* /usr/share/doc /usr/share/man
COPY --from=modules /usr/local/bin/bun /usr/local/bin/bun
COPY --from=postgres-client /opt/postgres-client /opt/postgres-client
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json tsconfig.json ./
COPY drizzle drizzle
COPY src src
ENV PATH=/opt/postgres-client:$PATH NODE_ENV=production DATABASE_REQUIRED=true BUN_RUNTIME_TRANSPILER_CACHE_PATH=0
EXPOSE 9000 9102
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["bun", "--eval", "process.exit((await fetch(`http://127.0.0.1:${process.env.DEPLOY_PORT || 9000}/health`)).ok ? 0 : 1)"]
CMD ["bun", "src/main.ts", "deploy-receiver"]

FROM oven/bun:1.4.4-slim
COPY --from=postgres-client /opt/postgres-client /opt/postgres-client
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json tsconfig.json ./
COPY drizzle drizzle
COPY src src
COPY --from=panel /app/dist/panel dist/panel
ENV PATH=/opt/postgres-client:$PATH NODE_ENV=production DATABASE_REQUIRED=true BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 \
    DATA_DIR=/data BACKUP_DIR=/backups
RUN mkdir /data /backups && chown bun:bun /data /backups
USER bun
EXPOSE 3000
# Liveness, not readiness: a failing dependency must not mark the container unhealthy.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["bun", "--eval", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`)).ok ? 0 : 1)"]
CMD ["bun", "src/main.ts", "serve"]
# Last, because it changes with every build and invalidates the layers after it.
ARG GIT_COMMIT=unknown
ENV GIT_COMMIT=$GIT_COMMIT
