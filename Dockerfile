# Two images. docs/deploy.md shows how to use them.
#
#   docker build -t catalogue .                     the Node server, with a catalogue in it
#   docker build -t almanac --target build .        what builds a catalogue from the data in a folder of yours
#
# Both run without root, as any user, and need no file system that they may write, apart from the folders that are mounted. The base images are
# named with the digests of their indexes, for all platforms. No package runs a script when it is installed.

# The data of the catalogue. Another folder: --build-context data=FOLDER
FROM scratch AS data
COPY raw-data /


FROM node:24.20.0-bookworm-slim@sha256:ba849c60be29959425b8734d57b8b4b7d56f98edd9504c9af091d5281095a71e AS build
WORKDIR /almanac
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY public public
COPY src src
COPY scripts scripts
RUN node scripts/run.js prepare
# Any user may write to these two: one for what is compiled, which a volume can keep, and one in which a folder of the host is mounted.
RUN mkdir -m 1777 /cache /work
ENV XDG_CACHE_HOME=/cache
VOLUME /cache
WORKDIR /work
USER 1000:1000
ENTRYPOINT ["node", "/almanac/scripts/run.js"]
CMD ["build"]


FROM build AS site
ARG SITE=
ARG BASE=/
COPY --from=data / raw-data
RUN node /almanac/scripts/run.js build ${SITE:+--site "$SITE"} --base "$BASE"


FROM node:24.20.0-alpine3.24@sha256:e67514e5d0f6c46656005e1b693b2ec9d52e80b641307de684d4a015ba7a4eaf AS server
ARG BASE=/
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 BASE=$BASE
WORKDIR /srv
COPY --from=site /work/dist/server server
COPY --from=site /work/dist/client client
USER 1000:1000
EXPOSE 8080
STOPSIGNAL SIGTERM
# Healthy is a server that answers with the start of the API.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "const { PORT, BASE } = process.env; const path = BASE.replace(/[/]*$/, '/v1'); fetch(`http://127.0.0.1:${PORT}${path}`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/entry.mjs"]
