// Drills with keys in containers: the master key and the keys of the log. Used by containers.mjs.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Replaces the master key by running the page's blocks. Also checks that the blocks refuse to begin a second
 * rotation before the first has ended, because the old key would be lost.
 */
export async function rotateMasterKey(containers) {
  const { path, env } = containers;
  const key = (name = '') => path(`siegel-secrets/secrets/master-key${name}`);
  const settings = () => readFileSync(join(env.CHECKOUT, '.env'), 'utf8');
  const first = readFileSync(key(), 'utf8');
  await containers.must('another variable', 'echo PORT=8090 >> "$CHECKOUT/.env"');
  await containers.run('rotate-master-key-containers');
  const second = readFileSync(key(), 'utf8');
  assert.match(second, /^[0-9a-f]{64}\n$/);
  assert.notEqual(second, first);
  assert(!existsSync(key('-new')) && !existsSync(key('-old')), 'no other key is left');
  assert.equal(settings(), 'PORT=8090\n');
  const calls = readFileSync(join(env.SIEGEL_DOUBLE_STATE, 'calls'), 'utf8').split('\n');
  const restart = 'up --detach --no-deps --wait --force-recreate backend';
  const wrapped = calls.indexOf('exec -T backend siegel keys:rotate');
  const restarts = calls.flatMap((call, at) => (call === restart ? [at] : []));
  assert.equal(restarts.filter((at) => at > wrapped).length, 1);
  // There were three restarts: one by the block `secret-containers`, which ran before, and one by each of the
  // first two steps.
  assert.equal(restarts.filter((at) => at < wrapped).length, 3);
  await containers.must('a rotation that was begun', `cp -p ${key()} ${key('-old')}`);
  await assert.rejects(containers.run('rotate-master-key-containers'), /A rotation was begun/);
  assert.equal(readFileSync(key(), 'utf8'), second);
  await containers.must('its end', `rm ${key('-old')}`);
}

/**
 * Replaces and retires a key of the log by running the page's blocks. The double answers for `siegel`, so nothing is
 * adopted.
 * @param makeVolumes creates files in the volumes, as an engine does
 */
export async function rotateAppendKey(containers, makeVolumes) {
  const { path, env } = containers;
  const file = path('siegel-secrets/secrets/append-key');
  const [log, key] = [`log-${'a'.repeat(32)}`, 'b'.repeat(64)];
  makeVolumes(containers, { 'siegel-secrets/secrets/append-key': `${log} ${key}\n` });
  await containers.run('rotate-append-key-containers');
  const [same, newest, old, ...others] = readFileSync(file, 'utf8').trim().split(' ');
  assert.deepEqual([same, old, others], [log, key, []]);
  assert.match(newest, /^[0-9a-f]{64}$/);
  await containers.run('retire-append-key-containers', { KEY: '0123abcd' });
  const calls = readFileSync(join(env.SIEGEL_DOUBLE_STATE, 'calls'), 'utf8').trim().split('\n').slice(-3);
  assert.deepEqual(
    calls.map((call) => call.split(' --retire ')[0]),
    [
      'stop backend',
      'run --rm --no-deps -T backend siegel log:adopt',
      'up --detach --no-deps --wait backend',
    ],
  );
  rmSync(file);
}
