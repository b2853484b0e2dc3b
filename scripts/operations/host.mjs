// A simulated host whose files are all in one folder. On this host, test-operations.mjs runs the procedures
// of the operations pages, unchanged. The host has PostgreSQL, nginx, a mail server that knows one user, and
// a double of systemd.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { nginx } from '../../docker/test/real-nginx.mjs';
import { start } from '../processes.mjs';
import { freePort } from '../running-backend.mjs';
import { root } from '../workspace.mjs';
import { NAMES, operationBlocks } from './blocks.mjs';
import { startPostgres } from './database.mjs';
import { startMailServer } from './mail-server.mjs';

/** The built files that are installed into a version's folder. */
const BUILT = [
  'package.json',
  'contracts/package.json',
  'contracts/dist',
  'backend/package.json',
  'backend/dist',
  'frontend/dist',
  'docker/host',
];
const LINKED = ['node_modules', 'backend/node_modules'];

/**
 * Writes an executable file. A program in the folder COMMANDS takes precedence over this machine's program
 * with the same name.
 */
export const program = (path, text) => writeFileSync(path, text, { mode: 0o755 });

function must(command, args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}

/**
 * Creates the host's folders, and chooses free ports. Programs in the host's folder `bin` take precedence
 * over programs of this machine.
 */
async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-operations-'));
  // The database's account must be able to enter this folder, because its data is below it.
  chmodSync(folder, 0o755);
  const place = (name) => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  const [first, second, https, http, database] = await Promise.all(Array.from({ length: 5 }, freePort));
  const env = {
    PATH: `${place('bin')}:${process.env.PATH}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    CURL_HOME: folder,
    NODE_EXTRA_CA_CERTS: join(folder, 'tls/fullchain.pem'),
    SIEGEL_DOUBLE_STATE: place('running'),
    READY_SECONDS: '60',
    SITE: `localhost:${https}`,
    SIEGEL_HOME: place('opt'),
    SIEGEL_ETC: join(folder, 'etc'),
    SIEGEL_STATE: join(folder, 'state'),
    SIEGEL_USER: userInfo().username,
    PORTS: `${first} ${second}`,
    BACKUPS: join(folder, 'backups'),
    SAFE: join(folder, 'safe'),
    UNITS: place('units'),
    SITES: place('sites'),
    COMMANDS: place('bin'),
    PGPORT: String(database),
    DATABASE: 'siegel',
  };
  return { folder, env, ports: [first, second], https, http, databasePort: database, place };
}

/**
 * Prepares this machine's nginx to serve the site file that the pages install, but on other ports and with
 * another certificate.
 */
function prepareNginx({ folder, env, https, http, place }) {
  const tls = place('tls');
  must('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '90',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    join(tls, 'privkey.pem'),
    '-out',
    join(tls, 'fullchain.pem'),
  ]);
  writeFileSync(join(folder, '.curlrc'), `cacert = "${tls}/fullchain.pem"\n`);
  const own = place('nginx');
  writeFileSync(
    join(own, 'nginx.conf'),
    `worker_processes 1;
pid ${env.SIEGEL_DOUBLE_STATE}/nginx.pid;
error_log ${own}/error.log;
events { worker_connections 512; }
http {
  client_body_temp_path ${own}/body;
  proxy_temp_path ${own}/proxy;
  fastcgi_temp_path ${own}/fastcgi;
  uwsgi_temp_path ${own}/uwsgi;
  scgi_temp_path ${own}/scgi;
  access_log off;
  include ${env.SITES}/*.conf;
}
`,
  );
  // Only addresses and paths change, because the test is about the file that the pages install.
  const changes = [
    `s#listen 443 #listen 127.0.0.1:${https} #`,
    `s#listen 80;#listen 127.0.0.1:${http};#`,
    '/listen \\[::\\]/d',
    `s#/etc/letsencrypt/live/[^/]*/#${tls}/#`,
    `s#/var/log/nginx/#${own}/#`,
  ];
  program(
    join(env.COMMANDS, 'nginx'),
    `#!/bin/sh
set -eu
${changes.map((change) => `sed -i '${change}' ${env.SITES}/siegel.conf`).join('\n')}
exec ${nginx} -p ${own} -c ${own}/nginx.conf "$@"
`,
  );
}

/**
 * Returns functions that run bash on this host. The pages' block `names` runs before every other command.
 * @param standIns maps `<procedure>/<need>` to a function that is called instead of the blocks whose need
 * this machine does not meet
 */
export function shellOn({ folder, env }, standIns) {
  const done = new Set();
  const blocks = operationBlocks().filter(({ marks }) => marks.run !== undefined);
  const names = blocks.find(({ marks }) => marks.run === NAMES)?.commands ?? '';

  /** @returns exit code and output */
  async function bash(commands, extra = {}) {
    const output = [];
    const { child, exited } = start('bash', ['-c', `set -euo pipefail\n${names}\n${commands}`], {
      cwd: folder,
      env: { ...env, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    const status = await exited;
    return { status, output: Buffer.concat(output).toString('utf8') };
  }

  /** @throws Error if the commands fail */
  async function must(what, commands, extra) {
    const { status, output } = await bash(commands, extra);
    if (status !== 0) throw new Error(`${what} ended with ${status}:\n${output}\n${logsIn(env)}`);
    return output;
  }

  /**
   * Runs all blocks of a procedure unchanged. Consecutive blocks run as one script. A block with an unmet
   * need is not run. The script ends before this block, and the block's stand-in is called instead.
   * @returns the output
   * @throws Error if a block fails
   */
  async function run(procedure, extra = {}) {
    done.add(procedure).add(NAMES);
    let [piece, said] = ['', ''];
    for (const { marks, commands } of blocks.filter(({ marks }) => marks.run === procedure)) {
      if (marks.elsewhere === undefined) piece += commands;
      else {
        said += await must(procedure, piece, extra);
        piece = '';
        await standIns[`${procedure}/${marks.elsewhere}`]?.();
      }
    }
    return said + (await must(procedure, piece, extra));
  }

  /**
   * Returns the commands of each block separately. Suits procedures in which no step needs the shell of the
   * previous step.
   */
  const piecesOf = (procedure) =>
    blocks.filter(({ marks }) => marks.run === procedure).map(({ commands }) => commands);

  return { bash, must, run, piecesOf, done };
}

/** @param standIns see `shellOn` */
export async function openHost(standIns) {
  const prepared = await prepare();
  const { folder, env, place } = prepared;
  prepareNginx(prepared);
  program(
    join(env.COMMANDS, 'systemctl'),
    `#!/bin/sh\nexec ${process.execPath} ${join(root, 'scripts/operations/systemctl.mjs')} "$@"\n`,
  );
  symlinkSync(process.execPath, join(env.COMMANDS, 'node'));
  const database = startPostgres(place('postgres'), prepared.databasePort);
  env.AS_POSTGRES = database.asSuperuser;
  const mail = await startMailServer();
  env.MAIL_SERVER = mail.url;
  /** Kills all backends, whatever they are doing. */
  const kill = () => signalAll(env, BACKENDS, 'SIGKILL');
  const end = () => {
    kill();
    signalAll(env, NGINX, 'SIGTERM');
    database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', end);
  return {
    ...prepared,
    ...shellOn(prepared, standIns),
    mail,
    database,
    kill,
    origin: `https://${env.SITE}`,
    /**
     * Installs a built version. The files are copied, because a running version still loads code from them.
     */
    release: (version) => release(join(env.SIEGEL_HOME, version)),
    use: (version) => symlinkSync(join(env.SIEGEL_HOME, version), join(env.SIEGEL_HOME, 'current')),
    secret: (name) => readFileSync(join(env.SIEGEL_ETC, 'secrets', name), 'utf8').trim(),
    close: async () => {
      await mail.close();
      process.off('exit', end);
      end();
    },
  };
}

function release(folder) {
  for (const name of BUILT) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of LINKED.filter((name) => existsSync(join(root, name))))
    symlinkSync(join(root, name), join(folder, name));
}

const BACKENDS = /^siegel@\d+\.pid$/;
/** nginx gets SIGTERM. If it were killed, its workers would keep running. */
const NGINX = /^nginx\.pid$/;

/**
 * Sends a signal to processes that the double of systemd left running. Selects the processes whose pid files
 * have names that match `files`.
 */
function signalAll({ SIEGEL_DOUBLE_STATE: state }, files, signal) {
  for (const name of readdirSync(state).filter((name) => files.test(name)))
    try {
      process.kill(Number(readFileSync(join(state, name), 'utf8')), signal);
    } catch {
      // The process has ended already.
    }
}

/** Returns the last lines of every backend's log. */
const logsIn = ({ SIEGEL_DOUBLE_STATE: state }) =>
  readdirSync(state)
    .filter((name) => name.endsWith('.log'))
    .map((name) => `${name}:\n${readFileSync(join(state, name), 'utf8').split('\n').slice(-15).join('\n')}`)
    .join('\n');
