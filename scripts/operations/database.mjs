// Starts a PostgreSQL cluster with Debian's programs, for test-operations.mjs. Clients need a password over
// TCP, but no password over the cluster's Unix socket.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const INSTALLED = '/usr/lib/postgresql';

/** The newest installed version, but at least 15; undefined if none is installed. */
export const postgresVersion = (existsSync(INSTALLED) ? readdirSync(INSTALLED) : [])
  .filter((name) => Number(name) >= 15 && existsSync(join(INSTALLED, name, 'bin/initdb')))
  .toSorted((a, b) => Number(b) - Number(a))[0];

const idOf = (what) => Number(spawnSync('id', [what, 'postgres'], { encoding: 'utf8' }).stdout);
/**
 * The account that runs PostgreSQL if this process runs as root, because PostgreSQL refuses to run as root.
 */
const account = process.getuid() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

/** @param folder a new folder that other users may enter */
export function startPostgres(folder, port) {
  const cluster = join(folder, 'cluster');
  const run = (program, ...args) => {
    const { status, stdout, stderr } = spawnSync(join(INSTALLED, postgresVersion, 'bin', program), args, {
      ...account,
      cwd: folder,
      encoding: 'utf8',
      // With pipes, this call would not return, because the started server would keep them open.
      ...(program === 'pg_ctl' ? { stdio: 'ignore' } : {}),
    });
    assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`);
  };
  mkdirSync(cluster, { recursive: true });
  for (const place of [folder, cluster])
    if (account.uid !== undefined) chownSync(place, account.uid, account.gid);
  run(
    'initdb',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--username=postgres',
    '--encoding=UTF8',
    `--pgdata=${cluster}`,
  );
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=150`;
  const start = () =>
    run('pg_ctl', 'start', '--wait', `--pgdata=${cluster}`, `--log=${join(folder, 'log')}`, '-o', settings);
  start();
  return {
    start,
    /** Stops the server even if clients are connected. */
    stop: () => {
      if (existsSync(join(cluster, 'postmaster.pid')))
        run('pg_ctl', 'stop', '--wait', '--mode=fast', `--pgdata=${cluster}`);
    },
    /** Command prefix that runs a PostgreSQL program as the superuser. */
    asSuperuser: `env PGHOST=${folder} PGPORT=${port} PGUSER=postgres`,
  };
}
