# The web app. Build it from the root of the repository.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /labroom
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
ENV NEXT_TELEMETRY_DISABLED=1 NEXT_OUTPUT=standalone
RUN npx next build

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000
WORKDIR /labroom
COPY --from=build /labroom/.next/standalone ./
COPY --from=build /labroom/.next/static .next/static
USER node
EXPOSE 3000
CMD ["node", "server.js"]
