#!/usr/bin/env bash
# Does the same as the entry point of PostgreSQL's own image, as far as the compose files use it.
set -e
if [ "$1" = postgres ]; then
  if [ -n "$POSTGRES_PASSWORD_FILE" ]; then
    POSTGRES_PASSWORD=$(<"$POSTGRES_PASSWORD_FILE")
    export POSTGRES_PASSWORD
    unset POSTGRES_PASSWORD_FILE
  fi
  mkdir -p "$PGDATA"
  if [ "$(id -u)" = 0 ]; then
    find "$PGDATA" /var/run/postgresql \! -user postgres -exec chown postgres '{}' +
    chmod 0700 "$PGDATA"
    exec setpriv --reuid=postgres --regid=postgres --init-groups "$BASH_SOURCE" "$@"
  fi
  if [ ! -s "$PGDATA/PG_VERSION" ]; then
    [ -n "$POSTGRES_PASSWORD" ] || { echo 'There is no password for the database.' >&2; exit 1; }
    eval "initdb --username=\"\$POSTGRES_USER\" --pwfile=<(printf '%s\n' \"\$POSTGRES_PASSWORD\") $POSTGRES_INITDB_ARGS"
    printf '\nhost all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
    # The first server only listens locally, so that no client takes the database for ready.
    pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -p 5432" -w start
    psql -v ON_ERROR_STOP=1 --no-psqlrc --username "$POSTGRES_USER" --dbname postgres --set db="$POSTGRES_DB" \
      <<< 'CREATE DATABASE :"db";'
    pg_ctl -D "$PGDATA" -m fast -w stop
  fi
fi
exec "$@"
