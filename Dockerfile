# syntax=docker/dockerfile:1
# The build runs on this machine's processor, whatever the image is for.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /app
# Packages are a layer of their own: they change seldom.
COPY package.json package-lock.json ./
COPY scripts scripts
RUN node -e "import('./scripts/steps/install.mjs').then(({ ensureInstalled }) => ensureInstalled())"
COPY . .
ARG TARGETARCH
RUN node scripts/pack.mjs /packed --arch "$TARGETARCH"

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /packed .
# Backups are for another disk: mount one here and set BACKUP_FOLDER and BACKUP_KEY.
RUN mkdir /data /backups && chown node:node /data /backups
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "--max-old-space-size=512", "--no-allocation-site-pretenuring"]
CMD ["dist/server/main.js"]
