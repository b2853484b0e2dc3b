// Runs the command blocks for a service with an embedded database: backup, loss, restore, another password, and a
// stream that is repaired from a copy of the folder. Used by test-operations.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { terms } from '../../backend/dist/testing/steps/samples.js';
import { start } from '../processes.mjs';
import { freePort } from '../running-backend.mjs';
import { root } from '../workspace.mjs';
import { program, shellOn } from './host.mjs';
import { until } from './people.mjs';

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-operations-embedded-'));
  // The account of the embedded server must be able to enter this folder.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'bin'));
  const main = join(root, 'backend/dist/cli/main.js');
  program(join(folder, 'bin/siegel'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    DATA_DIR: join(folder, 'data'),
    BACKUPS: join(folder, 'backups'),
    SAFE: join(folder, 'safe'),
  };
  return { folder, env, ...shellOn({ folder, env }, {}) };
}

/** Starts the service, and resolves when it is ready. */
async function serve({ env }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const said = [];
  const { child, exited, stop } = start(process.execPath, [join(root, 'backend/dist/main.js')], {
    env: { ...env, PORT: String(port), RATE_LIMIT_FACTOR: '0', PUBLIC_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  let code;
  void exited.then((status) => {
    code = status;
  });
  await until('the service is ready', async () => {
    if (code !== undefined)
      throw new Error(`the service ended with ${code}:\n${Buffer.concat(said).toString()}`);
    return fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  const call = (method, path, { body, cookie } = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        origin: url,
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    stop,
    create: async () => {
      const answer = await call('POST', '/api/ndas', { body: terms });
      assert.equal(answer.status, 201);
      const { id } = await answer.json();
      return { id, cookie: answer.headers.get('set-cookie').split(';')[0] };
    },
    read: async ({ id, cookie }) => (await call('GET', `/api/ndas/${id}`, { cookie })).status,
  };
}

const noteOf = ({ env }) => JSON.parse(readFileSync(join(env.DATA_DIR, 'postgres.json'), 'utf8'));

/** Runs SQL as somebody who has the password of the embedded database. @returns exit code */
function psql(drill, sql, { password, port } = noteOf(drill)) {
  const url = `postgres://siegel:${encodeURIComponent(password)}@127.0.0.1:${port}/siegel`;
  return spawnSync('psql', [url, '--quiet', '--set=ON_ERROR_STOP=1', `--command=${sql}`]).status;
}

/**
 * Loses the folder, and restores the backup. The agreement that was made after the backup is lost. One that was erased
 * since stays erased, because a copy of the list is left.
 */
async function loseAndRestore(drill) {
  let service = await serve(drill);
  const [kept, erased] = [await service.create(), await service.create()];
  await service.stop();
  await drill.run('backup-embedded');
  service = await serve(drill);
  const late = await service.create();
  assert.equal(await service.read(late), 200);
  await drill.must('an erasure', `siegel nda:erase ${erased.id} --yes`);
  const gone = await service.read(erased);
  assert.notEqual(gone, 200);
  await drill.run('backup-lists-embedded');
  await service.stop();
  renameSync(drill.env.DATA_DIR, `${drill.env.DATA_DIR}-lost`);
  await drill.run('restore-embedded');
  service = await serve(drill);
  const read = await Promise.all([kept, late, erased].map((nda) => service.read(nda)));
  assert.deepEqual(read, [200, 404, gone]);
  return { service, kept };
}

async function changePassword(drill, { service, kept }) {
  const before = noteOf(drill);
  await drill.run('rotate-embedded-password');
  assert.notEqual(psql(drill, 'SELECT 1', before), 0);
  await service.stop();
  const again = await serve(drill);
  assert.equal(await again.read(kept), 200);
  assert.equal(psql(drill, 'SELECT 1'), 0);
  return again;
}

/** Alters an event, and repairs its stream from the backup while the service runs. */
async function repairFromCopy(drill, { service, kept }) {
  const stream = `nda-${kept.id}`;
  const sql = `UPDATE event_store.events SET data = convert_to('{"open":{}}', 'UTF8') WHERE stream = '${stream}' AND revision = 0`;
  assert.equal(psql(drill, sql), 0);
  const { status, output } = await drill.bash('siegel verify:log');
  assert.equal(status, 1);
  assert.match(output, new RegExp(`altered at ${stream}@0`));
  assert.match(await drill.run('repair-from-copy', { STREAM: stream }), /can be repaired/);
  await drill.must(
    'the repair',
    `siegel log:repair ${stream} --from "$DATA_DIR-copy/events.jsonl" --reason 'a drill'`,
  );
  assert.equal(await service.read(kept), 200);
}

/**
 * @param check runs a named check
 * @returns the procedures that were run
 */
export async function embeddedDrills(check) {
  const drill = openFolder();
  let service;
  let kept;
  try {
    await check('embedded: backup, everything lost, restore', async () => {
      ({ service, kept } = await loseAndRestore(drill));
    });
    if (service === undefined) return drill.done;
    await check('embedded: another password of the database', async () => {
      service = await changePassword(drill, { service, kept });
    });
    await check('embedded: a stream is repaired from a copy', () => repairFromCopy(drill, { service, kept }));
  } finally {
    await service?.stop();
    rmSync(drill.folder, { recursive: true, force: true });
  }
  return drill.done;
}
