// A double of `docker compose` for test-operations.mjs, for machines without a container engine. Each volume
// is a folder below one common root, at the path of the volume's mount. A command in a container runs as a
// program of this machine. If root runs the double, the program runs with the image's account. The double
// refuses everything that an engine refuses, and everything that a block must not rely on.
//
//     SIEGEL_DOUBLE_STATE=<folder> node docker.mjs compose <verb> …   in the folder of docker-compose.yml
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The user id of `node` in our image, and of `eventstore` in the event store's image. */
const ACCOUNT = 1000;
const STATE = process.env.SIEGEL_DOUBLE_STATE ?? '';
const ROOT = join(STATE, 'root');
const SWITCHES = ['--rm', '--no-deps', '-T', '--detach', '--wait', '--force-recreate'];

const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });

const runFile = (service) => join(STATE, 'containers', service);
const isRunning = (service) => existsSync(runFile(service));

/**
 * Returns the volumes that a service mounts, as `{ target, readOnly }`. Leaves out in-memory folders, and the
 * database's volumes, because the tests run their own database.
 */
const mountsOf = (service) =>
  (service === 'postgres' ? [] : (services[service].volumes ?? []))
    .filter((volume) => typeof volume === 'string')
    .map((volume) => {
      const [, target, mode] = volume.split(':');
      return { target, readOnly: mode === 'ro' };
    });
const TARGETS = Object.keys(services).flatMap((service) => mountsOf(service).map(({ target }) => target));

/**
 * Returns one text with the times and sizes of all files in a service's read-only volumes, so that a change
 * can be detected.
 */
const readOnlyOf = (service) =>
  mountsOf(service)
    .filter(({ readOnly }) => readOnly)
    .flatMap(({ target }) =>
      readdirSync(join(ROOT, target), { recursive: true }).map((name) => {
        const { mtimeMs, ctimeMs, size } = statSync(join(ROOT, target, name));
        return [target, name, mtimeMs, ctimeMs, size].join(' ');
      }),
    )
    .join('\n');

/** Translates container paths in an argument of a command into paths of this machine. */
const here = (word) =>
  TARGETS.reduce(
    (text, target) =>
      text.replaceAll(new RegExp(`(?<=^|[\\s="'])${target}(?![\\w-])`, 'g'), () => ROOT + target),
    word,
  ).replaceAll(/(?<=--directory=)\/(?=$|\s)/g, () => `${ROOT}/`);

/**
 * Answers for the operator's commands, which have their own tests. Here it matters which commands are called, and
 * when, and whether the configuration fits the secrets: LOG_ADOPTED is named exactly if it is there.
 * @returns exit code
 */
function siegel() {
  const settings = existsSync('.env') ? readFileSync('.env', 'utf8') : '';
  const named = /^LOG_ADOPTED_FILE=(.+)$/m.exec(settings)?.[1];
  if (named !== undefined && !existsSync(here(named))) {
    console.error(`The configuration cannot be used: LOG_ADOPTED_FILE: ${named} does not exist`);
    return 2;
  }
  if (named === undefined && existsSync(join(ROOT, 'siegel-secrets/secrets/log-adopted'))) {
    console.error('LOG_ADOPTED is missing, but this log was adopted');
    return 1;
  }
  return 0;
}

/** @returns exit code */
function call(service, command) {
  const mounted = mountsOf(service).map(({ target }) => target);
  const foreign = TARGETS.filter((target) => !mounted.includes(target)).find((target) =>
    command.some((word) => new RegExp(`${target.slice(1)}(?![\\w-])`).test(word)),
  );
  if (foreign !== undefined) throw new Error(`${service} does not mount ${foreign}`);
  if (command[0] === 'siegel') return siegel();
  const before = readOnlyOf(service);
  const asAccount = process.getuid() === 0 && service !== 'postgres' ? { uid: ACCOUNT, gid: ACCOUNT } : {};
  const { status, error } = spawnSync(command[0], command.slice(1).map(here), {
    ...asAccount,
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (error) throw error;
  if (readOnlyOf(service) !== before) throw new Error('Read-only file system');
  return status;
}

/** @throws Error if an engine would report the container as exited or unhealthy */
function up(service) {
  const [volume] = mountsOf(service);
  if (service === 'eventstore' && existsSync(join(ROOT, volume.target, 'truncate.chk'))) {
    // After a restore, the event store truncates its log and exits once.
    rmSync(join(ROOT, volume.target, 'truncate.chk'));
    throw new Error('container eventstore exited (0)');
  }
  if (service === 'backend' && process.getuid() === 0) {
    const folder = join(ROOT, 'siegel-secrets/secrets');
    const foreign = readdirSync(folder).find((name) => statSync(join(folder, name)).uid !== ACCOUNT);
    if (foreign !== undefined) throw new Error(`container backend is unhealthy: chmod ${foreign}: EPERM`);
  }
  mkdirSync(join(STATE, 'containers'), { recursive: true });
  writeFileSync(runFile(service), '');
}

/** @returns exit code */
function compose([verb, ...words]) {
  const switches = [];
  let entrypoint;
  while (words[0]?.startsWith('-')) {
    const word = words.shift();
    if (word === '--entrypoint') entrypoint = words.shift();
    else if (SWITCHES.includes(word)) switches.push(word);
    else throw new Error(`unknown flag: ${word}`);
  }
  const [service, ...command] = words;
  const named = verb === 'exec' || verb === 'run' ? [service] : words;
  const unknown = named.find((name) => services[name] === undefined);
  if (unknown !== undefined) throw new Error(`no such service: ${unknown}`);
  if (verb === 'exec') {
    if (!isRunning(service)) throw new Error(`service "${service}" is not running`);
    return call(service, command);
  }
  if (verb === 'run') {
    const fixed = Object.values(services[service].networks ?? {}).some((network) => network?.ipv4_address);
    if (fixed && isRunning(service)) throw new Error('Address already in use');
    if (!switches.includes('--no-deps')) throw new Error('what it depends on would be started');
    return call(service, entrypoint === undefined ? command : [entrypoint, ...command]);
  }
  const all = named.length > 0 ? named : Object.keys(services);
  if (verb === 'stop') for (const each of all) rmSync(runFile(each), { force: true });
  else if (verb === 'up' || verb === 'start') for (const each of all) up(each);
  else throw new Error(`no such verb: ${verb}`);
  return 0;
}

try {
  const [product, ...words] = process.argv.slice(2);
  if (product !== 'compose') throw new Error(`unknown: ${product}`);
  appendFileSync(join(STATE, 'calls'), `${words.join(' ')}\n`);
  process.exitCode = compose(words) ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
