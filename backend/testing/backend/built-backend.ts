import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import request from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { FIXTURE_PASSWORD, p12Fixture } from '#src/pades/testing/fixtures';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import { until } from '#src/platform/testing/until';
import { patience } from '#src/platform/testing/patience';
import { isAlive } from './processes.js';

const DIST = join(__dirname, '../../dist');
/** The compiler's notes, which it writes last. */
const COMPILED = ['../..', '../../dist/testing', '../../../contracts'].map((folder) =>
  join(__dirname, folder, 'tsconfig.tsbuildinfo'),
);

/**
 * One of the built backend's entries as a process of its own. It gets this environment and nothing of ours.
 */
export interface BuiltProcess {
  readonly process: ChildProcess;
  /** All that it printed so far. */
  output(): string;
  /** Resolves with the exit code, or with the signal that killed it. */
  readonly exited: Promise<number | NodeJS.Signals>;
}

/** What a failed test did not end would keep jest from ending. */
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** When a file was last written; never, where there is none. */
const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** From the bundle, unless something was compiled since it was made. */
function programOf(entry: string): string {
  const bundled = join(DIST, 'bundle', `${basename(entry)}.js`);
  const compiledAt = Math.max(...COMPILED.map(writtenAt));
  return writtenAt(bundled) > compiledAt ? bundled : join(DIST, `${entry}.js`);
}

export type Environment = Readonly<Record<string, string>>;

export function runBuilt(
  entry: string,
  args: readonly string[],
  env: Environment,
  nodeOptions: readonly string[] = [],
): BuiltProcess {
  const child = spawn(process.execPath, [...nodeOptions, programOf(entry), ...args], {
    env: { NODE_ENV: 'test', PATH: '/usr/local/bin:/usr/bin:/bin', TMPDIR: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  const exited = once(child, 'close').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => (code ?? signal) as number,
  );
  return { process: child, output: () => text, exited };
}

/** Given where nothing else is: a key of its own takes a backend as long as the rest of its start. */
const seal = {
  SEAL_P12: p12Fixture('rsa-chain-quick').toString('base64'),
  SEAL_P12_PASSWORD: FIXTURE_PASSWORD,
};

interface Ended {
  readonly code: unknown;
  readonly output: string;
}

const ended = async (run: BuiltProcess): Promise<Ended> => ({ code: await run.exited, output: run.output() });

/** Runs an operator's command to its end. */
export const command = (name: string, args: readonly string[], env: Environment): Promise<Ended> =>
  ended(runCommand(name, args, env));

/** The service's own start, of one that ends instead of serving. */
export const refusedStart = (env: Environment): Promise<Ended> =>
  ended(runBuilt('main', [], { ...seal, ...env }));

/** Starts one. */
export const runCommand = (name: string, args: readonly string[], env: Environment): BuiltProcess =>
  runBuilt('cli/siegel.main', [name, ...args], { ...seal, ...env });

export interface BuiltBackend extends BuiltProcess {
  readonly url: string;
  readonly port: number;
  browser(): TestAgent;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const limitless = { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '0' };

/**
 * Starts a backend without waiting for it: the service's own `main.js`, but for its limits of time.
 * @param settings `haste`: its limits are so many times what they are by default: less where nothing else is waited
 *   for, more where it is not tested how long something takes; `aheadMs`: what it does, it does so many milliseconds from now
 */
export function launch(
  port: number,
  env: Environment,
  nodeOptions: readonly string[] = [],
  { haste = 1, aheadMs = 0 } = {},
): BuiltBackend {
  const started = runBuilt(
    'testing/backend/patient-backend.main',
    [String(haste * (patience(1_000) / 1_000)), String(aheadMs)],
    { ...limitless, ...seal, PORT: String(port), ...env },
    nodeOptions,
  );
  const url = `http://localhost:${port}`;
  return {
    ...started,
    url,
    port,
    browser: () => request.agent(url).set('accept-language', 'de'),
    end: async (signal) => {
      started.process.kill(signal);
      return started.exited;
    },
  };
}

/** @throws Error with what it printed, where it ends instead of serving */
export async function ready(backend: BuiltBackend): Promise<BuiltBackend> {
  await until(async () => {
    if (backend.process.exitCode !== null) throw new Error(`the backend ended:\n${backend.output()}`);
    return fetch(`${backend.url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  });
  return backend;
}

export async function startBuilt(
  env: Environment,
  port?: number,
  settings?: { readonly haste?: number; readonly aheadMs?: number },
): Promise<BuiltBackend> {
  return ready(launch(port ?? (await freePort()), env, [], settings));
}

export interface TestDataDir {
  readonly path: string;
  /** Process id of the embedded PostgreSQL as its own note says; undefined for none. */
  postmaster(): Promise<number | undefined>;
  /** Also ends a server that a killed backend left behind. */
  remove(): Promise<void>;
}

export async function testDataDir(name = 'data'): Promise<TestDataDir> {
  const parent = await mkdtemp(join(tmpdir(), 'siegel-journey-'));
  const path = join(parent, name);
  const postmaster = async (): Promise<number | undefined> => {
    const note = await readFile(join(path, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(note.split('\n')[0]);
    return pid > 0 ? pid : undefined;
  };
  return {
    path,
    postmaster,
    remove: async () => {
      const pid = await postmaster();
      if (pid !== undefined && isAlive(pid)) {
        process.kill(pid, 'SIGQUIT');
        await until(() => !isAlive(pid));
      }
      await rm(parent, { recursive: true, force: true });
    },
  };
}
