# Scripts, styles, fonts and icons behind nginx, which passes all other requests on to backends of the same
# version. Build it from the repository's root:
#   docker build -f docker/frontend.Dockerfile -t siegel-frontend .
ARG NODE=node:26.13.0-trixie-slim
ARG NGINX=nginx:1.30.5-alpine3.24-slim

FROM ${NODE} AS build
WORKDIR /siegel
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY backend/package.json backend/
COPY frontend/package.json frontend/
RUN npm ci --no-audit --no-fund -w contracts -w frontend --include-workspace-root
COPY tsconfig.base.json ./
COPY contracts contracts
COPY frontend frontend
RUN node node_modules/@typescript/native/bin/tsc -b contracts \
  && cd frontend && NODE_ENV=production node ../node_modules/vite/bin/vite.js build --logLevel warn

FROM ${NGINX}
COPY docker/nginx/nginx.conf docker/nginx/limits.conf docker/nginx/upstream.conf docker/nginx/security.conf docker/nginx/proxy.conf docker/nginx/addresses.sh /etc/nginx/
COPY --from=build /siegel/frontend/dist/client /etc/nginx/html
# Both compose files mount memory here. The folder's own mode counts when a container starts again: engines
# ignore the mode of such a mount if its folder exists, and a new folder is for root alone.
RUN install -d -m 1777 /traffic
USER nginx
EXPOSE 8080
# Asks what a user would get: nginx is healthy if a backend answers through it. Nothing restarts it otherwise.
HEALTHCHECK --interval=5s --timeout=15s --start-period=60s --retries=5 \
  CMD ["wget", "-q", "-T", "12", "-O", "/dev/null", "http://127.0.0.1:8080/site-health"]
# The image's own start scripts write to /etc/nginx, which is read-only here.
ENTRYPOINT []
# The container's configuration, not the image, says which proxies nginx trusts, and for how long a stopping
# nginx finishes what it has begun: meanwhile it accepts nothing new.
CMD ["sh", "-euc", "sh /etc/nginx/addresses.sh > /tmp/addresses.conf; exec nginx -g \"daemon off; worker_shutdown_timeout ${STOP_SECONDS:-10}s;\""]
