import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Binaries } from './native-binaries.js';
import type { ServerUser } from './server-user.js';
import { OperatorError } from '../errors/operator-error.js';

/** The only database account of an embedded server. */
export const SUPERUSER = 'siegel';

export interface Cluster {
  readonly binaries: Binaries;
  readonly user: ServerUser | undefined;
  /** PostgreSQL's data folder. It exists and belongs to `user`. */
  readonly folder: string;
}

/** Thrown if the server or initdb ended with an error. `output` is the program's own text, in English. */
export class ServerFailed extends OperatorError {
  constructor(
    readonly program: string,
    readonly output: string,
  ) {
    super(`${program} failed: ${output.trim().slice(-2000)}`);
  }
}

/** Creates the cluster's files. @throws ServerFailed */
export async function initCluster(cluster: Cluster, password: string, durable = true): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'siegel-initdb-'));
  const passwordFile = join(scratch, 'password');
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    await giveTo(cluster.user, scratch, passwordFile);
    const options = [
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--auth=scram-sha-256',
    ];
    if (!durable) options.push('--no-sync', '--set=scram_iterations=1');
    const child = run(cluster, cluster.binaries.initdb, [
      ...options,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
    ]);
    const output = collect(child);
    if ((await ended(child)) !== 0) throw new ServerFailed('initdb', output());
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

export interface RunningServer {
  readonly pid: number;
  /** Resolves with the exit code when the server has ended, for whatever reason. */
  readonly exited: Promise<number | null>;
  /** Resolves when the server has ended. */
  stop(): Promise<void>;
}

/** Starts the server and waits until it accepts connections. @throws ServerFailed */
export async function startServer(
  cluster: Cluster,
  settings: Readonly<Record<string, string | number>>,
  onLog: (line: string) => void,
): Promise<RunningServer> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = run(cluster, cluster.binaries.postgres, options);
  const exited = ended(child);
  const output = collect(child, onLog);
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', () => {
      if (output().includes('database system is ready to accept connections')) resolve();
    });
    const failed = () => reject(new ServerFailed('postgres', output()));
    exited.then(failed, failed);
  });
  return { pid: child.pid ?? 0, exited, stop: () => stopChild(child, exited) };
}

/**
 * Requests a fast shutdown. If the fast shutdown hangs, requests an immediate shutdown. After an immediate
 * shutdown, the next start recovers the data.
 */
async function stopChild(child: ChildProcess, exited: Promise<number | null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await exited;
  clearTimeout(timer);
}

/**
 * Starts a program on the data folder. If we are root on Linux, the program gets `/proc/self/cwd` as its data
 * folder, because the account that runs the server may be unable to enter the parent folders, such as
 * `/root`. The child enters its working directory before it changes the account.
 */
function run(cluster: Cluster, program: string, options: readonly string[]): ChildProcess {
  const hidden = cluster.user !== undefined && process.platform === 'linux';
  return spawn(program, ['-D', hidden ? '/proc/self/cwd' : cluster.folder, ...options], {
    cwd: cluster.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The child does not get our environment. Our environment contains secrets, and also PG… and LC_…
    // variables that would change the server's behaviour.
    ...(process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' } }),
    ...cluster.user,
    // The child has a process group of its own, so that Ctrl-C in the terminal reaches only us. We then stop
    // the server after our last query.
    detached: process.platform !== 'win32',
  });
}

function collect(child: ChildProcess, onLog: (line: string) => void = () => {}): () => string {
  let text = '';
  const add = (chunk: Buffer) => {
    text = `${text}${chunk.toString('utf8')}`.slice(-20_000);
    for (const line of chunk.toString('utf8').split('\n')) if (line.trim() !== '') onLog(line);
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
}

export async function giveTo(user: ServerUser | undefined, ...paths: readonly string[]): Promise<void> {
  if (user === undefined) return;
  for (const path of paths) await chown(path, user.uid, user.gid);
}
