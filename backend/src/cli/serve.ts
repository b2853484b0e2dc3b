import { fileURLToPath } from 'node:url';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import 'reflect-metadata';
import type { Timeouts } from '../app/backend-options.js';
import type { Secrets } from '../app/secrets.js';
import { type Clock, systemClock } from '../platform/time/clock.js';
import { CloseStack } from '../platform/wiring/close-stack.js';
import type { Config } from '../platform/config/config.js';
import { configuredParts } from '../platform/config/configured-parts.js';
import { collectGarbageRarely } from '../platform/process/heap.js';
import { createLogger } from '../platform/logging/http-logger.js';
import { type Logger, silentLogger } from '../platform/logging/logger.js';
import { versionOfThisRelease } from '../platform/process/version.js';
import { WarningLog } from '../platform/process/warnings.js';
import { explainFailure } from './explain-failure.js';
import { openDatabase, readOperatorEnvironment } from './operator-context.js';
import { sharedAbortController } from '../platform/async/shared-abort.js';

const FRONTEND = fileURLToPath(new URL('../../../frontend/dist', import.meta.url));
/**
 * Time limit of a stop in milliseconds, in addition to `Run.drainMs`. A stop that takes longer is cut short.
 */
const STOP_MS = 20_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Logs the address of the service, and greets a person at a terminal. */
function announce(logger: Logger, config: Config, secrets: Secrets): void {
  const made = secrets.generatedPasswords.length > 0;
  const url = config.publicUrl;
  logger.info(
    {
      url,
      ...(config.mailbox ? { mailbox: `${url}/dev/mailbox` } : {}),
      ...(made ? { passwordsIn: secrets.folder } : {}),
    },
    'serving',
  );
  if (process.stdout.isTTY) greet(config, secrets);
}

/** Shows passwords only if this start generated them. */
function greet(config: Config, secrets: Secrets): void {
  print('');
  print(`  ${PRODUCT_NAME} is ready:  ${config.publicUrl}`);
  if (config.mailbox) print(`  Mailbox:          ${config.publicUrl}/dev/mailbox`);
  print(`  Administration:   ${config.publicUrl}/admin`);
  for (const { name, value } of secrets.generatedPasswords) {
    const whose = name === 'ADMIN_PASSWORD' ? "Admin's password:" : "Auditor's password:";
    print(`  ${whose.padEnd(19)} ${value}   (shown only once; kept in ${secrets.folder})`);
  }
  print('');
  print('  Ctrl-C stops everything.');
  print('');
}

/**
 * Stops the backend when a signal arrives. If the backend is still starting, the stop waits until the start
 * has ended, because half-opened parts cannot be closed.
 */
function stopOnSignals(run: Run, started: Promise<void>, stopMs: number): void {
  const stop = async (why: NodeJS.Signals | { readonly failure: unknown }): Promise<void> => {
    if (run.stopping.signal.aborted) return;
    const began = performance.now();
    run.logger.info({ signal: typeof why === 'string' ? why : null }, 'stopping');
    run.stopping.abort();
    setTimeout(() => {
      run.logger.error(
        { milliseconds: stopMs + run.drainMs },
        'stopping the backend took too long and was cut short',
      );
      process.exit(1);
    }, stopMs + run.drainMs).unref();
    await started.catch(() => undefined);
    try {
      await run.closing.close();
    } finally {
      if (typeof why === 'object') fail(why.failure);
    }
    run.logger.info({ milliseconds: Math.round(performance.now() - began) }, 'stopped');
    process.exit(0);
  };
  run.moved.signal.addEventListener('abort', () => void stop({ failure: run.moved.signal.reason }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

/** Prints the error after all log lines, and ends the process. */
function fail(error: unknown): never {
  process.stderr.write(`\n${explainFailure(error)}\n`);
  process.exit(1);
}

interface Run {
  readonly closing: CloseStack;
  readonly warnings: WarningLog;
  /** A silent logger until the configuration is read. */
  logger: Logger;
  /** Milliseconds for which the backend continues to serve during a stop. */
  drainMs: number;
  readonly stopping: AbortController;
  /** Aborts if the log has moved to another event store. This process can then do nothing but stop. */
  readonly moved: AbortController;
}

async function start(run: Run, timeouts: Partial<Timeouts>, clock: Clock): Promise<void> {
  const { config, secrets } = await readOperatorEnvironment();
  run.drainMs = config.drainSeconds * 1000;
  const logger = createLogger(config.logLevel);
  run.logger = logger;
  const about = { version: versionOfThisRelease(), node: process.version, ...configuredParts(config) };
  logger.info(about, 'starting');
  run.warnings.writeTo(logger);
  for (const warning of config.warnings) logger.warn({}, warning);
  const opening = openDatabase(config, logger);
  // The module loads while the database starts, but only after the configuration's problems were reported.
  const loading = import('../app/start-backend.js');
  await Promise.allSettled([opening, loading]);
  const database = await opening;
  run.closing.add(() => database.close());
  const { startBackend } = await loading;
  if (run.stopping.signal.aborted) return;
  const backend = await startBackend({
    config,
    secrets,
    databaseUrl: database.url,
    logger,
    frontend: FRONTEND,
    clock,
    timeouts,
    stopping: run.stopping.signal,
    onMoved: (moved) => run.moved.abort(moved),
  });
  run.closing.add(() => backend.stop());
  collectGarbageRarely();
  database.lock?.announce(config.publicUrl);
  if (!run.stopping.signal.aborted) announce(logger, config, secrets);
}

/**
 * Starts a backend with its database, serves until a signal arrives, and ends the process.
 * @param limits timeouts of the parts; each part has its own defaults. `stopMs` is the time in milliseconds
 * that a stop may take after serving has ended; 20 000 by default
 * @param clock source of the recorded times; by default this machine's clock
 */
export async function serve(
  limits: Partial<Timeouts> & { readonly stopMs?: number } = {},
  clock: Clock = systemClock,
): Promise<void> {
  const run: Run = {
    closing: new CloseStack(),
    warnings: new WarningLog(),
    logger: silentLogger,
    drainMs: 0,
    stopping: sharedAbortController(),
    moved: new AbortController(),
  };
  run.warnings.start();
  const started = start(run, limits, clock);
  stopOnSignals(run, started, limits.stopMs ?? STOP_MS);
  try {
    await started;
  } catch (error) {
    // A stop aborted the start. `stopOnSignals` will end the process.
    if (run.stopping.signal.aborted) return;
    await run.closing.close().catch(() => undefined);
    fail(error);
  }
}
