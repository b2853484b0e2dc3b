// Drills with keys in containers: the master key, the keys of the log, and those of a copy. Used by containers.mjs.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/**
 * Restores the newest backup as a drill on another machine does, gives the copy keys of its own, and restores it once
 * more as the original.
 * @param makeVolumes creates files in the volumes, as an engine does
 */
export async function restoreAsCopy(containers, makeVolumes) {
  const { path, env } = containers;
  const safe = `${env.SAFE}-of-the-copy`;
  const originals = readdirSync(env.SAFE);
  await containers.run('drill', { DRILL_SAFE: safe });
  await containers.run('restore-containers', { SAFE: safe });
  // A drill takes this step before any backend runs.
  await containers.must('a stop', 'cd "$CHECKOUT"\ndocker compose stop backend');
  // The double answers for `siegel`, so the secrets of the copy are made here.
  const names = ['append-key', 'checkpoint-key', 'session-secret', 'admin-password', 'auditor-password'];
  makeVolumes(
    containers,
    Object.fromEntries(
      [...names, 'seal-p12-password', 'seal-p12'].map((name) => [
        `siegel-secrets/own-keys/secrets/${name}`,
        `of the copy: ${name}`,
      ]),
    ),
  );
  await containers.run('own-keys-containers', { SAFE: safe });
  const key = () => readFileSync(path('siegel-secrets/secrets/append-key'), 'utf8');
  assert.equal(key(), 'of the copy: append-key');
  const calls = readFileSync(join(env.SIEGEL_DOUBLE_STATE, 'calls'), 'utf8').trim().split('\n');
  assert.equal(calls.at(-1), 'run --rm --no-deps -T backend siegel keys:own');
  const adopt = `cd "$CHECKOUT"\nin_containers\nadopted "$HOME/found"`;
  await assert.rejects(containers.must('an adoption of the copy', adopt), /has the secrets of a copy/);
  assert.deepEqual(
    readdirSync(env.SAFE).filter((name) => !name.startsWith('left-')),
    originals.filter((name) => !name.startsWith('left-')),
  );
  const kept = readdirSync(safe).length;
  await containers.must('the same in its own safe place', `SAFE=${safe}\n${adopt}`);
  assert(readdirSync(safe).length > kept);
  await containers.run('restore-containers');
  assert(!existsSync(path('siegel-secrets/of-a-copy')));
  await containers.must('a copy of the secrets of the original', 'in_containers\nkeep_secrets');
}
