# Two images: the service (the last stage, built by default) and the deploy receiver (`--target deploy`).
# The Debian variant of oven/bun, in the version of `packageManager` in package.json. Tags can be moved: `deploy/pin-images`
# adds digests.
FROM oven/bun:1.4.4-slim AS build
WORKDIR /app
COPY package.json bun.lock bun.sha256 ./
RUN grep "^$(sha256sum /usr/local/bin/bun | cut -d ' ' -f 1) " bun.sha256 \
 || { echo 'The base image has another bun than bun.sha256 names.' >&2; exit 1; }
COPY patches patches
RUN bun install --frozen-lockfile --ignore-scripts
COPY tsconfig.json LICENSE ./
COPY deploy/image deploy/image
COPY src src
# dist/panel, dist/client.tgz, and dist/service with the service in few files and the packages that cannot be bundled.
RUN bun run panel && bun run client
# Its migrations are part of the service, not of the panel.
COPY drizzle drizzle
RUN bun run bundle

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
COPY --from=build /usr/local/bin/bun /usr/local/bin/bun
COPY --from=postgres-client /opt/postgres-client /opt/postgres-client
WORKDIR /app
COPY package.json ./
COPY --from=build /app/dist/service/src src
ENV PATH=/opt/postgres-client:$PATH NODE_ENV=production DATABASE_REQUIRED=true BUN_RUNTIME_TRANSPILER_CACHE_PATH=0
EXPOSE 9000 9102
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --start-interval=1s \
  CMD ["bun", "--eval", "process.exit((await fetch(`http://127.0.0.1:${process.env.DEPLOY_PORT || 9000}/health`)).ok ? 0 : 1)"]
CMD ["bun", "src/main.ts", "deploy-receiver"]

FROM oven/bun:1.4.4-slim
COPY --from=postgres-client /opt/postgres-client /opt/postgres-client
WORKDIR /app
COPY --from=build /app/dist/service/node_modules node_modules
COPY package.json ./
COPY --from=build /app/drizzle drizzle
COPY --from=build /app/dist/panel dist/panel
COPY --from=build /app/dist/client.tgz dist/client.tgz
COPY --from=build /app/dist/service/src src
ENV PATH=/opt/postgres-client:$PATH NODE_ENV=production DATABASE_REQUIRED=true BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 \
    DATA_DIR=/data BACKUP_DIR=/backups
RUN mkdir /data /backups && chown bun:bun /data /backups
USER bun
EXPOSE 3000
# Liveness, not readiness: a failing dependency must not mark the container unhealthy.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["bun", "--eval", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`)).ok ? 0 : 1)"]
CMD ["bun", "src/main.ts", "serve"]
# Last, because it changes with every build and invalidates the layers after it.
ARG GIT_COMMIT=unknown
ENV GIT_COMMIT=$GIT_COMMIT
