# The web app. Build it from the root of the repository.
FROM node:24-trixie-slim AS manifests
WORKDIR /labroom
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json -delete

# Packages are installed again only if a manifest has changed.
FROM node:24-trixie-slim AS build
WORKDIR /labroom
COPY --from=manifests /labroom ./
RUN npm ci --no-audit --no-fund
COPY . .
ENV NEXT_TELEMETRY_DISABLED=1 NEXT_OUTPUT=standalone
# Images are not resized (next.config.mjs), so sharp is not needed.
RUN npx next build && rm -r .next/standalone/node_modules/sharp .next/standalone/node_modules/@img

# Only Node: see service.Dockerfile.
FROM debian:trixie-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3000
WORKDIR /labroom
COPY --from=build /labroom/.next/standalone ./
COPY --from=build /labroom/.next/static .next/static
COPY --from=build /labroom/public public
USER 1000:1000
EXPOSE 3000
CMD ["node", "server.js"]
