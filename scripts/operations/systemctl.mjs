// A double of `systemctl` for test-operations.mjs, for machines on which systemd is not the first process. It
// starts and stops a unit's program in the unit's environment. It checks only one part of the unit's
// hardening: whether DATA_DIR may be written. It ignores limits and automatic restarts.
//   SIEGEL_DOUBLE_STATE=<folder> UNITS=<folder> node systemctl.mjs <verb> [--now] <unit> …
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const STATE = process.env.SIEGEL_DOUBLE_STATE ?? '';
/** Milliseconds after which a unit that is being stopped is killed. Equal to the unit's TimeoutStopSec. */
const STOP_MS = 35_000;
const TEMPLATE = /^(siegel)@(\d+)(?:\.service)?$/;

const pidFile = (unit) => join(STATE, `${unit}.pid`);

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns a unit's process id; undefined if the unit is not running. */
function pidOf(unit) {
  if (!existsSync(pidFile(unit))) return undefined;
  const pid = Number(readFileSync(pidFile(unit), 'utf8'));
  return isRunning(pid) ? pid : undefined;
}

/**
 * Returns a map from each setting in a unit file to the list of its values. `%i` is replaced by the instance.
 */
function settingsOf(name, instance) {
  const settings = new Map();
  for (const line of readFileSync(join(process.env.UNITS ?? '', `${name}@.service`), 'utf8').split('\n')) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined)
      settings.set(key, [...(settings.get(key) ?? []), value.replaceAll('%i', instance)]);
  }
  return settings;
}

/** Parses lines of the form `NAME='value'`, as systemd does. */
const environmentIn = (file) =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, name, quoted, bare] = /^(\w+)=(?:'(.*)'|(.*))$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, quoted ?? bare]];
      }),
  );

function startUnit(name, instance) {
  const unit = `${name}@${instance}`;
  if (pidOf(unit) !== undefined) return;
  const settings = settingsOf(name, instance);
  const assigned = (settings.get('Environment') ?? [])
    .flatMap((line) => line.split(' '))
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
  const env = {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    ...Object.fromEntries(assigned),
    ...Object.assign({}, ...(settings.get('EnvironmentFile') ?? []).map(environmentIn)),
  };
  // With ProtectSystem=strict a unit may write only to these paths, and does not start if one of them is
  // missing.
  const writable = settings.get('ReadWritePaths') ?? [];
  const missing = writable.find((path) => !existsSync(path));
  if (missing !== undefined)
    throw new Error(`${unit}: no mount namespace: ${missing}: No such file or directory`);
  if (!writable.includes(env.DATA_DIR))
    throw new Error(`${unit}: DATA_DIR=${env.DATA_DIR}: read-only file system`);
  const [program, ...args] = (settings.get('ExecStart')?.[0] ?? '').split(' ');
  const log = openSync(join(STATE, `${unit}.log`), 'a');
  const child = spawn(program.endsWith('/node') ? process.execPath : program, args, {
    cwd: realpathSync(settings.get('WorkingDirectory')?.[0] ?? '/'),
    env,
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  writeFileSync(pidFile(unit), String(child.pid));
}

async function stopUnit(unit) {
  const pid = pidOf(unit);
  if (pid !== undefined) process.kill(pid, 'SIGTERM');
  const until = Date.now() + STOP_MS;
  while (pid !== undefined && isRunning(pid)) {
    if (Date.now() > until) process.kill(pid, 'SIGKILL');
    await pause(50);
  }
  rmSync(pidFile(unit), { force: true });
}

/** Reloads nginx, or starts it if it is not running. nginx turns itself into a daemon. */
function reloadNginx() {
  const runs = pidOf('nginx') !== undefined;
  const log = openSync(join(STATE, 'nginx.out'), 'a');
  const { status } = spawnSync('nginx', runs ? ['-s', 'reload'] : [], { stdio: ['ignore', log, log] });
  if (status !== 0) throw new Error('nginx refused its configuration');
}

const [verb, ...words] = process.argv.slice(2);
const units = words.filter((word) => !word.startsWith('-'));
try {
  if (verb === 'daemon-reload') process.exit(0);
  for (const unit of units) {
    const [, name, instance] = TEMPLATE.exec(unit) ?? [];
    if (unit === 'nginx' && verb === 'reload') reloadNginx();
    else if (name === undefined) throw new Error(`unknown: ${unit}`);
    else if (verb === 'stop') await stopUnit(`${name}@${instance}`);
    else if (verb === 'start' || verb === 'enable') startUnit(name, instance);
    else if (verb === 'restart') {
      await stopUnit(`${name}@${instance}`);
      startUnit(name, instance);
    } else throw new Error(`no such verb: ${verb}`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
