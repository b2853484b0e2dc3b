import { fileURLToPath } from 'node:url';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import 'reflect-metadata';
import { startBackend } from './backend.js';
import { openDatabase, readOperation } from './operator.js';
import type { Config } from './platform/config/config.js';
import type { Secrets } from './platform/config/secrets.js';
import { createLogger } from './platform/http/http-logger.js';
import { Opened } from './platform/opened.js';

const FRONTEND = fileURLToPath(new URL('../../frontend/dist', import.meta.url));
/** Milliseconds after which a stop that hangs is cut short. */
const STOP_MS = 20_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** What a person at the terminal needs; passwords only there, and only when they were just made. */
function greet(config: Config, secrets: Secrets): void {
  print('');
  print(`  ${PRODUCT_NAME} is ready:  ${config.publicUrl}`);
  if (!config.production && config.smtpUrl === undefined) print(`  Mailbox:          ${config.publicUrl}/dev/mailbox`);
  print(`  Administration:   ${config.publicUrl}/admin`);
  for (const { name, value } of secrets.generatedPasswords) {
    const whose = name === 'ADMIN_PASSWORD' ? "Admin's password:" : "Auditor's password:";
    print(
      process.stdout.isTTY
        ? `  ${whose.padEnd(19)} ${value}   (shown this once; kept in ${secrets.folder})`
        : `  ${whose.padEnd(19)} in ${secrets.folder}`,
    );
  }
  print('');
  print('  Ctrl-C stops everything.');
  print('');
}

/** Also in the middle of a start: what is being opened then is opened first, since half of it could not be closed. */
function stopOnSignals(run: Run, started: Promise<void>): void {
  const stop = async (): Promise<void> => {
    if (run.stopping) return;
    run.stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await started.catch(() => undefined);
    await run.opened.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

interface Run {
  readonly opened: Opened;
  stopping: boolean;
}

async function start(run: Run): Promise<void> {
  const { config, secrets } = await readOperation();
  const logger = createLogger(config.logLevel);
  for (const warning of config.warnings) logger.warn({}, warning);
  const database = await openDatabase(config, logger);
  run.opened.closing(() => database.close());
  if (run.stopping) return;
  const backend = await startBackend({ config, secrets, databaseUrl: database.url, logger, frontend: FRONTEND });
  run.opened.closing(() => backend.stop());
  database.lock?.announce(config.publicUrl);
  if (!run.stopping) greet(config, secrets);
}

async function main(): Promise<void> {
  const run: Run = { opened: new Opened(), stopping: false };
  const started = start(run);
  stopOnSignals(run, started);
  try {
    await started;
  } catch (error) {
    await run.opened.close().catch(() => undefined);
    // Last, below whatever was logged on the way.
    process.stderr.write(`\n${sayWhy(error)}\n`);
    process.exit(1);
  }
}

/** Our own errors say what to do; of others the stack helps whoever has to find out. */
function sayWhy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or choose another port, as in PORT=3001 npm start.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this account. Choose another, as in PORT=3001 npm start.`;
  if (code === 'EACCES') return `No permission: ${error.message}`;
  const ours =
    /^(ConfigInvalid|DataDirInUse|WrongPostgresMajor|SecretMismatch|CheckpointRefused|ServerFailed|DatabaseUnreachable|EventStoreUnavailable|SealIdentityUnusable)$/.test(
      error.name,
    ) || error.name === 'Error';
  return ours ? error.message : (error.stack ?? error.message);
}

void main();
