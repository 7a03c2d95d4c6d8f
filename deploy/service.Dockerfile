# The service and the worker: one image, two commands (see compose.yaml). Build it from the root of the repository.
FROM node:24-trixie-slim AS packages
WORKDIR /labroom
COPY package.json package-lock.json ./
COPY service/package.json service/
COPY contracts/package.json contracts/
COPY packages packages
# Removes from the installed packages what Node does not load: TypeScript, source maps and documentation.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace @labroom/service --include-workspace-root=false \
  && rm -r node_modules/typescript node_modules/@typescript node_modules/@types node_modules/.bin \
  && find node_modules -type f -regextype posix-extended -regex '.*\.([cm]?ts|map|md|markdown|flow)' -delete
COPY service service
COPY contracts/*.ts contracts/
COPY contracts/vectors/erc6551-registry.json contracts/vectors/
COPY docs docs
# Removes tests, code that only tests import, and the compiler of the contracts.
RUN find service packages contracts -name '*.test.ts' -delete -o -name '*.suite.ts' -delete -o -name '*.fixture.ts' -delete \
  && rm -rf contracts/hardhat.config.ts contracts/solidity-tests.ts
# What `/health`, logs and metrics show. The sources of a release name their commit themselves.
ARG COMMIT
COPY package.json .labroom-commit* ./
RUN [ -z "$COMMIT" ] || echo "$COMMIT" > .labroom-commit; touch .labroom-commit

# The packages that the service hands out, from the same sources.
FROM node:24-trixie-slim AS clients
ARG COMMIT
WORKDIR /labroom
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && node scripts/build-packages.ts /clients

# Only Node, without a package manager, whose packages could have vulnerabilities.
FROM debian:trixie-slim
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production SERVICE_HOST=0.0.0.0 METRICS_HOST=0.0.0.0 PACKAGES_DIR=/labroom/clients
ENV NODE_OPTIONS=--import=/labroom/service/platform/db/drizzle-imports.mjs
WORKDIR /labroom
COPY --from=packages /labroom/node_modules node_modules
COPY --from=packages /labroom/service service
COPY --from=packages /labroom/packages packages
COPY --from=packages /labroom/contracts contracts
COPY --from=packages /labroom/docs docs
COPY --from=packages /labroom/.labroom-commit ./
COPY --from=clients /clients clients
COPY package.json deploy/ready.mjs ./
# A numeric id lets Kubernetes verify that it is not root. The service writes to DATA_DIR only, and with S3 and external
# secrets not at all.
USER 1000:1000
EXPOSE 4000
CMD ["node", "service/main.ts"]
