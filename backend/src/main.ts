import { fileURLToPath } from 'node:url';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import 'reflect-metadata';
import { type RunningBackend, startBackend } from './backend.js';
import { type OperatedDatabase, openDatabase, readOperation } from './operator.js';
import type { Config } from './platform/config/config.js';
import type { Secrets } from './platform/config/secrets.js';
import { createLogger } from './platform/http/http-logger.js';

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

function stopOnSignals(parts: () => { backend: RunningBackend | undefined; database: OperatedDatabase | undefined }): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    const { backend, database } = parts();
    await backend?.stop();
    await database?.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

async function main(): Promise<void> {
  let backend: RunningBackend | undefined;
  let database: OperatedDatabase | undefined;
  stopOnSignals(() => ({ backend, database }));
  try {
    const { config, secrets } = await readOperation();
    const logger = createLogger(config.logLevel);
    for (const warning of config.warnings) logger.warn({}, warning);
    database = await openDatabase(config, logger);
    backend = await startBackend({ config, secrets, databaseUrl: database.url, logger, frontend: FRONTEND });
    database.lock?.announce(config.publicUrl);
    greet(config, secrets);
  } catch (error) {
    process.stderr.write(`\n${sayWhy(error)}\n`);
    await backend?.stop();
    await database?.close();
    process.exit(1);
  }
}

/** Our own errors say what to do; of others the stack helps whoever has to find out. */
function sayWhy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Stop it, or choose another with PORT=3001 npm start.';
  if (code === 'EACCES') return `No permission: ${error.message}`;
  const ours =
    /^(ConfigInvalid|DataDirInUse|WrongPostgresMajor|SecretMismatch|CheckpointRefused|ServerFailed)$/.test(error.name) ||
    error.name === 'Error';
  return ours ? error.message : (error.stack ?? error.message);
}

void main();
