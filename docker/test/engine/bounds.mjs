// Checks the limits of each container (memory, processes, rights and volumes), and nginx's limits for a
// single client.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { check } from '../../../scripts/checks.mjs';
import { root } from '../../../scripts/workspace.mjs';
import { ADDRESSES } from './networks.mjs';
import { docker } from './place.mjs';
import { beside, statusesOf, until, urlAt } from './project.mjs';

const SERVING = ['postgres', 'eventstore', 'backend', 'frontend', 'mail'];
const DOCUMENTS_OF_ONE = 3;
const UPLOADS = 40;
const UPLOAD_BYTES = 10_000_000;
/**
 * A Node program that tries to start 400 processes, more than the container's limit. It prints how many
 * processes could not be started. It kills the started processes before it exits, because nothing in the
 * container would reap them, and they would keep counting towards the limit.
 */
const MANY_PROCESSES = `const { spawn } = require('node:child_process');
let failed = 0;
const started = [];
for (let n = 0; n < 400; n += 1) {
  const one = spawn('sleep', ['600'], { stdio: 'ignore' });
  started.push(one);
  one.on('error', () => { failed += 1; });
}
setTimeout(() => {
  console.log(failed);
  for (const one of started) one.kill('SIGKILL');
}, 1000);`;

async function limitChecks({ attempt, compose, inspect }) {
  await check('each container has limits of memory and processes, and cannot swap', async () => {
    for (const service of [...SERVING, 'secrets']) {
      const { Memory, MemorySwap, PidsLimit } = (await inspect(service)).HostConfig;
      assert(Memory > 0 && PidsLimit > 0, service);
      assert.deepEqual([service, MemorySwap], [service, Memory]);
    }
  });

  await check('no container has a capability, or can gain one', async () => {
    for (const service of SERVING) {
      const status = await compose(['exec', '-T', service, 'cat', '/proc/1/status']);
      const valueOf = (name) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
      for (const name of ['CapEff', 'CapPrm', 'CapBnd'])
        assert.match(valueOf(name), /^0+$/, `${service}: ${name}`);
      assert.deepEqual([service, valueOf('NoNewPrivs')], [service, '1']);
      assert.deepEqual([service, valueOf('Seccomp')], [service, '2']);
    }
    assert.equal((await compose(['exec', '-T', 'postgres', 'id', '-un'])).trim(), 'postgres');
  });

  await check('a container starts no more processes than its limit, and the service goes on', async () => {
    const { HostConfig } = await inspect('backend');
    assert.equal(HostConfig.PidsLimit, 256);
    const failed = await compose(['exec', '-T', 'backend', 'node', '-e', MANY_PROCESSES]);
    assert(Number(failed.trim()) >= 400 - 256, failed);
    await until('the backend is ready', async () => {
      const { status } = await attempt(['exec', '-T', 'backend', 'siegel-ready']);
      return status === 0;
    });
    assert.equal((await inspect('backend')).RestartCount, 0);
  });

  await check('a project has the volumes of its file, and none without a name', async () => {
    const { name, volumes } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
    const found = (await docker(['volume', 'ls', '--quiet'])).trim().split('\n').toSorted();
    assert.deepEqual(
      found,
      Object.keys(volumes)
        .map((volume) => `${name}_${volume}`)
        .toSorted(),
    );
  });
}

async function clientChecks({ compose, inspect }, { engine, client }) {
  await check(
    'uploads that one client does not finish take little memory, and others are served',
    async () => {
      const before = await inspect('frontend');
      const uploads = await beside(client, 'uploads.mjs', {
        url: urlAt(ADDRESSES.engine.v4),
        path: '/api/verify',
        count: UPLOADS,
        bytes: UPLOAD_BYTES,
        refused: UPLOADS - DOCUMENTS_OF_ONE,
      });
      const { statuses } = JSON.parse(uploads.first);
      assert.equal(statuses.length, UPLOADS - DOCUMENTS_OF_ONE);
      // Status 0 is allowed, because nginx may have closed the connection of a refused upload while the
      // client was still sending the body.
      assert.deepEqual(
        statuses.filter((status) => ![429, 0].includes(status)),
        [],
      );
      // The files that hold unfinished bodies are already unlinked, so only the file system knows their size.
      const room = await compose(['exec', '-T', 'frontend', 'df', '-k', '/traffic']);
      const used = Number(room.trim().split('\n').at(-1).split(/\s+/)[2]);
      assert(used > 0 && used < ((DOCUMENTS_OF_ONE + 1) * UPLOAD_BYTES) / 1000, room);
      const url = urlAt(ADDRESSES.engine.v6);
      assert.deepEqual(await statusesOf(engine, [`${url}/api/site`, `${url}/faq`]), [200, 200]);
      await uploads.stop();
      assert.equal((await inspect('frontend')).State.StartedAt, before.State.StartedAt);
    },
  );
}

export async function boundChecks(project, networks) {
  await limitChecks(project);
  await clientChecks(project, networks);
}
