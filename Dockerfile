# The service in one image. Debian's flavour of oven/bun; the version is that of `pinned-bun` in package.json.
FROM oven/bun:1.4.4 AS modules
WORKDIR /app
COPY package.json bun.lock ./
COPY patches patches
RUN bun install --frozen-lockfile --production

FROM oven/bun:1.4.4
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json tsconfig.json ./
COPY drizzle drizzle
COPY src src
ARG GIT_COMMIT=unknown
ENV NODE_ENV=production GIT_COMMIT=$GIT_COMMIT DATA_DIR=/data
RUN mkdir /data && chown bun:bun /data
VOLUME /data
USER bun
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["bun", "--eval", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/live`)).ok ? 0 : 1)"]
CMD ["bun", "src/main.ts", "serve"]
