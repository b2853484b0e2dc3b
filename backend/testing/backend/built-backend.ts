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
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { isAlive } from './processes.js';

const DIST = join(__dirname, '../../dist');
/** The compiler's build info files. The compiler writes them after all other files. */
const COMPILED = ['../..', '../../dist/testing', '../../../contracts'].map((folder) =>
  join(__dirname, folder, 'tsconfig.tsbuildinfo'),
);

/**
 * A process that runs one of the entry points of the built backend. The process gets the given environment
 * variables and `NODE_ENV`, `PATH` and `TMPDIR`, but no other variable of the test.
 */
export interface BuiltProcess {
  readonly process: ChildProcess;
  /** Everything that the process has printed so far. */
  output(): string;
  /** Resolves with the exit code, or with the signal that killed it. */
  readonly exited: Promise<number | NodeJS.Signals>;
}

/**
 * The processes that are still running. Processes that a failed test leaves behind must be killed, because
 * jest would otherwise not exit.
 */
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Returns the time at which a file was last written; 0 if there is no such file. */
const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Returns the path of the bundled entry point, or of the compiled entry point if something was compiled after
 * bundling.
 */
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

/**
 * The default seal certificate. Without a certificate, a backend makes its own key, which takes as long as
 * the rest of its start.
 */
const seal = {
  SEAL_P12: p12Fixture('rsa-chain-quick').toString('base64'),
  SEAL_P12_PASSWORD: FIXTURE_PASSWORD,
};

interface Ended {
  readonly code: unknown;
  readonly output: string;
}

const ended = async (run: BuiltProcess): Promise<Ended> => ({ code: await run.exited, output: run.output() });

/** Runs an operator's command until it ends. */
export const command = (name: string, args: readonly string[], env: Environment): Promise<Ended> =>
  ended(runCommand(name, args, env));

/** Starts the service with settings that the service must refuse. Waits until its process ends. */
export const refusedStart = (env: Environment): Promise<Ended> =>
  ended(runBuilt('main', [], { ...seal, ...env }));

/** Starts an operator's command, and does not wait for its end. */
export const runCommand = (name: string, args: readonly string[], env: Environment): BuiltProcess =>
  runBuilt('cli/siegel.main', [name, ...args], { ...seal, ...env });

export interface BuiltBackend extends BuiltProcess {
  readonly url: string;
  readonly port: number;
  browser(): TestAgent;
  /** Sends the signal and waits until the process ends. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const limitless = { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '0' };

/**
 * Starts a backend, and does not wait until it is ready. The backend runs the service's own `main.js` with
 * other time limits.
 * @param settings `haste`: factor on the default time limits. It is below 1 to shorten a test that waits only
 * for these limits, and above 1 if the test does not check durations. `aheadMs`: milliseconds that the
 * backend's clock is ahead
 */
export function launch(
  port: number,
  env: Environment,
  nodeOptions: readonly string[] = [],
  { haste = 1, aheadMs = 0 } = {},
): BuiltBackend {
  const started = runBuilt(
    'testing/backend/scaled-backend.main',
    [String(haste * (scaledTimeout(1_000) / 1_000)), String(aheadMs)],
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

/** Resolves when the backend is ready. @throws Error with the backend's output if the backend ends instead */
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
  /**
   * Returns the process id of the embedded PostgreSQL, from its `postmaster.pid`; undefined if there is none.
   */
  postmaster(): Promise<number | undefined>;
  /** Removes the folder. Also ends any database server that a killed backend left behind. */
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
